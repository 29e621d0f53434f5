import { decimalOf } from '../../vocabulary/money.ts'
import type { TrustFinding } from '../document.ts'
import { arithmeticFinding } from './arithmetic/arithmetic-finding.ts'
import { findContradictions } from './arithmetic/contradictions.ts'
import type { PayslipFields } from './extract-fields.ts'
import type { NumberCell } from './table/cells/number-cell.ts'
import { isRefund } from './table/rows/deduction-labels.ts'
import type { PayRow } from './table/rows/pay-row.ts'
import type { PayAmount } from './table/solver/pay-solution.ts'
import { overlap, type TextPiece } from './text/lines.ts'

// Findings for totals that do not add up. Each has its position on the page, the expected amount and the printed
// amount.

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
  return deductionLines.some(({ row, cell }) => isRefund(row.label.text, cell.piece)) || rows.some(isUnused)
}

/** Whether the missing amount is printed in a row outside the solution. That row was probably misread. */
function isUnusedAmount({ figures, rows }: PayslipFields, missing: number): boolean {
  const used = new Set([...figures.earningLines, ...figures.deductionLines].map(({ cell }) => cell.piece))
  const isMissing = ({ piece }: NumberCell) =>
    !used.has(piece) && Math.abs(piece.figure?.pence ?? 0) === Math.abs(missing)
  return rows.some(({ isTotalOrMemo, amounts }) => !isTotalOrMemo && amounts.some(isMissing))
}

/**
 * Whether a text that was not read as an amount, such as `(£12.00`, is above the total in its column. It may be the amount
 * of a line.
 */
function hasUnreadAmount({ lines }: PayslipFields, total: TextPiece | undefined): boolean {
  const isUnread = (piece: TextPiece) =>
    piece.figure === null && /\d\.\d\d(?!\d)/.test(piece.text) && !/\p{L}{3}/u.test(piece.text)
  return lines.some(({ page, y, pieces }) =>
    pieces.some(
      (piece) => total?.page === page && y < total.y && isUnread(piece) && overlap(piece, total) > 0,
    ),
  )
}

const totalOf = (lines: { pence: number }[]) => lines.reduce((sum, { pence }) => sum + pence, 0)

/** Whether the lines of a total rather seem to be misread than to contradict it. */
const isMisread = (fields: PayslipFields, total: PayAmount, missing: number): boolean =>
  isUnusedAmount(fields, missing) || hasUnreadAmount(fields, total.at[0])

/**
 * Returns findings for totals that contradict each other. Only printed totals are compared, because a computed total
 * may lack a line that was not read.
 */
export const findArithmeticErrors = (fields: PayslipFields): TrustFinding[] => [
  ...checkNetPay(fields),
  ...checkEarnings(fields),
  ...checkDeductions(fields),
  ...listContradictions(fields),
  ...checkYearToDate(fields),
]

function checkNetPay(fields: PayslipFields): TrustFinding[] {
  const { gross, totalDeductions, net, deductionLines, netAddsUp } = fields.figures
  const hasDeductions = totalDeductions && (totalDeductions.isPrinted || deductionLines.length > 0)
  if (!gross?.isPrinted || !net?.isPrinted || !hasDeductions || netAddsUp) return []
  const expected = gross.pence - totalDeductions.pence
  if (expected === net.pence) return []
  return [
    arithmeticFinding({
      code: 'ARITHMETIC_NET_PAY',
      severity: mayLackDeductions(fields) ? 'medium' : 'high',
      title: 'Gross less deductions is not the net pay',
      message: `Gross pay £${decimalOf(gross.pence)} less deductions £${decimalOf(totalDeductions.pence)} is £${decimalOf(expected)}, but the net pay is printed as £${decimalOf(net.pence)}.`,
      at: [
        { piece: net.at[0], expected: decimalOf(expected), actual: decimalOf(net.pence) },
        { piece: gross.at[0], actual: decimalOf(gross.pence) },
        ...(totalDeductions.isPrinted
          ? [{ piece: totalDeductions.at[0], actual: decimalOf(totalDeductions.pence) }]
          : []),
      ],
      fields: [
        `${income}.earnings.net_pay`,
        `${income}.earnings.gross_pay`,
        `${income}.deductions.total_deductions`,
      ],
    }),
  ]
}

function checkEarnings(fields: PayslipFields): TrustFinding[] {
  const { gross, earningLines, earningsAddUp } = fields.figures
  const paid = earningLines.filter(({ row }) => !row.isBenefit)
  if (!gross?.isPrinted || paid.length === 0 || earningsAddUp) return []
  return [
    arithmeticFinding({
      code: 'ARITHMETIC_EARNINGS',
      severity: isMisread(fields, gross, gross.pence - totalOf(paid)) ? 'medium' : 'high',
      title: 'The earnings lines do not add up to the gross pay',
      message: `The ${paid.length} earnings lines come to £${decimalOf(totalOf(paid))}, but the gross pay is printed as £${decimalOf(gross.pence)}.`,
      at: [{ piece: gross.at[0], expected: decimalOf(totalOf(paid)), actual: decimalOf(gross.pence) }],
      fields: [`${income}.earnings.gross_pay`],
    }),
  ]
}

function checkDeductions(fields: PayslipFields): TrustFinding[] {
  const { totalDeductions, deductionLines, deductionsAddUp } = fields.figures
  if (!totalDeductions?.isPrinted || deductionLines.length === 0 || deductionsAddUp) return []
  return [
    arithmeticFinding({
      code: 'ARITHMETIC_DEDUCTIONS',
      severity: isMisread(fields, totalDeductions, totalDeductions.pence - totalOf(deductionLines))
        ? 'medium'
        : 'high',
      title: 'The deductions do not add up to their total',
      message: `The ${deductionLines.length} deductions come to £${decimalOf(totalOf(deductionLines))}, but their total is printed as £${decimalOf(totalDeductions.pence)}.`,
      at: [
        {
          piece: totalDeductions.at[0],
          expected: decimalOf(totalOf(deductionLines)),
          actual: decimalOf(totalDeductions.pence),
        },
      ],
      fields: [`${income}.deductions.total_deductions`],
    }),
  ]
}

function listContradictions(fields: PayslipFields): TrustFinding[] {
  const { netAddsUp, earningsAddUp, deductionsAddUp } = fields.figures
  const allAddUp = netAddsUp && earningsAddUp && deductionsAddUp
  return findContradictions(fields).map(({ field, label, at, expected, actual }) =>
    arithmeticFinding({
      code: 'ARITHMETIC_CONTRADICTION',
      severity: allAddUp && unmistakableTotals.test(label) ? 'high' : 'medium',
      title: 'A total that contradicts the others',
      message: `"${label}" is printed as £${decimalOf(actual)}, but all other figures give £${decimalOf(expected)}.`,
      at: [{ piece: at, expected: decimalOf(expected), actual: decimalOf(actual) }],
      fields: [`${income}.${field}`],
    }),
  )
}

function checkYearToDate({ figures, year }: PayslipFields): TrustFinding[] {
  const compared = [
    { field: 'gross_pay', period: figures.gross, toDate: year.gross.value },
    { field: 'net_pay', period: figures.net, toDate: year.net.value },
  ]
  return compared.flatMap(({ field, period, toDate }) => {
    if (!period || !toDate || period.pence <= toDate.pence || toDate.pence < 0) return []
    return [
      arithmeticFinding({
        code: 'ARITHMETIC_YEAR_TO_DATE',
        severity: 'medium',
        title: 'The year to date is below the period',
        message: `The year to date is printed as £${decimalOf(toDate.pence)}, less than the £${decimalOf(period.pence)} of this period. A correction of earlier pay could explain it.`,
        at: [
          {
            piece: toDate.at[0],
            expected: `at least ${decimalOf(period.pence)}`,
            actual: decimalOf(toDate.pence),
          },
        ],
        fields: [`${income}.earnings.year_to_date.${field}`],
      }),
    ]
  })
}
