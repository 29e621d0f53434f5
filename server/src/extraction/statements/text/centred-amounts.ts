import type { PageWord } from '../../document.ts'
import { centredAmountTuning } from '../tuning/blocks.ts'
import type { StatementLine } from './lines.ts'
import { getPrintedWords, type RespelledWord } from './respelling.ts'

/**
 * Moves amounts that are centred beside two lines of text up to the first of them. Cards in a banking app are printed
 * so: the payee above, the type of payment below, and the amount between the two baselines.
 */
export function raiseCentredAmounts(
  words: PageWord[][],
  linesByPage: readonly StatementLine[][],
): PageWord[][] {
  const raisedY = new Map<PageWord, number>()
  let cards = 0
  for (const lines of linesByPage)
    for (const [n, line] of lines.entries()) {
      const [above, below] = [lines[n - 1], lines[n + 1]]
      if (!above || !below || !isCentred(above, line, below)) continue
      cards++
      for (const word of line.words.flatMap(getPrintedWords)) raisedY.set(word, above.y)
    }
  if (cards < centredAmountTuning.minCards) return words
  return words.map((page) =>
    page.map((word): RespelledWord => {
      const y = raisedY.get(word)
      return y === undefined ? word : { ...word, y, printed: getPrintedWords(word) }
    }),
  )
}

/** Whether a line has amounts and is beside the text above and below it, closer than the lines of one column. */
function isCentred(above: StatementLine, line: StatementLine, below: StatementLine): boolean {
  const { minDistance, maxDistance, maxDifference, maxTextOffset } = centredAmountTuning
  if (line.amounts.length === 0) return false
  if (above.amounts.length + below.amounts.filter(({ isForeign }) => !isForeign).length > 0) return false
  const [up, down] = [line.y - above.y, below.y - line.y].map((distance) => distance / line.size) as [
    number,
    number,
  ]
  const isBetween = [up, down].every((distance) => distance >= minDistance && distance <= maxDistance)
  if (!isBetween || Math.abs(up - down) > maxDifference) return false
  const [first, second] = [above.words[0] as PageWord, below.words[0] as PageWord]
  // Text left of the date is in a panel beside the table.
  if (line.dates.some(({ x }) => x > first.x)) return false
  return Math.abs(first.x - second.x) < maxTextOffset && [above, below].every((text) => isBeside(text, line))
}

/** Whether two lines have no words at the same horizontal position. */
const isBeside = (text: StatementLine, line: StatementLine): boolean =>
  text.words.every((word) => line.words.every(({ x, right }) => right < word.x || x > word.right))
