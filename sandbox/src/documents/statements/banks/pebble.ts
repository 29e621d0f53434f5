import { grouped, prorateNearest } from '../../../money.ts'
import { randomFor } from '../../../random.ts'
import type { BankFormat } from '../bank-format.ts'
import { periodOf } from '../page-headers.ts'

const accent = '#1d7a86'
const pots = ['Rainy days', 'Summer holiday']
/** Currency units per pound, in ten-thousandths. */
const currencies = [
  { code: 'EUR', rate: 11_612 },
  { code: 'USD', rate: 13_045 },
  { code: 'SEK', rate: 126_480 },
]

export const pebble: BankFormat = {
  id: 'pebble',
  bank: 'Pebblewick',
  about:
    'Newest first in one signed column; foreign amounts with exchange rate; followed by pots without transactions.',
  creator: 'pebblewick-statements/3.4.0',
  sortCode: '00-88-04',
  sortCodeMark: '-',
  bankCode: 'PBQK',
  holder: '{forename} {surname}',
  letterhead: { room: 198 },
  text: { size: 8.5, face: 'sans', bold: 'sans-bold', ink: '#14262b', accent, leading: 10.5, gap: 6 },
  table: { left: 44, right: 551, bottom: 776 },
  columns: [
    { of: 'date', title: 'Date', x: 44 },
    { of: 'description', title: 'Description', x: 118 },
    { of: 'amount', title: '(GBP) Amount', x: 462 },
    { of: 'balance', title: '(GBP) Balance', x: 551 },
  ],
  titles: {},
  rule: { under: 'rows', colour: '#dbe7e9' },
  dates: 'DD/MM/YYYY',
  isNewestFirst: true,
  balances: 'row',
  omitsOpeningBalance: true,
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'first',
  wording: {
    salary: ['', '{PARTY} (Direct Credit) Reference: {detail}'],
    card: ['', '{party} {detail}'],
    contactless: ['', '{party} {detail}'],
    direct_debit: ['', '{PARTY} (Direct Debit) Reference: {detail}'],
    standing_order: ['', '{party} (Faster Payments) Reference: {detail}'],
    cash: ['', '{party} {detail}'],
    transfer_in: ['', '{party} (Faster Payments) Reference: {detail}'],
    transfer_out: ['', '{party} (Faster Payments) Reference: {detail}'],
    refund: ['', '{party} {detail}'],
    interest: ['', 'Interest'],
    fee: ['', '{party}'],
    cheque: ['', 'Cheque {detail}'],
  },
  room: 275,
  extraLines({ kind, date, amount, party }, index, { accountNumber }) {
    const random = randomFor('spent abroad', accountNumber, date, party, index)
    if (kind !== 'card' || !random.chance(0.25)) return []
    const { code, rate } = random.pick(currencies)
    return [
      `Amount: ${code} ${grouped(prorateNearest(amount, rate, 10_000))}. Rate: ${(rate / 10_000).toFixed(4)}`,
    ]
  },
  markers: {},
  head(pen, facts) {
    for (const [n, x] of [44, 54, 66].entries()) {
      pen.box(x, 52 - 4 * n, 8 + 2 * n, 8 + 4 * n, { fill: ['#8cc6cd', '#4ea1ab', accent][n] ?? accent })
    }
    pen.text(90, 60, 'Pebblewick', { size: 16, face: 'sans-bold' })
    pen.text(44, 104, 'Personal Account statement', { size: 17, face: 'sans-bold' })
    pen.text(44, 119, periodOf(facts, 'DD/MM/YYYY', ' - '), { colour: '#55696e' })
    pen.lines(44, 146, 11.5, [facts.holder, ...facts.address])
    pen.lines(250, 146, 11.5, [
      `Sort code: ${facts.sortCode}`,
      `Account number: ${facts.accountNumber}`,
      `BIC: ${facts.bic}`,
    ])
    const balance = facts.balance(facts.closing).replace(/^-?/, '$&£')
    pen.right(551, 146, balance, { size: 14, face: 'sans-bold', role: 'closing_balance' })
    pen.right(551, 157, 'Personal Account balance', { size: 7.5 })
    pen.right(551, 166, '(Excluding all Pots)', { size: 7.5 })
    pen.right(551, 184, `+£${facts.formatAmount(facts.moneyIn)}`, { face: 'sans-bold', role: 'money_in' })
    pen.right(551, 194, 'Total deposits', { size: 7.5 })
    pen.right(551, 210, `-£${facts.formatAmount(facts.moneyOut)}`, { face: 'sans-bold', role: 'money_out' })
    pen.right(551, 220, 'Total outgoings', { size: 7.5 })
    return 236
  },
  laterHead(pen) {
    pen.text(44, 50, 'Pebblewick', { size: 11, face: 'sans-bold' })
    return 62
  },
  foot(pen, facts, page, pages) {
    const small = { size: 7, colour: '#55696e' }
    pen.text(
      44,
      812,
      `${facts.bank} is not a bank: it is invented. ${facts.sortCode} ${facts.accountNumber}`,
      small,
    )
    pen.right(551, 812, `${page} of ${pages}`, small)
  },
  after: {
    height: 140,
    draw(pen, facts, y) {
      for (const [n, pot] of pots.entries()) {
        const top = y + 34 + n * 58
        pen.text(44, top, `Pot statement: ${pot}`, { size: 12, face: 'sans-bold' })
        pen.text(44, top + 13, periodOf(facts, 'DD/MM/YYYY', ' - '), { colour: '#55696e' })
        pen.text(44, top + 28, 'There were no transactions during this period.')
        pen.right(551, top, '£0.00', { face: 'sans-bold' }).right(551, top + 11, 'Pot balance', { size: 7.5 })
      }
    },
  },
}
