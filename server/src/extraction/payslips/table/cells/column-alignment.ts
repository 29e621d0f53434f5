import { overlap, type TextPiece } from '../../text/lines.ts'
import { columnTuning } from '../../tuning/cells.ts'

// Compares the horizontal position of a title with that of a column of numbers.

export const isOverColumn = (title: TextPiece, cell: TextPiece) =>
  overlap(title, cell) > -columnTuning.columnMiss ||
  Math.abs(title.right - cell.right) < columnTuning.columnEdgeTolerance ||
  Math.abs(title.x - cell.x) < columnTuning.columnEdgeTolerance

export const isAlignedWithColumn = (title: TextPiece, cell: TextPiece) =>
  Math.abs(title.right - cell.right) < columnTuning.columnEdgeTolerance ||
  Math.abs(title.x - cell.x) < columnTuning.strictLeftEdgeTolerance ||
  (title.figure !== null && overlap(title, cell) > 0)
