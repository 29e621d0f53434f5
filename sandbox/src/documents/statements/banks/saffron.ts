import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#b5651d'

export const saffron: BankFormat = {
  id: 'saffron',
  bank: 'Saffrondale Bank',
  about: 'Dates like 09/01/2026, transaction type in words, money out first; trailing minus if overdrawn.',
  creator: 'Saffrondale Digital Statements',
  sortCode: '00-05-19',
  sortCodeMark: '-',
  holder: '{title} {forename} {surname}',
  letterhead: { room: 270 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#2a211a', accent, leading: 9.8, gap: 5 },
  table: { left: 44, right: 551, bottom: 784 },
  columns: [
    { of: 'date', title: 'Date', x: 48 },
    { of: 'code', title: 'Transaction type', x: 104 },
    { of: 'description', title: 'Description', x: 194 },
    { of: 'out', title: 'Paid out', x: 424 },
    { of: 'in', title: 'Paid in', x: 482 },
    { of: 'balance', title: 'Balance', x: 545 },
  ],
  titles: { fill: '#fbf0e2' },
  band: '#fdf9f3',
  dates: 'DD/MM/YYYY',
  balances: 'row',
  overdrawn: { before: '', after: '-', hang: 0.333 },
  amountOn: 'first',
  wording: {
    salary: ['Inward Payment', '{PARTY}', '{detail}'],
    card: ['Card Purchase', '{party}', '{detail}'],
    contactless: ['Contactless', '{party}', '{detail}'],
    direct_debit: ['Direct Debit', '{PARTY}', '{detail}'],
    standing_order: ['Standing Order', '{PARTY}', '{detail}'],
    cash: ['Cash Withdrawal', '{party} {detail}'],
    transfer_in: ['Inward Payment', '{party}', '{detail}'],
    transfer_out: ['Outward Payment', '{party}', '{detail}'],
    refund: ['Card Refund', '{party}'],
    interest: ['Credit Interest', 'Interest to date'],
    fee: ['Account Charge', '{party}'],
    cheque: ['Cheque', 'Number {detail}'],
  },
  room: 180,
  markers: {},
  head(pen, facts) {
    pen.box(44, 40, 507, 46, { fill: '#fbf0e2' })
    pen.text(58, 69, 'Saffrondale', { size: 20, face: 'serif-bold', colour: accent })
    pen.right(539, 60, 'Current Account Statement', { size: 10, face: 'sans-bold' })
    pen.right(539, 74, periodOf(facts, 'DD/MM/YYYY', ' to '))
    drawAddress(pen, facts, 60, 124, 11.5)
    drawHeaderFacts(pen, { x: 340, right: 545, y: 112, leading: 13, rule: '#f0e0cb' }, [
      ['Account number', facts.accountNumber],
      ['Sort code', facts.sortCode],
      ...summary(
        facts,
        ['opening', 'out', 'in', 'closing'],
        ['Opening balance', 'Total paid out', 'Total paid in', 'Closing balance'],
      ),
    ])
    return 212
  },
  laterHead(pen, facts) {
    pen.text(44, 54, 'Saffrondale', { size: 13, face: 'serif-bold', colour: accent })
    pen.right(551, 54, `${facts.sortCode}   ${facts.accountNumber}`)
    return 66
  },
  foot(pen, facts, page, pages) {
    pen.line(44, 802, 551, 802, { colour: '#f0e0cb' })
    pen.text(44, 813, `${facts.bank} is an invented bank.`, { size: 7, colour: '#85776a' })
    pen.right(551, 813, `Page ${page} of ${pages}`, { size: 7, colour: '#85776a' })
  },
}
