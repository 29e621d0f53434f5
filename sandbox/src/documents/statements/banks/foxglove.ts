import { truncateToWidth } from '../../fit-text.ts'
import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#6d2f6b'
const pale = '#f4ecf3'

export const foxglove: BankFormat = {
  id: 'foxglove',
  bank: 'Foxglove Savings Bank',
  about:
    'Credits first; multi-line descriptions that start with the transaction type; sort code without dashes.',
  creator: 'Foxglove Output Services',
  sortCode: '00-26-51',
  sortCodeMark: '',
  bankCode: 'FXGV',
  hasIban: true,
  holder: '{title} {initial} {surname}',
  isHolderInCapitals: true,
  letterhead: { room: 260 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#222222', accent, leading: 9.8, gap: 3.4 },
  table: { left: 40, right: 555, bottom: 780 },
  columns: [
    { of: 'date', title: 'Date', x: 46 },
    { of: 'description', title: 'Description', x: 104 },
    { of: 'in', title: 'Paid In(£)', x: 396 },
    { of: 'out', title: 'Withdrawn(£)', x: 472 },
    { of: 'balance', title: 'Balance(£)', x: 536 },
  ],
  titles: { fill: accent, ink: '#ffffff' },
  rule: { under: 'rows', colour: '#e3d5e2' },
  dates: 'DD MMM',
  isDateOncePerDay: true,

  balances: 'row',
  overdrawn: { before: '', after: ' OD', hang: 1.78 },
  amountOn: 'first',
  wording: {
    salary: ['', 'Automated Credit', '{PARTY}', '{DETAIL}'],
    card: ['', 'Card Transaction', '4417 {on DDMMM} {PARTY} {DETAIL}'],
    contactless: ['', 'Card Transaction', '4417 {on DDMMM} C {PARTY} {DETAIL}'],
    direct_debit: ['', 'Direct Debit', '{PARTY} {DETAIL}'],
    standing_order: ['', 'Standing Order', '{PARTY} {DETAIL}'],
    cash: ['', 'Cash Withdrawal', '{PARTY} {DETAIL}'],
    transfer_in: ['', 'Automated Credit', '{PARTY} FP {DETAIL}'],
    transfer_out: ['', 'OnLine Transaction', '{PARTY}', 'VIA ONLINE - PYMT FP {DETAIL}'],
    refund: ['', 'Card Refund', '4417 {on DDMMM} {PARTY}'],
    interest: ['', 'Interest', 'Gross interest for the month'],
    fee: ['', 'Charges', '{PARTY} {DETAIL}'],
    cheque: ['', 'Cheque', '{DETAIL}'],
  },
  room: 240,
  markers: {
    start: 'BROUGHT FORWARD',
    brought: 'BROUGHT FORWARD',
    carried: 'CARRIED FORWARD',
    areDated: true,
  },
  head(pen, facts) {
    pen.box(40, 36, 515, 34, { fill: accent })
    pen.text(52, 58, 'Foxglove Savings Bank', { size: 16, face: 'sans-bold', colour: '#ffffff' })
    pen.right(543, 57, 'Statement', { size: 12, colour: '#ffffff' })
    drawAddress(pen, facts, 58, 118, 11.5)
    pen.box(330, 92, 225, 96, { fill: pale })
    const words = ['Previous Balance', 'Paid In', 'Withdrawn', 'New Balance']
    pen.text(338, 107, 'Summary', { face: 'sans-bold', colour: accent })
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    drawHeaderFacts(pen, { x: 338, right: 547, y: 122, leading: 12 }, [
      ['Statement Date', facts.statement.end.split('-').reverse().join('/')],
      ['Period Covered', periodOf(facts, 'DD MMM YYYY', ' to ')],
      ...figures,
    ])
    pen.box(40, 212, 515, 40, { stroke: accent })
    const cells = [
      ['Account Name', truncateToWidth(facts.holder, 160, foxglove.text), 48],
      ['Account No', facts.accountNumber, 214],
      ['Sort Code', facts.sortCode, 290],
      ['BIC', facts.bic, 350],
      ['IBAN', facts.iban, 420],
    ] as const
    for (const [title, value, x] of cells) {
      pen.text(x, 226, title, { face: 'sans-bold', colour: accent }).text(x, 243, value)
    }
    return 268
  },
  laterHead(pen, facts) {
    pen.box(40, 36, 515, 20, { fill: accent })
    pen.text(52, 50, facts.bank, { size: 10, face: 'sans-bold', colour: '#ffffff' })
    pen.text(40, 74, `Account Name ${facts.holder}`)
    pen.right(555, 74, `Account No ${facts.accountNumber}   Sort Code ${facts.sortCode}`)
    return 86
  },
  foot(pen, facts, page, pages) {
    pen.line(40, 788, 555, 788, { colour: accent })
    pen.text(40, 800, `${facts.bank}. An invented bank.`, { size: 7 })
    pen.right(555, 800, `Statement ${facts.statement.number}, page ${page} of ${pages}`, { size: 7 })
  },
}
