import { expect, test } from 'vitest'
import type { PageWord, PdfPage } from '../document.ts'
import { isOtherLedger, recognise } from './recognise.ts'
import { isCardStatement } from './recognise-card.ts'

/** Creates a page from lines of text that are ten points apart. */
function createPages(lines: string[]): PdfPage[] {
  const words = lines.flatMap((line, row) => {
    let x = 40
    return line.split(' ').map((text): PageWord => {
      const word = { text, x, right: x + 5 * text.length, y: 60 + 14 * row, size: 10 }
      x = word.right + 4
      return word
    })
  })
  return [
    { number: 1, width: 595, height: 842, source: 'text', imageShare: 0, hidden: [], covers: [], words },
  ]
}

test('recognises the statement of a month without transactions', () => {
  const lines = [
    'Cymdeithas Adeiladu Curlew / Curlew Building Society',
    'Cod didoli Sort code 00-35-81',
    'Rhif y cyfrif Account number 99675998',
    'Balans agoriadol Opening balance £120.00',
    'Date Details In (£) Out (£) Balance (£)',
    'There were no transactions during this period.',
  ]
  expect(recognise(createPages(lines))).toBe('bank_statement')
})

test('recognises a month without transactions that prints no table', () => {
  const lines = [
    'Tyne Moor Credit Union',
    'Account number 01-40228-S1',
    'Balance at your last statement £1,253.44',
    'There have been no transactions on your account since your last statement.',
  ]
  expect(recognise(createPages(lines))).toBe('bank_statement')
})

const days = ['Friday 30 May', 'Wednesday 28 May', 'Tuesday 27 May', 'Monday 26 May']
const purchasesByDay = days.flatMap((day) => [day, 'Moss Lane Garage -£10.00'])

test('recognises a statement whose dates are headings', () => {
  const lines = [
    'plover Statement for May 2025',
    'Sort code 00-35-81 Account 99675998',
    'Balance on 31 May £60.00',
    ...purchasesByDay,
    'Plover Money Ltd is an electronic money institution.',
  ]
  expect(recognise(createPages(lines))).toBe('bank_statement')
})

test.each(['00 35 81 \u00b7 99675998', 'GB82 PKWR 0035 8199 6759 98'])(
  'recognises a statement whose account details have no label: %s',
  (details) => {
    const lines = [
      'plover Statement 1\u201331 May 2025',
      details,
      '\u00a360.00 Balance at the end',
      ...purchasesByDay,
      'Plover Money Ltd is an electronic money institution.',
    ]
    expect(recognise(createPages(lines))).toBe('bank_statement')
  },
)

test('recognises a payslip by its wording alone', () => {
  const lines = ['Gross pay 1,904.17', 'Income tax 171.20', 'National Insurance 68.53', 'Net pay 1,664.44']
  expect(recognise(createPages(lines))).toBe('payslip')
})

test('recognises a payslip that prints no National Insurance number and no total of the deductions', () => {
  const lines = [
    'Brindlewick Care Fortnightly pay statement',
    'Carer: Mrs Wilhelmina Oakapple',
    'Tax code: 1257L',
    'Gross 1,062.80',
    'PAYE tax -115.60',
    'National Insurance -46.30',
    'Take-home pay £900.90',
  ]
  expect(recognise(createPages(lines))).toBe('payslip')
  expect(recognise(createPages(lines.slice(0, 5)))).toBeNull()
})

const cardLines = [
  'Credit card statement',
  'Credit limit 4,000.00',
  'Minimum payment 5.00',
  'Payment due by 1 June 2025',
  '4 May 2025 Books 24.10',
]

test('recognises a credit card statement as a kind of its own', () => {
  expect(isCardStatement(createPages(cardLines))).toBe(true)
  expect(recognise(createPages(cardLines))).toBeNull()
})

const shortLines = [
  'Plover',
  'Sort code 00-35-81 Account number 99675998',
  'Transactions between 1 November 2025 and 30 November 2025',
  'At the start of 1 November 2025 you had £1,250.00.',
  'At the end of 30 November 2025 you had £1,251.54.',
  'Interest paid £1.54',
  'Plover Bank plc, authorised by the Prudential Regulation Authority',
]

test('recognises a statement with a single transaction', () => {
  expect(recognise(createPages(shortLines))).toBe('bank_statement')
})

test.each([
  ['without a period', 2],
  ['without an opening balance', 3],
  ['of a company that names its bank', 6],
])('does not recognise a short document %s', (_, n) => {
  expect(recognise(createPages(shortLines.with(n, 'Bank Curlew')))).toBeNull()
})

test('recognises a letter with a table in which the balance is due to the bank', () => {
  const rows = [2, 5, 9, 14, 21].map((day) => `${day} Jan Transfer 10.00 Dr`)
  const lines = [
    'Curlew & Teal, Bankers',
    'Dear Dr Quince, current account no. 20933129',
    'On 31 December 2025 the balance due to the Bank was £100.00.',
    'Booked Particulars Amount',
    ...rows,
    'Yours sincerely',
  ]
  expect(recognise(createPages(lines))).toBe('bank_statement')
})

const paidCardLines = [
  'Curlew Co-operative Society',
  'Member credit card',
  'Card number 5412 75** **** 9951',
  'Credit limit 1,200.00',
  'What you owed last time 55.00',
  '20 Nov PURCHASE 55.00',
  'There is nothing to pay this month.',
]

test('recognises a credit card statement that states no payment and has another heading', () => {
  const [page] = createPages(paidCardLines) as [PdfPage]
  const words = page.words.map((word) => (word.y === 60 ? { ...word, size: 14 } : word))
  expect(isCardStatement([{ ...page, words }])).toBe(true)
  expect(isCardStatement([{ ...page, words: words.filter(({ text }) => !text.includes('*')) }])).toBe(false)
})

const chargeCardLines = [
  'Teal Charge Card',
  'Prepared for xxxx-xxxxxx-41007',
  'Previous Closing Balance New Credits New Debits Closing Balance',
  'Payment Due By April 19, 2026',
  '4 May 2025 Books 24.10',
]

test.each([
  ['with closing balances', chargeCardLines],
  ['of a cardmember', chargeCardLines.with(0, 'Teal Gold: prepared for Cardmember')],
  ['with statement balances', chargeCardLines.with(2, 'Last account balance 24.10, paid in full')],
])('recognises a charge card %s', (_, lines) => {
  expect(isCardStatement(createPages(lines))).toBe(true)
})

test('does not take a bill that a charge card paid for the statement of the card', () => {
  const lines = chargeCardLines.with(3, 'Paid by xxxx-xxxxxx-41007')
  expect(isCardStatement(createPages(lines))).toBe(false)
})

test.each([
  ['a letter about a card', [...cardLines, 'Yours sincerely']],
  ['an advertisement', ['Credit card: representative example, assumed credit limit 1,200.00, 24.9% APR']],
  ['a payment to a card', ['Date Details Out In Balance', '4 May 2025 Credit card minimum payment 25.00']],
])('does not take %s for a credit card statement', (_, lines) => {
  expect(isCardStatement(createPages(lines))).toBe(false)
})

test('does not take a statement of account of a supplier for one of a bank', () => {
  const lines = [
    'Statement of account',
    'Terms: 30 days net',
    'Date Type Our ref Debit Credit Balance due',
    '04/02/2025 Invoice 271.53 271.53',
    '06/02/2025 Invoice 100.00 371.53',
    'Please pay to sort code 00-35-81, account 99675998',
  ]
  expect(recognise(createPages(lines))).toBeNull()
})

test('recognises the statement of a mortgage', () => {
  const lines = [
    'Curlew Building Society',
    'Annual mortgage statement, 1 January 2025 to 31 December 2025',
    'Mortgage account 55-201187-3',
    'Date Details Charged Paid Amount owed',
    '01/01/2025 Interest 464.36 121,864.36',
    '03/01/2025 Monthly payment 742.18 121,122.18',
    'Early repayment charge 3%. Your home may be repossessed.',
  ]
  expect(isOtherLedger(createPages(lines))).toBe(true)
})

test.each([
  ['a current account that pays a mortgage', ['Sort code 00-35-81', '03/01/2025 MORTGAGE ACCOUNT 742.18']],
  ['shares beside a loan', ['Share account (S1)', '12/04/2025 Loan balance 1,425.00 monthly repayment']],
])('does not mistake %s for another ledger', (_, lines) => {
  const offer = ['Ask for a loan statement.', 'Loan balance and monthly payment in the app.']
  expect(isOtherLedger(createPages(['Curlew Bank', ...lines, ...offer]))).toBe(false)
})

test.each([
  [
    'an energy supplier',
    [
      'Your energy account statement',
      '01 Jul 2025 Balance brought forward 41.20 CR',
      '31 Jul 2025 Electricity 212 kWh at 24.86p 52.70 83.50 CR',
      '31 Jul 2025 Standing charges 31 days 25.91 48.28 CR',
    ],
  ],
  [
    'a letting agent',
    [
      'Landlord statement of account',
      'Date Property / detail Income Expenditure Balance',
      '02/06/2025 Flat 3 Sorrel House - rent, Ms D Petrov 780.00 780.00',
      '02/06/2025 Management fee 10% + VAT 93.60 686.40',
    ],
  ],
])('recognises the account of %s', (_, lines) => {
  expect(isOtherLedger(createPages(lines))).toBe(true)
})
