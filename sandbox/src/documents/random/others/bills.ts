import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import { trades } from '../../../people/merchants.ts'
import type { Random } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import { day, digits, linesOf, nameOf, type OtherMatter, pounds, sumOf } from './document-context.ts'

const firms = [
  'Tanglewood Joinery Ltd',
  'Brightwater Plumbing',
  'Quickhedge Gardens',
  'Saddlery & Sons',
  'Inkwell Print',
]
const works = ['Labour', 'Materials', 'Call-out', 'Travel', 'Parts', 'Design hours', 'Delivery', 'Disposal']

function goods(random: Random, count: number) {
  return random.some(works, count).map((work) => {
    const [quantity, price] = [random.whole(1, 12), sumOf(random, 5, 90)]
    return { work, quantity, price, amount: quantity * price }
  })
}

export function invoice({ person, address, on, random, paper }: OtherMatter) {
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

export function utilityBill({ person, address, on, random, paper }: OtherMatter) {
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

export function councilTax({ person, address, on, random, paper }: OtherMatter) {
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

export function receipt({ on, random, paper }: OtherMatter) {
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
