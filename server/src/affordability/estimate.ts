import type { Month } from './calendar.ts'
import { exactly, type Fraction, isMore, minus, over, plus, rounded, sum, times, zero } from './fraction.ts'
import type { Model } from './models.ts'
import type { PriceIndex } from './prices.ts'
import type { AgeFactors, Country, Spending } from './tables.ts'

export type Column = 'cost_of_living' | 'housing'
type Decile = Spending[number]

/** What the model is asked about. */
export type Question = { month: Month; net: Fraction; age: number; country: Country }

export type Estimate = ReturnType<typeof estimate>

const monthsPerYear = exactly(12)
const nothing: Decile = { decile: 0, income: zero, cost_of_living: zero, housing: zero }

/** What a household with this income spends in the month, with every number on the way. Nothing is rounded before the end. */
export function estimate(model: Model, { month, net, age, country }: Question) {
  const weekly = over(times(net, monthsPerYear), model.weeksPerYear)
  const [from, to] = lineAt(model.spending, weekly)
  const band = bandOf(model.ageFactors, age)
  const countryFactor = model.countryFactors[country]

  function read(column: Column, factor: Fraction, index: PriceIndex) {
    const slope = over(minus(to[column], from[column]), minus(to.income, from.income))
    const spent = plus(from[column], times(slope, minus(weekly, from.income)))
    const price = model.priceOf(index, month)
    const adjusted = times(spent, factor)
    const inWeek = times(adjusted, price.factor)
    const unrounded = over(times(inWeek, model.weeksPerYear), monthsPerYear)
    return { slope, spent, factor, adjusted, price, inWeek, unrounded, amount: rounded(unrounded, 2) }
  }

  const cost_of_living = read('cost_of_living', band.factor, 'cpi')
  const housing = read('housing', countryFactor, 'cpih')
  const total = rounded(sum([cost_of_living, housing].map(({ amount }) => exactly(amount))), 2)
  return { weekly, from, to, band, country, cost_of_living, housing, total }
}

/**
 * The two points between which an income lies. Below the first the line comes from nothing, which scales the first
 * decile down; above the last the line of the last two goes on.
 */
function lineAt(spending: Spending, weekly: Fraction): [Decile, Decile] {
  const points = [nothing, ...spending]
  const above = spending.findIndex(({ income }) => !isMore(weekly, income))
  const at = above === -1 ? spending.length - 1 : above
  return [points[at] as Decile, points[at + 1] as Decile]
}

const bandOf = (factors: AgeFactors, age: number) =>
  factors.findLast(({ from }) => age >= from) as AgeFactors[number]
