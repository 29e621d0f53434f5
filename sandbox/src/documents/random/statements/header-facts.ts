import type { Day } from '../../../calendar.ts'
import { addressOf } from '../../../people/addresses.ts'
import { inventName } from '../../../people/names.ts'
import type { Person } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import { printable } from '../../fit-text.ts'
import { bicOf, ibanOf, inFours } from '../../statements/iban.ts'
import { type Bank, inventBank } from '../banks.ts'
import type { Period } from './periods.ts'
import type { Plan } from './plan.ts'
import { labels, statementTitles, summaryWords } from './labels.ts'

export type Pair = [label: string, value: string]

/** What stands above the table, as this paper prints it. */
export type Facts = {
  bank: Bank
  title: string
  holder: string
  address: string[]
  accountNumber: string
  sortCode: string
  iban: string
  /** About the account, in the order in which they stand. */
  pairs: Pair[]
  /** Those of one period, and the period as a line of its own where it has no label. */
  periodOf(period: Period, n: number): { pairs: Pair[]; line: string }
  summaryWords: [string, string, string, string]
}

export function factsOf(person: Person, on: Day, plan: Plan, random: Random): Facts {
  const bank = inventBank(random)
  const holder = printable(holderOf(person, plan, random))
  const { street, city, county, postCode } = addressOf(person, on)
  const accountNumber = person.bank.accountNumber
  const mark = random.pick(['-', '-', ' ', ''])
  const sortCode = bank.sortCode.replaceAll('-', mark)
  const iban = ibanOf(bank.code, bank.sortCode, accountNumber)
  const ibanText = random.chance(0.7) ? inFours(iban) : iban
  const account: Pair[] = random.chance(0.08)
    ? [
        [
          random.pick(['Account', 'Your account', 'Sort code / account number']),
          `${sortCode} / ${accountNumber}`,
        ],
      ]
    : [
        [random.pick(labels.sortCode), sortCode],
        [random.pick(labels.account), accountNumber],
      ]
  const besides: Pair[] = random.some<Pair>(
    [
      ['Customer number', String(random.whole(10_000_000, 99_999_999))],
      ['Statement number', String(random.whole(3, 240))],
      ['Branch', `${city} ${random.pick(['High Street', 'Market Place', 'Old Town'])}`],
      ['Arranged overdraft limit', `£${random.pick(['250.00', '500.00', '1,200.00'])}`],
      ['Card ending', '4417'],
      ['Currency', 'GBP'],
      ['BIC', bicOf(bank.code)],
    ],
    random.whole(0, 3),
  )
  const ibanPair: Pair[] = plan.isIbanPrinted ? [[random.pick(labels.iban), ibanText]] : []
  const holderPair: Pair[] = plan.holder === 'address' ? [] : [[random.pick(labels.holder), holder]]
  const blocks = shuffled([account, ibanPair, ...besides.map((pair) => [pair])], random)
  return {
    bank,
    title: random.pick(statementTitles),
    holder,
    accountNumber,
    sortCode: bank.sortCode,
    iban,
    address: [street, city, county === city ? '' : county, postCode]
      .filter((line) => line !== '')
      .map(printable),
    pairs: [...holderPair, ...blocks.flat()],
    periodOf: periodWriter(plan, random),
    summaryWords: random.pick(summaryWords),
  }
}

function shuffled<T>(list: T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function holderOf({ title, forename, surname }: Person, plan: Plan, random: Random): string {
  const form = random.pick(['full', 'full', 'initial', 'untitled', 'capitals'])
  const write = (own: { title: string; forename: string; surname: string }) => {
    if (form === 'initial') return `${own.title} ${own.forename.charAt(0)} ${own.surname}`
    if (form === 'untitled') return `${own.forename} ${own.surname}`
    const full = `${own.title} ${own.forename} ${own.surname}`
    return form === 'capitals' ? full.toUpperCase() : full
  }
  const own = write({ title, forename, surname })
  if (!plan.isJoint) return own
  const partner = inventName(random, random.pick(['female', 'male']))
  const other = write({ ...partner, surname: random.chance(0.7) ? surname : partner.surname })
  return `${own} ${form === 'capitals' ? '&' : random.pick(['&', 'and'])} ${other}`
}

function periodWriter(plan: Plan, random: Random): Facts['periodOf'] {
  const form = random.pick([
    'D MMMM YYYY',
    'DD MMM YYYY',
    'DD/MM/YYYY',
    'DDth MMM YYYY',
    'DD.MM.YYYY',
    'DD-MMM-YYYY',
  ])
  const between = random.pick([' to ', ' - ', ' – ', ' until ', ' through '])
  const label = random.pick(labels.period)
  const ends = random.pick<[string, string]>([
    ['From', 'To'],
    ['Period start', 'Period end'],
    ['Start date', 'End date'],
    ['Date from', 'Date to'],
  ])
  return ({ start, end }) => {
    const last = formatDay(end, form)
    if (plan.period === 'statement date') return { pairs: [['Statement date', last]], line: '' }
    if (plan.period === 'from and to')
      return {
        pairs: [
          [ends[0], formatDay(start, form)],
          [ends[1], last],
        ],
        line: '',
      }
    const isOneYear = start.slice(0, 4) === end.slice(0, 4)
    const range =
      plan.period === 'year once' && isOneYear
        ? `${formatDay(start, 'D MMM')}${between}${formatDay(end, 'D MMM YYYY')}`
        : `${formatDay(start, form)}${between}${last}`
    return label === '' ? { pairs: [], line: range } : { pairs: [[label, range]], line: '' }
  }
}
