import { overlap, type TextPiece } from '../../text/lines.ts'
import { cellTuning } from '../../tuning.ts'

// Compares the horizontal position of a title with that of a column of numbers.

export const isOverColumn = (title: TextPiece, cell: TextPiece) =>
  overlap(title, cell) > -cellTuning.columnMiss ||
  Math.abs(title.right - cell.right) < cellTuning.columnEdgeTolerance ||
  Math.abs(title.x - cell.x) < cellTuning.columnEdgeTolerance

export const isAlignedWithColumn = (title: TextPiece, cell: TextPiece) =>
  Math.abs(title.right - cell.right) < cellTuning.columnEdgeTolerance ||
  Math.abs(title.x - cell.x) < cellTuning.strictLeftEdgeTolerance ||
  (title.figure !== null && overlap(title, cell) > 0)
