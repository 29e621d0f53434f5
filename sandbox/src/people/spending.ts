import { addDays, type IsoDate } from '../calendar.ts'
import { type PenceAmount, prorateNearest, totalOf } from '../money.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import type { Movement, SpendingHabits } from './habits.ts'
import { merchantCategories } from './merchants.ts'
import { isWorkingDay } from './pay-dates.ts'
import type { SimulatedPerson } from './types.ts'

type SpendingMonth = {
  start: IsoDate
  end: IsoDate
  town: string
  income: PenceAmount
  opening: PenceAmount
  averageIncome: PenceAmount
  interestDue: PenceAmount
}

/** Generates all movements of a month except wages, unsorted. */
export function movementsOf(
  seed: string,
  { userName }: SimulatedPerson,
  habits: SpendingHabits,
  month: SpendingMonth,
): Movement[] {
  const random = randomFor(seed, 'spending', userName, month.start.slice(0, 7))
  const bills = habits.bills.map((bill) => billIn(random, bill, month)).filter((bill) => bill !== undefined)
  return [
    ...interestEntries(random, habits, month),
    ...bills,
    ...transfers(random, habits, month),
    ...cards(random, habits, month, totalOf(bills.map(({ amount }) => amount))),
  ]
}

/**
 * Generates the payment of a bill on its due date or the next working day. Returns undefined if it is due before the
 * start of a partial first month.
 */
function billIn(
  random: SeededRandom,
  { date, isMetered, amount, ...bill }: SpendingHabits['bills'][number],
  { start, end }: SpendingMonth,
): Movement | undefined {
  let day: IsoDate = `${start.slice(0, 8)}${String(date).padStart(2, '0')}`
  while (!isWorkingDay(day) && day < end) day = addDays(day, 1)
  const isWinter = /-(11|12|01|02|03)-/.test(start)
  const metered = prorateNearest(amount, random.integer(85, 105) + (isWinter ? 30 : 0), 100)
  return day < start ? undefined : { date: day, ...bill, amount: isMetered ? -metered : -amount }
}

/** Generates overdraft interest charged or credit interest paid, on the first working day. */
function interestEntries(
  random: SeededRandom,
  { hasInterest }: SpendingHabits,
  { start, end, opening, interestDue }: SpendingMonth,
): Movement[] {
  const movements: Movement[] = []
  let date = start
  while (!isWorkingDay(date) && date < end) date = addDays(date, 1)
  const earned = prorateNearest(opening, random.integer(90, 110), 120_000)
  if (interestDue > 0)
    movements.push({ date, kind: 'fee', party: 'Overdraft interest', detail: '', amount: -interestDue })
  else if (hasInterest && earned > 0)
    movements.push({ date, kind: 'interest', party: 'Interest paid', detail: '', amount: earned })
  return movements
}

function transfers(random: SeededRandom, { friends }: SpendingHabits, month: SpendingMonth): Movement[] {
  const { start, end, opening, averageIncome } = month
  const [payer = 'Pip Larchwood', payee = payer] = friends
  const into = (party: string, detail: string, amount: PenceAmount): Movement => ({
    date: randomDayIn(random, start, end),
    kind: 'transfer_in',
    party,
    detail,
    amount,
  })
  const out = (party: string, detail: string, amount: PenceAmount): Movement => ({
    date: randomDayIn(random, start, end),
    kind: 'transfer_out',
    party,
    detail,
    amount: -amount,
  })
  const movements: Movement[] = []
  const spare = opening - 2 * averageIncome
  if (spare > 10_000) movements.push(out('Own savings', 'SAVING', Math.floor(spare / 5_000) * 5_000))
  if (random.chance(0.45)) {
    movements.push(into(payer, random.pick(['DINNER', 'THANKS', 'TICKETS']), random.integer(5, 60) * 100))
  }
  if (random.chance(0.4)) {
    movements.push(out(payee, random.pick(['BIRTHDAY', 'SPLIT', 'TRIP']), random.integer(5, 50) * 100))
  }
  return movements
}

/** Generates card purchases, scaled so that their total fits the month's budget. */
function cards(
  random: SeededRandom,
  habits: SpendingHabits,
  month: SpendingMonth,
  bills: PenceAmount,
): Movement[] {
  const { start, end, town, income, averageIncome, opening } = month
  const purchaseCount = habits.cardsInMonth + random.integer(-4, 6)
  const isTight = opening < 0 && income < averageIncome
  const left = Math.max(15_000, income + bills)
  const budget = prorateNearest(left, habits.spendsPercent - (isTight ? 30 : 0), 100)
  const purchases = Array.from({ length: purchaseCount }, () => purchase(random, start, end, town))
  const total = totalOf(purchases.map(({ amount }) => -amount))
  const movements = purchases.map((one) => ({
    ...one,
    amount: Math.min(-75, Math.round((one.amount * budget) / total)),
  }))
  return [...movements, ...occasionalEntries(random, movements, month)]
}

/** Categories repeated by weight, for weighted random choice. */
const weightedCategories = merchantCategories.flatMap((trade) =>
  Array.from({ length: trade.weight }, () => trade),
)

function purchase(random: SeededRandom, start: IsoDate, end: IsoDate, town: string): Movement {
  const trade = random.pick(weightedCategories)
  // Squaring makes small amounts more frequent than large ones.
  const amount = Math.round(trade.min + random.fraction() ** 2 * (trade.max - trade.min))
  return {
    date: randomDayIn(random, start, end),
    kind: random.pick(trade.kinds),
    party: random.pick(trade.parties),
    detail: town,
    amount: -amount,
  }
}

/** Generates cash withdrawals, and occasionally a refund or a cheque. */
function occasionalEntries(
  random: SeededRandom,
  purchases: Movement[],
  { start, end, town, income }: SpendingMonth,
): Movement[] {
  const movements: Movement[] = Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => ({
    date: randomDayIn(random, start, end),
    kind: 'cash' as const,
    party: 'Cash machine',
    detail: town,
    amount: -random.pick([1_000, 2_000, 3_000, 5_000]),
  }))
  const returned = random.pick(purchases)
  if (random.chance(0.12) && returned.date < end) {
    movements.push({
      ...returned,
      kind: 'refund',
      date: randomDayIn(random, returned.date, end),
      amount: -returned.amount,
    })
  }
  if (income > 0 && random.chance(0.03)) {
    const detail = String(random.integer(100, 999)).padStart(6, '0')
    movements.push({
      date: randomDayIn(random, start, end),
      kind: 'cheque',
      party: 'Cheque',
      detail,
      amount: -random.integer(20, 90) * 100,
    })
  }
  return movements
}

/** Picks a random day between two days of the same month. */
const randomDayIn = (random: SeededRandom, start: IsoDate, end: IsoDate): IsoDate =>
  start.slice(0, 8) + String(random.integer(Number(start.slice(8)), Number(end.slice(8)))).padStart(2, '0')
