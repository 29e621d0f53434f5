import { formatDay, type Pen } from '../../pen.ts'
import type { BankFormat, BankStatementFacts } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, summary } from '../page-headers.ts'

const accent = '#2f6b45'

export const meadow: BankFormat = {
  id: 'meadow',
  bank: 'Meadowsweet Building Society',
  about: 'Year on its own line, balances after some rows, a panel of figures beside the table.',
  creator: 'Meadowsweet Print Room',
  sortCode: '00-57-30',
  sortCodeMark: '-',
  bankCode: 'MDQW',
  holder: '{title} {forename} {surname}',
  letterhead: { room: 230 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#24302a', accent, leading: 9.6, gap: 3 },
  table: { left: 40, right: 424, bottom: 786 },
  columns: [
    { of: 'date', title: 'Date', x: 42 },
    { of: 'description', title: 'Description', x: 80 },
    { of: 'out', title: '£ Out', x: 306 },
    { of: 'in', title: '£ In', x: 360 },
    { of: 'balance', title: '£ Balance', x: 422 },
  ],
  titles: { face: 'sans-bold', ink: accent },
  dates: 'DD MMM',
  isDateOncePerDay: true,
  isYearOnItsOwnLine: true,
  balances: 'some',
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'first',
  wording: {
    salary: ['', 'Bank credit {party}'],
    card: ['', 'Card purchase {party}', '{detail}'],
    contactless: ['', 'Contactless Payment', '{party} {detail}'],
    direct_debit: ['', 'Direct debit {party}'],
    standing_order: ['', 'Standing order {party}'],
    cash: ['', '{party} withdrawal', '{detail}'],
    transfer_in: ['', 'Transfer from {party}', '{detail}'],
    transfer_out: ['', 'Payment to {party}', '{detail}'],
    refund: ['', 'Refund {party}'],
    interest: ['', 'Interest added'],
    fee: ['', '{party}', '{detail}'],
    cheque: ['', 'Cheque {detail}'],
  },
  room: 184,
  markers: { start: 'Balance from statement {number} dated {end}' },
  head(pen, facts) {
    pen.text(40, 58, 'Meadowsweet', { size: 19, face: 'serif-bold', colour: accent })
    pen.text(40, 72, 'Building Society', { size: 10, face: 'serif', colour: accent })
    drawAddress(pen, facts, 58, 118, 11)
    const area = { x: 300, right: 424, leading: 12 }
    drawHeaderFacts(pen, { ...area, y: 50 }, [
      ['Account no', facts.accountNumber],
      ['Sort code', facts.sortCode],
      ['Statement no', String(facts.statement.number)],
    ])
    pen.text(300, 92, `Statement date: ${formatDay(facts.statement.end, 'D MMMM YYYY')}`)
    pen.text(40, 200, 'Your CurrentPlus account', { size: 12, face: 'sans-bold', colour: accent })
    drawPanel(pen, facts)
    return 210
  },
  laterHead(pen, facts) {
    pen.text(40, 50, 'Meadowsweet Building Society', { size: 10, face: 'serif-bold', colour: accent })
    pen.right(424, 50, `${facts.sortCode} ${facts.accountNumber}`)
    drawPanel(pen, facts)
    return 66
  },
  foot(pen, facts, page, pages) {
    pen.text(40, 814, `${facts.bank} is an invented society.`, { size: 7, colour: '#6a786f' })
    pen.right(424, 814, `Page ${page} of ${pages}`, { size: 7, colour: '#6a786f' })
  },
}

/** Draws a panel to the right of the balances. Its amounts are distractors, not transactions. */
function drawPanel(pen: Pen, facts: BankStatementFacts) {
  pen.box(440, 40, 118, 290, { fill: '#edf4ef' })
  const title = { face: 'sans-bold' as const, colour: accent }
  pen.text(448, 56, 'Summary box', title)
  const words = ['Start balance', 'Money in', 'Money out', 'End balance']
  const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
  const area = { x: 448, right: 550, leading: 13, size: 7.5 }
  let y = drawHeaderFacts(pen, { ...area, y: 72 }, figures)
  pen.text(448, y + 10, 'Interest and charges', title)
  y = drawHeaderFacts(pen, { ...area, y: y + 26 }, [
    ['Gross rate', '0.25%'],
    ['Overdraft EAR', '39.90%'],
    ['Free up to', '10.00'],
    ['Card limit a day', '300.00'],
  ])
  pen.text(448, y + 10, 'For payments from abroad', title)
  y = drawHeaderFacts(pen, { ...area, y: y + 26 }, [['BIC', facts.bic]])
  pen.text(448, y + 10, 'Did you know?', title)
  const tip = [
    'A cheque of up to 500.00',
    'can be paid in with a',
    'picture of it, on any day',
    'before 15:30.',
  ]
  pen.lines(448, y + 24, 10, tip, { size: 7.5 })
}
