import type { PdfPage } from '../document.ts'
import { type PayslipIdentity, readIdentity } from './facts/identity.ts'
import { indexFacts, type LabelledFacts, type ValuePosition } from './facts/labelled-facts.ts'
import { type PayslipPeriod, readPeriod } from './facts/period.ts'
import type { LayoutLabels } from './layout.ts'
import {
  findAmountsInSentences,
  findYearAmountsInParagraphs,
  type YearAmount,
} from './table/amounts-in-sentences.ts'
import { buildCells } from './table/cells/build-cells.ts'
import {
  findImpliedGross,
  findImpliedGrossRow,
  findImpliedNet,
  findImpliedTotals,
  splitOuterTotals,
} from './table/implied-totals.ts'
import { findLabelledAmounts, type LabelledPayAmount } from './table/labelled-amounts.ts'
import { buildRows } from './table/rows/build-rows.ts'
import { isRefund } from './table/rows/deduction-labels.ts'
import type { PayRow } from './table/rows/pay-row.ts'
import { stripPayrollCodes } from './table/rows/payroll-codes.ts'
import type { PaySolution } from './table/solver/pay-solution.ts'
import { solvePayFigures } from './table/solver/solve-pay.ts'
import { resolveStatedAmount, type StatedAmount, type YearToDateKind } from './table/stated-amounts.ts'
import { moveCaptionsToAmounts } from './text/captions-below.ts'
import { moveCentredAmounts } from './text/centred-amounts.ts'
import { moveFootTitles } from './text/foot-titles.ts'
import type { PayAmountKind } from './text/labels.ts'
import { groupIntoLines, type PayslipLine, type TextPiece } from './text/lines.ts'
import { unfoldPayGrids } from './text/pay-grid.ts'
import { applySignMarks, joinRefundMarks, joinRepeatedLess } from './text/sign-marks.ts'
import {
  findNiNumber,
  findNiNumberOfAnyPrefix,
  findPayeReference,
  type PrintedTaxCode,
  parseLeadingTaxCode,
  parseTaxBasis,
} from './text/values.ts'
import { joinWrappedCaptions } from './text/wrapped-captions.ts'
import { joinWrappedLabels } from './text/wrapped-lines.ts'

type PeriodAmountKind = 'taxable' | 'niable' | 'tax' | 'ni' | 'pension'
type PrintedText = { value: string; at: TextPiece[] }

/** Everything read from a payslip, before it is checked and converted into the schema of the API. */
export type PayslipFields = {
  lines: PayslipLine[]
  facts: LabelledFacts
  /** Every amount with a label. */
  amounts: LabelledPayAmount[]
  rows: PayRow[]
  figures: PaySolution
  identity: PayslipIdentity
  period: PayslipPeriod
  taxCode: { code: string; basis: PrintedTaxCode['basis']; at: TextPiece[] } | null
  niNumber: PrintedText | null
  /** All distinct National Insurance numbers on the payslip whose prefix HMRC allocates. */
  niNumbers: Set<string>
  niLetter: PrintedText | null
  payeReference: PrintedText | null
  /** Year-to-date amounts by kind. */
  year: Record<YearToDateKind, StatedAmount>
  /** Amounts of the period that are stated outside the tables of earnings and deductions. */
  stated: Record<PeriodAmountKind, StatedAmount>
}

/** Steps that bring labels, titles and signs to the amounts that they belong to, in this order. */
const repairLines: ((lines: PayslipLine[]) => PayslipLine[])[] = [
  unfoldPayGrids,
  moveCentredAmounts,
  moveFootTitles,
  moveCaptionsToAmounts,
  joinWrappedLabels,
  joinWrappedCaptions,
  joinRefundMarks,
  applySignMarks,
  joinRepeatedLess,
]

export function extractFields(pages: readonly PdfPage[], layout: LayoutLabels): PayslipFields {
  const lines = repairLines.reduce((some, repair) => repair(some), groupIntoLines(pages))
  const facts = indexFacts(lines, layout.facts)
  const cells = buildCells(lines, layout.sections, facts)
  const ofParagraphs = findYearAmountsInParagraphs(lines)
  const labelledAmounts = [
    ...withoutLabelsOfOthers(findLabelledAmounts(cells, layout.amounts), ofParagraphs),
    ...findAmountsInSentences(lines),
  ]
  const outer = splitOuterTotals(stripPayrollCodes(buildRows(lines, cells, layout.amounts)))
  const implied = findImpliedTotals(outer.rows, cells)
  const impliedGross = findImpliedGross(implied.rows, [...labelledAmounts, ...implied.amounts])
  const grossRow = findImpliedGrossRow(implied.rows, [
    ...labelledAmounts,
    ...implied.amounts,
    ...impliedGross,
  ])
  const impliedNet = findImpliedNet(grossRow.rows, labelledAmounts)
  const { rows } = impliedNet
  const printedAmounts = [
    ...labelledAmounts,
    ...withoutRepeats(ofParagraphs, labelledAmounts),
    ...withoutRepeats(
      [...outer.amounts, ...implied.amounts, ...impliedGross, ...grossRow.amounts, ...impliedNet.amounts],
      labelledAmounts,
    ),
  ]
  const figures = solvePayFigures(rows, printedAmounts, cells)
  const ofRows = withoutBases(withoutPeriodInSentences(printedAmounts, ofParagraphs, figures), figures)
  const amounts = negateRefunds(normaliseSigns(ofRows, figures), figures)
  const toDate = withoutSolution(amounts, figures)
  const niNumbers = [...facts.readAll('niNumber', findNiNumber), ...findInPieces(lines, findNiNumber)]
  return {
    lines,
    facts,
    amounts,
    rows,
    figures,
    identity: readIdentity(lines, facts),
    period: readPeriod(lines, facts),
    taxCode: readTaxCode(facts, lines),
    niNumber: niNumbers[0] ?? facts.readAll('niNumber', findNiNumberOfAnyPrefix)[0] ?? null,
    niNumbers: new Set(niNumbers.map(({ value }) => value)),
    niLetter: readNiLetter(facts, lines),
    payeReference: readPayeReference(facts, lines),
    year: mapKinds(['gross', 'net', 'tax', 'ni', 'taxable'], (kind) =>
      resolveStatedAmount(toDate, kind, 'year'),
    ),
    stated: mapKinds(['taxable', 'niable', 'tax', 'ni', 'pension'], (kind) =>
      resolveStatedAmount(withoutEarnings(amounts, figures), kind, 'period'),
    ),
  }
}

/**
 * Removes the meanings that a table would give to amounts of sentences whose labels follow them. In `£896.60 tax, £297.79
 * National Insurance`, the word before £297.79 is the label of £896.60.
 */
function withoutLabelsOfOthers(
  amounts: LabelledPayAmount[],
  ofParagraphs: YearAmount[],
): LabelledPayAmount[] {
  const labelledBehind = new Set(
    ofParagraphs.filter(({ isLabelBehind }) => isLabelBehind).map(({ cell }) => cell.piece.words[0]),
  )
  return amounts.filter(({ cell }) => !labelledBehind.has(cell.piece.words[0]))
}

/**
 * Removes the meaning for this period of the year-to-date amounts of sentences, unless the solution needs it: behind `Totals
 * since you started:`, no amount is of this period.
 */
function withoutPeriodInSentences(
  amounts: LabelledPayAmount[],
  ofParagraphs: YearAmount[],
  { gross, totalDeductions, net }: PaySolution,
): LabelledPayAmount[] {
  const used = new Set([gross, totalDeductions, net].flatMap((value) => value?.at ?? []))
  const ofSentences = new Set(ofParagraphs.map(({ cell }) => cell.piece.words[0]))
  return amounts.filter(
    ({ cell, span }) => span === 'year' || used.has(cell.piece) || !ofSentences.has(cell.piece.words[0]),
  )
}

/** Removes amounts of sentences that are already listed, so that none seems to be printed twice. */
const withoutRepeats = (amounts: LabelledPayAmount[], listed: LabelledPayAmount[]): LabelledPayAmount[] =>
  amounts.filter(
    ({ kind, span, pence, cell }) =>
      !listed.some(
        (other) =>
          other.kind === kind &&
          other.span === span &&
          other.pence === pence &&
          other.cell.piece.page === cell.piece.page &&
          Math.abs(other.cell.piece.y - cell.piece.y) < cell.piece.size,
      ),
  )

const mapKinds = <Kind extends PayAmountKind>(kinds: Kind[], resolve: (kind: Kind) => StatedAmount) =>
  Object.fromEntries(kinds.map((kind) => [kind, resolve(kind)])) as Record<Kind, StatedAmount>

const findInPieces = (
  lines: PayslipLine[],
  find: (text: string) => string | null | undefined,
): PrintedText[] =>
  lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => {
      const value = find(piece.text)
      return value ? [{ value, at: [piece] }] : []
    }),
  )

const deductionKinds = new Set<PayAmountKind>(['tax', 'ni', 'pension', 'studentLoan', 'postgraduateLoan'])

/**
 * Removes the other numbers of this period on the row of a deduction. In `National Insurance | 2,600.00 | 8% | 124.16`, the
 * first is the pay that it is calculated from.
 */
function withoutBases(
  amounts: LabelledPayAmount[],
  { deductionLines, netAddsUp }: PaySolution,
): LabelledPayAmount[] {
  if (!netAddsUp) return amounts
  const amountOfRow = new Map(deductionLines.map(({ cell }) => [cell.labelPieces, cell]))
  return amounts.filter(({ kind, span, cell }) => {
    const own = amountOfRow.get(cell.labelPieces)
    return own === undefined || own === cell || span !== 'period' || !deductionKinds.has(kind)
  })
}

/** Makes deductions positive, and refunds negative, if the payslip prints deductions as negative amounts. */
function normaliseSigns(amounts: LabelledPayAmount[], { deductionLines }: PaySolution): LabelledPayAmount[] {
  const ofPeriod = amounts.filter(({ kind, span }) => span === 'period' && deductionKinds.has(kind))
  const areAllNegative =
    ofPeriod.length > 1 &&
    ofPeriod.every(({ pence }) => pence <= 0) &&
    ofPeriod.some(({ pence }) => pence < 0)
  const printsNegative =
    deductionLines.length === 0
      ? areAllNegative
      : deductionLines.some(({ pence, cell }) => pence > 0 && cell.piece.figure?.pence === -pence)
  if (!printsNegative) return amounts
  const penceOfLines = new Map(deductionLines.map(({ cell, pence }) => [cell, pence]))
  return amounts.map((amount) => {
    if (!deductionKinds.has(amount.kind)) return amount
    const isRefund = amount.span === 'period' && (penceOfLines.get(amount.cell) ?? 0) < 0
    return amount.pence < 0 || isRefund ? { ...amount, pence: -amount.pence } : amount
  })
}

/** Makes amounts negative that the solution reads as refunds although they are printed without a minus sign. */
function negateRefunds(amounts: LabelledPayAmount[], { deductionLines }: PaySolution): LabelledPayAmount[] {
  const refunds = new Set(
    deductionLines
      .filter(({ pence, cell }) => pence < 0 && isRefund(cell.labelPieces.at(-1)?.text ?? '', cell.piece))
      .map(({ cell }) => cell),
  )
  return amounts.map((amount) =>
    refunds.has(amount.cell) && amount.span === 'period' && amount.pence > 0
      ? { ...amount, pence: -amount.pence }
      : amount,
  )
}

/** Removes amounts that are earnings lines: a pension sacrifice printed among the earnings is not a deduction. */
function withoutEarnings(amounts: LabelledPayAmount[], { earningLines }: PaySolution): LabelledPayAmount[] {
  const cells = new Set(earningLines.map(({ cell }) => cell))
  return amounts.filter(({ cell }) => !cells.has(cell))
}

/**
 * Removes amounts labelled as year-to-date that the solution uses as amounts of the period. An example is a net pay
 * that is printed only once, beside the year-to-date table.
 */
function withoutSolution(
  amounts: LabelledPayAmount[],
  { gross, totalDeductions, net, earningLines }: PaySolution,
): LabelledPayAmount[] {
  const used = new Set([gross, totalDeductions, net].flatMap((value) => (value?.isPrinted ? value.at : [])))
  const isPrintedForPeriod = ({ kind, pence }: LabelledPayAmount) =>
    amounts.some((other) => other.span === 'period' && other.kind === kind && other.pence === pence)
  const hasRival = ({ kind, pence }: LabelledPayAmount) =>
    amounts.some((other) => other.span === 'year' && other.kind === kind && other.pence !== pence)
  const lineLabels = new Set(earningLines.flatMap(({ row }) => row.labelPieces))
  return amounts.filter((amount) => {
    // `Gross salary` may be the label of one of several earnings lines. It is then not the total.
    if (amount.kind === 'gross' && lineLabels.has(amount.label)) return false
    if (amount.span !== 'year' || !used.has(amount.cell.piece)) return true
    return isPrintedForPeriod(amount) && !(amount.isYearOnlyByTable && hasRival(amount))
  })
}

const anyPosition: ValuePosition[] = ['inside', 'right', 'below', 'left', 'above']

/** Matches the words before a tax code in a sentence: `Less income tax (code 1257L)`, `using tax code BR`. */
const taxCodePhrase = /\b(?:tax|paye)? ?code(?: (?:is|was|of|used|no\.?|number))?:? (?=\S*\d|BR|NT|D[0-3])/gi

function findTaxCodeInText(lines: PayslipLine[]): PayslipFields['taxCode'] {
  for (const { pieces } of lines) {
    const text = pieces.map((piece) => piece.text).join(' ')
    for (const { index, 0: words } of text.matchAll(taxCodePhrase)) {
      const code = parseLeadingTaxCode(text.slice(index + words.length))
      const at = pieces.filter((piece) => piece.text.toUpperCase().includes(code?.code ?? '\0'))
      if (code && at.length > 0)
        return { code: code.code, basis: code.basis ?? parseTaxBasis(code.rest), at: at.slice(0, 1) }
    }
  }
  return findTaxCodeBesideTax(lines) ?? findOnlyTaxCode(lines)
}

/** Matches a tax code in the label of the tax: `Income tax (1257L)`, `PAYE 1257L`. */
const taxWithCode =
  /\b(?:tax|paye)[ ,:–-]*\(?((?:[SC]?(?:\d{1,4}[LMNT]|K\d{1,4}|BR|D[0-3]|0T)|NT)(?: ?(?:[WM]1|X))?)(?:\)|$| (?!\d))/i

function findTaxCodeBesideTax(lines: PayslipLine[]): PayslipFields['taxCode'] {
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    const code = parseLeadingTaxCode(taxWithCode.exec(piece.text)?.[1] ?? '')
    if (code) return { code: code.code, basis: code.basis ?? parseTaxBasis(code.rest), at: [piece] }
  }
  return null
}

/** Returns a tax code that is printed without a label, if it is the only one. */
function findOnlyTaxCode(lines: PayslipLine[]): PayslipFields['taxCode'] {
  const pieces = lines
    .flatMap((line) => line.pieces)
    .filter(({ text }) => /^(?:[SC]?\d{3,4}[LMNT]|[SC]?K\d{2,4})(?: (?:[WM]1|X))?$/.test(text))
  const [only] = pieces
  const code = only && pieces.length === 1 ? parseLeadingTaxCode(only.text) : null
  return code && only ? { code: code.code, basis: code.basis ?? parseTaxBasis(code.rest), at: [only] } : null
}

function readTaxCode(facts: LabelledFacts, lines: PayslipLine[]): PayslipFields['taxCode'] {
  // An asterisk refers to a note.
  const parse = (text: string) => parseLeadingTaxCode(text.replace(/[*†‡]+/g, ''))
  const [code] = facts.readAll('taxCode', parse, anyPosition)
  if (!code) return findTaxCodeInText(lines)
  const basisInCode = code.value.basis ?? parseTaxBasis(code.value.rest)
  const [basis] = facts.readAll('taxBasis', parseTaxBasis)
  return {
    code: code.value.code,
    basis: basisInCode ?? basis?.value ?? null,
    at: [...code.at, ...(basisInCode || !basis ? [] : basis.at)],
  }
}

const niLetterFormat = /^(?:cat(?:egory)? |table |letter )?([A-FHI-NSVXZ])(?:\s|$|[),/])/
/** Matches the category letter after a National Insurance number: `QQ123456C (A)`, `QQ123456C / A`. */
const niLetterBehindNumber = /[A-D] ?[(/] ?(?:cat\.? )?([A-Z])\)?$/

function readNiLetter(facts: LabelledFacts, lines: PayslipLine[]): PrintedText | null {
  const [labelled] = facts.readAll('niLetter', (text) => niLetterFormat.exec(text.trim())?.[1] ?? null)
  if (labelled) return { value: labelled.value, at: labelled.at }
  const [behindNumber] = findInPieces(lines, (text) =>
    findNiNumber(text) ? niLetterBehindNumber.exec(text)?.[1] : null,
  )
  return behindNumber ?? null
}

function readPayeReference(facts: LabelledFacts, lines: PayslipLine[]): PrintedText | null {
  const [labelled] = facts.readAll('payeReference', findPayeReference, anyPosition)
  if (labelled) return { value: labelled.value, at: labelled.at }
  // Without a label, a PAYE reference is recognised only if letters follow the slash. Fractions and dates have digits
  // there.
  const [inText] = findInPieces(lines, (text) => {
    const reference = findPayeReference(text)
    const isPaye = /paye|tax|hmrc|employer|district|\be\.?r\.?n\b|\bref/i.test(text)
    return reference && /\/[A-Z]/.test(reference) && isPaye ? reference : null
  })
  return inText ?? null
}
