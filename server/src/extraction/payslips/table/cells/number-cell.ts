import type { SectionKind } from '../../text/labels.ts'
import type { TextPiece } from '../../text/lines.ts'
import type { Title } from '../../text/titles.ts'

/** A number with all text that may name it. */
export type NumberCell = {
  piece: TextPiece
  /** Index of the line that contains the number. */
  line: number
  /** Text to the left, back to the margin or to the number before that text. The nearest piece is last. */
  labelPieces: TextPiece[]
  /** How many other numbers are between the text in `labelPieces` and this number. */
  numbersBefore: number
  /** Labels above the number, the nearest first. */
  labelsAbove: TextPiece[]
  /** Label directly below the number, if the number's line contains only numbers. */
  labelBelow: TextPiece | null
  /** Whether the line begins with a year-to-date prefix, as in `Totals to date: pay`. */
  isYearToDateLine: boolean
  /** Titles of the number's column, the nearest first. */
  titlesAbove: Title[]
  /** The nearest text above the number in its column. */
  firstTextAbove: TextPiece | null
  /** Title of a group of rows, printed above the row's label. */
  groupTitle: TextPiece | null
  /** Whether words follow the number on its line. The number is then part of a sentence, not of a table. */
  isInSentence: boolean
  section: SectionKind | null
  /** The title of `section`, which distinguishes two tables of the same kind. */
  sectionTitle: TextPiece | null
}
