import { classifyLabel, type ExtraAmountLabels, isOfFormerEmployment } from '../text/label-meaning.ts'
import type { PayAmountKind } from '../text/labels.ts'
import { overlap, type TextPiece } from '../text/lines.ts'
import { classifyTitle, isTaxYear, isTitleOfSomeDeductions } from '../text/titles.ts'
import { normaliseLabel } from '../text/values.ts'
import { labelStrength } from '../tuning/amounts.ts'
import { captionTuning } from '../tuning/cells.ts'
import { chooseLabel } from './cells/label-pieces.ts'
import type { NumberCell } from './cells/number-cell.ts'
import { isDeductionLabel } from './rows/deduction-labels.ts'

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
  const amounts = cells.flatMap((cell) => {
    const pence = cell.piece.figure?.pence
    // A row of boxes below the table has captions of its own.
    const isInRow = cell.numbersBefore > 0 && cell.labelPieces.length > 0
    const isLoanBalance = cell.titlesAbove[0]?.role === 'balance' && isInRow
    return pence == null || isLoanBalance || isOfOtherEmployment(cell, cells)
      ? []
      : listMeanings({ cell, pence, cells, extra })
  })
  return cells.some((cell) => isOfFormerEmployment(nameOfRow(cell)))
    ? withoutTotalsOfEmployments(amounts)
    : amounts
}

/** Removes totals of this and a former employment beside `Taxable pay in this employment`. */
function withoutTotalsOfEmployments(amounts: LabelledPayAmount[]): LabelledPayAmount[] {
  const ofThis = new Set(
    amounts.filter(({ label }) => thisEmployment.test(label.text)).map(({ kind }) => kind),
  )
  return amounts.filter(
    ({ kind, span, label }) => span === 'period' || !ofThis.has(kind) || thisEmployment.test(label.text),
  )
}

const nameOfRow = ({ labelPieces }: NumberCell): string => labelPieces.at(-1)?.text ?? ''

const thisEmployment = /\b(?:this|current|present) (?:employment|employer|job)\b/i

/**
 * Whether the row is named by a former employment, or is the total of this and a former one: `Previous employment`, `This
 * employment` and `Total` are the rows of a table.
 */
function isOfOtherEmployment(cell: NumberCell, cells: NumberCell[]): boolean {
  const name = nameOfRow(cell)
  if (isOfFormerEmployment(name)) return true
  if (!/^(?:(?:overall|combined|sub ?)? ?totals?|combined|overall|both|all employments?)$/i.test(name))
    return false
  const names = cells.filter(({ sectionTitle }) => sectionTitle === cell.sectionTitle).map(nameOfRow)
  return names.some(isOfFormerEmployment) && names.some((other) => thisEmployment.test(other))
}

function listMeanings(context: LabelContext): LabelledPayAmount[] {
  const { cell, extra } = context
  const beside = cell.labelPieces.length > 1 ? chooseLabel(cell.labelPieces) : cell.labelPieces[0]
  // Some tables have a row for each period and a column for each kind of amount.
  const isUnnamed = beside !== undefined && classifyLabel(beside.text, extra).kind === null
  const spanOfName =
    beside && thisEmployment.test(beside.text) ? 'year' : classifyTitle(beside?.text ?? '')?.span
  const rowSpan = (isUnnamed && spanOfName) || null
  const byOwnLabel = beside ? listMeaningsBeside(context, beside) : []
  const meanings = [
    ...byOwnLabel,
    ...(byOwnLabel.length === 0 && rowSpan ? listMeaningsOfColumn(context, rowSpan) : []),
    ...(beside ? listTableTotals(context, beside) : []),
    ...(cell.isInSentence || rowSpan ? [] : listMeaningsAbove(context, beside)),
  ]
  return meanings.length > 0 ? meanings : listDistantMeanings(context, beside)
}

/** Interprets the label in the number's row. `Gross / taxable` has two meanings. */
function listMeaningsBeside(context: LabelContext, beside: TextPiece): LabelledPayAmount[] {
  const { cell, extra } = context
  const [columnTitle] = cell.titlesAbove
  const isInUnitsColumn = columnTitle?.role === 'units' || columnTitle?.role === 'rate'
  const penalty = isInUnitsColumn ? labelStrength.unitsColumnPenalty : 0
  const strength = cell.numbersBefore === 0 ? labelStrength.beside : labelStrength.besideAfterOthers
  const pair = splitPair(beside, extra)
  return (pair.length > 0 ? pair : [beside]).flatMap(
    (label) => interpretLabel(context, label, strength - penalty, true) ?? [],
  )
}

/** Interprets the title of the column or of a group of rows, for a number in a row that is named by its period. */
function listMeaningsOfColumn(context: LabelContext, span: 'period' | 'year'): LabelledPayAmount[] {
  const { firstTextAbove, groupTitle } = context.cell
  const isColumnTitled = firstTextAbove !== null && firstTextAbove.y === groupTitle?.y
  for (const title of isColumnTitled ? [firstTextAbove] : [firstTextAbove, groupTitle]) {
    const meaning = title && interpretLabel(context, title, labelStrength.rowAndColumn, false)
    if (meaning) return [{ ...meaning, span, isYearOnlyByTable: false }]
  }
  return []
}

/** Interprets the label `Total` below a table. */
function listTableTotals({ cell, pence, cells }: LabelContext, beside: TextPiece): LabelledPayAmount[] {
  if (!/^(sub ?)?totals?$/.test(normaliseLabel(beside.text))) return []
  const isYearColumn = cell.titlesAbove.some(({ span }) => span === 'year')
  const isTotalOfColumn =
    (cell.numbersBefore === 0 || isYearColumn) && !(isYearColumn && cell.titlesAbove[0]?.span !== 'year')
  const kind = isTotalOfColumn ? kindOfTableTotal(cell) : null
  if (!kind || (kind === 'totalDeductions' && isInOneOfSeveralTables(cell, cells))) return []
  const strength = labelStrength.plainTotal
  return [{ kind, span: spanOf(cell), pence, cell, label: beside, strength, isYearOnlyByTable: false }]
}

/**
 * Interprets the labels above a number. They are weaker if the number has a label beside it, but one of them may still
 * make the amounts add up.
 */
function listMeaningsAbove(context: LabelContext, beside: TextPiece | undefined): LabelledPayAmount[] {
  const { cell } = context
  const hasLabel = hasOwnLabel(context, beside)
  const strength = hasLabel ? labelStrength.aboveLabelled : labelStrength.above
  const meanings: LabelledPayAmount[] = []
  for (const [n, label] of cell.labelsAbove.entries()) {
    const meaning = interpretLabel(context, label, strength - n * labelStrength.perLabelFurtherUp, false)
    if (meaning) meanings.push(meaning)
    // A known label directly above ends the search for labels further up.
    if (meaning && !hasLabel && overlap(label, cell.piece) > 0) break
  }
  return meanings
}

/** Whether the text beside a number is its label. In a year-to-date table, it may be a row name: `This employment`. */
function hasOwnLabel({ cell, cells, extra }: LabelContext, beside: TextPiece | undefined): boolean {
  const isRowName =
    beside &&
    cell.section === 'year' &&
    classifyLabel(beside.text, extra).kind === null &&
    cells.filter((other) => other.labelPieces === cell.labelPieces).length >= captionTuning.minBoxes
  return (
    cell.labelPieces.length > 0 &&
    !isRowName &&
    (cell.numbersBefore === 0 || cell.titlesAbove.length > 0) &&
    !isTaxYear(beside?.text ?? '')
  )
}

/** Matches the words before the label in a greeting: `Hi Joan, here is what you took home` above the net pay. */
const greeting = /^(?:(?:Dear|Hi|Hello|Hey) [^,.:!]+[,.:!–-] ?)?(?:(?:here|this)(?: is|’s|'s) )?/i

/** Interprets the label of a number that no near label names: net pay far above it, or any label below it. */
function listDistantMeanings(context: LabelContext, beside: TextPiece | undefined): LabelledPayAmount[] {
  const { cell, cells } = context
  const { firstTextAbove, labelBelow } = cell
  const isLabelOfOther = cells.some(({ labelPieces }) => labelPieces.at(-1) === firstTextAbove)
  if (!beside && firstTextAbove && !isLabelOfOther) {
    const label = { ...firstTextAbove, text: firstTextAbove.text.replace(greeting, '') }
    const meaning = interpretLabel(context, label, labelStrength.farAbove, false)
    if (meaning?.kind === 'net') return [meaning]
  }
  const below = labelBelow && interpretLabel(context, labelBelow, labelStrength.below, false)
  return below ? [below] : []
}

/** Splits a label that names two kinds of one amount: `Gross / taxable`. One name in two languages is not split. */
function splitPair(label: TextPiece, extra: ExtraAmountLabels): TextPiece[] {
  const parts = label.text.split(/ [/&] | and /)
  const kinds = new Set(parts.map((part) => classifyLabel(part, extra).kind))
  const areTotals = [...kinds].every((kind) => kind === 'gross' || kind === 'taxable' || kind === 'niable')
  return parts.length === 2 && kinds.size === 2 && areTotals ? parts.map((text) => ({ ...label, text })) : []
}

/** Kinds that are the employee's in a table of employer contributions too. An employer pays no income tax. */
const kindsOfEmployee = new Set<PayAmountKind>([
  'net',
  'gross',
  'totalDeductions',
  'taxable',
  'niable',
  'tax',
  'studentLoan',
  'postgraduateLoan',
])

/**
 * Whether a contribution in a table of the employer's is the employee's: `Employee NI`, or `NI to date` in a table that
 * calls its other contributions `Employer NI`.
 */
const isOfEmployee = (label: string, isYear: boolean, cell: NumberCell, cells: NumberCell[]): boolean =>
  /\b(?:employees?|ee|your)\b/i.test(label) ||
  (isYear &&
    cells.some(
      ({ sectionTitle, labelPieces }) =>
        sectionTitle === cell.sectionTitle &&
        classifyLabel(labelPieces.at(-1)?.text ?? '').kind === 'employer',
    ))

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
  // In a year-to-date table, `Pay` and `Pay in this employment` mean gross pay, and `Total tax` the tax.
  const isPayToDate =
    (namedKind === null || namedKind === 'subtotal') &&
    cell.section === 'year' &&
    payToDate.test(normaliseLabel(label.text))
  const isTotal = namedKind === 'subtotal' && cell.section === 'year'
  const totalled = isTotal ? classifyLabel(label.text.replace(/^total /i, ''), extra).kind : null
  const kind = isPayToDate ? 'gross' : (totalled ?? namedKind)
  // Sentences mention many kinds of amounts. Only net pay is read from a sentence.
  if (kind === null || (cell.isInSentence && kind !== 'net')) return null
  const isAlone =
    cell.numbersBefore === 0 &&
    !cells.some((other) => other.numbersBefore > 0 && other.labelPieces === cell.labelPieces)
  // Below the employer's contributions, the net pay and the employee's taxable pay may follow.
  const isTaxable = cell.numbersBefore === 0 && (kind === 'taxable' || kind === 'niable')
  const isBelowColumn = isTaxable || (isAlone && kindsOfEmployee.has(kind))
  const isEmployer =
    usesColumn &&
    kind !== 'net' &&
    ((cell.titlesAbove.some((title) => title.kind === 'employer') && !isBelowColumn) ||
      (cell.section === 'employer' &&
        !kindsOfEmployee.has(kind) &&
        !isOfEmployee(label.text, isYear || cell.isYearToDateLine, cell, cells)))
  // In the column of the year, `Taxable pay this week` names only the number before.
  const isBehindPeriod = usesColumn && cell.numbersBefore > 0 && cell.titlesAbove[0]?.span === 'year'
  const isOfYear =
    isYear ||
    cell.isYearToDateLine ||
    ((!isPeriod || isBehindPeriod) && (usesColumn ? spanOf(cell) === 'year' : cell.section === 'year'))
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

const payToDate = /^(?:total )?pay(?: (?:in|from|for) this (?:employment|job))?$/

/** Returns what `Total` below a table means: the gross pay or the total deductions. */
function kindOfTableTotal({
  titlesAbove,
  section,
  sectionTitle,
}: NumberCell): 'gross' | 'totalDeductions' | null {
  if (sectionTitle && isTitleOfSomeDeductions(sectionTitle.text)) return null
  const kind =
    titlesAbove.find((title) => title.kind === 'earnings' || title.kind === 'deductions')?.kind ?? section
  return kind === 'earnings' ? 'gross' : kind === 'deductions' ? 'totalDeductions' : null
}

/** Whether deductions are listed in another table too. `Total` below one of them is not the total of all deductions. */
const isInOneOfSeveralTables = ({ sectionTitle }: NumberCell, cells: NumberCell[]): boolean =>
  cells.some(
    (other) =>
      other.section === 'deductions' &&
      other.sectionTitle !== null &&
      other.numbersBefore === 0 &&
      isDeductionLabel(other.labelPieces.at(-1)?.text ?? '') &&
      normaliseLabel(other.sectionTitle.text) !== normaliseLabel(sectionTitle?.text ?? ''),
  )

/**
 * Returns whether an amount is for the period or the year. The column title determines this; without one, the table
 * title does.
 */
function spanOf({ titlesAbove, section }: NumberCell): 'period' | 'year' {
  const byColumn = titlesAbove.find(({ span }) => span !== null)?.span
  return byColumn ?? (section === 'year' ? 'year' : 'period')
}
