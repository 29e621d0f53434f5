import type { CalendarMonth } from './calendar.ts'
import {
  add,
  divide,
  type Fraction,
  isGreaterThan,
  multiply,
  roundHalfUp,
  subtract,
  sum,
  toFraction,
  zero,
} from './fraction.ts'
import type { OnsModel } from './models.ts'
import type { PriceIndex } from './prices.ts'
import type { AgeFactors, Country, Spending } from './tables.ts'

export type SpendingColumn = 'cost_of_living' | 'housing'
type Decile = Spending[number]

export type EstimateInput = { month: CalendarMonth; net: Fraction; age: number; country: Country }

export type Estimate = ReturnType<typeof estimate>

const monthsPerYear = toFraction(12)
const origin: Decile = { decile: 0, income: zero, cost_of_living: zero, housing: zero }

/**
 * Estimates monthly household spending at this income. Returns all intermediate values; only the final amounts are
 * rounded.
 */
export function estimate(model: OnsModel, { month, net, age, country }: EstimateInput) {
  const weekly = divide(multiply(net, monthsPerYear), model.weeksPerYear)
  const [from, to] = findSegment(model.spending, weekly)
  const band = findAgeBand(model.ageFactors, age)
  const countryFactor = model.countryFactors[country]

  function estimateColumn(column: SpendingColumn, factor: Fraction, index: PriceIndex) {
    const slope = divide(subtract(to[column], from[column]), subtract(to.income, from.income))
    const spent = add(from[column], multiply(slope, subtract(weekly, from.income)))
    const price = model.findPrice(index, month)
    const adjusted = multiply(spent, factor)
    const weeklyAmount = multiply(adjusted, price.factor)
    const unrounded = divide(multiply(weeklyAmount, model.weeksPerYear), monthsPerYear)
    return {
      slope,
      spent,
      factor,
      adjusted,
      price,
      weeklyAmount,
      unrounded,
      amount: roundHalfUp(unrounded, 2),
    }
  }

  const cost_of_living = estimateColumn('cost_of_living', band.factor, 'cpi')
  const housing = estimateColumn('housing', countryFactor, 'cpih')
  const total = roundHalfUp(sum([cost_of_living, housing].map(({ amount }) => toFraction(amount))), 2)
  return { weekly, from, to, band, country, cost_of_living, housing, total }
}

/**
 * Returns the two points to interpolate between. Below the first decile the segment starts at the origin; above the
 * last decile the last segment is extrapolated.
 */
function findSegment(spending: Spending, weekly: Fraction): [Decile, Decile] {
  const points = [origin, ...spending]
  const above = spending.findIndex(({ income }) => !isGreaterThan(weekly, income))
  const at = above === -1 ? spending.length - 1 : above
  return [points[at] as Decile, points[at + 1] as Decile]
}

const findAgeBand = (factors: AgeFactors, age: number) =>
  factors.findLast(({ from }) => age >= from) as AgeFactors[number]
