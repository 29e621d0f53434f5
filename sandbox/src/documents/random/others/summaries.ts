import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import { merchantCategories } from '../../../people/merchants.ts'
import type { SeededRandom } from '../../../random.ts'
import { toPrintable } from '../../fit-text.ts'
import { formatDay } from '../../pen.ts'
import { inventBank } from '../banks.ts'
import {
  addressLines,
  digits,
  formatLongDate,
  nameOf,
  type OtherDocumentContext,
  pounds,
  randomAmount,
} from './document-context.ts'

const rate = (random: SeededRandom) => (random.integer(150, 475) / 100).toFixed(2)

export function cardStatement({ person, address, on, random, composer }: OtherDocumentContext) {
  const bank = inventBank(random)
  const count = random.integer(6, 26)
  const rows = Array.from({ length: count }, (_, n) => {
    const trade = random.pick(merchantCategories)
    const at = addDays(on, n - count)
    const party = random.pick(trade.parties).toUpperCase()
    return [
      formatDay(at, 'DD MMM'),
      formatDay(addDays(at, 1), 'DD MMM'),
      party,
      randomAmount(random, 2, 120),
    ] as const
  })
  const spent = rows.reduce((total, [, , , amount]) => total + amount, 0)
  const before = randomAmount(random, 50, 900)
  composer
    .title(bank.name)
    .heading('Your credit card statement')
    .lines([nameOf(person), ...addressLines(address)])
  composer.pairs([
    ['Card number', `XXXX XXXX XXXX ${digits(random, 4)}`],
    ['Statement date', formatLongDate(on)],
    ['Credit limit', pounds(random.pick([150_000, 300_000, 520_000]))],
    ['Previous balance', pounds(before)],
    ['New purchases', pounds(spent)],
    ['Payments received, thank you', pounds(before)],
    ['New balance', pounds(spent)],
    ['Minimum payment due', pounds(Math.max(500, Math.round(spent / 40)))],
    ['Payment due by', formatLongDate(addDays(on, 25))],
  ])
  composer.table(
    ['Transaction', 'Posted', 'Description', 'Amount'],
    [
      ...rows.map(([at, posted, party, amount]) => [at, posted, party, grouped(amount)]),
      [
        formatDay(on, 'DD MMM'),
        formatDay(on, 'DD MMM'),
        'PAYMENT RECEIVED THANK YOU',
        `${grouped(before)} CR`,
      ],
    ],
    [70, 70, 220, 90],
  )
  composer.text('Estimated interest next month. The simple rate is 1.873% a month, 24.9% APR variable.')
}

export function yearEnd({ person, on, random, composer }: OtherDocumentContext) {
  const job = person.jobs[0]
  const year = Number(on.slice(0, 4))
  composer.title('P60 End of Year Certificate').heading(`Tax year to 5 April ${year}`)
  composer.pairs([
    ['Surname', toPrintable(person.surname)],
    ['Forenames', toPrintable(person.forename)],
    ['National Insurance number', person.niNumber],
    ['Works/payroll number', job?.payrollNumber ?? digits(random, 5)],
  ])
  composer.heading('Pay and Income Tax details')
  const pay = randomAmount(random, 14_000, 58_000)
  const tax = Math.max(0, Math.round((pay - 1_257_000) / 5))
  composer.table(
    ['', 'Pay', 'Tax deducted'],
    [
      ['In previous employment(s)', '0.00', '0.00'],
      ['In this employment', grouped(pay), grouped(tax)],
      ['Total for year', grouped(pay), grouped(tax)],
    ],
    [220, 100, 100],
  )
  composer.pairs([
    ['Final tax code', '1257L'],
    ['NI letter', 'A'],
    ['Employee’s contributions', grouped(Math.round(tax * 0.4))],
  ])
  composer.text(
    `To the employee: please keep this certificate. ${toPrintable(job?.employer.name ?? 'Oakmantle Engineering Ltd')}, ${job?.employer.payeReference ?? '952/OE7718'}`,
  )
}

export function savingsSummary({ person, address, on, random, composer }: OtherDocumentContext) {
  const bank = inventBank(random)
  composer
    .title(bank.name)
    .heading('Your annual summary of savings')
    .lines([nameOf(person), ...addressLines(address)])
  composer.pairs([
    ['Tax year', `6 April ${Number(on.slice(0, 4)) - 1} to 5 April ${on.slice(0, 4)}`],
    ['Date', formatLongDate(on)],
  ])
  const names = random.sample(
    ['Cash ISA', 'Easy Saver', 'Fixed Saver 2 year', 'Regular Saver', 'Help fund'],
    random.integer(2, 4),
  )
  composer.table(
    ['Account', 'Rate', 'Interest earned', 'Balance at year end'],
    names.map((name) => [
      name,
      `${rate(random)}%`,
      grouped(randomAmount(random, 1, 400)),
      grouped(randomAmount(random, 100, 20_000)),
    ]),
    [170, 60, 110, 120],
  )
  composer.text(
    'You have used £4,000.00 of your ISA allowance of £20,000.00. No transactions are listed in this summary.',
  )
}

export function pensionStatement({ person, address, on, random, composer }: OtherDocumentContext) {
  const fund = randomAmount(random, 4_000, 90_000)
  composer
    .title('Long Furrow Pensions')
    .heading('Your annual pension statement')
    .lines([nameOf(person), ...addressLines(address)])
  composer.pairs([
    ['Plan number', `LF${digits(random, 8)}`],
    ['Statement date', formatLongDate(on)],
    ['National Insurance number', person.niNumber],
  ])
  composer.table(
    ['Over the last year', 'Amount'],
    [
      ['Value at the start', grouped(Math.round(fund * 0.88))],
      ['Paid in by you', grouped(Math.round(fund * 0.05))],
      ['Paid in by your employer', grouped(Math.round(fund * 0.03))],
      ['Charges', grouped(Math.round(fund * 0.01))],
      ['Value now', grouped(fund)],
    ],
    [240, 100],
  )
  composer.text('What you may get when you retire is an estimate and depends on how the fund grows.')
}
