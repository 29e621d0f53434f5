import { formatDay } from '../../pen.ts'
import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#8c2f24'

export const orchard: BankFormat = {
  id: 'orchard',
  bank: 'Orchard Lane Bank',
  about: 'Dates like 9th Jan, descriptions in capitals, credits first; columns move from page 2 on.',
  creator: 'OLB Composition Suite 11',
  sortCode: '00-70-16',
  sortCodeMark: ' ',
  bankCode: 'QRCL',
  hasIban: true,
  holder: '{title} {forename} {surname}',
  letterhead: { room: 240 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#262020', accent, leading: 9.6, gap: 3.2 },
  table: { left: 40, right: 555, bottom: 782 },
  columns: [
    { of: 'date', title: 'Date', x: 44 },
    { of: 'description', title: 'Description', x: 88 },
    { of: 'in', title: 'Money in', x: 408 },
    { of: 'out', title: 'Money out', x: 480 },
    { of: 'balance', title: '£ Balance', x: 551 },
  ],
  laterColumns: [
    { of: 'date', title: 'Date', x: 44 },
    { of: 'description', title: 'Description', x: 96 },
    { of: 'in', title: 'Money in', x: 386 },
    { of: 'out', title: 'Money out', x: 458 },
    { of: 'balance', title: '£ Balance', x: 529 },
  ],
  titles: { fill: '#f3e3e0', ink: accent },
  rule: { under: 'rows', colour: '#eeddda' },
  dates: 'DDth MMM',
  balances: 'row',
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'first',
  wording: {
    salary: ['', 'BANK GIRO CREDIT FROM {PARTY}, REF {DETAIL}'],
    card: ['', 'CARD PAYMENT TO {PARTY} ON {on YYYY-MM-DD}'],
    contactless: ['', 'CARD PAYMENT TO {PARTY} (CONTACTLESS) ON {on YYYY-MM-DD}'],
    direct_debit: ['', 'DIRECT DEBIT PAYMENT TO {PARTY} REF {DETAIL}'],
    standing_order: ['', 'STANDING ORDER TO {PARTY} REFERENCE {DETAIL}'],
    cash: ['', 'CASH WITHDRAWAL AT {PARTY}, {DETAIL}, ON {on YYYY-MM-DD}'],
    transfer_in: ['', 'FASTER PAYMENTS RECEIPT REF {DETAIL} FROM {PARTY}'],
    transfer_out: ['', 'BILL PAYMENT VIA FASTER PAYMENT TO {PARTY} REFERENCE {DETAIL}'],
    refund: ['', 'CREDIT FROM {PARTY} ON {on YYYY-MM-DD}'],
    interest: ['', 'INTEREST PAID AFTER TAX 0.00 DEDUCTED'],
    fee: ['', 'CHARGES: {PARTY}'],
    cheque: ['', 'CHEQUE {DETAIL}'],
  },
  room: 240,
  markers: {
    start: 'Balance brought forward from previous statement',
    end: 'Balance carried forward to next statement',
    areDated: true,
  },
  head(pen, facts) {
    pen.text(40, 60, 'Orchard Lane', { size: 21, face: 'serif', colour: accent })
    pen.text(40, 74, 'BANK', { size: 8, face: 'serif-bold', colour: accent })
    drawAddress(pen, facts, 60, 120, 11.5)
    pen.text(310, 54, 'Windfall Current Account', {
      size: 12,
      face: 'sans-bold',
    })
    pen.text(310, 69, `Your account summary for ${periodOf(facts, 'DDth MMM YYYY', ' to ')}`)
    const { end } = facts.statement
    const area = { x: 310, right: 555, leading: 12.5, rule: '#eeddda' }
    const next = drawHeaderFacts(pen, { ...area, y: 92 }, [
      ['Account number', facts.accountNumber],
      ['Sort Code', facts.sortCode],
      ['Statement number', `${facts.statement.number}/${end.slice(0, 4)}`],
      ['BIC', facts.bic],
      ['IBAN', facts.iban],
    ])
    const words = [
      'Balance brought forward',
      'Total money in',
      'Total money out',
      `Your balance at close of business ${formatDay(end, 'DDth MMM YYYY')}`,
    ]
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    drawHeaderFacts(pen, { ...area, y: next + 10, face: 'sans-bold' }, figures)
    pen.text(40, 240, 'Your transactions', { size: 11, face: 'sans-bold', colour: accent })
    return 250
  },
  laterHead(pen, facts) {
    pen.text(40, 52, 'Orchard Lane', { size: 13, face: 'serif', colour: accent })
    pen.right(555, 52, `Account number ${facts.accountNumber}   Sort Code ${facts.sortCode}`)
    return 68
  },
  foot(pen, facts, page, pages) {
    const small = { size: 7, align: 'centre', colour: '#7d6f6d' } as const
    pen.text(297.6, 812, `${facts.bank}, invented for tests. Page ${page} of ${pages}`, small)
  },
}
