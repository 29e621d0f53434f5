import type { IsoDate } from '../../../calendar.ts'
import { totalOf } from '../../../money.ts'
import { formatDay } from '../../pen.ts'
import type { BankFormat } from '../bank-format.ts'
import { drawAddress, periodOf, summary } from '../page-headers.ts'

const accent = '#5b4636'
const daysInColumn = 11

export const umber: BankFormat = {
  id: 'umber',
  bank: 'Umberstone Bank',
  about: 'Separate tables for money in and money out, and a third with daily balances.',
  creator: 'Umberstone Ledger Print',
  sortCode: '00-48-55',
  sortCodeMark: ' ',
  holder: '{title} {forename} {surname}',
  letterhead: { room: 270 },
  text: { size: 8.5, face: 'serif', bold: 'serif-bold', ink: '#241d18', accent, leading: 10.4, gap: 3.4 },
  table: { left: 52, right: 543, bottom: 780 },
  columns: [
    { of: 'date', title: 'Date', x: 54 },
    { of: 'description', title: 'Particulars', x: 128 },
    { of: 'in', title: 'Amount', x: 541 },
    { of: 'out', title: '', x: 541 },
  ],
  titles: {},
  dates: 'D MMMM',
  isDateOncePerDay: true,
  balances: 'none',
  overdrawn: { before: '(', after: ')', hang: 0.333 },
  amountOn: 'first',
  wording: {
    salary: ['', 'Credit by {party}, {detail}'],
    card: ['', 'Card, {party}, {detail}'],
    contactless: ['', 'Card without PIN, {party}, {detail}'],
    direct_debit: ['', 'Direct debit, {party}, {detail}'],
    standing_order: ['', 'Standing order, {party}, {detail}'],
    cash: ['', '{party}, {detail}'],
    transfer_in: ['', 'Transfer from {party}, {detail}'],
    transfer_out: ['', 'Transfer to {party}, {detail}'],
    refund: ['', 'Refund by {party}'],
    interest: ['', 'Interest'],
    fee: ['', '{party}'],
    cheque: ['', 'Cheque {detail}'],
  },
  room: 360,
  markers: {},
  sections(transactions) {
    const credits = transactions.filter(({ amount }) => amount > 0)
    const debits = transactions.filter(({ amount }) => amount <= 0)
    const total = (list: typeof transactions) => Math.abs(totalOf(list.map(({ amount }) => amount)))
    return [
      {
        title: 'Money paid in',
        transactions: credits,
        end: { text: 'Total paid in', amount: total(credits), role: 'money_in' },
      },
      {
        title: 'Money paid out',
        transactions: debits,
        end: { text: 'Total paid out', amount: total(debits), role: 'money_out' },
      },
    ]
  },
  head(pen, facts) {
    pen.text(297.6, 60, 'U M B E R S T O N E', { size: 15, face: 'serif', align: 'centre', colour: accent })
    pen.line(230, 68, 365, 68, { colour: accent })
    pen.text(297.6, 80, 'BANK', { size: 7.5, align: 'centre', colour: accent })
    drawAddress(pen, facts, 68, 122, 12)
    pen.lines(350, 122, 12, [
      'Statement of private account',
      periodOf(facts, 'D MMMM YYYY', ' to '),
      `Account number ${facts.accountNumber}`,
      `Sort code ${facts.sortCode}`,
      `Statement ${facts.statement.number}`,
    ])
    pen.line(52, 196, 543, 196, { colour: accent }).line(52, 226, 543, 226, { colour: accent })
    const words = ['Balance at beginning', 'Paid in', 'Paid out', 'Balance at end']
    for (const [n, [label, value, role]] of summary(
      facts,
      ['opening', 'in', 'out', 'closing'],
      words,
    ).entries()) {
      const x = 54 + n * 126
      pen.text(x, 208, label, { size: 7.5 }).text(x, 220, value, { face: 'serif-bold', role: role ?? '' })
    }
    return 244
  },
  laterHead(pen, facts) {
    pen.text(297.6, 50, 'U M B E R S T O N E', { size: 9, face: 'serif', align: 'centre', colour: accent })
    pen.right(543, 50, facts.accountNumber)
    return 66
  },
  foot(pen, facts, page, pages) {
    pen.text(297.6, 812, `${page} of ${pages}. ${facts.bank}, an invented bank.`, {
      size: 7,
      align: 'centre',
    })
  },
  after: {
    height: 190,
    draw(pen, facts, y) {
      pen.text(52, y + 28, 'Balance at the end of each day', { size: 10, face: 'serif-bold', colour: accent })
      const days = new Map<IsoDate, number>()
      for (const { date, balance } of facts.statement.transactions) days.set(date, balance)
      for (const [n, [day, balance]] of [...days].entries()) {
        const [x, top] = [54 + 168 * Math.floor(n / daysInColumn), y + 44 + 12 * (n % daysInColumn)]
        const hang = balance < 0 ? 0.333 * 8.5 : 0
        pen.text(x, top, formatDay(day, 'D MMMM')).right(x + 140 + hang, top, facts.balance(balance), {
          role: 'balance',
        })
      }
    },
  },
}
