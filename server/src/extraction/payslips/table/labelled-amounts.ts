import { classifyLabel, type ExtraAmountLabels } from '../text/label-meaning.ts'
import type { PayAmountKind } from '../text/labels.ts'
import { overlap, type TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { normaliseLabel } from '../text/values.ts'
import { labelStrength } from '../tuning/amounts.ts'
import { captionTuning } from '../tuning/cells.ts'
import { chooseLabel } from './cells/label-pieces.ts'
import type { NumberCell } from './cells/number-cell.ts'

/** An amount and its meaning according to one of its labels. */
export type LabelledPayAmount = {
  kind: PayAmountKind
  span: 'period' | 'year'
  pence: number
  cell: NumberCell
  label: TextPiece
  /** How well the label names the amount; see `labelStrength`. */
  strength: number
  /**
   * Whether only the title of the table marks the amount as year-to-date. The title may belong to a neighbouring
   * table.
   */
  isYearOnlyByTable: boolean
}

type LabelContext = { cell: NumberCell; pence: number; cells: NumberCell[]; extra: ExtraAmountLabels }

/**
 * Lists every amount that a label beside, above or below it names. A number with several labels is listed once for
 * each.
 */
export function findLabelledAmounts(cells: NumberCell[], extra: ExtraAmountLabels = {}): LabelledPayAmount[] {
  return cells.flatMap((cell) => {
    const pence = cell.piece.figure?.pence
    const isLoanBalance = cell.titlesAbove[0]?.role === 'balance' && cell.numbersBefore > 0
    return pence == null || isLoanBalance ? [] : listMeanings({ cell, pence, cells, extra })
  })
}

function listMeanings(context: LabelContext): LabelledPayAmount[] {
  const { cell, cells, pence, extra } = context
  const [columnTitle] = cell.titlesAbove
  const isInUnitsColumn = columnTitle?.role === 'units' || columnTitle?.role === 'rate'
  const penalty = isInUnitsColumn ? labelStrength.unitsColumnPenalty : 0
  const beside = cell.labelPieces.length > 1 ? chooseLabel(cell.labelPieces) : cell.labelPieces[0]
  const meanings: LabelledPayAmount[] = []
  const add = (meaning: LabelledPayAmount | null) => void (meaning && meanings.push(meaning))

  if (beside) {
    const strength = cell.numbersBefore === 0 ? labelStrength.beside : labelStrength.besideAfterOthers
    const pair = splitPair(beside, extra)
    if (pair.length > 0)
      for (const label of pair) add(interpretLabel(context, label, strength - penalty, true))
    else add(interpretLabel(context, beside, strength - penalty, true))
  }

  // Some tables have a row for each period and a column for each kind of amount.
  const rowTitle =
    beside && classifyLabel(beside.text, extra).kind === null ? classifyTitle(beside.text) : null
  // The kind of amount may be the column title or the title of a group of rows.
  const isColumnTitled = cell.firstTextAbove !== null && cell.firstTextAbove.y === cell.groupTitle?.y
  for (const title of isColumnTitled ? [cell.firstTextAbove] : [cell.firstTextAbove, cell.groupTitle])
    if (rowTitle?.span && title && meanings.length === 0) {
      const meaning = interpretLabel(context, title, labelStrength.rowAndColumn, false)
      add(meaning && { ...meaning, span: rowTitle.span, isYearOnlyByTable: false })
    }

  const isTotalRow = beside && /^(sub ?)?totals?$/.test(normaliseLabel(beside.text))
  const isYearColumn = cell.titlesAbove.some(({ span }) => span === 'year')
  const totalKind =
    isTotalRow &&
    (cell.numbersBefore === 0 || isYearColumn) &&
    !(isYearColumn && columnTitle?.span !== 'year')
      ? kindOfTableTotal(cell)
      : null
  if (beside && totalKind)
    add({
      kind: totalKind,
      span: spanOf(cell),
      pence,
      cell,
      label: beside,
      strength: labelStrength.plainTotal,
      isYearOnlyByTable: false,
    })

  // A label above a number is weaker if the number has a label beside it, but it may still be the one that makes the
  // amounts add up.
  // In a year-to-date table, text such as `This employment` beside captioned numbers names the row.
  const isRowName =
    beside &&
    cell.section === 'year' &&
    classifyLabel(beside.text, extra).kind === null &&
    cells.filter((other) => other.labelPieces === cell.labelPieces).length >= captionTuning.minBoxes
  const hasOwnLabel =
    cell.labelPieces.length > 0 &&
    !isRowName &&
    (cell.numbersBefore === 0 || cell.titlesAbove.length > 0) &&
    !isTaxYear(beside?.text ?? '')
  const labelsAbove = cell.isInSentence || rowTitle?.span ? [] : cell.labelsAbove
  for (const [n, label] of labelsAbove.entries()) {
    const strength = hasOwnLabel ? labelStrength.aboveLabelled : labelStrength.above
    add(interpretLabel(context, label, strength - n * labelStrength.perLabelFurtherUp, false))
    // A known label directly above ends the search for labels further up.
    const isSettled = overlap(label, cell.piece) > 0 && meanings.some((meaning) => meaning.label === label)
    if (!hasOwnLabel && isSettled) break
  }
  const isLabelOfOther = cells.some(({ labelPieces }) => labelPieces.at(-1) === cell.firstTextAbove)
  if (!beside && cell.firstTextAbove && meanings.length === 0 && !isLabelOfOther) {
    const meaning = interpretLabel(context, cell.firstTextAbove, labelStrength.farAbove, false)
    if (meaning?.kind === 'net') add(meaning)
  }
  if (cell.labelBelow && meanings.length === 0)
    add(interpretLabel(context, cell.labelBelow, labelStrength.below, false))
  return meanings
}

/** Splits a label that names two kinds of one amount: `Gross / taxable`. One name in two languages is not split. */
function splitPair(label: TextPiece, extra: ExtraAmountLabels): TextPiece[] {
  const parts = label.text.split(/ [/&] | and /)
  const kinds = new Set(parts.map((part) => classifyLabel(part, extra).kind))
  const areTotals = [...kinds].every((kind) => kind === 'gross' || kind === 'taxable' || kind === 'niable')
  return parts.length === 2 && kinds.size === 2 && areTotals ? parts.map((text) => ({ ...label, text })) : []
}

/**
 * Interprets a label. `usesColumn` means that the label is in the number's own row; the column title then determines
 * the period and whether the amount is the employer's.
 */
function interpretLabel(
  { cell, pence, cells, extra }: LabelContext,
  label: TextPiece,
  strength: number,
  usesColumn: boolean,
): LabelledPayAmount | null {
  const { kind: namedKind, isYear, isPeriod } = classifyLabel(label.text, extra)
  // In a year-to-date table, the label `Pay` means gross pay.
  const isPayToDate = namedKind === null && cell.section === 'year' && normaliseLabel(label.text) === 'pay'
  const kind = isPayToDate ? 'gross' : namedKind
  // Sentences mention many kinds of amounts. Only net pay is read from a sentence.
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

/** Whether the text is a tax year such as `2026/27`, which may precede year-to-date amounts. */
const isTaxYear = (text: string) => /^20\d\d ?[/-] ?(20)?\d\d$/.test(text)

/** Returns what `Total` below a table means: the gross pay or the total deductions. */
function kindOfTableTotal({ titlesAbove, section }: NumberCell): 'gross' | 'totalDeductions' | null {
  const kind =
    titlesAbove.find((title) => title.kind === 'earnings' || title.kind === 'deductions')?.kind ?? section
  return kind === 'earnings' ? 'gross' : kind === 'deductions' ? 'totalDeductions' : null
}

/**
 * Returns whether an amount is for the period or the year. The column title determines this; without one, the table
 * title does.
 */
function spanOf({ titlesAbove, section }: NumberCell): 'period' | 'year' {
  const byColumn = titlesAbove.find(({ span }) => span !== null)?.span
  return byColumn ?? (section === 'year' ? 'year' : 'period')
}
