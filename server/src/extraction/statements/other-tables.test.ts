import { expect, test } from 'vitest'
import { at, foot, head, row, sheet, titles, to } from '../../../test/extraction/statement-page.ts'
import { parseStatement } from './parse.ts'

const balances = [at(40, 'Opening balance 100.00'), at(40, 'Closing balance 1,259.50')]
const rows = [
  row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
  row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
  row('2 Jan', 'LOOMWIRE', '50.00', '', '1,259.50'),
]
const amounts = (pages: Parameters<typeof parseStatement>[0]) =>
  parseStatement(pages).submission?.transactions.map(({ amount }) => amount)

test('reads a month without transactions as a statement', () => {
  const page = sheet([
    ...head([at(40, 'Opening balance 100.00'), at(40, 'Closing balance 100.00')]),
    titles('Paid out', 'Paid in', 'Balance'),
    at(110, 'There were no transactions in this period'),
    ...foot(1, 1),
  ])
  const { submission, verified } = parseStatement([page])
  expect(submission?.transactions).toEqual([])
  expect(submission?.balance_information).toEqual({ opening_balance: '100.00', closing_balance: '100.00' })
  expect(submission?.statement_period).toEqual({ start_date: '2025-12-01', end_date: '2026-01-05' })
  expect(verified).toBe(true)
})

test('leaves out the rows of a savings pot below the account', () => {
  const page = sheet([
    ...head(balances),
    titles('Paid out', 'Paid in', 'Balance'),
    ...rows,
    [],
    at(40, 'Holiday pot'),
    titles('Paid out', 'Paid in', 'Balance'),
    row('30 Dec', 'From current account', '', '20.00', '420.00'),
    row('2 Jan', 'To current account', '70.00', '', '350.00'),
    ...foot(1, 1),
  ])
  expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
})

test('leaves out scheduled payments above the transactions', () => {
  const page = sheet([
    ...head(balances),
    at(40, 'Pending'),
    [at(40, '4 Jan'), at(110, 'BLUE KITE BUSES'), to(400, '3.20')],
    [],
    at(40, 'Completed'),
    titles('Paid out', 'Paid in', 'Balance'),
    ...rows,
    ...foot(1, 1),
  ])
  expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
})

test('reads cheques that are listed side by side', () => {
  const page = sheet([
    ...head([at(40, 'Opening balance 500.00'), at(40, 'Closing balance 600.00')]),
    at(40, 'Deposits and other credits'),
    [at(40, 'Date'), at(110, 'Description'), to(540, 'Amount')],
    [at(40, '4 Dec'), at(110, 'Counter credit'), to(540, '150.00')],
    [at(40, '9 Dec'), at(110, 'OAKMANTLE LTD'), to(540, '50.00')],
    [at(110, 'Total deposits and other credits'), to(540, '200.00')],
    at(40, 'Cheques paid'),
    [
      at(40, 'Number'),
      at(90, 'Date paid'),
      to(200, 'Amount'),
      at(230, 'Number'),
      at(280, 'Date paid'),
      to(400, 'Amount'),
    ],
    [
      at(40, '200871'),
      at(90, '20 Dec'),
      to(200, '60.00'),
      at(230, '200872'),
      at(280, '21 Dec'),
      to(400, '40.00'),
    ],
    [at(110, 'Total cheques paid'), to(540, '100.00')],
    ...foot(1, 1),
  ])
  expect(parseStatement([page]).submission?.transactions).toEqual([
    { date: '2025-12-04', description: 'Counter credit', amount: '150.00', type: 'credit' },
    { date: '2025-12-09', description: 'OAKMANTLE LTD', amount: '50.00', type: 'credit' },
    { date: '2025-12-20', description: 'Cheque 200871', amount: '-60.00', type: 'debit' },
    { date: '2025-12-21', description: 'Cheque 200872', amount: '-40.00', type: 'debit' },
  ])
})

const days = [
  at(60, 'Tue 30 December'),
  row('', 'GREENFINCH GROCERS', '-40.50'),
  at(60, 'Wed 31 December'),
  row('', 'OAKMANTLE LTD', '+1,250.00'),
  at(60, 'Fri 2 January'),
  row('', 'LOOMWIRE', '-50.00'),
]

test('leaves out the rows of a savings pot below date headings', () => {
  const page = sheet([
    ...head(balances),
    ...days,
    [],
    at(40, 'Your pots'),
    at(40, 'Holiday pot'),
    row('30 Dec', 'Added from main account', '20.00'),
    row('2 Jan', 'Spent by card', '7.00'),
    ...foot(1, 1),
  ])
  expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
})

test('leaves out undated pending payments above date headings', () => {
  const page = sheet([
    ...head(balances),
    at(40, 'Pending'),
    row('', 'BLUE KITE BUSES', '-3.20'),
    at(110, 'Not yet taken from your balance'),
    ...days,
    ...foot(1, 1),
  ])
  expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
})

test('leaves out pending payments below a heading with a remark beside it', () => {
  const page = sheet([
    ...head(),
    [at(60, 'Pending'), to(560, 'These transactions are not in your balance yet')],
    [at(110, 'BLUE KITE BUSES'), to(560, '- £3.20')],
    [at(60, 'Fri 2 January'), to(560, 'Balance £1,259.50')],
    [at(110, 'LOOMWIRE'), to(560, '- £50.00')],
    [at(60, 'Wed 31 December'), to(560, 'Balance £1,309.50')],
    [at(110, 'OAKMANTLE LTD'), to(560, '+ £1,250.00')],
    ...foot(1, 1),
  ])
  const { submission } = parseStatement([page])
  expect(submission?.transactions.map(({ amount }) => amount)).toEqual(['1,250.00', '-50.00'])
  expect(submission?.balance_information.closing_balance).toBe('1,259.50')
})

test('the balance beside each of two days is no transaction', () => {
  const page = sheet([
    ...head(),
    [at(60, 'Fri 2 January'), to(560, 'Balance £1,259.50')],
    [at(110, 'LOOMWIRE'), to(560, '- £50.00')],
    [at(110, 'KESTREL BAKERS'), to(560, '- £4.10')],
    [at(60, 'Wed 31 December'), to(560, 'Balance £1,313.60')],
    [at(110, 'OAKMANTLE LTD'), to(560, '+ £1,250.00')],
    ...foot(1, 1),
  ])
  const { submission } = parseStatement([page])
  expect(submission?.transactions.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
    '2025-12-31 1,250.00',
    '2026-01-02 -4.10',
    '2026-01-02 -50.00',
  ])
  expect(submission?.balance_information.closing_balance).toBe('1,259.50')
})

test('leaves out a list of charges below the rows', () => {
  const page = sheet([
    ...head(balances),
    titles('Paid out', 'Paid in', 'Balance'),
    ...rows,
    [],
    at(40, 'Fees charged this period'),
    [at(40, 'Non-sterling fees'), to(540, '£2.99')],
    [at(40, 'Total'), to(540, '£2.99')],
    ...foot(1, 1),
  ])
  expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
})

test.each(['Balance at 5 January 2026', 'Closing balance'])(
  'leaves out undated amounts below the last balance, called %s',
  (label) => {
    const page = sheet([
      ...head(),
      titles('Paid out', 'Paid in', 'Balance'),
      row('1 Dec', 'Balance brought forward', '', '', '100.00'),
      ...rows,
      [at(110, label), to(540, '1,259.50')],
      [],
      [at(40, 'Gross interest paid to you in this period'), to(400, '12.40')],
      [at(40, 'Tax deducted'), to(400, '0.00')],
      ...foot(1, 1),
    ])
    const { submission, verified } = parseStatement([page])
    expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
    expect(submission?.balance_information.closing_balance).toBe('1,259.50')
    expect(verified).toBe(true)
  },
)

test('keeps undated rows below a balance that is not the last', () => {
  const page = sheet([
    ...head(balances),
    titles('Paid out', 'Paid in', 'Balance'),
    row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
    [at(110, 'Balance at 30 December 2025'), to(540, '59.50')],
    row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
    row('', 'LOOMWIRE', '50.00', '', '1,259.50'),
    ...foot(1, 1),
  ])
  expect(amounts([page])).toEqual(['-40.50', '1,250.00', '-50.00'])
})

test('keeps undated rows below a balance brought forward to the next page', () => {
  const pages = [
    sheet([
      ...head(balances),
      titles('Paid out', 'Paid in', 'Balance'),
      row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
      row('2 Jan', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
      [at(110, 'Balance carried forward'), to(540, '1,309.50')],
      ...foot(1, 2),
    ]),
    sheet(
      [
        titles('Paid out', 'Paid in', 'Balance'),
        [at(110, 'Balance brought forward'), to(540, '1,309.50')],
        row('', 'LOOMWIRE', '50.00'),
        ...foot(2, 2),
      ],
      { number: 2 },
    ),
  ]
  expect(amounts(pages)).toEqual(['-40.50', '1,250.00', '-50.00'])
  expect(parseStatement(pages).verified).toBe(true)
})

test.each(['Balance now 100.00', 'Personal account balance 100.00'])(
  'reads a month without transactions that prints only one balance: %s',
  (balance) => {
    const page = sheet([
      ...head([at(40, balance), at(40, 'Total outgoings 0.00')]),
      at(40, 'There have been no transactions on your account'),
    ])
    expect(parseStatement([page]).submission).toMatchObject({
      balance_information: { opening_balance: null, closing_balance: '100.00' },
      transactions: [],
    })
  },
)

test.each(['Average balance 100.00', 'Personal account balance 100.00 Joint account balance 30.00'])(
  'leaves the balances of a month without transactions open if they are not certain: %s',
  (balance) => {
    const page = sheet([
      ...head([at(40, balance)]),
      at(40, 'There have been no transactions on your account'),
    ])
    expect(parseStatement([page]).submission?.balance_information.closing_balance ?? null).toBeNull()
  },
)

test('reads the balance of a month without transactions above its caption, beside other facts', () => {
  const page = sheet([
    ...head(),
    [at(40, 'Branch'), to(540, '£0.00')],
    to(300, '£100.00'),
    [at(40, 'Nottingham'), to(540, 'Total outgoings')],
    to(300, 'Personal account balance'),
    [],
    at(40, 'There were no transactions during this period'),
  ])
  const { submission, verified } = parseStatement([page])
  expect(submission?.balance_information).toEqual({ opening_balance: null, closing_balance: '100.00' })
  expect(verified).toBe(false)
})
