import type { PageWord } from '../../document.ts'
import { blockTuning } from '../tuning/blocks.ts'
import { rowBalanceTuning } from '../tuning/text.ts'
import { buildLine, type StatementLine, textOf } from './lines.ts'
import type { Notation } from './notation.ts'
import { getPrintedWords, type RespelledWord } from './respelling.ts'

/** The label of a balance below the amount of each row. */
const balanceLabel = /^(your |new |running |account )?(balance|bal)( after| now| is)?\W*$/i

type RowBalance = { above: StatementLine; label: PageWord[]; balance: PageWord[] }

/**
 * Moves the balances that are printed below the amount of each row, after a label, to a column of their own beside the
 * amounts: `-£6.00` above `Balance £1,258.37`.
 */
export function raiseRowBalances(lines: readonly StatementLine[], notation: Notation): StatementLine[] {
  const balances = new Map<StatementLine, RowBalance>()
  let row: StatementLine | undefined
  for (const line of lines) {
    const balance = row && findRowBalance(line, row)
    if (balance) balances.set(line, balance)
    // Only one balance belongs to a row. Rows with dates of their own are read as blocks.
    if (balance || line.dates.length > 0) row = undefined
    else if (line.amounts.length > 0) row = line
  }
  const rows = new Map([...balances.values()].map(({ above, balance }) => [above, balance]))
  const others = lines.filter((line) => line.amounts.length > 0 && !balances.has(line))
  const { minRows, minRowShare } = rowBalanceTuning
  if (balances.size < minRows || balances.size < minRowShare * others.length) return [...lines]
  return lines.flatMap((line) => {
    const own = balances.get(line)
    if (own) return removeBalance(line, own, notation)
    const balance = rows.get(line)
    return [balance ? addBalance(line, balance, notation) : line]
  })
}

/** Finds a balance and its label at the end of a line, below the amount of a line that has no other. */
function findRowBalance(
  { page, y, size, words, amounts, dates, isPanel }: StatementLine,
  above: StatementLine,
): RowBalance | undefined {
  const [amount, other] = amounts
  if (!amount || other || dates.length > 0 || above.amounts.length !== 1) return undefined
  const [first, last] = [amount.words[0], amount.words.at(-1)]
  if (!first || !last || last !== words.at(-1)) return undefined
  if (page !== above.page || isPanel !== above.isPanel) return undefined
  if (y - above.y > rowBalanceTuning.maxPitch * Math.max(size, above.size)) return undefined
  const before = words.slice(0, words.indexOf(first))
  const count = [3, 2, 1].find((length) => balanceLabel.test(textOf(before.slice(-length))))
  const label = count === undefined ? [] : before.slice(-count)
  const over = above.amounts[0]?.words.at(-1)
  const isBelow = over !== undefined && Math.abs(over.right - last.right) <= rowBalanceTuning.maxEdgeOffset
  return label.length > 0 && isBelow ? { above, label, balance: amount.words } : undefined
}

function addBalance(line: StatementLine, balance: readonly PageWord[], notation: Notation): StatementLine {
  const moved = balance.map(
    (word): RespelledWord => ({
      ...word,
      x: word.x + blockTuning.columnDistance,
      right: word.right + blockTuning.columnDistance,
      y: line.y,
      printed: getPrintedWords(word),
    }),
  )
  return { ...buildLine([...line.words, ...moved], line, notation), y: line.y }
}

function removeBalance(
  line: StatementLine,
  { label, balance }: RowBalance,
  notation: Notation,
): StatementLine[] {
  const rest = line.words.filter((word) => !label.includes(word) && !balance.includes(word))
  return rest.length === 0 ? [] : [{ ...buildLine(rest, line, notation), y: line.y }]
}
