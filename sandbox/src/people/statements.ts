import { addMonths, type Day, firstOfMonth, lastOfMonth } from '../calendar.ts'
import { type Pence, shareNear, sum } from '../money.ts'
import { addressOf } from './addresses.ts'
import { type Habits, habitsOf, type Movement } from './habits.ts'
import type { Life } from './person-record.ts'
import { worldBegins } from './world-dates.ts'
import { movementsOf } from './spending.ts'
import type { Statement, Transaction } from './types.ts'

/** All months that end in the world. What was before it is not known, so at first fewer months count as lately. */
const months = Array.from({ length: 36 }, (_, n) => {
  const start = n === 0 ? worldBegins : firstOfMonth(addMonths(worldBegins, n))
  const lately = firstOfMonth(addMonths(start, -2))
  return { start, end: lastOfMonth(start), lately, monthsKnown: Math.min(n + 1, 3) }
})

/** One statement for each calendar month; the first begins with the world, on 6 April. */
export function statementsOf(seed: string, life: Life): Statement[] {
  const { person } = life
  const wages = wagesOf(life)
  const usualIncome = usualIncomeOf(wages)
  const habits = habitsOf(seed, person, usualIncome)
  const statements: Statement[] = []
  let opening = person.bank.openingBalance
  let owedInterest = 0
  for (const { start, end, lately, monthsKnown } of months) {
    const paid = wages.filter(({ date }) => date >= start && date <= end)
    // One lives by what came in lately, not by the month alone: some months have five Fridays.
    const income = Math.round(incomeBetween(wages, lately, end) / monthsKnown)
    const town = addressOf(person, start).city
    const month = { start, end, town, income, opening, usualIncome, owedInterest }
    const movements = [...paid, ...movementsOf(seed, person, habits, month)]
    const transactions = balanced(movements, opening, habits)
    const closing = transactions.at(-1)?.balance ?? opening
    statements.push({
      person,
      number: statements.length + 1,
      start,
      end,
      openingBalance: opening,
      closingBalance: closing,
      transactions,
    })
    owedInterest = overdraftInterest(transactions, opening, start, end)
    opening = closing
  }
  return statements
}

/** Net pay of every job, on its pay date and to the penny; where it is zero nothing arrives. */
function wagesOf({ person, payslips }: Life): Movement[] {
  const wages = person.jobs.flatMap(({ id, employer, payrollNumber }) =>
    payslips(id).map(({ payDate, netPay }) => ({
      date: payDate,
      kind: 'salary' as const,
      party: employer.name,
      detail: payrollNumber,
      amount: netPay,
    })),
  )
  return wages.filter(({ amount }) => amount > 0)
}

const incomeBetween = (wages: Movement[], from: Day, to: Day): Pence =>
  sum(wages.filter(({ date }) => date >= from && date <= to).map(({ amount }) => amount))

/** The average of the months in which anything was paid. */
function usualIncomeOf(wages: Movement[]): Pence {
  const months = new Set(wages.map(({ date }) => date.slice(0, 7)))
  return months.size === 0 ? 0 : Math.round(sum(wages.map(({ amount }) => amount)) / months.size)
}

/** In the order of days, with what is left after each. Savings or the family help out before the overdraft is used up. */
function balanced(movements: Movement[], opening: Pence, { overdraft, friends }: Habits): Transaction[] {
  const transactions: Transaction[] = []
  let balance = opening
  const book = (movement: Movement) => {
    balance += movement.amount
    transactions.push({ ...movement, balance })
  }
  for (const movement of movements.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  )) {
    const missing = -overdraft - (balance + movement.amount)
    if (missing > 0 && movement.amount < 0) {
      const amount = Math.ceil((missing + 1) / 10_000) * 10_000
      const party = amount > 40_000 ? 'Own savings' : (friends[0] ?? 'Own savings')
      book({ date: movement.date, kind: 'transfer_in', party, detail: 'HELP', amount })
    }
    book(movement)
  }
  return transactions
}

/** 35 % a year on what was owed at the end of each day, taken in the next month. */
function overdraftInterest(transactions: Transaction[], opening: Pence, start: Day, end: Day): Pence {
  let owed = 0
  let balance = opening
  let next = 0
  for (let date = dateOf(start); date <= dateOf(end); date++) {
    for (let one = transactions[next]; one && dateOf(one.date) === date; one = transactions[++next]) {
      balance = one.balance
    }
    owed += Math.max(0, -balance)
  }
  return shareNear(owed, 35, 36_500)
}

const dateOf = (day: Day) => Number(day.slice(8))
