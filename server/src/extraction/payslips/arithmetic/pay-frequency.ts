import { countDays, daysInMonth } from '../../../vocabulary/days.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { taxMonthOf, taxWeekOf } from '../../paye/tax-calendar.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { type FrequencyWords, listFrequencyWords } from '../facts/frequency.ts'
import type { TextPiece } from '../text/lines.ts'
import { listFrequenciesByNi } from './ni-check.ts'
import type { CalculableFrequency } from './tax-period.ts'
import { listPossiblePay } from './unconfirmed-pay.ts'

// Infers the pay frequency of a payslip that does not state it. Each piece of evidence excludes some frequencies.

/** Something printed that only some pay frequencies explain. */
type Evidence = { fits: CalculableFrequency[]; at: TextPiece[] }

const weeks: CalculableFrequency[] = ['weekly', 'fortnightly', 'four_weekly']
const allFrequencies: CalculableFrequency[] = [...weeks, 'monthly']
const fitsByWords: Record<FrequencyWords['unit'], CalculableFrequency[]> = {
  month: ['monthly'],
  'four weeks': ['four_weekly'],
  fortnight: ['fortnightly'],
  week: weeks,
}

/**
 * Returns the only pay frequency that the tax period, the pay period, the wording and the National Insurance allow.
 * Wording such as `Week ending` alone means weekly pay.
 */
export function inferPayFrequency(
  fields: PayslipFields,
): { value: CalculableFrequency; at: TextPiece[] } | null {
  const words = listFrequencyWords(fields.lines, fields.facts)
  const evidence = listEvidence(fields, words)
  const { fits: possible, at } = evidence.reduce(narrow, { fits: allFrequencies, at: [] })
  const [only] = possible
  if (only && possible.length === 1) return { value: only, at }
  const niable = fields.stated.niable.value?.pence
  const byNi = listFrequenciesByNi(fields, [...(niable ? [niable] : []), ...listPossiblePay(fields)])
  const confirmed = possible.filter((frequency) => byNi.includes(frequency))
  const [byArithmetic] = confirmed
  if (byArithmetic && confirmed.length === 1) return { value: byArithmetic, at }
  const isNamedWeek = words.some(({ unit }) => unit === 'week') && possible.includes('weekly')
  return isNamedWeek && byNi.length === 0 ? { value: 'weekly', at } : null
}

/** Excludes frequencies that the evidence does not fit. Evidence that excludes all that are left is ignored. */
function narrow(known: Evidence, { fits, at }: Evidence): Evidence {
  const left = known.fits.filter((frequency) => fits.includes(frequency))
  const isUseful = left.length > 0 && left.length < known.fits.length
  return isUseful ? { fits: left, at: [...known.at, ...at] } : known
}

/** Lists the evidence on the payslip, the most reliable first. */
function listEvidence({ period, taxCode }: PayslipFields, words: FrequencyWords[]): Evidence[] {
  const { taxPeriod, start, end } = period
  const byLength = start && end && !isPartOfMonth(period) ? listFrequenciesOf(start.day, end.day) : []
  const byWords = (units: FrequencyWords['unit'][]) =>
    units.flatMap((unit) =>
      words.filter((word) => word.unit === unit).map(({ at }) => ({ fits: fitsByWords[unit], at })),
    )
  const byBasis = taxCode?.basis === 'M1' ? ['monthly' as const] : taxCode?.basis === 'W1' ? weeks : null
  const byNumber = listFrequenciesByNumber(period)
  return [
    ...(taxPeriod?.unit ? [{ fits: fitsByWords[taxPeriod.unit], at: taxPeriod.at }] : []),
    ...byWords(['four weeks', 'fortnight']),
    ...(byLength.length > 0 ? [{ fits: byLength, at: [...(start?.at ?? []), ...(end?.at ?? [])] }] : []),
    ...byWords(['month', 'week']),
    ...(byNumber.length > 0 ? [{ fits: byNumber, at: taxPeriod?.at ?? [] }] : []),
    ...(byBasis && taxCode ? [{ fits: byBasis, at: taxCode.at }] : []),
    // A week rarely ends on the last day of a month.
    ...(end && !start && isLastOfMonth(end.day) ? [{ fits: ['monthly' as const], at: end.at }] : []),
  ]
}

/** Returns the pay frequencies whose tax period on the pay date has the printed number, if no unit is printed. */
function listFrequenciesByNumber({ payDate, taxPeriod }: PayslipFields['period']): CalculableFrequency[] {
  if (!payDate || !taxPeriod || taxPeriod.unit) return []
  const { number } = taxPeriod
  const week = taxWeekOf(payDate.day)
  const numbers: Record<CalculableFrequency, number[]> = {
    weekly: [week],
    fortnightly: [week, Math.ceil(week / 2)],
    four_weekly: [week, Math.ceil(week / 4)],
    monthly: [taxMonthOf(payDate.day)],
  }
  return allFrequencies.filter((frequency) => numbers[frequency].includes(number))
}

/**
 * Returns the pay frequencies of a period of whole weeks or of one month, which may begin on any day. The first to the
 * 28th of February is both a month and four weeks.
 */
function listFrequenciesOf(start: Day, end: Day): CalculableFrequency[] {
  const days = countDays(start, end)
  const [year = 0, month = 0] = start.split('-').map(Number)
  return allFrequencies.filter((frequency) =>
    frequency === 'monthly'
      ? days === daysInMonth(year, month) && (days > 28 || start.endsWith('-01'))
      : days === daysByFrequency[frequency],
  )
}

/** Weekly pay is rarely paid later after the end of its period. */
const maxDaysToPayDate = 14

/** Whether a month was cut short, as for a leaver: `01/03/2025` to `07/03/2025`, paid on `27/03/2025`. */
function isPartOfMonth({ start, end, payDate }: PayslipFields['period']): boolean {
  if (!start?.day.endsWith('-01') || !end || !payDate) return false
  const isSameMonth = start.day.slice(0, 7) === payDate.day.slice(0, 7)
  return isSameMonth && end.day < payDate.day && countDays(end.day, payDate.day) - 1 > maxDaysToPayDate
}

const daysByFrequency = { weekly: 7, fortnightly: 14, four_weekly: 28, monthly: null }

const isLastOfMonth = (day: Day) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return date === daysInMonth(year, month)
}
