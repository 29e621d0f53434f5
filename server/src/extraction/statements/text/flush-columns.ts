import { flushColumnTuning } from '../tuning/blocks.ts'
import { type StatementLine, splitIntoCells } from './lines.ts'
import type { PrintedAmount } from './money.ts'

/**
 * Marks amounts that are the end of their cell although text follows closely: a column of amounts, aligned right, may
 * touch a column of text, aligned left. In a sentence, the two edges vary from line to line.
 */
export function markFlushColumns(lines: readonly StatementLine[]): StatementLine[] {
  const counts = new Map<string, number>()
  for (const line of lines)
    for (const money of line.amounts) {
      const edges = getEdges(line, money)
      if (edges) counts.set(edges, (counts.get(edges) ?? 0) + 1)
    }
  const titleEdges = new Set(lines.flatMap(listTitleEdges))
  const isColumn = (line: StatementLine, money: PrintedAmount) => {
    const edges = getEdges(line, money)
    if (!edges) return false
    const isTitled = titleEdges.has(edges.split(' ').at(-1) as string)
    const { minRows, minTitledRows } = flushColumnTuning
    return (counts.get(edges) ?? 0) >= (isTitled ? minTitledRows : minRows)
  }
  return lines.map((line) =>
    line.amounts.some((money) => isColumn(line, money))
      ? {
          ...line,
          amounts: line.amounts.map((money) =>
            isColumn(line, money) ? { ...money, isCell: true, endsCell: true } : money,
          ),
        }
      : line,
  )
}

/** Lists the left edges of the cells of a line that may be column titles. */
function listTitleEdges({ words, amounts }: StatementLine): string[] {
  const cells = amounts.length > 0 ? [] : splitIntoCells(words)
  return cells.length < flushColumnTuning.minTitles
    ? []
    : cells.flatMap(([first]) => (first ? [`${Math.round(first.x)}`] : []))
}

/** Returns the right edge of an amount and the left edge of the text that follows it closely, or null. */
function getEdges({ words }: StatementLine, money: PrintedAmount): string | null {
  const [first, last] = [money.words[0], money.words.at(-1)]
  if (money.endsCell || !first || !last) return null
  const [before, next] = [words[words.indexOf(first) - 1], words[words.indexOf(last) + 1]]
  if (!next || !/^\p{L}/u.test(next.text)) return null
  const isApart = !before || money.fullX - before.right > flushColumnTuning.minCellGap * before.size
  return isApart ? `${Math.round(money.fullRight)} ${Math.round(next.x)}` : null
}
