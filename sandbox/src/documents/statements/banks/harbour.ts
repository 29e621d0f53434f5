import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#3a4a56'

export const harbour: BankFormat = {
  id: 'harbour',
  bank: 'Harbourgate Bank',
  about:
    'Lines start with a type code, ))) for contactless; balances at the end of each day, D if overdrawn.',
  creator: 'HGB Statement Engine v5',
  sortCode: '00-31-88',
  sortCodeMark: '-',
  holder: '{title} {forename} {surname}',
  letterhead: { room: 240, size: 9.5 },
  text: { size: 8.5, face: 'sans', bold: 'sans-bold', ink: '#20262b', accent, leading: 10, gap: 3 },
  table: { left: 50, right: 548, bottom: 784 },
  columns: [
    { of: 'date', title: 'Date', x: 54 },
    { of: 'description', title: 'Payment type and details', x: 112 },
    { of: 'out', title: 'Paid out', x: 396 },
    { of: 'in', title: 'Paid in', x: 464 },
    { of: 'balance', title: 'Balance', x: 534 },
  ],
  titles: { fill: '#e4e9ec', face: 'sans-bold' },
  dates: 'DD MMM YY',
  isDateOncePerDay: true,
  balances: 'day',
  overdrawn: { before: '', after: ' D', hang: 1 },
  amountOn: 'last',
  wording: {
    salary: ['CR', 'CR {PARTY}', '{DETAIL}'],
    card: ['VIS', 'VIS {PARTY}', '{DETAIL}'],
    contactless: [')))', '))) {PARTY}', '{DETAIL}'],
    direct_debit: ['DD', 'DD {PARTY}'],
    standing_order: ['SO', 'SO {PARTY}', '{detail}'],
    cash: ['ATM', 'ATM {PARTY}', '{DETAIL} {on DD MMM}'],
    transfer_in: ['CR', 'CR {PARTY}', '{DETAIL}'],
    transfer_out: ['BP', 'BP {party}', '{detail}'],
    refund: ['CR', 'CR {PARTY}', 'REFUND'],
    interest: ['CR', 'CR GROSS INTEREST'],
    fee: ['DR', 'DR {PARTY}'],
    cheque: ['CHQ', 'CHQ {detail}'],
  },
  room: 234,
  markers: {
    start: 'BALANCE BROUGHT FORWARD',
    end: 'BALANCE CARRIED FORWARD',
    brought: 'BALANCE BROUGHT FORWARD',
    carried: 'BALANCE CARRIED FORWARD',
    areDated: true,
  },
  head(pen, facts) {
    pen.text(50, 62, 'HARBOURGATE', { size: 15, face: 'sans-bold', colour: accent })
    pen.box(50, 70, 118, 2, { fill: '#c08a3e' })
    pen.text(350, 62, 'Your Statement', { size: 19, colour: accent })
    drawAddress(pen, facts, 66, 118, 11.5)
    pen.text(350, 92, 'Account Summary', { face: 'sans-bold' })
    const words = ['Opening Balance', 'Payments In', 'Payments Out', 'Closing Balance']
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    drawHeaderFacts(pen, { x: 350, right: 534, y: 108, leading: 13, rule: '#cfd6da' }, figures)
    pen.text(50, 206, periodOf(facts, 'D MMMM YYYY', ' to '), { size: 10.5, face: 'sans-bold' })
    const cells = [
      ['Account Name', facts.holder, 50],
      ['Sortcode', facts.sortCode, 300],
      ['Account Number', facts.accountNumber, 370],
      ['Sheet Number', String(facts.statement.number), 470],
    ] as const
    for (const [title, value, x] of cells) {
      pen.text(x, 226, title, { size: 7.5, colour: '#66727a' }).text(x, 238, value, { size: 9.5 })
    }
    pen.text(50, 266, 'Your Anchor Bank Account details', { size: 10.5, face: 'sans-bold', colour: accent })
    return 274
  },
  laterHead(pen, facts) {
    pen.text(50, 52, 'HARBOURGATE', { size: 11, face: 'sans-bold', colour: accent })
    pen.right(548, 52, periodOf(facts, 'D MMMM YYYY', ' to '))
    pen.text(50, 72, facts.holder).text(300, 72, facts.sortCode).text(370, 72, facts.accountNumber)
    return 84
  },
  foot(pen, facts, page, pages) {
    pen.text(50, 812, `${facts.bank}, an invented bank`, { size: 7, colour: '#66727a' })
    pen.right(548, 812, `${page} / ${pages}`, { size: 7, colour: '#66727a' })
  },
}
