import { decimalOf } from '../../vocabulary/money.ts'
import type { FieldGroup, PageWord, ParseCheck } from '../document.ts'
import {
  findContradictions,
  findRepeatedAmountMismatches,
  hasUnconfirmedPension,
} from './arithmetic/contradictions.ts'
import { findUnconfirmedYearToDate } from './arithmetic/cross-checks.ts'
import { findYearToDateProblem } from './arithmetic/plausible-year-to-date.ts'
import { findUnconfirmedPay } from './arithmetic/unconfirmed-pay.ts'
import { findUnitsProblem } from './arithmetic/units-check.ts'
import { findUnknownPension } from './arithmetic/unknown-pension.ts'
import type { PayslipFields } from './extract-fields.ts'
import { isCountyDoubtful } from './facts/address.ts'
import { isPlainRole } from './facts/job-title.ts'
import { hasLegalForm, hasTitle, looksLikeCompany } from './facts/name-patterns.ts'
import type { NumberCell } from './table/cells/number-cell.ts'
import { toDeduction } from './table/pay-lines.ts'
import { findTextBelow, isUnfinished } from './table/rows/complete-label.ts'
import type { PayRow } from './table/rows/pay-row.ts'
import { classifyLabel } from './text/label-meaning.ts'
import type { PayslipLine, TextPiece } from './text/lines.ts'
import { checkTuning } from './tuning/checks.ts'
import { rowTuning } from './tuning/rows.ts'

// Each check belongs to one group of fields. A payslip is verified if all checks of the group `this_period` pass; the
// other groups are certified separately. A check fails in case of doubt.

type PayslipGroup = Extract<FieldGroup, 'this_period' | 'year_to_date' | 'identity'>

const groupByCheck: Record<string, PayslipGroup> = {
  'year-to-date': 'year_to_date',
  'pay-date': 'identity',
  'tax-code': 'identity',
  'ni-number': 'identity',
  names: 'identity',
  address: 'identity',
  role: 'identity',
  period: 'identity',
  labels: 'identity',
}

/** Whether every check of a group passed. Checks that are not in `groupByCheck` belong to the group `this_period`. */
const isCertified = (checks: readonly ParseCheck[], group: PayslipGroup): boolean =>
  checks.every(({ name, isPassed }) => isPassed || (groupByCheck[name] ?? 'this_period') !== group)

/** Lists the groups of fields whose checks all passed. */
export const listCertified = (checks: readonly ParseCheck[]): PayslipGroup[] =>
  (['this_period', 'year_to_date', 'identity'] as const).filter((group) => isCertified(checks, group))

const groupNames: [PayslipGroup, string][] = [
  ['year_to_date', 'The year-to-date amounts are not confirmed'],
  ['identity', 'Compare the names, dates and codes with the payslip'],
]

/** Returns a sentence for each uncertified group of fields, except the group `this_period`, which has its own finding. */
export const describeUncertified = (checks: readonly ParseCheck[]): string[] =>
  groupNames
    .filter(([group]) => !isCertified(checks, group))
    .map(([group, text]) => {
      const failed = checks.find(({ name, isPassed }) => !isPassed && groupByCheck[name] === group)
      return `${text}: ${failed?.note}.`
    })

export function runChecks(fields: PayslipFields): ParseCheck[] {
  const { figures, period, taxCode, niNumbers, identity, facts } = fields
  const check = (name: string, isPassed: boolean, note: string): ParseCheck => ({ name, isPassed, note })
  const { gross, totalDeductions, net } = figures
  const contradictions = [
    ...findContradictions(fields).map(({ message }) => message),
    ...findRepeatedAmountMismatches(fields),
    ...(hasUnconfirmedPension(fields) ? ['no line of the payslip confirms the pension of the period'] : []),
  ]
  const yearToDateProblem = findYearToDateProblem(fields) ?? findUnconfirmedYearToDate(fields)
  const isReadClearly = lowestOcrConfidence(fields) >= checkTuning.minOcrConfidence
  const unconfirmed = findUnconfirmedPay(fields)
  const unusedRow = findUnusedRow(fields)
  const unitsProblem = findUnitsProblem(fields)
  const cutDescription = findCutDescription(fields)
  const unknownDeduction = findUnknownDeduction(fields) ?? findUnknownPension(fields)
  return [
    check(
      'net',
      figures.netAddsUp,
      figures.netAddsUp
        ? 'gross pay less deductions is the printed net pay'
        : 'no gross pay, deductions and net pay were found that add up',
    ),
    check(
      'earnings',
      figures.earningsAddUp,
      figures.earningsAddUp
        ? `${figures.earningLines.length} earnings lines add up to ${formatAmount(gross?.pence)}`
        : 'the earnings lines do not add up to the gross pay',
    ),
    check(
      'deductions',
      figures.deductionsAddUp && (figures.deductionLines.length > 0 || totalDeductions?.pence === 0),
      figures.deductionsAddUp
        ? `${figures.deductionLines.length} deductions add up to ${formatAmount(totalDeductions?.pence)}`
        : 'the deductions do not add up to their total',
    ),
    check('descriptions', cutDescription === null, cutDescription ?? 'every description is complete'),
    check('complete', unusedRow === null, unusedRow ?? 'every row of the tables is included in a total'),
    check(
      'units',
      unitsProblem === null,
      unitsProblem ?? 'hours times rate is the amount wherever both are printed',
    ),
    check(
      'kinds',
      unknownDeduction === null,
      unknownDeduction ??
        'tax and National Insurance are among the deductions, or the pay is too low for them',
    ),
    check(
      'one-reading',
      !figures.isAmbiguous,
      figures.isAmbiguous
        ? 'other totals on the payslip add up as well'
        : 'no other totals on the payslip add up',
    ),
    check(
      'agreement',
      contradictions.length === 0,
      contradictions[0] ?? 'amounts that are printed twice agree',
    ),
    check(
      'positive',
      (net?.pence ?? -1) >= 0 && (gross?.pence ?? -1) >= 0,
      'net and gross pay are not negative',
    ),
    check(
      'pay-date',
      period.payDate?.isSure === true && !period.isContradicted,
      period.payDate === null
        ? 'no pay date is printed'
        : period.isContradicted
          ? 'more than one pay date is printed'
          : 'the pay date is printed beside its label',
    ),
    check(
      'tax-code',
      taxCode !== null,
      taxCode === null ? 'no tax code was read' : 'the tax code has a format that HMRC uses',
    ),
    check(
      'ni-number',
      niNumbers.size === 1 || (niNumbers.size === 0 && !hasNiLabel(fields)),
      niNumbers.size > 1
        ? 'more than one National Insurance number is printed'
        : 'the National Insurance number is printed once, or not at all',
    ),
    check(
      'names',
      isNamed(identity.name, (text) => hasTitle(text)) &&
        isNamed(identity.employer, (text) => hasLegalForm(text) || looksLikeCompany(text)),
      'employee and employer are named beside a label or unmistakably',
    ),
    check(
      'address',
      identity.address === null || !isCountyDoubtful(identity.address, identity.employer?.text),
      'the town of the address is known, or no address is printed',
    ),
    check(
      'role',
      identity.role === null || isPlainRole(identity.role),
      'the job title consists of words, or none is printed',
    ),
    check(
      'pay',
      unconfirmed === null,
      unconfirmed ?? 'National Insurance, tax, hours or year to date confirm the pay',
    ),
    check(
      'year-to-date',
      yearToDateProblem === null,
      yearToDateProblem ?? 'every year-to-date amount is confirmed by another figure',
    ),
    check('period', isPeriodPlausible(fields), 'the pay period was read if the payslip names one'),
    check(
      'recognition',
      isReadClearly,
      isReadClearly ? 'every figure was read clearly' : 'OCR was not sure of a figure',
    ),
    check(
      'labels',
      facts.labelsOf('taxCode').length === 0 || taxCode !== null,
      'every known label has its value',
    ),
  ]
}

const formatAmount = (pence: number | undefined) => (pence === undefined ? 'nothing' : `£${decimalOf(pence)}`)

const isNamed = (
  party: { text: string; isLabelled: boolean } | null,
  isUnmistakable: (text: string) => boolean,
) => party !== null && (party.isLabelled || isUnmistakable(party.text))

const hasNiLabel = ({ facts }: PayslipFields) =>
  facts.labelsOf('niNumber').some(({ text }) => /number|\bno\b|nino/i.test(text))

/**
 * Finds a deduction with an unknown label on a payslip without tax or National Insurance. The deduction may be the
 * missing one, which would then wrongly be reported as zero.
 */
function findUnknownDeduction({ figures, niLetter, taxCode }: PayslipFields): string | null {
  const deductions = figures.deductionLines.map(toDeduction)
  const gross = figures.gross?.pence ?? 0
  const unknown = deductions.find(({ kind, amount }) => kind === 'other' && amount !== 0)
  const has = (kind: string) => deductions.some((deduction) => deduction.kind === kind)
  const isNiExempt = /^[CX]$/.test(niLetter?.value ?? '') || taxCode?.code === 'NT'
  const isMissing =
    (!has('national_insurance') && gross > checkTuning.minPayWithNi && !isNiExempt) ||
    (!has('income_tax') && gross > checkTuning.minPayWithTax)
  return unknown && isMissing ? `"${unknown.label}" may be tax or National Insurance` : null
}

/**
 * Finds a line outside the table of the other lines. If lines were chosen by arithmetic alone, a line of a summary
 * may have replaced a missing line of the table.
 */
function findStrayLine({ figures }: PayslipFields): string | null {
  if (!figures.isSplitByArithmetic) return null
  for (const lines of [figures.earningLines, figures.deductionLines]) {
    const stray = lines.find(({ cell }) => cell.sectionTitle !== lines[0]?.cell.sectionTitle)
    if (stray) return `"${stray.row.label.text}" is not in the table of the other lines`
  }
  return null
}

/** Finds a line whose description seems to be cut: `Private Medical -`, or `salary` of `Band 6.00 salary`. */
function findCutDescription({ figures, lines }: PayslipFields): string | null {
  const cut = [...figures.earningLines, ...figures.deductionLines].find(
    ({ row: { label, line }, cell }) =>
      isUnfinished(label.text) ||
      isBehindNumberInText(lines[line], label) ||
      isOverOtherText(lines, line, label, cell),
  )
  return cut ? `the description "${cut.row.label.text}" is not complete` : null
}

/** Whether text directly below the label may belong to it. It may also be a row without an amount. */
function isOverOtherText(lines: PayslipLine[], line: number, label: TextPiece, cell: NumberCell): boolean {
  const below = findTextBelow(lines, line, label, [cell])
  return below !== null && !label.words.includes(below.second.words[0] as PageWord)
}

/** Whether a number and text before it are so near to the label that all three are one text. */
function isBehindNumberInText(line: PayslipLine | undefined, label: TextPiece): boolean {
  const pieces = line?.pieces ?? []
  const index = pieces.findIndex(({ words }) => words[0] === label.words[0])
  const [text, number] = pieces.slice(Math.max(0, index - 2), Math.max(0, index))
  const isNear = (one: TextPiece, other: TextPiece) =>
    other.x - one.right < label.size * rowTuning.maxNumberInLabelGap
  return text?.figure === null && number?.figure != null && isNear(text, number) && isNear(number, label)
}

/** Matches hours and leave beside the pay: `Holiday taken`. `Holiday club` and `Leave purchase` are deductions. */
const balanceOfLeave =
  /^(?:hours|days|holidays?|leave)(?! (?:club|fund|scheme|savings?|purchase|bought|sold|loan|pay|advance|play|stamps?)\b)\b/i

/**
 * Finds a row that is included in no total. Such a row may have been misread, or have been left out because another one
 * was. A row of a list without titles counts if it is beside a used row.
 */
function findUnusedRow(fields: PayslipFields): string | null {
  const stray = findStrayLine(fields)
  if (stray) return stray
  const { figures, rows } = fields
  const totals = new Set(
    [figures.gross, figures.totalDeductions, figures.net].flatMap((value) => value?.at ?? []),
  )
  const isTotal = ({ amounts }: PayRow) => amounts.every(({ piece }) => totals.has(piece))
  const isMemo = ({ label }: PayRow) => {
    const { kind, isYear } = classifyLabel(label.text)
    return kind === 'ignored' || (kind !== null && isYear) || balanceOfLeave.test(label.text)
  }
  const lines = [...figures.earningLines, ...figures.deductionLines]
  // A number that is read as part of no column makes a row of its own, with the label of the used row.
  const isUsed = ({ label, side }: PayRow) =>
    lines.some(({ row }) => row.label.words[0] === label.words[0] && row.side === side)
  // A summary below the tables may repeat tax and National Insurance.
  const isRepeated = ({ label, amounts }: PayRow) =>
    !figures.isSplitByArithmetic &&
    figures.deductionLines.some(
      ({ row, pence }) =>
        classifyLabel(row.label.text).kind === classifyLabel(label.text).kind &&
        amounts.some(({ piece }) => piece.figure?.pence === pence),
    )
  const unused = rows.find(
    (row) =>
      (row.side !== null || isBesideUsedLine(row, figures)) &&
      !row.isTotalOrMemo &&
      !row.isBenefit &&
      !isUsed(row) &&
      row.amounts.some(({ piece }) => piece.figure?.pence !== 0) &&
      !isRepeated(row) &&
      !isTotal(row) &&
      !isMemo(row),
  )
  return unused ? `"${unused.label.text}" is not included in a total` : null
}

/**
 * Whether the row is directly above or below a used row of the same list without titles, with the amounts in one column.
 * It is then probably an earning or deduction too.
 */
const isBesideUsedLine = (row: PayRow, { earningLines, deductionLines }: PayslipFields['figures']): boolean =>
  [...earningLines, ...deductionLines].some(
    ({ row: used, cell }) =>
      used.side === null &&
      Math.abs(used.line - row.line) === 1 &&
      row.amounts.some(
        ({ piece }) =>
          piece.block === cell.piece.block &&
          Math.abs(piece.right - cell.piece.right) < checkTuning.amountEdgeTolerance,
      ),
  )

function isPeriodPlausible({ period, facts }: PayslipFields): boolean {
  const { start, end, payDate } = period
  if (start && end && start.day > end.day) return false
  if (payDate && start && payDate.day < start.day) return false
  const isNamed = facts.labelsOf('start').some(({ text }) => /period|start|begin|commenc/i.test(text))
  return !(isNamed && start === null)
}

/**
 * Returns the lowest OCR confidence among the words that the result is based on, or 100 if the text did not come from
 * OCR.
 */
function lowestOcrConfidence({ figures, period, taxCode, niNumber, identity }: PayslipFields): number {
  const used: TextPiece[] = [
    ...[...figures.earningLines, ...figures.deductionLines].flatMap(({ cell, row }) => [
      cell.piece,
      row.label,
    ]),
    ...[figures.gross, figures.totalDeductions, figures.net].flatMap((value) => value?.at ?? []),
    ...(period.payDate?.at ?? []),
    ...(taxCode?.at ?? []),
    ...(niNumber?.at ?? []),
    ...(identity.name?.at ?? []),
    ...(identity.employer?.at ?? []),
  ]
  return Math.min(100, ...used.flatMap(({ words }) => words.map(({ certainty }) => certainty ?? 100)))
}
