import { addDays, type IsoDate, weekdayOf } from '../../../calendar.ts'
import { formatDay } from '../../pen.ts'
import type { BankFormat, BankSection } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#4f6d2f'

const sundayOf = (day: IsoDate) => addDays(day, (7 - weekdayOf(day)) % 7)

export const willow: BankFormat = {
  id: 'willow',
  bank: 'Willowherb Mutual',
  about: 'One table per week, £ sign apart from the amount, amount on the last line, and a charge of 0.00.',
  creator: 'Willowherb Members Desk 4',
  sortCode: '00-79-40',
  sortCodeMark: ' ',
  holder: '{title} {forename} {surname}',
  letterhead: { room: 268 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#232a1c', accent, leading: 9.6, gap: 3 },
  table: { left: 46, right: 549, bottom: 788 },
  columns: [
    { of: 'date', title: 'Day', x: 50 },
    { of: 'code', title: 'Code', x: 92 },
    { of: 'description', title: 'What it was', x: 126 },
    { of: 'in', title: 'Came in', x: 394 },
    { of: 'out', title: 'Went out', x: 462 },
    { of: 'balance', title: 'Left', x: 530 },
  ],
  titles: { fill: '#eef3e6', ink: accent },
  dates: 'D MMM',
  balances: 'day',
  overdrawn: { before: '', after: ' DR', hang: 1.722 },
  poundAt: 56,
  amountOn: 'last',
  wording: {
    salary: ['BAC', '{party}', 'Pay {detail}'],
    card: ['CRD', '{party}', '{detail}'],
    contactless: ['TAP', '{party}'],
    direct_debit: ['DDR', '{party}', '{detail}'],
    standing_order: ['STO', '{party}', '{detail}'],
    cash: ['CSH', '{party}'],
    transfer_in: ['FPR', '{party}', '{detail}'],
    transfer_out: ['FPS', '{party}', '{detail}'],
    refund: ['RFD', '{party}'],
    interest: ['INT', 'Interest for members'],
    fee: ['FEE', '{party}'],
    cheque: ['CHQ', 'Cheque {detail}'],
  },
  room: 210,
  markers: { end: 'Left at the end of the statement', brought: 'Left on the page before' },
  added: ({ end, closingBalance }) => [
    {
      date: end,
      kind: 'fee',
      party: 'Account fee, waived for members',
      detail: '',
      amount: 0,
      balance: closingBalance,
    },
  ],
  sections(transactions) {
    const weeks = Map.groupBy(transactions, ({ date }) => sundayOf(date))
    return [...weeks].map(
      ([sunday, list]): BankSection => ({
        title: `Week to Sunday ${formatDay(sunday, 'D MMMM YYYY')}`,
        transactions: list,
      }),
    )
  },
  head(pen, facts) {
    for (const n of [0, 1, 2, 3])
      pen.line(50 + 5 * n, 42, 50 + 5 * n, 66 - 4 * n, { width: 1.6, colour: '#8fae6b' })
    pen.text(78, 62, 'Willowherb Mutual', { size: 17, face: 'serif-bold', colour: accent })
    pen.right(549, 62, 'Household Account', { size: 11 })
    drawAddress(pen, facts, 64, 116, 11.5)
    const area = { x: 340, right: 549, leading: 12.5 }
    const next = drawHeaderFacts(pen, { ...area, y: 96 }, [
      ['Sort code', facts.sortCode],
      ['Account number', facts.accountNumber],
      ['From and to', periodOf(facts, 'D MMM YYYY', ' to ')],
    ])
    const words = ['Left from last time', 'Came in', 'Went out', 'Left now']
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    drawHeaderFacts(pen, { ...area, y: next + 6, rule: '#dbe5cd' }, figures)
    return 206
  },
  laterHead(pen, facts) {
    pen.text(46, 52, 'Willowherb Mutual', { size: 11, face: 'serif-bold', colour: accent })
    pen.right(549, 52, `${facts.sortCode}   ${facts.accountNumber}`)
    return 64
  },
  foot(pen, facts, page, pages) {
    pen.text(46, 814, `${facts.bank} belongs to its invented members.`, { size: 7, colour: '#6d7762' })
    pen.right(549, 814, `Sheet ${page} of ${pages}`, { size: 7, colour: '#6d7762' })
  },
}
