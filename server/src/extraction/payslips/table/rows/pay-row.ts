import type { TextPiece } from '../../text/lines.ts'
import type { NumberCell } from '../cells/number-cell.ts'

/** A row of a table of earnings or deductions. `side` is null if the table has no title. */
export type PayRow = {
  side: 'earnings' | 'deductions' | null
  label: TextPiece
  line: number
  /** Numbers that may be the amount. If the columns have titles, there is only one. */
  amounts: NumberCell[]
  quantity: TextPiece | null
  rate: TextPiece | null
  unit: 'hours' | 'days' | null
  isBenefit: boolean
  /** Whether the amount is in a box with a caption. The boxes of a line belong together. */
  isBox?: boolean
  /** Whether the label begins with `Less`. Its amount is subtracted although it is printed without a sign. */
  isSubtracted?: boolean
  /** Whether the label names a total, a year-to-date figure or a memo item instead of an earning or deduction. */
  isTotalOrMemo: boolean
  labelPieces: TextPiece[]
  /** The numbers of the line above, which may be the hours of a row called `Per hour`. */
  unitsAbove: TextPiece[]
  /** Numbers of the row that are neither the amount nor the quantity or rate. */
  unexplained: TextPiece[]
}

/** Whether the amount is printed with a plus sign. Among negative deductions, it is a refund. */
export const hasPlusSign = ({ text }: TextPiece): boolean => /^\+/.test(text.trim())

/** Returns the amount of a row in pence. If several numbers may be the amount, the last one is. */
export const amountOf = ({ amounts }: PayRow): number => amounts.at(-1)?.piece.figure?.pence ?? 0
