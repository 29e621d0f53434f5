import { areBoxes, findInBox } from '../../text/boxes.ts'
import { classifyLabel } from '../../text/label-meaning.ts'
import type { PayAmountKind } from '../../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { captionTuning, columnTuning, tableTuning } from '../../tuning/cells.ts'

// Recognises lines that are captions of the amounts below them and not titles of tables.

/** `Totals to date` names no amount of its own if each amount has a caption. */
const kindsOfLead = new Set<PayAmountKind | null>([null, 'subtotal'])

/**
 * Whether a year title begins a line of captions: `To date: | Gross | Tax` above two amounts. Boxes with facts may be
 * among those with amounts: `To date | Gross | Tax | NI number`.
 */
export function isLeadOfCaptions(lines: PayslipLine[], line: number): boolean {
  const [captions, values] = [lines[line]?.pieces ?? [], lines[line + 1]?.pieces ?? []]
  const [lead, ...others] = captions
  return (
    lead !== undefined &&
    classifyTitle(lead.text)?.kind === 'year' &&
    kindsOfLead.has(classifyLabel(lead.text).kind) &&
    others.length >= captionTuning.minBoxes &&
    (others.length === values.length
      ? haveAmountsOrFacts(others, values)
      : values.every(({ figure }) => figure?.pence != null) && haveEmptyBoxes(others, values))
  )
}

/** Whether every value is an amount, or a text below a caption that names no amount. */
function haveAmountsOrFacts(captions: TextPiece[], values: TextPiece[]): boolean {
  const isAmount = ({ figure }: TextPiece) => figure?.pence != null
  return (
    values.filter(isAmount).length >= captionTuning.minBoxes &&
    captions.every((caption, n) => {
      const value = values[n] as TextPiece
      const isFact =
        value.figure === null && overlap(caption, value) > 0 && classifyLabel(caption.text).kind === null
      return isAmount(value) || isFact
    })
  )
}

/** Whether every amount is below a caption of its own and some captions have no amount: no pension is paid yet. */
function haveEmptyBoxes(captions: TextPiece[], values: TextPiece[]): boolean {
  const ofValues = values.map((value) => captions.filter((caption) => overlap(caption, value) > 0))
  return (
    values.length >= captionTuning.minBoxes &&
    values.length < captions.length &&
    ofValues.every(({ length }) => length === 1) &&
    new Set(ofValues.flat()).size === values.length
  )
}

/** Whether the line contains captions of amounts. Other words on it, such as `Employee`, are captions too. */
export const isLineOfCaptions = (lines: PayslipLine[], line: number): boolean =>
  (lines[line]?.pieces ?? []).filter(
    (piece) => classifyLabel(piece.text).kind !== null && hasOnlyAmountsBelow(lines, line, piece),
  ).length >= captionTuning.minCaptionsOfLine

/**
 * Whether the line contains captions of gross and net pay, as the head of a summary does: `Gross Pay | Pre Tax
 * Deductions | Net Pay`. No table of deductions begins there.
 */
export const isHeadOfSummary = (lines: PayslipLine[], line: number): boolean => {
  const kinds = new Set(
    (lines[line]?.pieces ?? [])
      .filter((piece) => hasOnlyAmountsBelow(lines, line, piece))
      .map((piece) => classifyLabel(piece.text).kind),
  )
  return kinds.has('gross') && kinds.has('net')
}

/** Whether the line is a single title, and the line below it consists of several numbers without labels. */
export const isTitleOfBoxes = (lines: PayslipLine[], line: number): boolean => {
  const below = lines[line + 1]?.pieces ?? []
  return (
    lines[line]?.pieces.length === 1 &&
    below.length >= captionTuning.minBoxes &&
    below.every(({ figure }) => figure !== null)
  )
}

/**
 * Whether only amounts are directly below the text. `GROSS PAY` is then the label of the amount below it, not the
 * title of a table.
 */
export function hasOnlyAmountsBelow(lines: PayslipLine[], line: number, piece: TextPiece): boolean {
  const below = lines[line + 1]
  const size = Math.max(piece.size, ...(below?.pieces ?? []).map((other) => other.size))
  if (below?.block !== piece.block || below.y - piece.y > size * tableTuning.maxTitleToRowDistance)
    return false
  const aligned = below.pieces.filter(
    (other) => overlap(other, piece) > 0 || Math.abs(other.x - piece.x) < columnTuning.columnEdgeTolerance,
  )
  const captions = lines[line]?.pieces ?? []
  const { kind } = classifyLabel(piece.text)
  const isInRowOfBoxes =
    kind !== null && captions.length >= captionTuning.minBoxes && areBoxes(captions, below.pieces)
  const inBox = isInRowOfBoxes
    ? below.pieces[captions.indexOf(piece)]
    : findInBox(captions, below.pieces, piece)
  const inColumn = aligned.length === 0 && inBox ? [inBox] : aligned
  // The same caption may follow in another language: `Treth` above `Tax` above the amount.
  const [translation] = inColumn
  if (translation && kind !== null && inColumn.length === 1 && classifyLabel(translation.text).kind === kind)
    return hasOnlyAmountsBelow(lines, line + 1, translation)
  return inColumn.length > 0 && inColumn.every(({ figure }) => figure?.pence != null)
}
