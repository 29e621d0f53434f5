import type { PenceAmount } from '../money.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import { subscriptions } from './merchants.ts'
import type { SimulatedPerson, Transaction } from './types.ts'

/** A transaction before its running balance is known. */
export type Movement = Omit<Transaction, 'balance'>

/** Regular bills and spending behaviour, constant over the years. */
export type SpendingHabits = {
  bills: (Pick<Movement, 'kind' | 'party' | 'detail'> & {
    amount: PenceAmount
    date: number
    isMetered: boolean
  })[]
  cardsInMonth: number
  /** Percentage of the income after bills that is spent; above 100 the account falls into overdraft. */
  spendsPercent: number
  overdraft: PenceAmount
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

/** Generates spending habits. `income` is the average monthly net income. */
export function inventHabits(seed: string, person: SimulatedPerson, income: PenceAmount): SpendingHabits {
  const random = randomFor(seed, 'habits', person.userName)
  return {
    bills: billsOf(random, Math.max(income, 60_000)),
    cardsInMonth: random.integer(18, 46),
    spendsPercent: random.chance(0.2) ? random.integer(101, 112) : random.integer(62, 98),
    overdraft: random.pick([0, 25_000, 50_000, 100_000]),
    hasInterest: random.chance(0.25),
    friends: random.sample(friends, 2),
  }
}

const rent = { kind: 'standing_order', party: 'Nest and Key Lettings', detail: 'RENT' } as const
const mortgage = { kind: 'direct_debit', party: 'Cobbleholm Mortgages' } as const
const keep = { kind: 'standing_order', party: 'Mum and Dad', detail: 'KEEP' } as const

function billsOf(random: SeededRandom, income: PenceAmount): SpendingHabits['bills'] {
  const share = (minPercent: number, maxPercent: number) =>
    Math.round((income * random.integer(minPercent, maxPercent)) / 10_000) * 100
  const reference = () => `${random.pick([...'ABDEFGHJ'])}${random.integer(100_000, 9_999_999)}`
  const debit = (party: string, amount: PenceAmount, isMetered = false) => ({
    kind: 'direct_debit' as const,
    party,
    detail: reference(),
    amount,
    isMetered,
    date: random.integer(1, 26),
  })
  const home = random.pick([
    { ...rent, amount: share(24, 38) },
    { ...rent, amount: share(24, 38) },
    { ...mortgage, detail: reference(), amount: share(20, 34) + random.integer(0, 99) },
    { ...keep, amount: share(10, 14) },
  ])
  return [
    { ...home, date: random.pick([1, 1, 2, 3, 5]), isMetered: false },
    debit('Council Tax Office', share(4, 7)),
    debit('Bluetarn Power', share(4, 7), true),
    debit('Clearbeck Water', share(1, 2)),
    debit('Loomwire Broadband', random.pick([2_400, 2_799, 3_150, 3_800])),
    debit('Chirrup Mobile', random.pick([800, 1_200, 1_650, 2_799])),
    debit('Plumbline Mutual', random.integer(1_400, 5_200)),
    ...random.sample(subscriptions, random.integer(1, 4)).map(([party, amount]) => debit(party, amount)),
  ]
}
