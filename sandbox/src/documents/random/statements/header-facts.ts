import type { IsoDate } from '../../../calendar.ts'
import { addressOf } from '../../../people/addresses.ts'
import { inventName } from '../../../people/names.ts'
import type { SimulatedPerson } from '../../../people/types.ts'
import type { SeededRandom } from '../../../random.ts'
import { toPrintable } from '../../fit-text.ts'
import { formatDay } from '../../pen.ts'
import { bicOf, ibanOf, inFours } from '../../statements/iban.ts'
import { type Bank, inventBank } from '../banks.ts'
import { labels, statementTitles, summaryLabels } from './labels.ts'
import type { RandomStatementPeriod } from './periods.ts'
import type { StatementPlan } from './plan.ts'

export type StatementFact = [label: string, value: string]

/** Facts printed above the table. */
export type RandomStatementFacts = {
  bank: Bank
  title: string
  holder: string
  address: string[]
  accountNumber: string
  sortCode: string
  iban: string
  /** Account facts in the order in which they are printed. */
  pairs: StatementFact[]
  /** Returns the facts of one period; `line` is the period printed without a label. */
  periodOf(period: RandomStatementPeriod, n: number): { pairs: StatementFact[]; line: string }
  summaryLabels: [string, string, string, string]
}

export function factsOf(
  person: SimulatedPerson,
  on: IsoDate,
  plan: StatementPlan,
  random: SeededRandom,
): RandomStatementFacts {
  const bank = inventBank(random)
  const holder = toPrintable(holderOf(person, plan, random))
  const { street, city, county, postCode } = addressOf(person, on)
  const accountNumber = person.bank.accountNumber
  const separator = random.pick(['-', '-', ' ', ''])
  const sortCode = bank.sortCode.replaceAll('-', separator)
  const iban = ibanOf(bank.code, bank.sortCode, accountNumber)
  const ibanText = random.chance(0.7) ? inFours(iban) : iban
  const account: StatementFact[] = random.chance(0.08)
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
  const distractors: StatementFact[] = random.sample<StatementFact>(
    [
      ['Customer number', String(random.integer(10_000_000, 99_999_999))],
      ['Statement number', String(random.integer(3, 240))],
      ['Branch', `${city} ${random.pick(['High Street', 'Market Place', 'Old Town'])}`],
      ['Arranged overdraft limit', `£${random.pick(['250.00', '500.00', '1,200.00'])}`],
      ['Card ending', '4417'],
      ['Currency', 'GBP'],
      ['BIC', bicOf(bank.code)],
    ],
    random.integer(0, 3),
  )
  const ibanPair: StatementFact[] = plan.isIbanPrinted ? [[random.pick(labels.iban), ibanText]] : []
  const holderPair: StatementFact[] = plan.holder === 'address' ? [] : [[random.pick(labels.holder), holder]]
  const blocks = shuffled([account, ibanPair, ...distractors.map((pair) => [pair])], random)
  return {
    bank,
    title: random.pick(statementTitles),
    holder,
    accountNumber,
    sortCode: bank.sortCode,
    iban,
    address: [street, city, county === city ? '' : county, postCode]
      .filter((line) => line !== '')
      .map(toPrintable),
    pairs: [...holderPair, ...blocks.flat()],
    periodOf: periodWriter(plan, random),
    summaryLabels: random.pick(summaryLabels),
  }
}

function shuffled<T>(list: T[], random: SeededRandom): T[] {
  return list
    .map((item) => ({ item, at: random.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function holderOf(
  { title, forename, surname }: SimulatedPerson,
  plan: StatementPlan,
  random: SeededRandom,
): string {
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

function periodWriter(plan: StatementPlan, random: SeededRandom): RandomStatementFacts['periodOf'] {
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
