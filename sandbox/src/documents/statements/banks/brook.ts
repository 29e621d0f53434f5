import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#1f5a7a'

export const brook: BankFormat = {
  id: 'brook',
  bank: 'Brookmere Bank',
  about: 'Date printed once per day, balance at the end of each day; start, end and brought-forward lines.',
  creator: 'Brookmere Correspondence 7.3',
  sortCode: '00-14-27',
  sortCodeMark: '-',
  bankCode: 'BRQM',
  hasIban: true,
  holder: '{title} {forename} {surname}',
  letterhead: { room: 230 },
  text: { size: 8.5, face: 'sans', bold: 'sans-bold', ink: '#1c2329', accent, leading: 10.5, gap: 4 },
  table: { left: 42, right: 553, bottom: 786 },
  columns: [
    { of: 'date', title: 'Date', x: 46 },
    { of: 'description', title: 'Description', x: 96 },
    { of: 'out', title: 'Money out', x: 404 },
    { of: 'in', title: 'Money in', x: 476 },
    { of: 'balance', title: 'Balance', x: 549 },
  ],
  titles: {},
  rule: { under: 'days', colour: '#c9d6de' },
  dates: 'DD MMM',
  isDateOncePerDay: true,
  balances: 'day',
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'last',
  wording: {
    salary: ['', 'Received From {party}', 'Ref: {detail}'],
    card: ['', 'Card Payment to {party}', 'On {on DD MMM}'],
    contactless: ['', 'Contactless Card Payment to {party}', 'On {on DD MMM}'],
    direct_debit: ['', 'Direct Debit to {party}', 'Ref: {detail}'],
    standing_order: ['', 'Standing Order to {party}', 'Ref: {detail}'],
    cash: ['', 'Cash Withdrawal {party} {detail}', 'On {on DD MMM}'],
    transfer_in: ['', 'Received From {party}', 'Ref: {detail}'],
    transfer_out: ['', 'Bill Payment to {party}', 'Ref: {detail}'],
    refund: ['', 'Refund From {party}', 'On {on DD MMM}'],
    interest: ['', 'Interest Paid'],
    fee: ['', '{party}', '{detail}'],
    cheque: ['', 'Cheque {detail}'],
  },
  room: 258,
  markers: {
    start: 'Start balance',
    end: 'End balance',
    brought: 'Balance brought forward from previous page',
    continued: 'Continued',
    areDated: true,
  },
  head(pen, facts) {
    pen.text(42, 56, 'brookmere', { size: 22, face: 'serif-bold', colour: accent })
    pen.line(42, 64, 150, 64, { width: 1.2, colour: accent })
    pen.right(553, 50, 'Your Everyday Account statement', { size: 13, face: 'sans-bold' })
    pen.right(553, 64, periodOf(facts, 'DD MMM YYYY', ' - '))
    drawAddress(pen, facts, 60, 122)
    const area = { x: 366, right: 553, leading: 12.5, rule: '#c9d6de', face: 'sans-bold' as const }
    drawHeaderFacts(pen, { ...area, y: 98 }, [
      ['Sort Code', facts.sortCode],
      ['Account No.', facts.accountNumber],
      ['SWIFTBIC', facts.bic],
      ['IBAN', facts.iban],
    ])
    pen.box(360, 156, 193, 70, { fill: '#eaf1f5' })
    pen.text(368, 171, 'At a glance', { face: 'sans-bold', colour: accent })
    const words = ['Start balance', 'Money in', 'Money out', 'End balance']
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    drawHeaderFacts(pen, { x: 368, right: 546, y: 185, leading: 11.5 }, figures)
    pen.text(42, 254, 'Your transactions', { size: 12, face: 'sans-bold', colour: accent })
    return 264
  },
  laterHead(pen, facts) {
    pen.text(42, 50, 'brookmere', { size: 14, face: 'serif-bold', colour: accent })
    pen.right(553, 50, `${facts.holder} · Sort Code ${facts.sortCode} · Account No. ${facts.accountNumber}`)
    return 70
  },
  foot(pen, facts, page, pages) {
    pen.text(42, 806, `${facts.bank} is an invented bank and holds no money.`, { size: 7, colour: '#6b7780' })
    pen.right(553, 806, `Page ${page} of ${pages}`, { size: 7, colour: '#6b7780' })
  },
}
