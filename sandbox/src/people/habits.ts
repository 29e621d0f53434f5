import type { Pence } from '../money.ts'
import { type Random, randomFor } from '../random.ts'
import { subscriptions } from './merchants.ts'
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

const rent = { kind: 'standing_order', party: 'Nest and Key Lettings', detail: 'RENT' } as const
const mortgage = { kind: 'direct_debit', party: 'Cobbleholm Mortgages' } as const
const keep = { kind: 'standing_order', party: 'Mum and Dad', detail: 'KEEP' } as const

function billsOf(random: Random, income: Pence): Habits['bills'] {
  const share = (least: number, most: number) =>
    Math.round((income * random.whole(least, most)) / 10_000) * 100
  const reference = () => `${random.pick([...'ABDEFGHJ'])}${random.whole(100_000, 9_999_999)}`
  const debit = (party: string, amount: Pence, isMetered = false) => ({
    kind: 'direct_debit' as const,
    party,
    detail: reference(),
    amount,
    isMetered,
    date: random.whole(1, 26),
  })
  const home = random.pick([
    { ...rent, amount: share(24, 38) },
    { ...rent, amount: share(24, 38) },
    { ...mortgage, detail: reference(), amount: share(20, 34) + random.whole(0, 99) },
    { ...keep, amount: share(10, 14) },
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
