import type { BankFormat } from '../bank-format.ts'
import { drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#0f5c73'

export const tidewater: BankFormat = {
  id: 'tidewater',
  bank: 'Tidewrack Money',
  about: 'Two dates in every row: processing date and transaction date.',
  creator: 'tidewrack-ledger 1.18',
  sortCode: '00-36-92',
  sortCodeMark: '-',
  holder: '{forename} {surname}',
  letterhead: { room: 184, size: 8.5 },
  text: { size: 7.5, face: 'sans', bold: 'sans-bold', ink: '#16242a', accent, leading: 9.4, gap: 5 },
  table: { left: 36, right: 559, bottom: 786 },
  columns: [
    { of: 'date', title: 'Processed on', x: 38 },
    { of: 'created', title: 'Created on', x: 94 },
    { of: 'code', title: 'Type', x: 148 },
    { of: 'description', title: 'Description', x: 222 },
    { of: 'out', title: 'Paid out', x: 446 },
    { of: 'in', title: 'Paid in', x: 500 },
    { of: 'balance', title: 'Balance', x: 557 },
  ],
  titles: { ink: '#4d6872' },
  rule: { under: 'rows', colour: '#d8e5e9' },
  dates: 'DD MMM YYYY',
  balances: 'row',
  overdrawn: { before: '-', after: '', hang: 0 },
  amountOn: 'first',
  wording: {
    salary: ['Faster payment in', '{party}', '{detail}'],
    card: ['Card', '{party}, {detail}'],
    contactless: ['Card', '{party}, {detail}'],
    direct_debit: ['Direct debit', '{party}', '{detail}'],
    standing_order: ['Scheduled', '{party}', '{detail}'],
    cash: ['Cash', '{party}, {detail}'],
    transfer_in: ['Faster payment in', '{party}', '{detail}'],
    transfer_out: ['Faster payment', '{party}', '{detail}'],
    refund: ['Card refund', '{party}'],
    interest: ['Reward', 'Monthly reward'],
    fee: ['Fee', '{party}'],
    cheque: ['Cheque', 'Cheque {detail}'],
  },
  room: 178,
  markers: {},
  head(pen, facts) {
    pen
      .line(36, 44, 92, 44, { width: 3, colour: accent })
      .line(36, 50, 74, 50, { width: 3, colour: '#6fb3c4' })
    pen.text(36, 74, 'Tidewrack Money', { size: 16, face: 'sans-bold', colour: accent })
    pen.text(36, 98, 'Account statement', { size: 11, face: 'sans-bold' })
    pen.text(36, 111, periodOf(facts, 'DD MMM YYYY', ' – '))
    pen.lines(200, 98, 11, [facts.holder, ...facts.address], { size: 8.5 })
    const area = { x: 390, right: 557, leading: 12.5, size: 8.5 }
    const next = drawHeaderFacts(pen, { ...area, y: 74 }, [
      ['Account number', facts.accountNumber],
      ['Sort code', facts.sortCode],
    ])
    const words = ['Balance at the start', 'Paid out', 'Paid in', 'Balance at the end']
    const figures = summary(facts, ['opening', 'out', 'in', 'closing'], words)
    drawHeaderFacts(pen, { ...area, y: next + 6, face: 'sans-bold' }, figures)
    return 176
  },
  laterHead(pen, facts) {
    pen.line(36, 44, 64, 44, { width: 2, colour: accent })
    pen.text(36, 60, `${facts.bank} ${facts.sortCode} ${facts.accountNumber}`)
    return 68
  },
  foot(pen, facts, page, pages) {
    const small = { size: 6.5, colour: '#4d6872' }
    pen.text(
      36,
      814,
      `${facts.bank} issues invented money only. Processed on: the day the balance changed.`,
      small,
    )
    pen.right(559, 814, `Page ${page}/${pages}`, small)
  },
}
