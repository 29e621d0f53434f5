import { classifyLabel } from '../../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { rowTuning } from '../../tuning/rows.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { findLineBelow } from './units-in-text.ts'
import { isProduct } from './units-product.ts'

// Completes the label of a row: adds its second line or a number that belongs to it, and removes marks.

/**
 * Appends the second line of a long description. It is in the same type as the first line and has no number beside
 * it. Lines of other tables may be between the two.
 */
export function joinSecondLine(
  lines: PayslipLine[],
  line: number,
  label: TextPiece,
  cells: NumberCell[],
): TextPiece {
  const below = findTextBelow(lines, line, label, cells)
  if (!below) return label
  const { second, after } = below
  // The second line must be closer to the first line than to the next row. If not, it is a row without an amount.
  const isTight =
    !after || after.block !== label.block || after.y - second.y > second.y - label.y + rowTuning.minRowPadding
  const isBegun =
    (hasOpenBracket(label.text) && /^[^()]*\)/.test(second.text)) ||
    isUnfinished(label.text) ||
    isPercentage(second)
  if (!isTight && !isBegun) return label
  return { ...label, text: `${label.text} ${second.text}`, words: [...label.words, ...second.words] }
}

/** Whether the text is a percentage alone, which ends the description above it: `NHS PENS 1995/2015` above `12.5%`. */
const isPercentage = ({ text }: TextPiece): boolean => /^\(?\d{1,3}(?:\.\d+)?%\)?$/.test(text)

/** Finds a text without a number directly below a label, in the same type, and the line after it. */
export function findTextBelow(
  lines: PayslipLine[],
  line: number,
  label: TextPiece,
  cells: NumberCell[],
): { second: TextPiece; after: PayslipLine | undefined } | null {
  const tableEnd = Math.max(...cells.map(({ piece }) => piece.right))
  const below = findLineBelow(lines, line, label, tableEnd)
  if (below?.block !== label.block || below.y - label.y > label.size * rowTuning.maxSecondLineDistance)
    return null
  const index = below.pieces.findIndex((other) => Math.abs(other.x - label.x) < rowTuning.secondLineEdge)
  const second = below.pieces[index]
  // Text such as dates may be between a description and its amount.
  const isOwnRow = below.pieces.slice(index + 1).some(({ figure, x }) => figure !== null && x < tableEnd)
  const isSameType =
    second &&
    second.size === label.size &&
    second.words[0]?.font === label.words[0]?.font &&
    second.words[0]?.colour === label.words[0]?.colour
  const isDescription =
    second &&
    (second.figure === null || isPercentage(second)) &&
    !isOwnRow &&
    classifyTitle(second.text) === null &&
    classifyLabel(second.text).kind === null &&
    !/^[-−]?[\d.]+ ?(hours?|hrs?|h|days?|units?|x|@|at)\b/i.test(second.text) &&
    !/[.:]$/.test(second.text)
  return isSameType && isDescription
    ? { second, after: findLineBelow(lines, lines.indexOf(below), label, tableEnd) }
    : null
}

/** Whether a bracket is opened and not closed, as in the first line of `Basic pay (National` above `Minimum Wage)`. */
const hasOpenBracket = (text: string): boolean => /\([^()]*$/.test(text)

/**
 * Whether the last word or mark of a description shows that it continues on the next line: `Private Medical -`,
 * `Repayment of`.
 */
export const isUnfinished = (text: string): boolean =>
  hasOpenBracket(text) || /(?:(?: |\b)[-–—&/+]|,| (?:and|of|for|the|with))$/i.test(text)

/** Removes the mark of a footnote, a colon or a negative number of units behind the label: `Unpaid leave (-1 day)`. */
export const withoutMark = (label: TextPiece): TextPiece => ({
  ...label,
  text: label.text.replace(/ ?[*†‡]+$| ?[:,;]$| ?\([-−][\d.]+ ?(?:days?|hours?|hrs?|weeks?|shifts?)\)$/i, ''),
})

/** Removes a dash between the description and its units: `Basic hours – 50.00 hours at £12.75`. */
export const withoutDash = (label: TextPiece): TextPiece => ({
  ...label,
  text: label.text.replace(/ [-–—]$/, ''),
})

/**
 * Includes a number in the label if it directly follows the label and the amount is further to the right: `Overtime
 * 1.33`.
 */
export function includeNumber(label: TextPiece, cells: NumberCell[], used: (TextPiece | null)[]): TextPiece {
  const [first] = cells
  return first && !used.includes(first.piece) && isBehindLabel(label, first)
    ? addToLabel(label, first.piece)
    : label
}

const isBehindLabel = (label: TextPiece, { piece, numbersBefore, titlesAbove }: NumberCell): boolean =>
  piece.x - label.right < label.size * rowTuning.maxNumberInLabelGap &&
  numbersBefore === 0 &&
  !titlesAbove.some(({ role }) => role !== null)

/**
 * Whether the first number belongs to the label and not to a column: it is directly behind the label, no other row has a
 * number at its edges, and an amount is in a column further to the right. `Basic Salary Gr 8.41` before `4,463.08`.
 */
export function isNumberInLabel(lines: PayslipLine[], label: TextPiece, cells: NumberCell[]): boolean {
  const [first, second, third] = cells
  if (!first || second?.piece.figure?.pence == null || !isBehindLabel(label, first)) return false
  const { piece } = first
  const isFactor = third !== undefined && isProduct(piece, second.piece, third.piece.figure?.pence ?? 0)
  const isInColumn = lines
    .filter(({ block, page }) => block === piece.block && page === piece.page)
    .some((line) =>
      line.pieces.some(
        (other) =>
          other.figure !== null &&
          other !== piece &&
          (Math.abs(other.right - piece.right) < rowTuning.numberEdge ||
            Math.abs(other.x - piece.x) < rowTuning.numberEdge),
      ),
    )
  return !isFactor && !isInColumn && second.piece.x - piece.right > piece.size * rowTuning.minGapBehindLabel
}

export const addToLabel = (label: TextPiece, { text, right, words }: TextPiece): TextPiece => ({
  ...label,
  text: `${label.text} ${text}`,
  right,
  words: [...label.words, ...words],
})
