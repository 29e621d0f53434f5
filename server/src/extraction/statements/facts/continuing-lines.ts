import { textOf } from '../text/lines.ts'
import { descriptionTuning } from '../tuning/facts.ts'
import type { TableItem } from './table-item.ts'

/** Details of a payment in a foreign currency: `EUR 184.00 @ 1.1718`, `Exchange rate 1.34`, `incl. non-sterling fee 4.57`. */
const currencyDetail =
  /^(?:[A-Z]{3} ?[\d,]+\.\d\d|[\d,]+\.\d\d [A-Z]{3}) ?(?:@|at|x|\/)|^(?:[Aa]t )?(?:[Ee]xchange|EXCHANGE|[Cc]onversion|CONVERSION) (?:[Rr]ate|RATE)\b|^[Ii]ncl?\S* (?:[Nn]on-[Ss]terling|non-GBP)\b/

/**
 * Counts the first lines between two rows that can only continue the row above: they are indented below it, or say what
 * was paid in a foreign currency.
 */
export function countContinuingLines(
  before: TableItem | null,
  texts: readonly TableItem[],
  after: TableItem | null,
): number {
  if (!before) return 0
  const left = after ? Math.max(getLeft(before), getLeft(after)) : getLeft(before)
  const isIndented = (item: TableItem) =>
    getLeft(item) - left > descriptionTuning.minHangingIndent * item.line.size
  const end = texts.findIndex((item) => !isIndented(item) && !currencyDetail.test(textOf(item.words)))
  return end < 0 ? texts.length : end
}

/** A row may print its amount beside the middle of its description, on a line without text. */
const getLeft = ({ words }: TableItem): number => words[0]?.x ?? Number.POSITIVE_INFINITY
