import type { PageWord } from '../../document.ts'
import { drawnRuleTuning } from '../tuning/text.ts'

// Line printers have no lines. Some payslips print a vertical rule as a column of the letter I between two tables.

/** Matches characters that resemble a vertical line. The digit 1 is not one: it may be a column of quantities. */
const ruleCharacter = /^[Il!|¦│┃]$/

/** Horizontal rules may cross a vertical one. */
const horizontalRule = /^[-–—=_+*~#.]{3,}$/

/** Removes the characters of vertical rules. */
export function withoutDrawnRules(words: readonly PageWord[]): PageWord[] {
  const candidates = words.filter(({ text }) => ruleCharacter.test(text))
  const ruled = new Set(
    candidates.flatMap((word) => {
      const column = candidates.filter(
        (other) =>
          other.text === word.text && Math.abs(other.x - word.x) < drawnRuleTuning.edgeTolerance * word.size,
      )
      return isRule(column, words) ? column : []
    }),
  )
  return words.filter((word) => !ruled.has(word))
}

/** Whether a column of characters separates two tables: no text crosses it, and text is on both sides of it. */
function isRule(column: PageWord[], words: readonly PageWord[]): boolean {
  const heights = column.map(({ y }) => y)
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)]
  const { x, right } = column[0] ?? { x: 0, right: 0 }
  const beside = words.filter(({ y }) => y >= top && y <= bottom).filter((word) => !column.includes(word))
  const countRows = (some: PageWord[]) => new Set(some.map(({ y }) => Math.round(y))).size
  return (
    countRows(column) >= drawnRuleTuning.minRows &&
    countRows(beside.filter((word) => word.x >= right)) >= drawnRuleTuning.minRowsOfSide &&
    countRows(beside.filter((word) => word.right <= x)) >= drawnRuleTuning.minRowsOfSide &&
    beside.every((word) => word.right <= x || word.x >= right || horizontalRule.test(word.text))
  )
}
