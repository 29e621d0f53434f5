import { addDays, type Day } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import { trades } from '../../../people/merchants.ts'
import type { Address, Person } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import { formatDay } from '../../drafting.ts'
import { printable } from '../../fitting.ts'
import { inventBank } from '../banks.ts'
import type { Composer } from './composer.ts'

export type OtherMatter = { person: Person; address: Address; on: Day; random: Random; paper: Composer }

const nameOf = ({ title, forename, surname }: Person) => printable(`${title} ${forename} ${surname}`)
const linesOf = ({ street, city, postCode }: Address) => [street, city, postCode].map(printable)
const day = (on: Day) => formatDay(on, 'D MMMM YYYY')
const pounds = (pence: number) => `£${grouped(pence)}`
const sumOf = (random: Random, least: number, most: number) => random.whole(least * 100, most * 100)
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => String(random.whole(0, 9))).join('')
const firms = [
  'Tanglewood Joinery Ltd',
  'Brightwater Plumbing',
  'Quickhedge Gardens',
  'Saddlery & Sons',
  'Inkwell Print',
]
const works = ['Labour', 'Materials', 'Call-out', 'Travel', 'Parts', 'Design hours', 'Delivery', 'Disposal']
const rate = (random: Random) => (random.whole(150, 475) / 100).toFixed(2)

function goods(random: Random, count: number) {
  return random.some(works, count).map((work) => {
    const [quantity, price] = [random.whole(1, 12), sumOf(random, 5, 90)]
    return { work, quantity, price, amount: quantity * price }
  })
}

function invoice({ person, address, on, random, paper }: OtherMatter) {
  const firm = random.pick(firms)
  const lines = goods(random, random.whole(2, 7))
  const net = lines.reduce((total, { amount }) => total + amount, 0)
  const vat = Math.round(net / 5)
  paper
    .title(firm)
    .heading('INVOICE')
    .lines([nameOf(person), ...linesOf(address)])
  paper.pairs([
    ['Invoice number', `INV-${digits(random, 5)}`],
    ['Invoice date', day(on)],
    ['Due date', day(addDays(on, 30))],
    ['VAT registration number', `GB ${digits(random, 9)}`],
  ])
  paper.table(
    ['Description', 'Quantity', 'Unit price', 'Amount'],
    lines.map(({ work, quantity, price, amount }) => [
      work,
      String(quantity),
      grouped(price),
      grouped(amount),
    ]),
    [220, 70, 90, 90],
  )
  paper.pairs([
    ['Subtotal', pounds(net)],
    ['VAT at 20%', pounds(vat)],
    ['Total due', pounds(net + vat)],
  ])
  paper.text(
    `Please pay to ${firm}, sort code 00-41-${digits(random, 2)}, account number ${digits(random, 8)}.`,
  )
}

function utilityBill({ person, address, on, random, paper }: OtherMatter) {
  const [before, used] = [random.whole(10_000, 40_000), random.whole(120, 900)]
  const [cost, standing] = [used * 27, 62 * 53]
  paper.title(random.pick(['Bluetarn Power', 'Clearbeck Water', 'Hearthside Energy'])).heading('Your bill')
  paper.lines([nameOf(person), ...linesOf(address)])
  paper.pairs([
    ['Account number', digits(random, 10)],
    ['Bill date', day(on)],
    ['Bill period', `${day(addDays(on, -62))} to ${day(addDays(on, -1))}`],
    ['Balance brought forward', pounds(sumOf(random, 0, 40))],
  ])
  paper.table(
    ['Meter reading', 'Previous', 'Present', 'Units'],
    [['Electricity', String(before), String(before + used), String(used)]],
    [200, 80, 80, 80],
  )
  paper.pairs([
    [`Energy used ${used} kWh at 27.00p`, pounds(cost)],
    ['Standing charge 62 days at 53.00p', pounds(standing)],
    ['VAT at 5%', pounds(Math.round((cost + standing) / 20))],
    ['Total to pay by Direct Debit', pounds(Math.round(((cost + standing) * 21) / 20))],
  ])
}

function councilTax({ person, address, on, random, paper }: OtherMatter) {
  const whole = sumOf(random, 1_100, 2_900)
  const part = Math.floor(whole / 10)
  paper.title(`${address.city} Borough Council`).heading('Council Tax bill')
  paper.lines([nameOf(person), ...linesOf(address)])
  paper.pairs([
    ['Account reference', digits(random, 9)],
    ['Date of issue', day(on)],
    ['Valuation band', random.pick(['A', 'B', 'C', 'D', 'E'])],
    ['Charge for the year', pounds(whole)],
  ])
  paper.heading('Instalments')
  const rows = Array.from({ length: 10 }, (_, n) => [
    formatDay(addDays(on, 30 * n), 'DD/MM/YYYY'),
    grouped(n === 9 ? whole - 9 * part : part),
  ])
  paper.table(['Due on', 'Amount'], rows, [160, 90])
}

function letter({ person, address, on, random, paper }: OtherMatter) {
  paper.title(random.pick(['Larchwood & Pell Solicitors', 'Millrace Surgery', 'Fernway School']))
  paper.lines([nameOf(person), ...linesOf(address), '', day(on)])
  paper.text(`Dear ${nameOf(person)},`)
  const sentences = [
    `Thank you for your letter of ${day(addDays(on, -9))}. We have looked into the matter that you raised.`,
    `The fee of ${pounds(sumOf(random, 20, 300))} was charged in error and will be paid back within ten working days.`,
    'Please bring this letter with you when you come, together with something that shows your address.',
    `Your next appointment is on ${day(addDays(on, 21))} at half past ten.`,
    'Nothing more needs to be done for the time being. Do write to us if anything is unclear.',
  ]
  for (const sentence of random.some(sentences, random.whole(3, 5))) paper.text(sentence)
  paper.text('Yours sincerely,').lines(['', 'Philippa Larchwood'])
}

function curriculumVitae({ person, address, on, random, paper }: OtherMatter) {
  paper.title(nameOf(person)).lines([...linesOf(address), person.email])
  paper
    .heading('Profile')
    .text('A careful and cheerful worker with ten years in small firms, used to figures and to people.')
  paper.heading('Employment')
  for (const [n, job] of person.jobs.entries()) {
    const from = formatDay(job.startDate, 'MMM YYYY')
    paper.lines([
      `${from} – ${n === 0 ? 'present' : formatDay(on, 'MMM YYYY')}`,
      printable(`${job.role}, ${job.employer.name}`),
    ])
  }
  paper
    .heading('Education')
    .lines([`2009 – 2012 Degree in ${random.pick(['history', 'statistics', 'botany'])}, grade 68.50`])
  paper.heading('Interests').text('Bell ringing, long walks and the repair of clocks.')
}

function cardStatement({ person, address, on, random, paper }: OtherMatter) {
  const bank = inventBank(random)
  const count = random.whole(6, 26)
  const rows = Array.from({ length: count }, (_, n) => {
    const trade = random.pick(trades)
    const at = addDays(on, n - count)
    const party = random.pick(trade.parties).toUpperCase()
    return [
      formatDay(at, 'DD MMM'),
      formatDay(addDays(at, 1), 'DD MMM'),
      party,
      sumOf(random, 2, 120),
    ] as const
  })
  const spent = rows.reduce((total, [, , , amount]) => total + amount, 0)
  const before = sumOf(random, 50, 900)
  paper
    .title(bank.name)
    .heading('Your credit card statement')
    .lines([nameOf(person), ...linesOf(address)])
  paper.pairs([
    ['Card number', `XXXX XXXX XXXX ${digits(random, 4)}`],
    ['Statement date', day(on)],
    ['Credit limit', pounds(random.pick([150_000, 300_000, 520_000]))],
    ['Previous balance', pounds(before)],
    ['New purchases', pounds(spent)],
    ['Payments received, thank you', pounds(before)],
    ['New balance', pounds(spent)],
    ['Minimum payment due', pounds(Math.max(500, Math.round(spent / 40)))],
    ['Payment due by', day(addDays(on, 25))],
  ])
  paper.table(
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
  paper.text('Estimated interest next month. The simple rate is 1.873% a month, 24.9% APR variable.')
}

function yearEnd({ person, on, random, paper }: OtherMatter) {
  const job = person.jobs[0]
  const year = Number(on.slice(0, 4))
  paper.title('P60 End of Year Certificate').heading(`Tax year to 5 April ${year}`)
  paper.pairs([
    ['Surname', printable(person.surname)],
    ['Forenames', printable(person.forename)],
    ['National Insurance number', person.niNumber],
    ['Works/payroll number', job?.payrollNumber ?? digits(random, 5)],
  ])
  paper.heading('Pay and Income Tax details')
  const pay = sumOf(random, 14_000, 58_000)
  const tax = Math.max(0, Math.round((pay - 1_257_000) / 5))
  paper.table(
    ['', 'Pay', 'Tax deducted'],
    [
      ['In previous employment(s)', '0.00', '0.00'],
      ['In this employment', grouped(pay), grouped(tax)],
      ['Total for year', grouped(pay), grouped(tax)],
    ],
    [220, 100, 100],
  )
  paper.pairs([
    ['Final tax code', '1257L'],
    ['NI letter', 'A'],
    ['Employee’s contributions', grouped(Math.round(tax * 0.4))],
  ])
  paper.text(
    `To the employee: please keep this certificate. ${printable(job?.employer.name ?? 'Oakmantle Engineering Ltd')}, ${job?.employer.payeReference ?? '952/OE7718'}`,
  )
}

function savingsSummary({ person, address, on, random, paper }: OtherMatter) {
  const bank = inventBank(random)
  paper
    .title(bank.name)
    .heading('Your annual summary of savings')
    .lines([nameOf(person), ...linesOf(address)])
  paper.pairs([
    ['Tax year', `6 April ${Number(on.slice(0, 4)) - 1} to 5 April ${on.slice(0, 4)}`],
    ['Date', day(on)],
  ])
  const names = random.some(
    ['Cash ISA', 'Easy Saver', 'Fixed Saver 2 year', 'Regular Saver', 'Help fund'],
    random.whole(2, 4),
  )
  paper.table(
    ['Account', 'Rate', 'Interest earned', 'Balance at year end'],
    names.map((name) => [
      name,
      `${rate(random)}%`,
      grouped(sumOf(random, 1, 400)),
      grouped(sumOf(random, 100, 20_000)),
    ]),
    [170, 60, 110, 120],
  )
  paper.text(
    'You have used £4,000.00 of your ISA allowance of £20,000.00. No transactions are listed in this summary.',
  )
}

function receipt({ on, random, paper }: OtherMatter) {
  const trade = random.pick(trades)
  const lines = goods(random, random.whole(2, 8))
  const total = lines.reduce((all, { amount }) => all + amount, 0)
  paper
    .title(random.pick(trade.parties))
    .lines([formatDay(on, 'DD/MM/YYYY'), `Till 3  Receipt ${digits(random, 6)}`])
  paper.table(
    ['Item', 'Price'],
    lines.map(({ work, amount }) => [work, grouped(amount)]),
    [200, 80],
  )
  paper.pairs([
    ['TOTAL', pounds(total)],
    ['CARD', pounds(total)],
    ['CHANGE', '£0.00'],
  ])
  paper.text('Thank you for your custom. Goods may be brought back within 28 days.')
}

function minutes({ person, on, random, paper }: OtherMatter) {
  paper
    .title('Minutes of the meeting')
    .lines([`Allotment society, ${day(on)}`, `Present: ${nameOf(person)}, Ravi Quince, Nell Thornapple`])
  const items = [
    ['Apologies', 'There were none.'],
    [
      'Treasurer',
      `The balance stands at ${pounds(sumOf(random, 100, 900))}, after ${pounds(sumOf(random, 20, 90))} for seed potatoes.`,
    ],
    ['Water butts', 'Two have frozen. A quotation is awaited.'],
    ['Hedge', `To be cut by ${day(addDays(on, 14))} at the latest.`],
    ['Any other business', 'The gate is to be kept shut on account of the goat.'],
  ]
  for (const [n, [title, text]] of items.entries()) paper.heading(`${n + 1}. ${title}`).text(text ?? '')
}

function pensionStatement({ person, address, on, random, paper }: OtherMatter) {
  const fund = sumOf(random, 4_000, 90_000)
  paper
    .title('Long Furrow Pensions')
    .heading('Your annual pension statement')
    .lines([nameOf(person), ...linesOf(address)])
  paper.pairs([
    ['Plan number', `LF${digits(random, 8)}`],
    ['Statement date', day(on)],
    ['National Insurance number', person.niNumber],
  ])
  paper.table(
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
  paper.text('What you may get when you retire is an estimate and depends on how the fund grows.')
}

export const otherPapers: Record<string, (matter: OtherMatter) => void> = {
  ...{ invoice, letter, receipt, minutes },
  ...{
    'utility-bill': utilityBill,
    'council-tax': councilTax,
    cv: curriculumVitae,
    'card-statement': cardStatement,
  },
  ...{ p60: yearEnd, 'savings-summary': savingsSummary, 'pension-statement': pensionStatement },
}
