import type { BankFormat } from '../bank-format.ts'
import { drawAddress, drawHeaderFacts, periodOf, summary } from '../page-headers.ts'

const accent = '#3d348b'

export const quill: BankFormat = {
  id: 'quill',
  bank: 'Quillfeather Bank',
  about: '£ sign in every amount; opening and closing balance as the first and last row.',
  creator: 'Quillfeather App Backend',
  sortCode: '00-91-33',
  sortCodeMark: '-',
  bankCode: 'QLFX',
  holder: '{forename} {surname}',
  letterhead: { room: 270 },
  text: { size: 8, face: 'sans', bold: 'sans-bold', ink: '#22203a', accent, leading: 10, gap: 5 },
  table: { left: 42, right: 553, bottom: 780 },
  columns: [
    { of: 'date', title: 'DATE', x: 48 },
    { of: 'code', title: 'TYPE', x: 104 },
    { of: 'description', title: 'TRANSACTION', x: 186 },
    { of: 'in', title: 'IN', x: 392 },
    { of: 'out', title: 'OUT', x: 454 },
    { of: 'balance', title: 'ACCOUNT BALANCE', x: 547 },
  ],
  titles: { face: 'sans-bold', ink: '#6f6a99' },
  band: '#f5f4fb',
  dates: 'DD/MM/YYYY',
  balances: 'row',
  overdrawn: { before: '-', after: '', hang: 0 },
  hasPound: true,
  amountOn: 'first',
  wording: {
    salary: ['DIRECT CREDIT', '{party}', '{detail}'],
    card: ['CARD PAYMENT', '{party}'],
    contactless: ['CONTACTLESS', '{party}'],
    direct_debit: ['DIRECT DEBIT', '{party}', '{detail}'],
    standing_order: ['STANDING ORDER', '{party}', '{detail}'],
    cash: ['ATM', '{party} {detail}'],
    transfer_in: ['FASTER PAYMENT', '{party}', '{detail}'],
    transfer_out: ['FASTER PAYMENT', '{party}', '{detail}'],
    refund: ['CARD REFUND', '{party}'],
    interest: ['INTEREST', 'Interest earned'],
    fee: ['FEE', '{party}'],
    cheque: ['CHEQUE', 'Cheque {detail}'],
  },
  room: 154,
  markers: { start: 'Opening balance', end: 'Closing balance', areDated: true },
  head(pen, facts) {
    pen.box(42, 40, 511, 3, { fill: accent })
    pen.text(42, 72, 'quillfeather', { size: 20, face: 'sans-bold', colour: accent })
    pen.right(553, 70, 'Statement', { size: 15, colour: accent })
    drawAddress(pen, facts, 42, 112, 12)
    drawHeaderFacts(pen, { x: 330, right: 553, y: 112, leading: 12, label: { colour: '#6f6a99' } }, [
      ['Date range applicable', periodOf(facts, 'DD/MM/YYYY', ' - ')],
      ['Sort code', facts.sortCode],
      ['Account number', facts.accountNumber],
      ['BIC', facts.bic],
    ])
    pen.text(42, 196, 'Summary', { size: 11, face: 'sans-bold', colour: accent })
    const words = ['Opening Balance', 'Total In', 'Total Out', 'Closing Balance']
    const figures = summary(facts, ['opening', 'in', 'out', 'closing'], words)
    for (const [n, figure] of figures.entries()) {
      const x = 42 + n * 128
      pen.box(x, 204, 123, 34, { fill: '#f5f4fb' })
      drawHeaderFacts(pen, { x: x + 8, y: 217, leading: 13, face: 'sans-bold', label: { size: 7 } }, [figure])
    }
    return 254
  },
  laterHead(pen, facts) {
    pen.box(42, 40, 511, 3, { fill: accent })
    pen.text(42, 60, 'quillfeather', { size: 12, face: 'sans-bold', colour: accent })
    pen.right(553, 60, `${facts.holder}   ${facts.sortCode}   ${facts.accountNumber}`)
    return 72
  },
  foot(pen, facts, page, pages) {
    pen.text(42, 812, `${facts.bank} is invented and licensed by nobody.`, { size: 7, colour: '#6f6a99' })
    pen.right(553, 812, `Page ${page} of ${pages}`, { size: 7, colour: '#6f6a99' })
  },
}
