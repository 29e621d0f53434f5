import type { TransactionKind } from '../../../people/types.ts'
import type { DescriptionPattern } from '../../statements/bank-format.ts'

// Column titles of bank statements. `unknown` titles are meaningless, so that the columns must be inferred from
// arithmetic.

export type MoneyTitles = { pairs: [out: string, into: string][]; amount: string[]; balance: string[] }

export const titles: Record<'known' | 'unknown', MoneyTitles> = {
  known: {
    pairs: [
      ['Paid out', 'Paid in'],
      ['Money out', 'Money in'],
      ['Debit', 'Credit'],
      ['Withdrawn', 'Paid In'],
      ['Withdrawn(£)', 'Paid In(£)'],
      ['Payments', 'Receipts'],
      ['Out', 'In'],
      ['Withdrawals', 'Deposits'],
      ['Debits', 'Credits'],
      ['£ Out', '£ In'],
      ['Paid out (£)', 'Paid in (£)'],
      ['MONEY OUT', 'MONEY IN'],
      ['Debit amount', 'Credit amount'],
      ['Payments out', 'Payments in'],
      ['Spent', 'Received'],
      ['Dr', 'Cr'],
    ],
    amount: ['Amount', 'Amount (£)', 'Value', 'Transaction amount', '(GBP) Amount', 'AMOUNT', 'Sum', '£'],
    balance: [
      'Balance',
      'Balance (£)',
      '£ Balance',
      'Running balance',
      'Account balance',
      'BALANCE',
      'Bal.',
      '(GBP) Balance',
      'New balance',
      'Your balance',
      'Balance after',
      'Ledger balance',
    ],
  },
  unknown: {
    pairs: [
      ['Drawn', 'Lodged'],
      ['Away', 'Towards'],
      ['Less', 'More'],
      ['Column A', 'Column B'],
      ['Taken', 'Added'],
      ['Parted with', 'Gained'],
    ],
    amount: ['Movement', 'Figure', 'Change', 'GBP', 'Quantity'],
    balance: ['Stand', 'Left', 'Column C', 'Position', 'Carry', 'Then'],
  },
}

export const otherTitles = {
  date: ['Date', 'Date', 'DATE', 'Day', 'Transaction date', 'Posted', 'When', 'Date posted', 'Entry date'],
  description: [
    'Description',
    'Details',
    'Transaction',
    'Particulars',
    'Narrative',
    'Payment type and details',
    'Transaction details',
    'Who and what',
    'DESCRIPTION',
    'Payee',
    'Transaction description',
  ],
  code: ['Type', 'Code', 'Transaction type', 'Pay type', 'TYPE', 'T'],
  reference: ['Cheque no.', 'Reference', 'Ref', 'Serial no.', 'Number'],
}

/** Titles of the booking date, which is the date to extract, and of the other date. */
export const dateTitles: [booked: string, other: string][] = [
  ['Posted', 'Card used on'],
  ['Booking date', 'Value date'],
  ['Processed on', 'Created on'],
  ['Entry date', 'Value date'],
  ['Posting date', 'Transaction made'],
  ['Date', 'Value date'],
]

export const startLabels = [
  'Balance brought forward',
  'BALANCE BROUGHT FORWARD',
  'Opening balance',
  'Start balance',
  'Brought forward',
  'STATEMENT OPENING BALANCE',
  'Previous balance',
  'Balance from previous statement',
  'Balance b/f',
]
export const endLabels = [
  'Balance carried forward',
  'BALANCE CARRIED FORWARD',
  'Closing balance',
  'End balance',
  'Carried forward',
  'STATEMENT CLOSING BALANCE',
  'New balance',
  'Balance to next statement',
  'Balance c/f',
]
export const pageBreakLabels: [carried: string, brought: string][] = [
  ['Balance carried forward', 'Balance brought forward'],
  ['CARRIED FORWARD', 'BROUGHT FORWARD'],
  ['Carried to next page', 'Brought from previous page'],
  ['Balance c/fwd', 'Balance b/fwd'],
  ['Subtotal carried over', 'Subtotal brought over'],
]

type Four = [opening: string, into: string, out: string, closing: string]
export const summaryLabels: Four[] = [
  ['Opening balance', 'Payments in', 'Payments out', 'Closing balance'],
  ['Start balance', 'Money in', 'Money out', 'End balance'],
  ['Previous balance', 'Paid in', 'Withdrawn', 'New balance'],
  ['Balance brought forward', 'Total paid in', 'Total paid out', 'Balance carried forward'],
  ['Your opening balance', 'Total deposits', 'Total outgoings', 'Your closing balance'],
  ['Opening balance', 'Total credits', 'Total debits', 'Closing balance'],
  ['Balance at start of period', 'Total money in', 'Total money out', 'Balance at end of period'],
  ['You started with', 'You received', 'You spent', 'You finished with'],
]

export const totalLabels = ['Total', 'Totals', 'TOTALS', 'Total for this period', 'Sum of transactions']
export const sectionLabels: [into: string, out: string, totalIn: string, totalOut: string][] = [
  ['Money in', 'Money out', 'Total money in', 'Total money out'],
  ['Deposits and other credits', 'Withdrawals and other debits', 'Total credits', 'Total debits'],
  ['Payments into your account', 'Payments out of your account', 'Total paid in', 'Total paid out'],
  ['CREDITS', 'DEBITS', 'TOTAL CREDITS', 'TOTAL DEBITS'],
]

type Labels = { account: string[]; sortCode: string[]; holder: string[]; iban: string[]; period: string[] }
export const labels: Labels = {
  account: [
    'Account number',
    'Account No.',
    'Account no',
    'A/C No',
    'Acc. number',
    'ACCOUNT NUMBER',
    'Account',
  ],
  sortCode: ['Sort code', 'Sort Code', 'Sortcode', 'SORT CODE', 'Branch sort code', 'Sort-code'],
  holder: ['Account name', 'Account holder', 'Name', 'Account in the name of', 'Customer name', 'Held by'],
  iban: ['IBAN', 'IBAN number', 'International account number (IBAN)'],
  period: [
    'Statement period',
    'Period',
    'Period covered',
    'Transactions between',
    'Date range',
    'Your transactions',
    'Covering',
    'Statement for',
    '',
  ],
}

export const statementTitles = [
  'Statement of account',
  'Your statement',
  'Account statement',
  'Current account statement',
  'Bank statement',
  'YOUR ACCOUNT STATEMENT',
  'Statement',
  'Transactions',
  'Everyday account',
  'Account activity',
]

type Wording = Record<TransactionKind, DescriptionPattern>
export const descriptionPatterns: Record<'capitals' | 'sentences' | 'short' | 'kind first', Wording> = {
  capitals: {
    salary: ['BGC', 'BANK GIRO CREDIT REF {PARTY}, {DETAIL}'],
    card: ['DEB', 'CARD PAYMENT TO {PARTY} ON {on DD-MM-YYYY}'],
    contactless: ['CLP', 'CONTACTLESS PAYMENT TO {PARTY} {DETAIL} GB'],
    direct_debit: ['DD', 'DIRECT DEBIT PAYMENT TO {PARTY} REF {DETAIL}, MANDATE NO 0041'],
    standing_order: ['SO', 'STANDING ORDER TO {PARTY} REFERENCE {DETAIL}'],
    cash: ['ATM', 'CASH WITHDRAWAL AT {PARTY} {DETAIL} ON {on DD-MM-YYYY}'],
    transfer_in: ['FPI', 'FASTER PAYMENTS RECEIPT REF {DETAIL} FROM {PARTY}'],
    transfer_out: ['FPO', 'BILL PAYMENT VIA FASTER PAYMENT TO {PARTY} REFERENCE {DETAIL}'],
    refund: ['REF', 'CARD REFUND FROM {PARTY}'],
    interest: ['INT', 'INTEREST PAID AFTER TAX 0.00 DEDUCTED'],
    fee: ['CHG', '{PARTY}'],
    cheque: ['CHQ', 'CHEQUE {DETAIL}'],
  },
  sentences: {
    salary: ['Credit', 'Received from {party}', 'Ref: {detail}'],
    card: ['Card', 'Card payment to {party}', 'On {on DD MMM}'],
    contactless: ['Card', 'Contactless payment to {party}', 'On {on DD MMM}'],
    direct_debit: ['Debit', 'Direct Debit to {party}', 'Ref: {detail}'],
    standing_order: ['Order', 'Standing order to {party}', 'Ref: {detail}'],
    cash: ['Cash', 'Cash withdrawal {party} {detail}', 'On {on DD MMM}'],
    transfer_in: ['Credit', 'Received from {party}', 'Ref: {detail}'],
    transfer_out: ['Transfer', 'Bill payment to {party}', 'Ref: {detail}'],
    refund: ['Refund', 'Refund from {party}', 'On {on DD MMM}'],
    interest: ['Interest', 'Interest paid'],
    fee: ['Fee', '{party}', '{detail}'],
    cheque: ['Cheque', 'Cheque {detail}'],
  },
  short: {
    salary: ['CR', '{party18}'],
    card: ['VIS', '{party18}'],
    contactless: [')))', '{party18}'],
    direct_debit: ['DD', '{party18}'],
    standing_order: ['SO', '{party18}'],
    cash: ['ATM', 'CASH {DETAIL}'],
    transfer_in: ['CR', '{party18}'],
    transfer_out: ['BP', '{party18} {DETAIL}'],
    refund: ['CR', '{party18} REFUND'],
    interest: ['CR', 'GROSS INTEREST'],
    fee: ['DR', '{PARTY}'],
    cheque: ['CHQ', '{DETAIL}'],
  },
  'kind first': {
    salary: ['AC', 'Automated Credit', '{PARTY}', '{DETAIL}'],
    card: ['CT', 'Card Transaction', '4417 {on DDMMM} {PARTY} {DETAIL}'],
    contactless: ['CT', 'Card Transaction', '4417 {on DDMMM} C {PARTY} {DETAIL}'],
    direct_debit: ['DD', 'Direct Debit', '{PARTY} {DETAIL}'],
    standing_order: ['SO', 'Standing Order', '{PARTY} {DETAIL}'],
    cash: ['CW', 'Cash Withdrawal', '{PARTY} {DETAIL}'],
    transfer_in: ['AC', 'Automated Credit', '{PARTY} FP {DETAIL}'],
    transfer_out: ['OT', 'OnLine Transaction', '{PARTY}', 'VIA ONLINE - PYMT FP {DETAIL}'],
    refund: ['CR', 'Card Refund', '4417 {on DDMMM} {PARTY}'],
    interest: ['IN', 'Interest', 'Gross interest for the month'],
    fee: ['CH', 'Charges', '{PARTY}'],
    cheque: ['CQ', 'Cheque', '{DETAIL}'],
  },
}

export const promotions = [
  [
    'Did you know? You could earn up to £175.00 when you switch',
    'to us before 31 December 2026. Terms apply.',
  ],
  ['Our Regular Saver pays 4.50% AER on up to £250.00 a month.'],
  [
    'From 1 December 2026 our arranged overdraft rate is 39.90% EAR.',
    'The first £25.00 is free of interest.',
  ],
  ['Going away? Tell us in the app, and spend abroad without fees.'],
  ['Home insurance from £12.99 a month. Ask at any branch by 30/11/2026.'],
]

export const panelTexts = [
  ['Your overdraft', 'Arranged limit', '£500.00', 'Rate 39.90% EAR'],
  ['Interest', 'You earned £0.42', 'between 01/04/2026', 'and 30/09/2026', 'Rate 1.25% AER'],
  ['Charges', 'Your monthly cap on', 'unarranged overdraft', 'charges is £20.00'],
  ['Savings', 'Easy Saver 70114422', 'Balance £2,304.11', 'on 14 Oct 2026'],
  ['Get in touch', '01632 960 118', 'Lines are open 8am', 'to 8pm, 7 days', 'a week'],
  ['Dates to note', '05 Nov New terms', '12 Nov Branch closed', '1 Jan Fee £3.00'],
]

export const afterTexts = [
  'Your eligible deposits are protected up to a total of £120,000 by the deposit guarantee scheme.',
  'If something looks wrong, tell us within 13 months of the date on which it left your account.',
  'Interest is worked out daily and paid on the first working day of each month. AER 1.25%, gross 1.24%.',
  'Using your arranged overdraft of £1,200 for 30 days at 39.90% EAR would cost £33.45.',
]
