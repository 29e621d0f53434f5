import type { PageWord } from '../../document.ts'
import { centredAmountTuning } from '../tuning.ts'
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

/** Whether a line has only amounts, closer to the text above and below than these lines are to each other. */
function isCentred(above: StatementLine, line: StatementLine, below: StatementLine): boolean {
  const { minDistance, maxDistance, maxDifference, maxTextOffset } = centredAmountTuning
  const values = new Set([...line.amounts, ...line.dates].flatMap((value) => value.words))
  if (line.amounts.length === 0 || !line.words.every((word) => values.has(word))) return false
  if (above.amounts.length + below.amounts.filter(({ isForeign }) => !isForeign).length > 0) return false
  const [up, down] = [line.y - above.y, below.y - line.y].map((distance) => distance / line.size) as [
    number,
    number,
  ]
  const isBetween = [up, down].every((distance) => distance >= minDistance && distance <= maxDistance)
  if (!isBetween || Math.abs(up - down) > maxDifference) return false
  const [first, second] = [above.words[0] as PageWord, below.words[0] as PageWord]
  const left = (line.words[0] as PageWord).x
  return (
    Math.abs(first.x - second.x) < maxTextOffset && [above, below].every((text) => endsBefore(text, left))
  )
}

const endsBefore = ({ words }: StatementLine, x: number): boolean => (words.at(-1)?.right ?? 0) < x
