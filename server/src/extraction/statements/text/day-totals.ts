import { dayTotalTuning } from '../tuning/text.ts'
import type { StatementLine } from './lines.ts'
import type { PrintedAmount } from './money.ts'

// Apps print the total of a day beside its date: `Friday 19 December   -£20.50`. It repeats the rows below, or those
// above. Some print the total spent alone, or both directions, or the balance of the day as well.

const totalWord =
  /^\W*(totals?|day|daily|day's|spent|spend|spending|received|earned|paid|in|out|net|of|on|the|for|money|today|yesterday|(mon|tue|wed|thu|fri|sat|sun)[a-z]*|(\d{1,3})?x?|transactions?|payments?|items?|entries|balance)?\W*$/i

type Day = { heading: StatementLine; rows: readonly PrintedAmount[] }

/** Sum of a day: the change of the balance, or the payments in one direction. */
type TotalKind = 'net' | 'out' | 'in'
const totalKinds: readonly TotalKind[] = ['net', 'out', 'in']

/** Removes the amounts of days that are the sums of the rows below them, or of those above them. */
export function dropDayTotals(lines: readonly StatementLine[]): readonly StatementLine[] {
  const days = lines.filter((line) => line.dates.length === 1 && isWordsOfTotal(line))
  if (days.length < dayTotalTuning.minDays) return lines
  const isTotal = (line: StatementLine) => line.amounts.length > 0 && isWordsOfTotal(line)
  const dated = days.filter(isTotal)
  const undated = lines.filter((line) => line.dates.length === 0 && isTotal(line))
  const labelled = undated.filter((line) => line.words.length > countWords(line.amounts))
  const bare = undated.filter((line) => !labelled.includes(line))
  return [dated, labelled, bare].reduce((rest, totals) => dropTotals(rest, days, totals), lines)
}

/** Removes the totals that are sums. Only a date above its rows is kept. */
function dropTotals(
  lines: readonly StatementLine[],
  days: readonly StatementLine[],
  totals: readonly StatementLine[],
): readonly StatementLine[] {
  if (totals.length < dayTotalTuning.minDays) return lines
  const ends = new Set([...days, ...totals])
  const below = findTotals(listDays(lines, ends, totals), lines)
  if (below.size > 0) return lines.map((line) => (hasTotal(line, below) ? keepDate(line, below) : line))
  const above = findTotals(listDays(lines.toReversed(), ends, totals.toReversed()), lines)
  return lines.filter((line) => !hasTotal(line, above))
}

const hasTotal = ({ amounts }: StatementLine, totals: ReadonlySet<PrintedAmount>): boolean =>
  amounts.some((amount) => totals.has(amount))

const countWords = (amounts: readonly PrintedAmount[]): number =>
  new Set(amounts.flatMap(({ words }) => words)).size

const isBalance = ({ words }: StatementLine): boolean =>
  words.some(({ text }) => /^\W*balance\W*$/i.test(text))

/** Whether a line consists of a date, at most a few amounts, and words such as `Total`. */
function isWordsOfTotal(line: StatementLine): boolean {
  const { dates, amounts, words, isPanel } = line
  if (isPanel || amounts.length > dayTotalTuning.maxTotals) return false
  if (amounts.some(({ isForeign }) => isForeign) || (amounts.length === 1 && isBalance(line))) return false
  const known = new Set([...dates, ...amounts].flatMap((value) => value.words))
  return words.every((word) => known.has(word) || totalWord.test(word.text))
}

/** The amounts between each total and the next day or total. */
function listDays(
  lines: readonly StatementLine[],
  ends: ReadonlySet<StatementLine>,
  totals: readonly StatementLine[],
): Day[] {
  return totals.map((heading) => {
    const start = lines.indexOf(heading) + 1
    const end = lines.findIndex((line, n) => n >= start && ends.has(line))
    const between = lines.slice(start, end < 0 ? undefined : end)
    return { heading, rows: between.flatMap((line) => listAmounts(line, heading)) }
  })
}

/** Lists the amounts of a row in the column of the total. A row without one belongs to no day. */
function listAmounts(line: StatementLine, heading: StatementLine): PrintedAmount[] {
  const { amounts, isPanel } = line
  if (isPanel || isBalance(line)) return []
  const local = amounts.filter(({ isForeign, endsCell }) => !isForeign && endsCell)
  if (local.length < 2) return local
  const isInColumn = ({ fullRight }: PrintedAmount) =>
    heading.amounts.some((total) => Math.abs(fullRight - total.fullRight) < dayTotalTuning.maxEdgeOffset)
  return local.filter(isInColumn).slice(0, 1)
}

function findTotals(days: readonly Day[], lines: readonly StatementLine[]): Set<PrintedAmount> {
  // An amount without a sign is the opposite of the marked ones.
  const hasPlus = lines.some(({ amounts }) => amounts.some(({ mark, isCell }) => isCell && mark === '+'))
  const unmarkedSign = hasPlus ? -1 : 1
  const totals = new Set<PrintedAmount>()
  for (let n = 0; n < dayTotalTuning.maxTotals; n++) {
    const withTotal = days.filter(({ heading }) => heading.amounts[n])
    const isKind = (kind: TotalKind) => areTotals(withTotal, (day) => isSum(day, n, kind))
    const kind = totalKinds.find(isKind)
    if (withTotal.length === 0 || !kind) continue
    for (const day of withTotal) {
      // An amount without a date that is no sum may be a balance.
      if (day.heading.dates.length > 0 || isSum(day, n, kind))
        totals.add(day.heading.amounts[n] as PrintedAmount)
    }
  }
  return totals

  /** Whether a total is the sum of the rows. Beyond the rows of the last day there may be other amounts. */
  function isSum({ heading, rows }: Day, index: number, kind: TotalKind): boolean {
    const total = (heading.amounts[index] as PrintedAmount).pence
    const isLast = heading === days.at(-1)?.heading
    let sum = 0
    for (const [n, { pence, mark }] of rows.entries()) {
      const signed = (mark === '-' ? -1 : mark === '+' ? 1 : unmarkedSign) * pence
      if (kind === 'net') sum += signed
      else if (signed > 0 === (kind === 'in')) sum += pence
      if (Math.abs(sum) === total && (isLast || n === rows.length - 1)) return true
    }
    return false
  }
}

/**
 * Whether the amounts beside the dates are sums of their rows. A few may leave out rows, such as transfers between
 * accounts of the same person.
 */
function areTotals(days: readonly Day[], isSum: (day: Day) => boolean): boolean {
  const { minDays, minDaysOfOneRow, minRightShare } = dayTotalTuning
  const right = days.filter(isSum)
  if (right.length < minDays || right.length < minRightShare * days.length) return false
  return right.some(({ rows }) => rows.length > 1) || right.length >= minDaysOfOneRow
}

/** Removes the totals from a heading, and keeps its date and the balance of the day. */
function keepDate(line: StatementLine, totals: ReadonlySet<PrintedAmount>): StatementLine {
  const amounts = line.amounts.filter((amount) => !totals.has(amount))
  const dropped = new Set(line.amounts.filter((amount) => totals.has(amount)).flatMap(({ words }) => words))
  const dateWords = new Set(line.dates.flatMap(({ words }) => words))
  const words = line.words.filter((word) => (amounts.length > 0 ? !dropped.has(word) : dateWords.has(word)))
  return { ...line, amounts, words }
}
