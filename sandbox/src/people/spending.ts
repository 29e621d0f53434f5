import { addDays, type Day } from '../calendar.ts'
import { type Pence, shareNear, sum } from '../money.ts'
import { type Random, randomFor } from '../random.ts'
import { subscriptions, trades } from './merchants.ts'
import { isWorkingDay } from './pay-dates.ts'
import type { Person, Transaction } from './types.ts'

/** Money that moves, before the balance is known. */
export type Movement = Omit<Transaction, 'balance'>

/** What somebody keeps to for years. */
export type Habits = {
  bills: (Pick<Movement, 'kind' | 'party' | 'detail'> & { amount: Pence; date: number; isMetered: boolean })[]
  cardsInMonth: number
  /** Of what is left after the bills, in percent; over a hundred ends in the overdraft. */
  spendsPercent: number
  overdraft: Pence
  hasInterest: boolean
  friends: string[]
}

const friends = [
  'Pip Larchwood',
  'Nell Thornapple',
  'Ravi Quince',
  'Bo Tanglefoot',
  'Ines Peartree',
  'Gus Halfmoon',
]

/** `income` is what comes in a month, as a rule. */
export function habitsOf(seed: string, person: Person, income: Pence): Habits {
  const random = randomFor(seed, 'habits', person.userName)
  return {
    bills: billsOf(random, Math.max(income, 60_000)),
    cardsInMonth: random.whole(18, 46),
    spendsPercent: random.chance(0.2) ? random.whole(101, 112) : random.whole(62, 98),
    overdraft: random.pick([0, 25_000, 50_000, 100_000]),
    hasInterest: random.chance(0.25),
    friends: random.some(friends, 2),
  }
}

function billsOf(random: Random, income: Pence): Habits['bills'] {
  const share = (least: number, most: number) =>
    Math.round((income * random.whole(least, most)) / 10_000) * 100
  const reference = () => `${random.pick([...'ABDEFGHJ'])}${random.whole(100_000, 9_999_999)}`
  const debit = (party: string, amount: Pence, isMetered = false) => ({
    ...{
      kind: 'direct_debit' as const,
      party,
      detail: reference(),
      amount,
      date: random.whole(1, 26),
      isMetered,
    },
  })
  const home = random.pick([
    {
      kind: 'standing_order' as const,
      party: 'Nest and Key Lettings',
      detail: 'RENT',
      amount: share(24, 38),
    },
    {
      kind: 'standing_order' as const,
      party: 'Nest and Key Lettings',
      detail: 'RENT',
      amount: share(24, 38),
    },
    {
      kind: 'direct_debit' as const,
      party: 'Cobbleholm Mortgages',
      detail: reference(),
      amount: share(20, 34) + random.whole(0, 99),
    },
    { kind: 'standing_order' as const, party: 'Mum and Dad', detail: 'KEEP', amount: share(10, 14) },
  ])
  return [
    { ...home, date: random.pick([1, 1, 2, 3, 5]), isMetered: false },
    debit('Council Tax Office', share(4, 7)),
    debit('Bluetarn Power', share(4, 7), true),
    debit('Clearbeck Water', share(1, 2)),
    debit('Loomwire Broadband', random.pick([2_400, 2_799, 3_150, 3_800])),
    debit('Chirrup Mobile', random.pick([800, 1_200, 1_650, 2_799])),
    debit('Plumbline Mutual', random.whole(1_400, 5_200)),
    ...random.some(subscriptions, random.whole(1, 4)).map(([party, amount]) => debit(party, amount)),
  ]
}

export type Month = {
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

function transfers(
  random: Random,
  { friends }: Habits,
  { start, end, opening, usualIncome }: Month,
): Movement[] {
  const movements: Movement[] = []
  const [payer = 'Pip Larchwood', payee = payer] = friends
  const spare = opening - 2 * usualIncome
  if (spare > 10_000) {
    const amount = -Math.floor(spare / 5_000) * 5_000
    movements.push({
      date: anyDay(random, start, end),
      kind: 'transfer_out',
      party: 'Own savings',
      detail: 'SAVING',
      amount,
    })
  }
  if (random.chance(0.45)) {
    movements.push({
      date: anyDay(random, start, end),
      kind: 'transfer_in',
      party: payer,
      detail: random.pick(['DINNER', 'THANKS', 'TICKETS']),
      amount: random.whole(5, 60) * 100,
    })
  }
  if (random.chance(0.4)) {
    movements.push({
      date: anyDay(random, start, end),
      kind: 'transfer_out',
      party: payee,
      detail: random.pick(['BIRTHDAY', 'SPLIT', 'TRIP']),
      amount: -random.whole(5, 50) * 100,
    })
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
    amount: Math.min(-75, shareNear(one.amount, budget, total)),
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
    ...{
      kind: 'cash' as const,
      party: 'Cash machine',
      detail: town,
      amount: -random.pick([1_000, 2_000, 3_000, 5_000]),
    },
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
