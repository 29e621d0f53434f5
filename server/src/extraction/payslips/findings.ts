import { decimalOf } from '../../vocabulary/money.ts'
import type { Finding, Severity } from '../document.ts'
import { contradictionsOf } from './arithmetic/contradictions.ts'
import type { Gathered } from './extract-fields.ts'
import { type Piece, placeOf } from './text/lines.ts'

// Sums that do not hold, each with its place, what would hold and what stands there.

export const arithmetic = (
  code: string,
  severity: Severity,
  title: string,
  message: string,
  at: { piece: Piece | undefined; expected?: string; actual?: string }[],
  fields: string[],
): Finding => ({
  code,
  category: 'arithmetic',
  severity,
  title,
  message,
  fields,
  places: at.flatMap(({ piece, expected, actual }) => {
    const place = piece ? placeOf(piece) : null
    return place
      ? [{ ...place, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) }]
      : []
  }),
})

const income = 'income_information'

/** Words that name the whole and nothing else. */
const plainTotal =
  /^(total |tot\.? )?(gross( pay| earnings| wages| total)?|pay|payments|earnings|deductions|dedns|net( pay)?|taken off)( this period)?:?$|^(take.?home( pay)?|all deductions|(pay|amount) (before|after) deductions|deductions total|we have paid|amount paid( to you)?)$/i

/** Only where all three sums are printed is a difference a contradiction; else something was not read. */
export function brokenSums(read: Gathered): Finding[] {
  const { figures, year } = read
  const { gross, deductions, net, earnings, taken } = figures
  const found: Finding[] = []
  const pounds = (pence: number) => decimalOf(pence)
  const total = (lines: { pence: number }[]) => lines.reduce((sum, { pence }) => sum + pence, 0)
  if (
    gross?.isPrinted &&
    deductions &&
    net?.isPrinted &&
    !figures.closes &&
    gross.pence - deductions.pence !== net.pence &&
    (deductions.isPrinted || taken.length > 0)
  ) {
    const expected = gross.pence - deductions.pence
    found.push(
      arithmetic(
        'ARITHMETIC_NET_PAY',
        'high',
        'Gross less deductions is not the net pay',
        `Gross pay £${pounds(gross.pence)} less deductions £${pounds(deductions.pence)} is £${pounds(expected)}, but the net pay is printed as £${pounds(net.pence)}.`,
        [
          { piece: net.at[0], expected: pounds(expected), actual: pounds(net.pence) },
          { piece: gross.at[0], actual: pounds(gross.pence) },
          ...(deductions.isPrinted ? [{ piece: deductions.at[0], actual: pounds(deductions.pence) }] : []),
        ],
        [
          `${income}.earnings.net_pay`,
          `${income}.earnings.gross_pay`,
          `${income}.deductions.total_deductions`,
        ],
      ),
    )
  }
  const paid = earnings.filter(({ row }) => !row.isBenefit)
  if (gross?.isPrinted && paid.length > 0 && !figures.earningsAdd)
    found.push(
      arithmetic(
        'ARITHMETIC_EARNINGS',
        'high',
        'The lines of pay do not make up the gross pay',
        `The ${paid.length} lines of pay come to £${pounds(total(paid))}, but the gross pay is printed as £${pounds(gross.pence)}.`,
        [{ piece: gross.at[0], expected: pounds(total(paid)), actual: pounds(gross.pence) }],
        [`${income}.earnings.gross_pay`],
      ),
    )
  if (deductions?.isPrinted && taken.length > 0 && !figures.takenAdd)
    found.push(
      arithmetic(
        'ARITHMETIC_DEDUCTIONS',
        'high',
        'The deductions do not make up their total',
        `The ${taken.length} deductions come to £${pounds(total(taken))}, but their total is printed as £${pounds(deductions.pence)}.`,
        [{ piece: deductions.at[0], expected: pounds(total(taken)), actual: pounds(deductions.pence) }],
        [`${income}.deductions.total_deductions`],
      ),
    )
  for (const { field, label, at, expected, actual } of contradictionsOf(read))
    found.push(
      arithmetic(
        'ARITHMETIC_CONTRADICTION',
        figures.closes && figures.earningsAdd && figures.takenAdd && plainTotal.test(label)
          ? 'high'
          : 'medium',
        'A total that the rest contradicts',
        `"${label}" is printed as £${pounds(actual)}, but everything else fits £${pounds(expected)}.`,
        [{ piece: at, expected: pounds(expected), actual: pounds(actual) }],
        [`${income}.${field}`],
      ),
    )
  const below = [
    ['gross_pay', figures.gross, year.gross.value],
    ['net_pay', figures.net, year.net.value],
  ] as const
  for (const [field, period, sum] of below)
    if (period && sum && period.pence > sum.pence && sum.pence >= 0)
      found.push(
        arithmetic(
          'ARITHMETIC_YEAR_TO_DATE',
          'medium',
          'The year is below the period',
          `The year to date is printed as £${pounds(sum.pence)}, less than the £${pounds(period.pence)} of this period. A correction of earlier pay could explain it.`,
          [{ piece: sum.at[0], expected: `at least ${pounds(period.pence)}`, actual: pounds(sum.pence) }],
          [`${income}.earnings.year_to_date.${field}`],
        ),
      )
  return found
}
