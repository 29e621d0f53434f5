import { addDays, type Day } from '../calendar.ts'
import { type Pence, shareNear, sum } from '../money.ts'
import { type Random, randomFor } from '../random.ts'
import type { Habits, Movement } from './habits.ts'
import { trades } from './merchants.ts'
import { isWorkingDay } from './pay-dates.ts'
import type { Person } from './types.ts'

type Month = {
  start: Day
  end: Day
  town: string
  income: Pence
  opening: Pence
  usualIncome: Pence
  owedInterest: Pence
}

/** Everything but the wages that moves in a month; not yet in the order of days. */
export function movementsOf(seed: string, { userName }: Person, habits: Habits, month: Month): Movement[] {
  const random = randomFor(seed, 'spending', userName, month.start.slice(0, 7))
  const bills = habits.bills.map((bill) => billIn(random, bill, month)).filter((bill) => bill !== undefined)
  return [
    ...monthEnds(random, habits, month),
    ...bills,
    ...transfers(random, habits, month),
    ...cards(random, habits, month, sum(bills.map(({ amount }) => amount))),
  ]
}

/** On its date or the next working day; a part of a month does without those that were before. */
function billIn(
  random: Random,
  { date, isMetered, amount, ...bill }: Habits['bills'][number],
  { start, end }: Month,
): Movement | undefined {
  let day: Day = `${start.slice(0, 8)}${String(date).padStart(2, '0')}`
  while (!isWorkingDay(day) && day < end) day = addDays(day, 1)
  const isWinter = /-(11|12|01|02|03)-/.test(start)
  const metered = shareNear(amount, random.whole(85, 105) + (isWinter ? 30 : 0), 100)
  return day < start ? undefined : { date: day, ...bill, amount: isMetered ? -metered : -amount }
}

/** What a bank adds and takes by itself, on the first working day. */
function monthEnds(
  random: Random,
  { hasInterest }: Habits,
  { start, end, opening, owedInterest }: Month,
): Movement[] {
  const movements: Movement[] = []
  let date = start
  while (!isWorkingDay(date) && date < end) date = addDays(date, 1)
  const earned = shareNear(opening, random.whole(90, 110), 120_000)
  if (owedInterest > 0)
    movements.push({ date, kind: 'fee', party: 'Overdraft interest', detail: '', amount: -owedInterest })
  else if (hasInterest && earned > 0)
    movements.push({ date, kind: 'interest', party: 'Interest paid', detail: '', amount: earned })
  return movements
}

function transfers(random: Random, { friends }: Habits, month: Month): Movement[] {
  const { start, end, opening, usualIncome } = month
  const [payer = 'Pip Larchwood', payee = payer] = friends
  const into = (party: string, detail: string, amount: Pence): Movement => ({
    date: anyDay(random, start, end),
    kind: 'transfer_in',
    party,
    detail,
    amount,
  })
  const out = (party: string, detail: string, amount: Pence): Movement => ({
    date: anyDay(random, start, end),
    kind: 'transfer_out',
    party,
    detail,
    amount: -amount,
  })
  const movements: Movement[] = []
  const spare = opening - 2 * usualIncome
  if (spare > 10_000) movements.push(out('Own savings', 'SAVING', Math.floor(spare / 5_000) * 5_000))
  if (random.chance(0.45)) {
    movements.push(into(payer, random.pick(['DINNER', 'THANKS', 'TICKETS']), random.whole(5, 60) * 100))
  }
  if (random.chance(0.4)) {
    movements.push(out(payee, random.pick(['BIRTHDAY', 'SPLIT', 'TRIP']), random.whole(5, 50) * 100))
  }
  return movements
}

/** Groceries, fares, meals: as many as usual, and as dear as the month allows. */
function cards(random: Random, habits: Habits, month: Month, bills: Pence): Movement[] {
  const { start, end, town, income, usualIncome, opening } = month
  const wanted = habits.cardsInMonth + random.whole(-4, 6)
  const isTight = opening < 0 && income < usualIncome
  const left = Math.max(15_000, income + bills)
  const budget = shareNear(left, habits.spendsPercent - (isTight ? 30 : 0), 100)
  const bought = Array.from({ length: wanted }, () => purchase(random, start, end, town))
  const total = sum(bought.map(({ amount }) => -amount))
  const movements = bought.map((one) => ({
    ...one,
    amount: Math.min(-75, Math.round((one.amount * budget) / total)),
  }))
  return [...movements, ...exceptions(random, movements, month)]
}

/** Each as many times as it is frequent. */
const temptations = trades.flatMap((trade) => Array.from({ length: trade.often }, () => trade))

function purchase(random: Random, start: Day, end: Day, town: string): Movement {
  const trade = random.pick(temptations)
  // Small sums are more frequent than large ones.
  const amount = Math.round(trade.least + random.fraction() ** 2 * (trade.most - trade.least))
  return {
    date: anyDay(random, start, end),
    kind: random.pick(trade.kinds),
    party: random.pick(trade.parties),
    detail: town,
    amount: -amount,
  }
}

/** Cash, now and then a cheque, and something that was brought back. */
function exceptions(random: Random, bought: Movement[], { start, end, town, income }: Month): Movement[] {
  const movements: Movement[] = Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => ({
    date: anyDay(random, start, end),
    kind: 'cash' as const,
    party: 'Cash machine',
    detail: town,
    amount: -random.pick([1_000, 2_000, 3_000, 5_000]),
  }))
  const returned = random.pick(bought)
  if (random.chance(0.12) && returned.date < end) {
    movements.push({
      ...returned,
      kind: 'refund',
      date: anyDay(random, returned.date, end),
      amount: -returned.amount,
    })
  }
  if (income > 0 && random.chance(0.03)) {
    const detail = String(random.whole(100, 999)).padStart(6, '0')
    movements.push({
      date: anyDay(random, start, end),
      kind: 'cheque',
      party: 'Cheque',
      detail,
      amount: -random.whole(20, 90) * 100,
    })
  }
  return movements
}

/** Both days are of one month. */
const anyDay = (random: Random, start: Day, end: Day): Day =>
  start.slice(0, 8) + String(random.whole(Number(start.slice(8)), Number(end.slice(8)))).padStart(2, '0')
