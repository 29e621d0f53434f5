import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import { merchantCategories } from '../../../people/merchants.ts'
import type { SeededRandom } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import {
  addressLines,
  digits,
  formatLongDate,
  nameOf,
  type OtherDocumentContext,
  pounds,
  randomAmount,
} from './document-context.ts'

const firms = [
  'Tanglewood Joinery Ltd',
  'Brightwater Plumbing',
  'Quickhedge Gardens',
  'Saddlery & Sons',
  'Inkwell Print',
]
const works = ['Labour', 'Materials', 'Call-out', 'Travel', 'Parts', 'Design hours', 'Delivery', 'Disposal']

function goods(random: SeededRandom, count: number) {
  return random.sample(works, count).map((work) => {
    const [quantity, price] = [random.integer(1, 12), randomAmount(random, 5, 90)]
    return { work, quantity, price, amount: quantity * price }
  })
}

export function invoice({ person, address, on, random, composer }: OtherDocumentContext) {
  const firm = random.pick(firms)
  const lines = goods(random, random.integer(2, 7))
  const net = lines.reduce((total, { amount }) => total + amount, 0)
  const vat = Math.round(net / 5)
  composer
    .title(firm)
    .heading('INVOICE')
    .lines([nameOf(person), ...addressLines(address)])
  composer.pairs([
    ['Invoice number', `INV-${digits(random, 5)}`],
    ['Invoice date', formatLongDate(on)],
    ['Due date', formatLongDate(addDays(on, 30))],
    ['VAT registration number', `GB ${digits(random, 9)}`],
  ])
  composer.table(
    ['Description', 'Quantity', 'Unit price', 'Amount'],
    lines.map(({ work, quantity, price, amount }) => [
      work,
      String(quantity),
      grouped(price),
      grouped(amount),
    ]),
    [220, 70, 90, 90],
  )
  composer.pairs([
    ['Subtotal', pounds(net)],
    ['VAT at 20%', pounds(vat)],
    ['Total due', pounds(net + vat)],
  ])
  composer.text(
    `Please pay to ${firm}, sort code 00-41-${digits(random, 2)}, account number ${digits(random, 8)}.`,
  )
}

export function utilityBill({ person, address, on, random, composer }: OtherDocumentContext) {
  const [before, used] = [random.integer(10_000, 40_000), random.integer(120, 900)]
  const [cost, standing] = [used * 27, 62 * 53]
  composer.title(random.pick(['Bluetarn Power', 'Clearbeck Water', 'Hearthside Energy'])).heading('Your bill')
  composer.lines([nameOf(person), ...addressLines(address)])
  composer.pairs([
    ['Account number', digits(random, 10)],
    ['Bill date', formatLongDate(on)],
    ['Bill period', `${formatLongDate(addDays(on, -62))} to ${formatLongDate(addDays(on, -1))}`],
    ['Balance brought forward', pounds(randomAmount(random, 0, 40))],
  ])
  composer.table(
    ['Meter reading', 'Previous', 'Present', 'Units'],
    [['Electricity', String(before), String(before + used), String(used)]],
    [200, 80, 80, 80],
  )
  composer.pairs([
    [`Energy used ${used} kWh at 27.00p`, pounds(cost)],
    ['Standing charge 62 days at 53.00p', pounds(standing)],
    ['VAT at 5%', pounds(Math.round((cost + standing) / 20))],
    ['Total to pay by Direct Debit', pounds(Math.round(((cost + standing) * 21) / 20))],
  ])
}

export function councilTax({ person, address, on, random, composer }: OtherDocumentContext) {
  const whole = randomAmount(random, 1_100, 2_900)
  const part = Math.floor(whole / 10)
  composer.title(`${address.city} Borough Council`).heading('Council Tax bill')
  composer.lines([nameOf(person), ...addressLines(address)])
  composer.pairs([
    ['Account reference', digits(random, 9)],
    ['Date of issue', formatLongDate(on)],
    ['Valuation band', random.pick(['A', 'B', 'C', 'D', 'E'])],
    ['Charge for the year', pounds(whole)],
  ])
  composer.heading('Instalments')
  const rows = Array.from({ length: 10 }, (_, n) => [
    formatDay(addDays(on, 30 * n), 'DD/MM/YYYY'),
    grouped(n === 9 ? whole - 9 * part : part),
  ])
  composer.table(['Due on', 'Amount'], rows, [160, 90])
}

export function receipt({ on, random, composer }: OtherDocumentContext) {
  const trade = random.pick(merchantCategories)
  const lines = goods(random, random.integer(2, 8))
  const total = lines.reduce((all, { amount }) => all + amount, 0)
  composer
    .title(random.pick(trade.parties))
    .lines([formatDay(on, 'DD/MM/YYYY'), `Till 3  Receipt ${digits(random, 6)}`])
  composer.table(
    ['Item', 'Price'],
    lines.map(({ work, amount }) => [work, grouped(amount)]),
    [200, 80],
  )
  composer.pairs([
    ['TOTAL', pounds(total)],
    ['CARD', pounds(total)],
    ['CHANGE', '£0.00'],
  ])
  composer.text('Thank you for your custom. Goods may be brought back within 28 days.')
}
