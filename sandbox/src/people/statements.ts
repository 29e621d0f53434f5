import { addMonths, firstOfMonth, type IsoDate, lastOfMonth } from '../calendar.ts'
import { type PenceAmount, prorateNearest, totalOf } from '../money.ts'
import { addressOf } from './addresses.ts'
import { inventHabits, type Movement, type SpendingHabits } from './habits.ts'
import type { PersonRecord } from './person-record.ts'
import { movementsOf } from './spending.ts'
import type { GeneratedStatement, Transaction } from './types.ts'
import { worldStartDate } from './world-dates.ts'

/**
 * All months of the simulation. Income is averaged over three months, or fewer at the start, when there is less
 * history.
 */
const months = Array.from({ length: 36 }, (_, n) => {
  const start = n === 0 ? worldStartDate : firstOfMonth(addMonths(worldStartDate, n))
  const incomeWindowStart = firstOfMonth(addMonths(start, -2))
  return { start, end: lastOfMonth(start), lately: incomeWindowStart, monthsKnown: Math.min(n + 1, 3) }
})

/** Generates one statement per calendar month; the first starts on 6 April, when the simulation starts. */
export function statementsOf(seed: string, life: PersonRecord): GeneratedStatement[] {
  const { person } = life
  const wages = wagesOf(life)
  const averageIncome = averageMonthlyIncome(wages)
  const habits = inventHabits(seed, person, averageIncome)
  const statements: GeneratedStatement[] = []
  let opening = person.bank.openingBalance
  let interestDue = 0
  for (const { start, end, lately: incomeWindowStart, monthsKnown: monthsInWindow } of months) {
    const paid = wages.filter(({ date }) => date >= start && date <= end)
    // Spending depends on the recent average income, because weekly pay varies with the number of pay days in a
    // month.
    const income = Math.round(incomeBetween(wages, incomeWindowStart, end) / monthsInWindow)
    const town = addressOf(person, start).city
    const month = { start, end, town, income, opening, averageIncome, interestDue }
    const movements = [...paid, ...movementsOf(seed, person, habits, month)]
    const transactions = withBalances(movements, opening, habits)
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
    interestDue = overdraftInterest(transactions, opening, start, end)
    opening = closing
  }
  return statements
}

/** Lists the net pay of every job, credited on its pay date; zero net pay produces no transaction. */
function wagesOf({ person, payslips }: PersonRecord): Movement[] {
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

const incomeBetween = (wages: Movement[], from: IsoDate, to: IsoDate): PenceAmount =>
  totalOf(wages.filter(({ date }) => date >= from && date <= to).map(({ amount }) => amount))

/** Averages over the months with any pay. */
function averageMonthlyIncome(wages: Movement[]): PenceAmount {
  const months = new Set(wages.map(({ date }) => date.slice(0, 7)))
  return months.size === 0 ? 0 : Math.round(totalOf(wages.map(({ amount }) => amount)) / months.size)
}

/**
 * Sorts by day and adds running balances. If the overdraft limit would be exceeded, inserts a transfer from savings
 * or a friend.
 */
function withBalances(
  movements: Movement[],
  opening: PenceAmount,
  { overdraft, friends }: SpendingHabits,
): Transaction[] {
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

/** Returns interest of 35 % a year on each day's closing overdraft, charged in the following month. */
function overdraftInterest(
  transactions: Transaction[],
  opening: PenceAmount,
  start: IsoDate,
  end: IsoDate,
): PenceAmount {
  let owed = 0
  let balance = opening
  let next = 0
  for (let date = dateOf(start); date <= dateOf(end); date++) {
    for (let one = transactions[next]; one && dateOf(one.date) === date; one = transactions[++next]) {
      balance = one.balance
    }
    owed += Math.max(0, -balance)
  }
  return prorateNearest(owed, 35, 36_500)
}

const dateOf = (day: IsoDate) => Number(day.slice(8))
