import type { PageWord } from '../../document.ts'
import { wrappedSignTuning } from '../tuning/text.ts'
import { getPrintedWords, type RespelledWord } from './respelling.ts'

const sign = /^(CR|DR|OD)$/i
const amount = /\d\.\d\d$/

/** Moves signs that a narrow column wraps below their amounts to the right of them: `2,318.05` above `CR`. */
export function raiseWrappedSigns(pages: readonly PageWord[][]): PageWord[][] {
  return pages.map((words) => {
    const raised = words
      .filter(({ text }) => sign.test(text))
      .map((word) => [word, raise(word, words)] as const)
    const moved = new Map<PageWord, PageWord>(raised.flatMap(([word, to]) => (to ? [[word, to]] : [])))
    return moved.size === 0 ? words : words.map((word) => moved.get(word) ?? word)
  })
}

function raise(word: PageWord, words: readonly PageWord[]): RespelledWord | undefined {
  const { maxPitch, maxEdgeOffset, minCellGap, space } = wrappedSignTuning
  const isAlone = words.every(
    (other) =>
      other === word ||
      Math.abs(other.y - word.y) > word.size / 2 ||
      Math.max(other.x - word.right, word.x - other.right) > minCellGap * word.size,
  )
  const above = words.find(
    ({ text, right, y }) =>
      amount.test(text) &&
      Math.abs(right - word.right) <= maxEdgeOffset &&
      word.y - y > word.size / 2 &&
      word.y - y <= maxPitch * word.size,
  )
  if (!isAlone || !above) return undefined
  const x = above.right + space * above.size
  return { ...word, x, right: x + word.right - word.x, y: above.y, printed: getPrintedWords(word) }
}
