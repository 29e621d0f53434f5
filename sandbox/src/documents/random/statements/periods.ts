import { addDays, type Day, daysBetween } from '../../../calendar.ts'
import { decimal, type Pence, sum } from '../../../money.ts'
import type { Statement, Transaction } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import { printable } from '../../fit-text.ts'
import { usedOn, wordsOf } from '../../statements/descriptions.ts'
import type { Plan } from './plan.ts'
import { wordings } from './labels.ts'

export type Entry = {
  date: Day
  /** When it was made, which some papers print besides. */
  other: Day
  amount: Pence
  balance: Pence
  code: string
  reference: string
  /** Of the description, before they are broken to fit. */
  lines: string[]
}

/** Oldest first. */
export type Period = { start: Day; end: Day; opening: Pence; closing: Pence; entries: Entry[] }

const fewest = 3

/** Cuts the periods of a paper out of somebody's months. */
export function periodsOf(statements: Statement[], plan: Plan, random: Random): Period[] {
  const windows = windowsOf(statements, plan, random)
  const offset = plan.isOverdrawn ? -middleOf(statements) - random.whole(500, 60_000) : 0
  return windows.map(({ start, end, opening, transactions }) => {
    const moved = balanced([...transactions, ...nothings(plan, start, end, random)], opening + offset)
    return {
      start,
      end,
      opening: opening + offset,
      closing: moved.at(-1)?.balance ?? opening + offset,
      entries: moved.map((transaction) => entryOf(transaction, plan, random)),
    }
  })
}

type Window = { start: Day; end: Day; opening: Pence; transactions: Transaction[] }

function windowsOf(statements: Statement[], plan: Plan, random: Random): Window[] {
  const wanted = plan.span === 'quarter' ? 3 : plan.periods + (plan.span === 'middle to middle' ? 1 : 0)
  const from = random.whole(0, Math.max(0, statements.length - wanted))
  const taken = statements.slice(from, from + wanted)
  const whole = taken.map(windowOf)
  const [first, last] = [taken[0], taken.at(-1)] as [Statement, Statement]
  const all: Window = {
    start: first.start,
    end: last.end,
    opening: first.openingBalance,
    transactions: taken.flatMap(({ transactions }) => transactions),
  }
  if (plan.span === 'quarter') return [all]
  if (plan.span === 'month' || taken.length < 2) {
    if (plan.span !== 'ten days') return whole
    const start = addDays(first.start, random.whole(0, 15))
    return [cutOut(all, start, addDays(start, 10)) ?? (whole[0] as Window)]
  }
  const day = random.whole(7, 20)
  const starts = taken.map(({ start }) => addDays(`${start.slice(0, 8)}01`, day))
  const cuts = starts.slice(1).map((next, n) => cutOut(all, starts[n] as Day, addDays(next, -1)))
  return cuts.every((cut) => cut !== undefined) ? cuts : whole.slice(0, plan.periods)
}

const windowOf = ({ start, end, openingBalance: opening, transactions }: Statement): Window => ({
  start,
  end,
  opening,
  transactions,
})

function cutOut(all: Window, start: Day, end: Day): Window | undefined {
  const before = all.transactions.filter(({ date }) => date < start)
  const transactions = all.transactions.filter(({ date }) => date >= start && date <= end)
  if (transactions.length < fewest || end > all.end || start < all.start) return undefined
  return { start, end, opening: before.at(-1)?.balance ?? all.opening, transactions }
}

function middleOf(statements: Statement[]): Pence {
  const balances = statements.flatMap(({ transactions }) => transactions.map(({ balance }) => balance))
  return balances.sort((one, other) => one - other)[Math.floor(balances.length / 2)] ?? 0
}

/** Lines that move nothing, which banks print all the same. */
function nothings(plan: Plan, start: Day, end: Day, random: Random): Transaction[] {
  if (!plan.hasNothings) return []
  const parties = ['Monthly account fee waived', 'Interest rate change', 'Mandate cancelled']
  return random.some(parties, random.whole(1, 2)).map((party) => ({
    kind: 'fee',
    party,
    detail: '',
    amount: 0,
    balance: 0,
    date: addDays(start, random.whole(0, daysBetween(start, end))),
  }))
}

function balanced(transactions: Transaction[], opening: Pence): Transaction[] {
  let balance = opening
  return transactions
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .map((transaction) => {
      balance += transaction.amount
      return { ...transaction, balance }
    })
}

function entryOf(transaction: Transaction, plan: Plan, random: Random): Entry {
  const { date, amount, balance, kind } = transaction
  const phrase = wordings[plan.wording][kind]
  const isCard = kind === 'card' || kind === 'contactless' || kind === 'refund'
  const besides = [
    ...(plan.hasForeign && kind === 'card' && random.chance(0.25) ? foreign(amount, random) : []),
    ...(plan.hasFiguresInside && random.chance(0.25) ? [figuresInside(random)] : []),
  ]
  return {
    date,
    amount,
    balance,
    other: isCard || random.chance(0.2) ? usedOn(date) : date,
    code: phrase[0],
    reference: kind === 'cheque' || random.chance(0.15) ? String(random.whole(100_001, 999_999)) : '',
    lines: [...wordsOf(transaction, phrase), ...besides].map(printable),
  }
}

function foreign(amount: Pence, random: Random): string[] {
  const rate = random.whole(10_500, 14_900)
  const abroad = Math.round((-amount * rate) / 10_000)
  const four = (rate / 10_000).toFixed(4)
  return random.pick([
    [`USD ${decimal(abroad)} @ ${four}`],
    [`EUR ${decimal(abroad)} VISA XRATE ${four}`],
    [`${decimal(abroad)} EUR`, `Exchange rate ${four}`],
    [`AMOUNT IN USD ${decimal(abroad)} ON ${random.whole(10, 28)} OCT`],
    [`NON-STERLING FEE ${decimal(random.whole(10, 199))} INCLUDED`],
  ])
}

const figuresInside = (random: Random): string =>
  random.pick([
    'INV 1,204.50',
    '2 @ 14.99',
    'ORDER OF 12/10/2026',
    'REF 20261004',
    '30.00 DEPOSIT HELD',
    'WAS 34.50',
    'BOOKED 03 SEP 2026',
    'PLAN 24.00 A MONTH',
    'LOCKER 7 BAY 12.50',
  ])

export const totalIn = ({ entries }: Period): Pence =>
  sum(entries.filter(({ amount }) => amount > 0).map(({ amount }) => amount))
export const totalOut = ({ entries }: Period): Pence =>
  -sum(entries.filter(({ amount }) => amount < 0).map(({ amount }) => amount))
