import { classifyLabel, type ExtraAmountLabels } from '../text/label-meaning.ts'
import type { PayAmountKind } from '../text/labels.ts'
import { overlap, type TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { normaliseLabel } from '../text/values.ts'
import { labelStrength } from '../tuning.ts'
import type { NumberCell } from './cells.ts'

/** An amount with the meaning that one of its labels gives it. */
export type LabelledPayAmount = {
  kind: PayAmountKind
  span: 'period' | 'year'
  pence: number
  cell: NumberCell
  label: TextPiece
  /** How well the label names the amount; see labelStrength. */
  strength: number
  /** Year to date only by the title of its table, which may belong to a table beside it. */
  isYearOnlyByTable: boolean
}

type LabelContext = { cell: NumberCell; pence: number; cells: NumberCell[]; extra: ExtraAmountLabels }

/** Every amount that a label beside, above or below it names. The same number may be listed under several labels. */
export function findLabelledAmounts(cells: NumberCell[], extra: ExtraAmountLabels = {}): LabelledPayAmount[] {
  return cells.flatMap((cell) => {
    const pence = cell.piece.figure?.pence
    const isLoanBalance = cell.titlesAbove[0]?.role === 'balance'
    return pence == null || isLoanBalance ? [] : listMeanings({ cell, pence, cells, extra })
  })
}

function listMeanings(context: LabelContext): LabelledPayAmount[] {
  const { cell, pence, extra } = context
  const [columnTitle] = cell.titlesAbove
  const isInUnitsColumn = columnTitle?.role === 'units' || columnTitle?.role === 'rate'
  const penalty = isInUnitsColumn ? labelStrength.unitsColumnPenalty : 0
  const beside = cell.labelPieces.at(-1)
  const meanings: LabelledPayAmount[] = []
  const add = (meaning: LabelledPayAmount | null) => void (meaning && meanings.push(meaning))

  if (beside) {
    const strength = cell.numbersBefore === 0 ? labelStrength.beside : labelStrength.besideAfterOthers
    add(interpretLabel(context, beside, strength - penalty, true))
  }

  // A table with periods down the side and kinds of amounts across the top.
  const rowTitle =
    beside && classifyLabel(beside.text, extra).kind === null ? classifyTitle(beside.text) : null
  if (rowTitle?.span && cell.firstTextAbove && meanings.length === 0) {
    const meaning = interpretLabel(context, cell.firstTextAbove, labelStrength.rowAndColumn, false)
    add(meaning && { ...meaning, span: rowTitle.span, isYearOnlyByTable: false })
  }

  const isTotalRow = beside && /^(sub ?)?totals?$/.test(normaliseLabel(beside.text))
  const totalKind = isTotalRow && cell.numbersBefore === 0 ? kindOfTableTotal(cell) : null
  if (beside && totalKind && spanOf(cell) === 'period')
    add({
      kind: totalKind,
      span: 'period',
      pence,
      cell,
      label: beside,
      strength: labelStrength.plainTotal,
      isYearOnlyByTable: false,
    })

  // Labels above count less if the number has one beside it; arithmetic may still need them.
  const hasOwnLabel =
    cell.labelPieces.length > 0 &&
    (cell.numbersBefore === 0 || cell.titlesAbove.length > 0) &&
    !isTaxYear(beside?.text ?? '')
  const labelsAbove = cell.isInSentence || rowTitle?.span ? [] : cell.labelsAbove
  for (const [n, label] of labelsAbove.entries()) {
    const strength = hasOwnLabel ? labelStrength.aboveLabelled : labelStrength.above
    add(interpretLabel(context, label, strength - n * labelStrength.perLabelFurtherUp, false))
    // A label directly above settles it; labels further up are not considered.
    const isSettled = overlap(label, cell.piece) > 0 && meanings.some((meaning) => meaning.label === label)
    if (!hasOwnLabel && isSettled) break
  }
  if (cell.labelBelow && meanings.length === 0)
    add(interpretLabel(context, cell.labelBelow, labelStrength.below, false))
  return meanings
}

/** usesColumn: the label is in the same row, so the title of the column says which period or side the amount is for. */
function interpretLabel(
  { cell, pence, cells, extra }: LabelContext,
  label: TextPiece,
  strength: number,
  usesColumn: boolean,
): LabelledPayAmount | null {
  const { kind, isYear, isPeriod } = classifyLabel(label.text, extra)
  // Sentences mention all sorts of amounts; only a net pay is taken from them.
  if (kind === null || (cell.isInSentence && kind !== 'net')) return null
  const isTotal = kind === 'net' || kind === 'gross' || kind === 'totalDeductions'
  const isEmployer =
    usesColumn &&
    (cell.titlesAbove.some((title) => title.kind === 'employer') || (cell.section === 'employer' && !isTotal))
  const isOfYear =
    isYear ||
    cell.isYearToDateLine ||
    (!isPeriod && (usesColumn ? spanOf(cell) === 'year' : cell.section === 'year'))
  const isAlone =
    cell.numbersBefore === 0 &&
    !cells.some((other) => other.numbersBefore > 0 && other.labelPieces === cell.labelPieces)
  const isYearOnlyByTable =
    isOfYear &&
    !isYear &&
    !cell.isYearToDateLine &&
    (!usesColumn || isAlone || !cell.titlesAbove.some(({ span }) => span === 'year'))
  return {
    kind: isEmployer ? 'employer' : kind,
    span: isOfYear ? 'year' : 'period',
    pence,
    cell,
    label,
    strength,
    isYearOnlyByTable,
  }
}

/** `2026/27` before year-to-date amounts. */
const isTaxYear = (text: string) => /^20\d\d ?[/-] ?(20)?\d\d$/.test(text)

/** `Total` under a table is the total of that table. */
function kindOfTableTotal({ titlesAbove, section }: NumberCell): 'gross' | 'totalDeductions' | null {
  const kind =
    titlesAbove.find((title) => title.kind === 'earnings' || title.kind === 'deductions')?.kind ?? section
  return kind === 'earnings' ? 'gross' : kind === 'deductions' ? 'totalDeductions' : null
}

/** The title of the column says whether an amount is for the period or the year, else the title of the table. */
function spanOf({ titlesAbove, section }: NumberCell): 'period' | 'year' {
  const byColumn = titlesAbove.find(({ span }) => span !== null)?.span
  return byColumn ?? (section === 'year' ? 'year' : 'period')
}
