import { taxYearOf } from '../../../vocabulary/payslip-figures.ts'
import { taxMonthOf, taxWeekOf } from '../../paye/tax-calendar.ts'
import { insuranceRates, yearTables } from '../../paye/rates-and-thresholds.ts'
import { taxDue } from '../../paye/income-tax.ts'
import type { Gathered } from '../extract-fields.ts'
import { deductionLine } from '../table/pay-lines.ts'
import { statedSum, type YearKind, yearNames } from '../table/stated-amounts.ts'
import type { SumKind } from '../text/labels.ts'

// A sum of the year counts as certain only where another printed figure would contradict any other digit.

/** The first sum of the year that nothing holds in place, or null. */
export function looseYear(read: Gathered): string | null {
  const kinds = (Object.keys(yearNames) as YearKind[]).filter((kind) => read.year[kind].value !== null)
  const held = heldKinds(read)
  const loose = kinds.find((kind) => !held.has(kind))
  return loose ? `nothing on the paper confirms the ${yearNames[loose]} of the year` : null
}

function heldKinds(read: Gathered): Set<YearKind> {
  const held = new Set<YearKind>()
  const { year, figures, stated } = read
  const of = (kind: SumKind) => statedSum(read.sums, kind, 'year').value?.pence
  const [gross, taxable, tax, ni, net] = [year.gross, year.taxable, year.tax, year.ni, year.net].map(
    ({ value }) => value?.pence,
  )
  const [niable, pension, student, postgraduate] = [
    of('niable'),
    of('pension'),
    of('studentLoan'),
    of('postgraduateLoan'),
  ]
  const together = (isEqual: boolean, ...kinds: YearKind[]) => {
    if (isEqual) for (const kind of kinds) held.add(kind)
  }
  const isTwice = (kind: YearKind) => {
    const same = read.sums.filter(
      (sum) => sum.kind === kind && sum.span === 'year' && sum.pence === year[kind].value?.pence,
    )
    return new Set(same.filter(({ strength }) => strength >= 2).map(({ cell }) => cell)).size > 1
  }
  for (const kind of Object.keys(yearNames) as YearKind[]) together(isTwice(kind), kind)
  together(isTimes(gross, figures.gross?.pence), 'gross')
  together(isTimes(net, figures.net?.pence), 'net')
  together(isTimes(ni, stated.ni.value?.pence), 'ni')
  together(isTimes(taxable, stated.taxable.value?.pence), 'taxable')
  if (gross !== undefined) {
    together(gross === niable, 'gross')
    together(gross === taxable, 'gross', 'taxable')
    together(pension !== undefined && gross - pension === taxable, 'gross', 'taxable')
    const lines = figures.taken.map(deductionLine)
    const parts = [tax, ni, pension ?? 0, student ?? 0, postgraduate ?? 0]
    const isWhole = lines.every(
      ({ word }) => word !== 'other' && word !== 'loan' && word !== 'attachment_of_earnings',
    )
    const left = gross - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
    together(isWhole && net === left && tax !== undefined && ni !== undefined, 'gross', 'net', 'tax', 'ni')
  }
  // Tables round to pounds, so tax follows to the penny but not the taxable pay from it.
  const places = possiblePeriods(read)
  together(
    places.some((at) => isNear(taxDueAt(read, at), tax, 1)),
    'tax',
  )
  together(
    places.some((at) =>
      [insuranceAt, insuranceAbove].some((due) =>
        isNear(due(read, niable ?? gross, at), ni, Math.min(4, at.number * 0.3)),
      ),
    ),
    'ni',
  )
  return held
}

const isNear = (due: number | null, actual: number | undefined, pence: number) =>
  due !== null && actual !== undefined && Math.abs(due - actual) <= pence

/** The same pay every time: a whole number of payments. One digit more or less would not be. */
const isTimes = (sum: number | undefined, one: number | undefined) =>
  sum !== undefined &&
  one !== undefined &&
  (sum === one || (one > 5000 && sum % one === 0 && sum / one <= 53) || (sum === 0 && one === 0))

type At = { number: number; unit: 'week' | 'month' }

/** Which period of the tax year it is, where the paper leaves no doubt. */
function periodOfYear({ period }: Gathered): At | null {
  if (!period.payDate) return null
  const { taxPeriod, frequency } = period
  if (taxPeriod?.unit) return { number: taxPeriod.number, unit: taxPeriod.unit }
  if (frequency?.value === 'monthly')
    return { number: taxPeriod?.number ?? taxMonthOf(period.payDate.day), unit: 'month' }
  return taxPeriod && taxPeriod.number > 12 ? { number: taxPeriod.number, unit: 'week' } : null
}

/** Where the paper does not say, what its day allows: a tax that fits to the penny is no accident. */
function possiblePeriods(read: Gathered): At[] {
  const known = periodOfYear(read)
  const { payDate, taxPeriod } = read.period
  if (known || !payDate) return known ? [known] : []
  const week = taxWeekOf(payDate.day)
  const weeks = taxPeriod ? [taxPeriod.number] : [week, week + 1, week + 2, week + 3]
  return [
    { number: taxMonthOf(payDate.day), unit: 'month' as const },
    ...weeks.map((number) => ({ number, unit: 'week' as const })),
  ]
}

/** The tax of the year by the code, or null where code, pay or period are not known. */
export function taxByCode(read: Gathered): number | null {
  const at = periodOfYear(read)
  return at ? taxDueAt(read, at) : null
}

function taxDueAt({ taxCode, period, year }: Gathered, at: At): number | null {
  const taxable = year.taxable.value?.pence
  const isCumulative = taxCode?.basis === null || taxCode?.basis === 'cumulative'
  if (!taxCode || !isCumulative || !period.payDate || taxable === undefined) return null
  return taxDue({ year: taxYearOf(period.payDate.day), code: taxCode.code, taxable, ...at })
}

/** Where every payment was between threshold and limit, the year's National Insurance follows from the year's pay. */
function insuranceAt({ niLetter, period }: Gathered, earnings: number | undefined, at: At): number | null {
  const table = period.payDate && yearTables[taxYearOf(period.payDate.day)]
  const rates = insuranceRates[niLetter?.value ?? 'A']
  if (!table || !rates || earnings === undefined) return null
  const { primaryThreshold } = at.unit === 'month' ? table.insurance.month : table.insurance.week
  return ((earnings - primaryThreshold * 100 * at.number) * rates.between) / 100
}

/** The same where every payment was above the limit. */
function insuranceAbove({ niLetter, period }: Gathered, earnings: number | undefined, at: At): number | null {
  const table = period.payDate && yearTables[taxYearOf(period.payDate.day)]
  const rates = insuranceRates[niLetter?.value ?? 'A']
  if (!table || !rates || earnings === undefined) return null
  const { primaryThreshold, upperLimit } = at.unit === 'month' ? table.insurance.month : table.insurance.week
  const [limit, threshold] = [upperLimit * 100 * at.number, primaryThreshold * 100 * at.number]
  return ((limit - threshold) * rates.between + (earnings - limit) * rates.above) / 100
}
