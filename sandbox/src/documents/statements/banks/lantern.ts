import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#8a5a12'

export const lantern: BankFormat = {
  id: 'lantern',
  bank: 'Lantern Row Bank',
  about: 'Balance in every row; white screen-reader text beside every cell.',
  creator: 'Lantern Row eDocuments 2.11',
  sortCode: '00-42-09',
  sortCodeMark: '-',
  holder: '{title} {forename} {surname}',
  letterhead: { room: 260 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#1d1d1d', accent, leading: 10, gap: 6 },
  table: { left: 44, right: 551, bottom: 780 },
  columns: [
    { of: 'date', title: 'Date', x: 48 },
    { of: 'description', title: 'Description', x: 98 },
    { of: 'code', title: 'Type', x: 316 },
    { of: 'in', title: 'Money In (£)', x: 404 },
    { of: 'out', title: 'Money Out (£)', x: 476 },
    { of: 'balance', title: 'Balance (£)', x: 547 },
  ],
  titles: {},
  rule: { under: 'rows', colour: '#e6ddcd' },
  dates: 'DD MMM YY',
  balances: 'row',
  overdrawn: { before: '-', after: '', hang: 0 },
  hasHiddenLabels: true,
  amountOn: 'first',
  wording: {
    salary: ['BGC', '{PARTY} {DETAIL}'],
    card: ['DEB', '{PARTY} CD 4417'],
    contactless: ['DEB', '{PARTY} CD 4417'],
    direct_debit: ['DD', '{PARTY} {DETAIL}'],
    standing_order: ['SO', '{PARTY} {DETAIL}'],
    cash: ['CPT', '{PARTY} {DETAIL}'],
    transfer_in: ['FPI', '{PARTY} {DETAIL}'],
    transfer_out: ['FPO', '{PARTY} {DETAIL}'],
    refund: ['DEB', '{PARTY} REFUND'],
    interest: ['CR', 'INTEREST (NET)'],
    fee: ['FEE', '{PARTY}'],
    cheque: ['CHQ', 'CHEQUE {DETAIL}'],
  },
  room: 210,
  markers: {},
  head(pen, facts) {
    pen.box(44, 40, 7, 30, { fill: '#e0a63c' })
    pen.text(60, 62, 'Lantern Row', { size: 20, face: 'serif', colour: accent })
    pen.right(551, 62, 'Classic Account statement', { size: 11 })
    drawAddress(pen, facts, 62, 120, 11.5)
    const area = { x: 340, right: 551, leading: 13, face: 'sans-bold' as const }
    const next = drawHeaderFacts(pen, { ...area, y: 104 }, [
      ['Sort Code', facts.sortCode],
      ['Account Number', facts.accountNumber],
    ])
    pen.text(340, next, periodOf(facts, 'DD MMMM YYYY', ' to '))
    const words = ['Balance at start', 'Money In', 'Money Out', 'Balance at end']
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    drawHeaderFacts(pen, { ...area, y: next + 24, rule: '#e6ddcd' }, figures)
    pen.text(44, 240, 'Your Transactions', { size: 12, face: 'sans-bold', colour: accent })
    return 250
  },
  laterHead(pen, facts) {
    pen.box(44, 40, 4, 16, { fill: '#e0a63c' })
    pen.text(54, 53, 'Lantern Row', { size: 12, face: 'serif', colour: accent })
    pen.right(551, 53, `Sort Code ${facts.sortCode}   Account Number ${facts.accountNumber}`)
    return 72
  },
  foot(pen, facts, page, pages) {
    if (page < pages) pen.text(44, 806, '(Continued on next page)', { size: 7 })
    pen.text(298, 806, `${facts.bank} is invented.`, { size: 7, align: 'centre', colour: '#777777' })
    pen.right(551, 806, `Page ${page} of ${pages}`, { size: 7 })
  },
}
