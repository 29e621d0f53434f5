import { addDays, type IsoDate } from '../../calendar.ts'
import type { PenceAmount } from '../../money.ts'
import type { Transaction } from '../../people/types.ts'
import { toPrintable, truncateToWidth } from '../fit-text.ts'
import { formatDay } from '../pen.ts'
import { widthOf } from '../text-metrics.ts'
import type { BankFormat, BankStatementFacts } from './bank-format.ts'
import { descriptionLines } from './descriptions.ts'

export type TransactionRow = {
  is: 'transaction'
  transaction: Transaction
  lines: string[]
  hasBalance: boolean
}
/** A balance or total that is not a transaction. */
export type MarkerRow = {
  is: 'marker'
  text: string
  date: IsoDate | null
  amount: PenceAmount
  role: string
}

export type BankStatementRow = TransactionRow | MarkerRow | { is: 'year' | 'heading' | 'note'; text: string }

/** Returns all table rows, before pagination. */
export function rowsOf(format: BankFormat, facts: BankStatementFacts): BankStatementRow[] {
  const { statement, opening, closing } = facts
  const { markers } = format
  const all = [...statement.transactions, ...(format.added?.(statement) ?? [])]
  const ordered = format.isNewestFirst ? all.toReversed() : all
  const sections = format.sections?.(ordered) ?? [{ title: '', transactions: ordered }]
  const rows: BankStatementRow[] = []
  let year = ''

  function markYear(day: IsoDate) {
    if (!format.isYearOnItsOwnLine || day.slice(0, 4) === year) return
    year = day.slice(0, 4)
    rows.push({ is: 'year', text: year })
  }
  function mark(text: string, day: IsoDate | null, amount: PenceAmount, role: string) {
    rows.push({ is: 'marker', text, date: markers.areDated ? day : null, amount, role })
  }

  markYear(statement.start)
  const start = markers.start
    ?.replace('{number}', String(statement.number - 1))
    .replace('{end}', formatDay(addDays(statement.start, -1), 'DD/MM/YYYY'))
  if (start) mark(start, statement.start, opening, 'opening_balance')
  for (const { title, transactions, end } of sections) {
    if (title !== '') rows.push({ is: 'heading', text: title })
    if (transactions.length === 0)
      rows.push({ is: 'note', text: 'There were no transactions during this period.' })
    transactions.forEach((transaction, index) => {
      markYear(transaction.date)
      const descriptions = descriptionLines(transaction, format.wording[transaction.kind])
      const lines = [...descriptions, ...(format.extraLines?.(transaction, index, facts) ?? [])]
      rows.push({
        is: 'transaction',
        transaction,
        lines: lines.flatMap((line) => breakLine(line, format)),
        hasBalance: hasBalance(format, transactions, index),
      })
    })
    if (end) mark(end.text, null, end.amount, end.role)
  }
  if (markers.end) mark(markers.end, statement.end, closing, 'closing_balance')
  return rows
}

/** Wraps a line to the column width at spaces, or inside words that are too long for a line. */
function breakLine(text: string, { room, text: style }: BankFormat): string[] {
  const lines: string[] = []
  for (const word of toPrintable(text).split(' ').flatMap(pieces)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length === 0 || widthOf({ ...style, text: longer }) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines

  function pieces(word: string): string[] {
    const piece = truncateToWidth(word, room, style)
    return piece === word ? [word] : [piece, ...pieces(word.slice(piece.length))]
  }
}

function hasBalance({ balances }: BankFormat, transactions: Transaction[], index: number): boolean {
  const isLastOfDay = transactions[index]?.date !== transactions[index + 1]?.date
  const isLast = index === transactions.length - 1
  if (balances === 'day') return isLastOfDay
  if (balances === 'some') return isLast || (isLastOfDay && index % 2 === 1) || index % 5 === 4
  return balances === 'row'
}
