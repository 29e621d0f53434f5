import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#9b2d1f'

/** Text with amounts and dates that are distractors, not transactions. */
const leaflet = [
  'Money in your account is looked after up to £120,000.00 for each person, and £240,000.00 for two.',
  'From 01 Jan 27 an arranged overdraft costs 39.90% EAR: £200.00 for 30 days costs £5.60.',
  'Unarranged borrowing is never more than £20.00 a month. Cash abroad: 2.95%, at least £1.50.',
  'If something is wrong, tell us within 13 months: 07700 900482, or write to Freepost RHY 2204.',
  'Cheques of 30 Nov 26 or before are paid until 31 May 27; after that ask for a new one.',
]

export const rowan: BankFormat = {
  id: 'rowan',
  bank: 'Rowanhythe Bank',
  about: 'Opening and closing lines in capitals; followed by a leaflet full of numbers.',
  creator: 'Rowanhythe Mailing 2024',
  sortCode: '00-22-64',
  sortCodeMark: '-',
  bankCode: 'RWQH',
  holder: '{title} {initial} {surname}',
  isHolderInCapitals: true,
  letterhead: { room: 245 },
  text: { size: 8.5, face: 'serif', bold: 'serif-bold', ink: '#231a18', accent, leading: 10.2, gap: 4 },
  table: { left: 46, right: 549, bottom: 782 },
  columns: [
    { of: 'date', title: 'Date', x: 50 },
    { of: 'code', title: 'Payment type', x: 104 },
    { of: 'description', title: 'Details', x: 186 },
    { of: 'out', title: 'Money Out (£)', x: 414 },
    { of: 'in', title: 'Money In (£)', x: 480 },
    { of: 'balance', title: 'Balance (£)', x: 545 },
  ],
  titles: { fill: '#f1e4df', ink: accent },
  rule: { under: 'rows', colour: '#ead9d3' },
  dates: 'DD MMM YY',
  balances: 'row',
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'first',
  wording: {
    salary: ['BANK CREDIT', '{PARTY}', '{DETAIL}'],
    card: ['DEBIT CARD', '{PARTY}', '{DETAIL}'],
    contactless: ['CONTACTLESS', '{PARTY}', '{DETAIL}'],
    direct_debit: ['DIRECT DEBIT', '{PARTY}', '{DETAIL}'],
    standing_order: ['STANDING ORDER', '{PARTY}', '{DETAIL}'],
    cash: ['CASH', '{PARTY}', '{DETAIL}'],
    transfer_in: ['FASTER PAYMENT', '{PARTY}', '{DETAIL}'],
    transfer_out: ['FASTER PAYMENT', '{PARTY}', '{DETAIL}'],
    refund: ['CARD REFUND', '{PARTY}'],
    interest: ['INTEREST', 'CREDIT INTEREST'],
    fee: ['CHARGE', '{PARTY}'],
    cheque: ['CHEQUE', '{DETAIL}'],
  },
  room: 168,
  markers: { start: 'STATEMENT OPENING BALANCE', end: 'STATEMENT CLOSING BALANCE', areDated: true },
  head(pen, facts) {
    pen.text(46, 62, 'Rowanhythe Bank', { size: 20, face: 'serif-bold', colour: accent })
    pen.line(46, 70, 549, 70, { width: 0.8, colour: accent })
    drawAddress(pen, facts, 64, 122, 12)
    pen.text(320, 94, 'Spend Account', { size: 13, face: 'serif-bold' })
    pen.text(320, 109, `Effective from: ${periodOf(facts, 'DD MMMM YYYY', ' to ')}`)
    const area = { x: 320, right: 545, leading: 13 }
    const next = drawHeaderFacts(pen, { ...area, y: 130 }, [
      ['Sort Code', facts.sortCode],
      ['Account Number', facts.accountNumber],
      ['BIC', facts.bic],
    ])
    const figures = summary(facts, ['in', 'out'], ['Money in', 'Money out'])
    drawHeaderFacts(pen, { ...area, y: next + 6, face: 'serif-bold' }, figures)
    return 226
  },
  laterHead(pen, facts) {
    pen.text(46, 52, 'Rowanhythe Bank', { size: 12, face: 'serif-bold', colour: accent })
    pen.right(549, 52, `Sort Code ${facts.sortCode}   Account Number ${facts.accountNumber}`)
    return 66
  },
  foot(pen, facts, page, pages) {
    pen.text(46, 812, `${facts.bank}, invented. Statement ${facts.statement.number}`, { size: 7 })
    pen.right(549, 812, `Page ${page} of ${pages}`, { size: 7 })
  },
  after: {
    height: 100,
    draw(pen, _facts, y) {
      pen.text(46, y + 24, 'Important information about your account', { face: 'serif-bold', colour: accent })
      pen.lines(46, y + 38, 11, leaflet, { size: 8 })
    },
  },
}
