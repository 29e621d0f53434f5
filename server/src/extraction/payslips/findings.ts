import { decimalOf } from '../../vocabulary/money.ts'
import type { Severity, TrustFinding } from '../document.ts'
import { findContradictions } from './arithmetic/contradictions.ts'
import type { PayslipFields } from './extract-fields.ts'
import type { NumberCell } from './table/cells/number-cell.ts'
import { isRefundLabel } from './table/rows/deduction-labels.ts'
import type { PayRow } from './table/rows/pay-row.ts'
import { locatePieces, type TextPiece } from './text/lines.ts'

// Findings for totals that do not add up. Each has its position on the page, the expected amount and the printed
// amount.

export const arithmeticFinding = (
  code: string,
  severity: Severity,
  title: string,
  message: string,
  at: { piece: TextPiece | undefined; expected?: string; actual?: string }[],
  fields: string[],
): TrustFinding => ({
  code,
  category: 'arithmetic',
  severity,
  title,
  message,
  fields,
  places: at.flatMap(({ piece, expected, actual }) => {
    const place = piece ? locatePieces(piece) : null
    return place
      ? [{ ...place, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) }]
      : []
  }),
})

const income = 'income_information'

/** Labels that can only mean the whole total, not part of it. */
const unmistakableTotals =
  /^(total |tot\.? )?(gross( pay| earnings| wages| total)?|pay|payments|earnings|deductions|dedns|net( pay)?|taken off)( this period)?:?$|^(take.?home( pay)?|all deductions|(pay|amount) (before|after) deductions|deductions total|we have paid|amount paid( to you)?)$/i

/**
 * Whether the total of the deductions may be misread: it is computed from the lines, and a line has no place in the
 * solution or is a refund whose sign is not printed.
 */
function mayLackDeductions({ figures, rows }: PayslipFields): boolean {
  const { totalDeductions, earningLines, deductionLines } = figures
  if (totalDeductions?.isPrinted) return false
  const used = new Set([...earningLines, ...deductionLines].map(({ row }) => row.label.text))
  const isUnused = ({ isTotalOrMemo, label, amounts }: PayRow) =>
    !isTotalOrMemo && !used.has(label.text) && amounts.some(({ section }) => section === null)
  return deductionLines.some(({ row }) => isRefundLabel(row.label.text)) || rows.some(isUnused)
}

/** Whether the missing amount is printed in a row outside the solution. That row was probably misread. */
function isUnusedAmount({ figures, rows }: PayslipFields, missing: number): boolean {
  const used = new Set([...figures.earningLines, ...figures.deductionLines].map(({ cell }) => cell.piece))
  const isMissing = ({ piece }: NumberCell) =>
    !used.has(piece) && Math.abs(piece.figure?.pence ?? 0) === Math.abs(missing)
  return rows.some(({ isTotalOrMemo, amounts }) => !isTotalOrMemo && amounts.some(isMissing))
}

/**
 * Returns findings for totals that contradict each other. Only printed totals are compared, because a computed total
 * may lack a line that was not read.
 */
export function findArithmeticErrors(fields: PayslipFields): TrustFinding[] {
  const { figures, year } = fields
  const { gross, totalDeductions, net, earningLines, deductionLines } = figures
  const findings: TrustFinding[] = []
  const pounds = (pence: number) => decimalOf(pence)
  const totalOf = (lines: { pence: number }[]) => lines.reduce((sum, { pence }) => sum + pence, 0)
  if (
    gross?.isPrinted &&
    totalDeductions &&
    net?.isPrinted &&
    !figures.netAddsUp &&
    gross.pence - totalDeductions.pence !== net.pence &&
    (totalDeductions.isPrinted || deductionLines.length > 0)
  ) {
    const expected = gross.pence - totalDeductions.pence
    findings.push(
      arithmeticFinding(
        'ARITHMETIC_NET_PAY',
        mayLackDeductions(fields) ? 'medium' : 'high',
        'Gross less deductions is not the net pay',
        `Gross pay £${pounds(gross.pence)} less deductions £${pounds(totalDeductions.pence)} is £${pounds(expected)}, but the net pay is printed as £${pounds(net.pence)}.`,
        [
          { piece: net.at[0], expected: pounds(expected), actual: pounds(net.pence) },
          { piece: gross.at[0], actual: pounds(gross.pence) },
          ...(totalDeductions.isPrinted
            ? [{ piece: totalDeductions.at[0], actual: pounds(totalDeductions.pence) }]
            : []),
        ],
        [
          `${income}.earnings.net_pay`,
          `${income}.earnings.gross_pay`,
          `${income}.deductions.total_deductions`,
        ],
      ),
    )
  }
  const paid = earningLines.filter(({ row }) => !row.isBenefit)
  if (gross?.isPrinted && paid.length > 0 && !figures.earningsAddUp)
    findings.push(
      arithmeticFinding(
        'ARITHMETIC_EARNINGS',
        isUnusedAmount(fields, gross.pence - totalOf(paid)) ? 'medium' : 'high',
        'The earnings lines do not add up to the gross pay',
        `The ${paid.length} earnings lines come to £${pounds(totalOf(paid))}, but the gross pay is printed as £${pounds(gross.pence)}.`,
        [{ piece: gross.at[0], expected: pounds(totalOf(paid)), actual: pounds(gross.pence) }],
        [`${income}.earnings.gross_pay`],
      ),
    )
  if (totalDeductions?.isPrinted && deductionLines.length > 0 && !figures.deductionsAddUp)
    findings.push(
      arithmeticFinding(
        'ARITHMETIC_DEDUCTIONS',
        isUnusedAmount(fields, totalDeductions.pence - totalOf(deductionLines)) ? 'medium' : 'high',
        'The deductions do not add up to their total',
        `The ${deductionLines.length} deductions come to £${pounds(totalOf(deductionLines))}, but their total is printed as £${pounds(totalDeductions.pence)}.`,
        [
          {
            piece: totalDeductions.at[0],
            expected: pounds(totalOf(deductionLines)),
            actual: pounds(totalDeductions.pence),
          },
        ],
        [`${income}.deductions.total_deductions`],
      ),
    )
  for (const { field, label, at, expected, actual } of findContradictions(fields))
    findings.push(
      arithmeticFinding(
        'ARITHMETIC_CONTRADICTION',
        figures.netAddsUp &&
          figures.earningsAddUp &&
          figures.deductionsAddUp &&
          unmistakableTotals.test(label)
          ? 'high'
          : 'medium',
        'A total that contradicts the others',
        `"${label}" is printed as £${pounds(actual)}, but all other figures give £${pounds(expected)}.`,
        [{ piece: at, expected: pounds(expected), actual: pounds(actual) }],
        [`${income}.${field}`],
      ),
    )
  const comparedWithYear = [
    ['gross_pay', figures.gross, year.gross.value],
    ['net_pay', figures.net, year.net.value],
  ] as const
  for (const [field, period, toDate] of comparedWithYear)
    if (period && toDate && period.pence > toDate.pence && toDate.pence >= 0)
      findings.push(
        arithmeticFinding(
          'ARITHMETIC_YEAR_TO_DATE',
          'medium',
          'The year to date is below the period',
          `The year to date is printed as £${pounds(toDate.pence)}, less than the £${pounds(period.pence)} of this period. A correction of earlier pay could explain it.`,
          [
            {
              piece: toDate.at[0],
              expected: `at least ${pounds(period.pence)}`,
              actual: pounds(toDate.pence),
            },
          ],
          [`${income}.earnings.year_to_date.${field}`],
        ),
      )
  return findings
}
