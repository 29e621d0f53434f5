import { classifyLabel } from '../../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { rowTuning } from '../../tuning/rows.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { findLineBelow } from './units-in-text.ts'

// Completes the label of a row: adds its second line or a number that belongs to it, and removes marks.

/**
 * Appends the second line of a long description. It is in the same type as the first line and has no number beside
 * it.
 */
export function joinSecondLine(
  lines: PayslipLine[],
  line: number,
  label: TextPiece,
  cells: NumberCell[],
): TextPiece {
  const tableEnd = Math.max(...cells.map(({ piece }) => piece.right))
  const below = findLineBelow(lines, line, label, tableEnd)
  if (below?.block !== label.block || below.y - label.y > label.size * rowTuning.maxSecondLineDistance)
    return label
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
    second.figure === null &&
    !isOwnRow &&
    classifyTitle(second.text) === null &&
    classifyLabel(second.text).kind === null &&
    !/^[-−]?[\d.]+ ?(hours?|hrs?|h|days?|units?|x|@|at)\b/i.test(second.text) &&
    !/[.:]$/.test(second.text)
  // The second line must be closer to the first line than to the next row. If not, it is a row without an amount.
  const after = below && findLineBelow(lines, lines.indexOf(below), label, tableEnd)
  const isTight =
    second &&
    (!after ||
      after.block !== label.block ||
      after.y - second.y > second.y - label.y + rowTuning.minRowPadding)
  const isInBrackets = second && hasOpenBracket(label.text) && /^[^()]*\)/.test(second.text)
  if (!isSameType || !isDescription || !(isTight || isInBrackets)) return label
  return { ...label, text: `${label.text} ${second.text}`, words: [...label.words, ...second.words] }
}

/** Whether a bracket is opened and not closed, as in the first line of `Basic pay (National` above `Minimum Wage)`. */
const hasOpenBracket = (text: string): boolean => /\([^()]*$/.test(text)

/** Removes the mark of a footnote, a colon or a negative number of units behind the label: `Unpaid leave (-1 day)`. */
export const withoutMark = (label: TextPiece): TextPiece => ({
  ...label,
  text: label.text.replace(
    / ?[*†‡]+$| ?[:,;]$| [-–—]$| ?\([-−][\d.]+ ?(?:days?|hours?|hrs?|weeks?|shifts?)\)$/i,
    '',
  ),
})

/**
 * Includes a number in the label if it directly follows the label and the amount is further to the right: `Overtime
 * 1.33`.
 */
export function includeNumber(label: TextPiece, cells: NumberCell[], used: (TextPiece | null)[]): TextPiece {
  const [first] = cells
  if (!first || used.includes(first.piece) || first.titlesAbove.some(({ role }) => role !== null))
    return label
  const { piece } = first
  const isNear =
    piece.x - label.right < label.size * rowTuning.maxNumberInLabelGap && first.numbersBefore === 0
  return isNear
    ? {
        ...label,
        text: `${label.text} ${piece.text}`,
        right: piece.right,
        words: [...label.words, ...piece.words],
      }
    : label
}
