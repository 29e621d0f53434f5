import { textOf } from '../text/lines.ts'
import { isSentence } from '../text/sentence.ts'
import { messageTuning } from '../tuning/facts.ts'
import type { TableItem } from './table-item.ts'

/**
 * Finds messages from the bank between the rows, such as advertisements: sentences in a typeface, colour or indent of
 * their own. Second lines of descriptions may have their own style too, but they are frequent or not sentences.
 */
export function findMessages(items: readonly TableItem[]): TableItem[] {
  const rows = items.filter(({ kind, words }) => kind === 'row' && words.length > 0)
  const rowStyles = new Set(rows.map(describeStyle))
  // Pages may be shifted against each other, so edges are compared with the rows of the same page.
  const rowsByPage = Map.groupBy(rows, ({ line }) => line.page)
  const hasRowStyle = (item: TableItem) => {
    const pageRows = rowsByPage.get(item.line.page) ?? []
    const aligned = pageRows.filter((row) => isSameEdge(row, item))
    return (
      rowStyles.has(describeStyle(item)) &&
      aligned.length > 0 &&
      aligned.length >= messageTuning.minEdgeShare * pageRows.length
    )
  }
  const blocks = groupIntoBlocks(items).filter((block) => !hasRowStyle(block[0] as TableItem))
  const { minUsualBlocks, minUsualShare } = messageTuning
  const isUsual = ({ length }: unknown[]) => length >= Math.max(minUsualBlocks, minUsualShare * rows.length)
  return [...Map.groupBy(blocks, ([first]) => describeStyle(first as TableItem)).values()]
    .filter((alike) => !isUsual(alike))
    .flatMap((alike) =>
      alike.filter((block) => isSentence(textOf(block.flatMap(({ words }) => words)))).flat(),
    )
}

export const describeStyle = ({ words: [first] }: TableItem): string =>
  `${first?.font} ${first?.colour} ${first?.size.toFixed(1)}`

/** Groups neighbouring text lines of the same style. */
function groupIntoBlocks(items: readonly TableItem[]): TableItem[][] {
  const blocks: TableItem[][] = []
  let last: TableItem | null = null
  for (const item of items) {
    if (item.kind !== 'text') last = null
    else if (last && describeStyle(last) === describeStyle(item) && isSameEdge(last, item)) {
      blocks.at(-1)?.push(item)
      last = item
    } else {
      blocks.push([item])
      last = item
    }
  }
  return blocks
}

export const isSameEdge = ({ words: [one] }: TableItem, { words: [other] }: TableItem): boolean =>
  Math.abs((one?.x ?? 0) - (other?.x ?? 0)) <= messageTuning.maxEdgeOffset
