import { formatDay } from '../../pen.ts'
import type { BankFormat } from '../bank-format.ts'
import { drawHeaderFacts } from '../page-headers.ts'

const accent = '#27407a'

export const northgate: BankFormat = {
  id: 'northgate',
  bank: 'Northgate & Moor Bank',
  about:
    'Online download: one line per transaction, names truncated to 18 characters, balance in every row, minus if overdrawn.',
  creator: 'NMB Online Banking PDF Service',
  sortCode: '00-63-75',
  sortCodeMark: '-',
  holder: '{forename} {surname}',
  letterhead: { room: 280, size: 9, face: 'sans' },
  text: { size: 7.5, face: 'mono', bold: 'mono-bold', ink: '#111111', accent, leading: 10, gap: 2.5 },
  table: { left: 40, right: 555, bottom: 790 },
  columns: [
    { of: 'date', title: 'Date', x: 44 },
    { of: 'description', title: 'Description', x: 104 },
    { of: 'code', title: 'Type', x: 286 },
    { of: 'in', title: 'Money In (£)', x: 392 },
    { of: 'out', title: 'Money Out (£)', x: 472 },
    { of: 'balance', title: 'Balance (£)', x: 551 },
  ],
  titles: { fill: '#e8ecf5', face: 'sans-bold', ink: accent },
  dates: 'DD MMM YY',
  balances: 'row',
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'first',
  wording: {
    salary: ['BGC', '{party18}'],
    card: ['DEB', '{party18} CD 4417'],
    contactless: ['DEB', '{party18} CD 4417'],
    direct_debit: ['DD', '{party18}'],
    standing_order: ['SO', '{party18}'],
    cash: ['CPT', '{party18}'],
    transfer_in: ['FPI', '{party18}'],
    transfer_out: ['FPO', '{party18}'],
    refund: ['DEB', '{party18} REFUND'],
    interest: ['PI', 'INTEREST'],
    fee: ['CHG', '{party18}'],
    cheque: ['CHQ', 'CHEQUE {DETAIL}'],
  },
  room: 176,
  markers: {},
  head(pen, facts) {
    pen.text(40, 58, 'Northgate & Moor', { size: 17, face: 'sans-bold', colour: accent })
    pen.line(40, 68, 555, 68, { width: 1.5, colour: accent })
    pen.text(40, 88, 'Document requested by:', { face: 'sans', size: 8 })
    pen.lines(40, 102, 11.5, [facts.holder, ...facts.address], { face: 'sans', size: 9 })
    const sans = { face: 'sans' as const }
    const area = { x: 330, right: 555, leading: 13, face: 'sans-bold' as const, size: 8.5, label: sans }
    const { statement } = facts
    drawHeaderFacts(pen, { ...area, y: 88 }, [
      ['Account Number', facts.accountNumber],
      ['Sort Code', facts.sortCode],
      ['Money In', `£${facts.formatAmount(facts.moneyIn)}`, 'money_in'],
      ['Money Out', `£${facts.formatAmount(facts.moneyOut)}`, 'money_out'],
      [
        `Balance on ${formatDay(statement.start, 'DD MMMM YYYY')}`,
        facts.balance(facts.opening).replace(/^-?/, '$&£'),
        'opening_balance',
      ],
      [
        `Balance on ${formatDay(statement.end, 'DD MMMM YYYY')}`,
        facts.balance(facts.closing).replace(/^-?/, '$&£'),
        'closing_balance',
      ],
    ])
    pen.text(40, 186, 'Your Transactions', { size: 11, face: 'sans-bold', colour: accent })
    return 194
  },
  laterHead(pen, facts) {
    pen.text(40, 48, `${facts.bank}   ${facts.sortCode}   ${facts.accountNumber}`, { face: 'sans', size: 8 })
    return 58
  },
  foot(pen, facts, page, pages) {
    const small = { face: 'sans' as const, size: 7, colour: '#666666' }
    pen.text(40, 816, `${facts.bank} is invented. Columns are in pounds sterling.`, small)
    pen.right(555, 816, `Page ${page} of ${pages}`, small)
  },
}
