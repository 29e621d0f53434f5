import { addDays, type Day } from '../../calendar.ts'
import type { Pence } from '../../money.ts'
import type { Transaction } from '../../people/types.ts'
import { formatDay } from '../pen.ts'
import { cut, printable } from '../fit-text.ts'
import { widthOf } from '../text-metrics.ts'
import type { Facts, Form } from './bank-format.ts'
import { wordsOf } from './descriptions.ts'

export type TransactionRow = {
  is: 'transaction'
  transaction: Transaction
  lines: string[]
  hasBalance: boolean
}
/** A balance, or a total, that is no transaction. */
export type MarkerRow = { is: 'marker'; text: string; date: Day | null; sum: Pence; role: string }

export type Row = TransactionRow | MarkerRow | { is: 'year' | 'heading' | 'note'; text: string }

/** All that stands in the table, from top to bottom, before there are pages. */
export function rowsOf(form: Form, facts: Facts): Row[] {
  const { statement, opening, closing } = facts
  const { markers } = form
  const all = [...statement.transactions, ...(form.added?.(statement) ?? [])]
  const ordered = form.isNewestFirst ? all.toReversed() : all
  const sections = form.sections?.(ordered) ?? [{ title: '', transactions: ordered }]
  const rows: Row[] = []
  let year = ''

  function markYear(day: Day) {
    if (!form.isYearOnItsOwnLine || day.slice(0, 4) === year) return
    year = day.slice(0, 4)
    rows.push({ is: 'year', text: year })
  }
  function mark(text: string, day: Day | null, sum: Pence, role: string) {
    rows.push({ is: 'marker', text, date: markers.areDated ? day : null, sum, role })
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
    transactions.forEach((transaction, place) => {
      markYear(transaction.date)
      const words = wordsOf(transaction, form.wording[transaction.kind])
      const lines = [...words, ...(form.besides?.(transaction, place, facts) ?? [])]
      rows.push({
        is: 'transaction',
        transaction,
        lines: lines.flatMap((line) => breakLine(line, form)),
        hasBalance: hasBalance(form, transactions, place),
      })
    })
    if (end) mark(end.text, null, end.sum, end.role)
  }
  if (markers.end) mark(markers.end, statement.end, closing, 'closing_balance')
  return rows
}

/** Breaks a line where it would leave its column: at a space, or inside a word that is too long for any line. */
function breakLine(text: string, { room, text: style }: Form): string[] {
  const lines: string[] = []
  for (const word of printable(text).split(' ').flatMap(pieces)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length === 0 || widthOf({ ...style, text: longer }) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines

  function pieces(word: string): string[] {
    const piece = cut(word, room, style)
    return piece === word ? [word] : [piece, ...pieces(word.slice(piece.length))]
  }
}

function hasBalance({ balances }: Form, transactions: Transaction[], place: number): boolean {
  const isLastOfDay = transactions[place]?.date !== transactions[place + 1]?.date
  const isLast = place === transactions.length - 1
  if (balances === 'day') return isLastOfDay
  if (balances === 'some') return isLast || (isLastOfDay && place % 2 === 1) || place % 5 === 4
  return balances === 'row'
}
