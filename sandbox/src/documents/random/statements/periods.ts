import { addDays, daysBetween, type IsoDate } from '../../../calendar.ts'
import { decimal, type PenceAmount, totalOf } from '../../../money.ts'
import type { GeneratedStatement, Transaction } from '../../../people/types.ts'
import type { SeededRandom } from '../../../random.ts'
import { toPrintable } from '../../fit-text.ts'
import { cardUsedOn, descriptionLines } from '../../statements/descriptions.ts'
import { descriptionPatterns } from './labels.ts'
import type { StatementPlan } from './plan.ts'

export type StatementEntry = {
  date: IsoDate
  /** Date of the transaction itself, printed by some layouts in addition to the booking date. */
  other: IsoDate
  amount: PenceAmount
  balance: PenceAmount
  code: string
  reference: string
  /** Description lines before wrapping. */
  lines: string[]
}

/** One statement period; its entries are ordered oldest first. */
export type RandomStatementPeriod = {
  start: IsoDate
  end: IsoDate
  opening: PenceAmount
  closing: PenceAmount
  entries: StatementEntry[]
}

const minTransactions = 3

/** Extracts the statement periods of a document from a person's monthly statements. */
export function periodsOf(
  statements: GeneratedStatement[],
  plan: StatementPlan,
  random: SeededRandom,
): RandomStatementPeriod[] {
  const windows = windowsOf(statements, plan, random)
  const offset = plan.isOverdrawn ? -medianBalance(statements) - random.integer(500, 60_000) : 0
  return windows.map(({ start, end, opening, transactions }) => {
    const balancedTransactions = withBalances(
      [...transactions, ...zeroAmountLines(plan, start, end, random)],
      opening + offset,
    )
    return {
      start,
      end,
      opening: opening + offset,
      closing: balancedTransactions.at(-1)?.balance ?? opening + offset,
      entries: balancedTransactions.map((transaction) => entryOf(transaction, plan, random)),
    }
  })
}

type Window = { start: IsoDate; end: IsoDate; opening: PenceAmount; transactions: Transaction[] }

function windowsOf(statements: GeneratedStatement[], plan: StatementPlan, random: SeededRandom): Window[] {
  const monthCount = plan.span === 'quarter' ? 3 : plan.periods + (plan.span === 'middle to middle' ? 1 : 0)
  const from = random.integer(0, Math.max(0, statements.length - monthCount))
  const months = statements.slice(from, from + monthCount)
  const fullMonths = months.map(windowOf)
  const [first, last] = [months[0], months.at(-1)] as [GeneratedStatement, GeneratedStatement]
  const all: Window = {
    start: first.start,
    end: last.end,
    opening: first.openingBalance,
    transactions: months.flatMap(({ transactions }) => transactions),
  }
  if (plan.span === 'quarter') return [all]
  if (plan.span === 'month' || months.length < 2) {
    if (plan.span !== 'ten days') return fullMonths
    const start = addDays(first.start, random.integer(0, 15))
    return [sliceWindow(all, start, addDays(start, 10)) ?? (fullMonths[0] as Window)]
  }
  const day = random.integer(7, 20)
  const starts = months.map(({ start }) => addDays(`${start.slice(0, 8)}01`, day))
  const cuts = starts.slice(1).map((next, n) => sliceWindow(all, starts[n] as IsoDate, addDays(next, -1)))
  return cuts.every((cut) => cut !== undefined) ? cuts : fullMonths.slice(0, plan.periods)
}

const windowOf = ({ start, end, openingBalance: opening, transactions }: GeneratedStatement): Window => ({
  start,
  end,
  opening,
  transactions,
})

function sliceWindow(all: Window, start: IsoDate, end: IsoDate): Window | undefined {
  const before = all.transactions.filter(({ date }) => date < start)
  const transactions = all.transactions.filter(({ date }) => date >= start && date <= end)
  if (transactions.length < minTransactions || end > all.end || start < all.start) return undefined
  return { start, end, opening: before.at(-1)?.balance ?? all.opening, transactions }
}

function medianBalance(statements: GeneratedStatement[]): PenceAmount {
  const balances = statements.flatMap(({ transactions }) => transactions.map(({ balance }) => balance))
  return balances.sort((one, other) => one - other)[Math.floor(balances.length / 2)] ?? 0
}

/** Returns lines with an amount of zero, e.g. waived fees, which banks also print. */
function zeroAmountLines(
  plan: StatementPlan,
  start: IsoDate,
  end: IsoDate,
  random: SeededRandom,
): Transaction[] {
  if (!plan.hasNothings) return []
  const parties = ['Monthly account fee waived', 'Interest rate change', 'Mandate cancelled']
  return random.sample(parties, random.integer(1, 2)).map((party) => ({
    kind: 'fee',
    party,
    detail: '',
    amount: 0,
    balance: 0,
    date: addDays(start, random.integer(0, daysBetween(start, end))),
  }))
}

function withBalances(transactions: Transaction[], opening: PenceAmount): Transaction[] {
  let balance = opening
  return transactions
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .map((transaction) => {
      balance += transaction.amount
      return { ...transaction, balance }
    })
}

function entryOf(transaction: Transaction, plan: StatementPlan, random: SeededRandom): StatementEntry {
  const { date, amount, balance, kind } = transaction
  const pattern = descriptionPatterns[plan.wording][kind]
  const isCard = kind === 'card' || kind === 'contactless' || kind === 'refund'
  const distractors = [
    ...(plan.hasForeign && kind === 'card' && random.chance(0.25)
      ? foreignCurrencyLines(amount, random)
      : []),
    ...(plan.hasFiguresInside && random.chance(0.25) ? [embeddedFigures(random)] : []),
  ]
  return {
    date,
    amount,
    balance,
    other: isCard || random.chance(0.2) ? cardUsedOn(date) : date,
    code: pattern[0],
    reference: kind === 'cheque' || random.chance(0.15) ? String(random.integer(100_001, 999_999)) : '',
    lines: [...descriptionLines(transaction, pattern), ...distractors].map(toPrintable),
  }
}

function foreignCurrencyLines(amount: PenceAmount, random: SeededRandom): string[] {
  const rate = random.integer(10_500, 14_900)
  const abroad = Math.round((-amount * rate) / 10_000)
  const four = (rate / 10_000).toFixed(4)
  return random.pick([
    [`USD ${decimal(abroad)} @ ${four}`],
    [`EUR ${decimal(abroad)} VISA XRATE ${four}`],
    [`${decimal(abroad)} EUR`, `Exchange rate ${four}`],
    [`AMOUNT IN USD ${decimal(abroad)} ON ${random.integer(10, 28)} OCT`],
    [`NON-STERLING FEE ${decimal(random.integer(10, 199))} INCLUDED`],
  ])
}

const embeddedFigures = (random: SeededRandom): string =>
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

export const totalIn = ({ entries }: RandomStatementPeriod): PenceAmount =>
  totalOf(entries.filter(({ amount }) => amount > 0).map(({ amount }) => amount))
export const totalOut = ({ entries }: RandomStatementPeriod): PenceAmount =>
  -totalOf(entries.filter(({ amount }) => amount < 0).map(({ amount }) => amount))
