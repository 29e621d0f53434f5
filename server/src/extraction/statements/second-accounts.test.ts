import { expect, test } from 'vitest'
import { decemberPeriod, readStatementLines } from '../../../test/extraction/read-statement-lines.ts'
import { at, type Placed, row, sheet, titles, to } from '../../../test/extraction/statement-page.ts'
import { checkContradictions } from '../trust/contradictions.ts'
import { parseStatement } from './parse.ts'
import { listMainAccountTexts } from './text/main-account.ts'
import { readStatementText } from './text/statement-text.ts'

// A second account in the same file, and totals of days: both print amounts that are no transactions of the account.

type Lines = (Placed | Placed[])[]

const number = at(40, 'Heronmere Bank  Sort code 00-31-88 Account number 39308396')
const columns = titles('Money out', 'Money in', 'Balance')
const interest = row('31 Dec 2025', 'Gross interest', '', '1.23', '501.23')
const unchanged = { balances: ['1,000.00', '1,000.00'], rows: [] }

const emptyAccounts: Record<string, Lines> = {
  'two tables alike': [
    at(40, 'Everyday Account'),
    columns,
    row('1 Dec 2025', 'Opening balance', '', '', '1,000.00'),
    at(110, 'No transactions this month'),
    row('31 Dec 2025', 'Closing balance', '', '', '1,000.00'),
    [],
    at(40, 'Savings Account'),
    at(40, 'Account number 39308404'),
    columns,
    row('1 Dec 2025', 'Opening balance', '', '', '500.00'),
    interest,
    row('31 Dec 2025', 'Closing balance', '', '', '501.23'),
  ],
  'balances outside the tables': [
    [at(40, 'Balance brought forward'), to(540, '1,000.00')],
    at(40, 'There were no transactions in this period.'),
    [at(40, 'Balance carried forward'), to(540, '1,000.00')],
    [],
    at(40, 'Instant Saver 39308404'),
    [at(40, 'Balance brought forward'), to(540, '500.00')],
    columns,
    interest,
    [at(40, 'Balance carried forward'), to(540, '501.23')],
  ],
  'one line of interest with a sign': [
    [at(40, 'Start balance'), to(540, '1,000.00')],
    [at(40, 'End balance'), to(540, '1,000.00')],
    at(40, 'No transactions'),
    [],
    at(40, 'Rainy Day'),
    [at(40, 'Start balance'), to(540, '500.00')],
    [at(40, '31 Dec 2025'), at(110, 'Interest earned'), to(540, '+1.23')],
    [at(40, 'End balance'), to(540, '501.23')],
  ],
}

test.each(Object.entries(emptyAccounts))(
  'an account without transactions does not take the interest of another: %s',
  (_, lines) => {
    const all = [number, decemberPeriod, ...lines]
    expect(readStatementLines(all)).toMatchObject(unchanged)
    expect(parseStatement([sheet(all)], []).findings).toEqual([])
  },
)

test.each([
  [
    'outside a table',
    [
      [at(40, 'Opening balance'), to(540, '1,000.00')],
      [at(40, 'Closing balance'), to(540, '1,000.00')],
    ],
  ],
  [
    'in a table',
    [
      columns,
      row('1 Dec 2025', 'Opening balance', '', '', '1,000.00'),
      row('31 Dec 2025', 'Closing balance', '', '', '1,000.00'),
    ],
  ],
])(
  'equal balances %s above the heading of another account belong to an account without transactions',
  (_, lines) => {
    const result = readStatementLines([
      number,
      decemberPeriod,
      at(40, 'Current Account'),
      ...lines,
      [],
      at(40, 'Saver'),
      columns,
      row('1 Dec 2025', 'Opening balance', '', '', '500.00'),
      row('15 Dec 2025', 'INTEREST', '', '1.22', '501.22'),
      row('31 Dec 2025', 'INTEREST', '', '1.23', '502.45'),
      row('31 Dec 2025', 'Closing balance', '', '', '502.45'),
    ])
    expect(result).toMatchObject({ ...unchanged, verified: false })
  },
)

test('an unnamed account that opens with a balance of its own does not continue the account above', () => {
  const result = readStatementLines([
    number,
    decemberPeriod,
    columns,
    row('1 Dec 2025', 'Balance brought forward', '', '', '1,000.00'),
    row('31 Dec 2025', 'Balance carried forward', '', '', '1,000.00'),
    [],
    at(40, 'Holiday fund'),
    row('1 Dec 2025', 'Balance brought forward', '', '', '500.00'),
    interest,
    row('31 Dec 2025', 'Balance carried forward', '', '', '501.23'),
  ])
  expect(result).toMatchObject(unchanged)
})

test('rows of another account are not certified as those of an account without transactions', () => {
  const result = readStatementLines([
    number,
    decemberPeriod,
    at(40, 'Share 1 (main)'),
    at(40, 'There were no transactions in this period.'),
    [],
    at(40, 'Share 2 (savings)'),
    [at(40, 'Opening balance'), to(540, '500.00')],
    columns,
    interest,
    [at(40, 'Closing balance'), to(540, '501.23')],
  ])
  expect(result.verified).toBe(false)
})

test('a list of rows whose balances happen to be equal is read', () => {
  const result = readStatementLines([
    number,
    decemberPeriod,
    [at(40, 'Opening balance'), to(540, '100.00')],
    [at(40, 'Closing balance'), to(540, '100.00')],
    [],
    at(40, 'Your savings'),
    columns,
    row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
    row('9 Dec 2025', 'OAKMANTLE LTD', '', '40.00', '100.00'),
  ])
  expect(result.rows).toEqual(['2025-12-04 -40.00', '2025-12-09 40.00'])
})

test('the account number is that of the heading above the rows', () => {
  const lines = [
    number,
    decemberPeriod,
    at(40, 'Instant Saver 39308404'),
    columns,
    row('1 Dec 2025', 'Opening balance', '', '', '500.00'),
    row('19 Dec 2025', 'FROM CURRENT', '', '200.00', '700.00'),
    interest.map((placed) => (placed.text === '501.23' ? { ...placed, text: '701.23' } : placed)),
    row('31 Dec 2025', 'Closing balance', '', '', '701.23'),
    [],
    at(40, 'Household Account 39308396'),
    columns,
    row('1 Dec 2025', 'Opening balance', '', '', '1,000.00'),
    row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '960.00'),
    row('31 Dec 2025', 'Closing balance', '', '', '960.00'),
  ]
  const { submission } = parseStatement([sheet(lines)], [])
  expect(submission).toMatchObject({
    account_information: { account_number: '39308404' },
    balance_information: { opening_balance: '500.00', closing_balance: '701.23' },
    transactions: [{ amount: '200.00' }, { amount: '1.23' }],
  })
})

test('a panel beside the table that names another account does not change the account number', () => {
  const { submission } = parseStatement(
    [
      sheet([
        number,
        decemberPeriod,
        columns,
        row('1 Dec 2025', 'Opening balance', '', '', '100.00'),
        at(600, 'Easy Saver 70114422'),
        row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
      ]),
    ],
    [],
  )
  expect(submission?.account_information.account_number).toBe('39308396')
})

test('rows below "no transactions" are read if the balances of the account differ', () => {
  const result = readStatementLines([
    number,
    decemberPeriod,
    [at(40, 'Opening balance'), to(540, '100.00')],
    [at(40, 'Closing balance'), to(540, '60.00')],
    at(40, 'Payments in: no transactions'),
    at(40, 'Payments out'),
    columns,
    row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
  ])
  expect(result).toMatchObject({ balances: ['100.00', '60.00'], rows: ['2025-12-04 -40.00'] })
})

const mainRows: Lines = [
  number,
  decemberPeriod,
  [at(40, 'Opening balance'), to(540, '100.00')],
  [at(40, 'Closing balance'), to(540, '1,289.50')],
  [],
  columns,
  row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
  row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
  row('19 Dec 2025', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
]

test('a name that the customer chose and a number begin another account', () => {
  const result = readStatementLines([...mainRows, [], at(40, 'Rainy day 39308404'), interest])
  expect(result).toMatchObject({
    balances: ['100.00', '1,289.50'],
    rows: ['2025-12-04 -40.00', '2025-12-09 1,250.00', '2025-12-19 -20.50'],
    verified: true,
  })
})

const severities = (lines: Lines) => {
  const pages = [sheet(lines)]
  return checkContradictions(pages, parseStatement(pages, [])).map(({ severity }) => severity)
}

test.each([
  ['below a heading and titles of its own', [at(40, 'Rainy day'), columns, interest]],
  ['in a row that names it', [row('31 Dec 2025', 'Linked saver ending 8404 interest', '', '1.23', '501.23')]],
])('interest of another account, %s, is neither a transaction nor an accusation', (_, lines) => {
  const all = [...mainRows, [], ...lines]
  expect(readStatementLines(all)).toMatchObject({
    balances: ['100.00', '1,289.50'],
    rows: ['2025-12-04 -40.00', '2025-12-09 1,250.00', '2025-12-19 -20.50'],
    verified: true,
  })
  expect(severities(all)).toEqual([])
})

test('a heading below the closing balance begins another account', () => {
  const closing = row('31 Dec 2025', 'Closing balance', '', '', '1,289.50')
  const saved = row('19 Dec 2025', 'FROM CURRENT', '', '200.00', '700.00')
  const result = readStatementLines([...mainRows, closing, [], at(40, 'New kitchen'), saved, interest])
  expect(result).toMatchObject({ balances: ['100.00', '1,289.50'], verified: true })
  expect(result.rows).toHaveLength(3)
})

test('balances under their title that contradict a few rows leave them uncertified', () => {
  const changed = mainRows.map((line) =>
    [line].flat().map((placed) => (placed.text === '1,310.00' ? { ...placed, text: '1,370.00' } : placed)),
  )
  expect(readStatementLines(mainRows).verified).toBe(true)
  expect(readStatementLines(changed).verified).toBe(false)
})

const longRows: Lines = [
  ...mainRows.slice(0, -1),
  row('11 Dec 2025', 'PELLOW GROCERS', '10.00', '', '1,300.00'),
  row('15 Dec 2025', 'HARBOUR CAFE', '7.50', '', '1,292.50'),
  row('16 Dec 2025', 'CITYBUS TICKETS', '3.00', '', '1,289.50'),
]

test('a balance that does not follow is no accusation below a heading, but it is one among the rows', () => {
  expect(severities([...longRows, [], at(40, 'New kitchen'), interest])).toEqual(['medium'])
  const changed = longRows.map((line) =>
    [line].flat().map((placed) => (placed.text === '1,300.00' ? { ...placed, text: '1,331.00' } : placed)),
  )
  expect(severities(changed)).toContain('high')
})

test('a total below the heading of another account is no accusation', () => {
  const total = [at(40, 'Total paid in'), to(540, '1,100.00')]
  expect(severities([...longRows, [], at(40, 'Kitchen fund'), total])).not.toContain('high')
  expect(severities([...longRows, [], total])).toContain('high')
})

const day = (date: string, total: string): Placed[] => [at(40, date), to(540, total)]
const payment = (payee: string, amount: string): Placed[] => [at(60, payee), to(540, amount)]
const ends: Lines = [
  number,
  [at(40, 'Opening balance'), to(540, '£100.00')],
  [at(40, 'Closing balance'), to(540, '£1,269.50')],
  [],
]
const appRows = [
  '2025-12-04 -15.00',
  '2025-12-04 -25.00',
  '2025-12-09 -20.00',
  '2025-12-09 1,250.00',
  '2025-12-19 -20.50',
]

test.each([
  ['signed', '', '-'],
  ['after the word Total, payments without a sign', 'Total ', ''],
])('the totals of days are no transactions: %s', (_, word, sign) => {
  const total = (date: string, amount: string): Placed[] =>
    word ? [at(40, date), at(300, word.trim()), to(540, amount)] : day(date, amount)
  const result = readStatementLines([
    ...ends,
    total('Friday 19 December 2025', `${sign}£20.50`),
    payment('Octavo Fuels', `${sign}£20.50`),
    total('Tuesday 9 December 2025', '+£1,230.00'),
    payment('Oakmantle Ltd', '+£1,250.00'),
    payment('Cafe', `${sign}£20.00`),
    total('Thursday 4 December 2025', `${sign}£40.00`),
    payment('Loomwire', `${sign}£25.00`),
    payment('M Delaney', `${sign}£15.00`),
  ])
  expect(result.balances).toEqual(['100.00', '1,269.50'])
  expect(result.rows?.toSorted()).toEqual(appRows)
})

test('an amount beside a date that is not the sum of the rows below stays a transaction or balance', () => {
  const result = readStatementLines([
    ...ends,
    [at(40, '4 December 2025'), at(110, 'Loomwire'), to(540, '-£40.00')],
    [at(40, '9 December 2025'), at(110, 'Oakmantle'), to(540, '+£1,250.00')],
    [at(40, '19 December 2025'), at(110, 'Octavo'), to(540, '-£40.50')],
  ])
  expect(result.rows).toHaveLength(3)
})

test('a current account is read although a savings account is printed above it', () => {
  const columns = [at(40, 'Date'), at(110, 'Details'), to(470, 'Amount'), to(540, 'Balance')]
  const line = (day: string, text: string, amount: string, balance: string): Placed[] => [
    at(40, day),
    at(110, text),
    ...(amount === '' ? [] : [to(470, amount)]),
    to(540, balance),
  ]
  const { submission } = parseStatement(
    [
      sheet([
        at(40, 'Heronmere Bank'),
        decemberPeriod,
        [],
        at(40, 'CR marks money paid in.'),
        at(40, 'Heronmere Easy Saver 00-31-88 39308404'),
        columns,
        line('01 Dec', 'Opening balance', '', '500.00'),
        line('31 Dec', 'Gross interest', '1.23 CR', '501.23'),
        line('31 Dec', 'Closing balance', '', '501.23'),
        [],
        at(40, 'Heronmere Current Account 00-31-88 39308396'),
        columns,
        line('01 Dec', 'Opening balance', '', '100.00'),
        line('04 Dec', 'LOOMWIRE', '140.00', '40.00 OD'),
        line('09 Dec', 'OAKMANTLE LTD', '1,250.00 CR', '1,210.00'),
        line('19 Dec', 'OCTAVO FUELS', '20.50', '1,189.50'),
        line('20 Dec', 'PETAL POST', '10.00', '1,179.50'),
        line('31 Dec', 'Closing balance', '', '1,179.50'),
      ]),
    ],
    [],
  )
  expect(submission?.account_information.account_number).toBe('39308396')
  expect(submission?.balance_information).toEqual({ opening_balance: '100.00', closing_balance: '1,179.50' })
  expect(submission?.transactions.map(({ amount }) => amount)).toEqual([
    '-140.00',
    '1,250.00',
    '-20.50',
    '-10.00',
  ])
})

const saverHeadings: [string, string, string][] = [
  ['ends with the currency', 'Account 39308404 (GBP)', 'Account 39308396 (GBP)'],
  ['has a caption', 'SORT CODE 00-31-88   ACCOUNT NO 39308404', 'SORT CODE 00-31-88   ACCOUNT NO 39308396'],
]
test.each(saverHeadings)(
  'the number of a current account below another is in its heading, which %s',
  (_, saver, current) => {
    const columns = [at(40, 'DATE'), at(110, 'DETAILS'), to(470, 'AMOUNT')]
    const { submission } = parseStatement(
      [
        sheet([
          at(40, 'Heronmere Bank'),
          decemberPeriod,
          [],
          [at(40, 'HOLIDAY SAVER'), at(200, '00-31-88 39308404'), to(400, '501.23')],
          [at(40, 'STERLING CURRENT ACCOUNT'), at(200, '00-31-88 39308396'), to(400, '52.76-')],
          [],
          at(40, '( - AFTER AN AMOUNT = PAID OUT OR OVERDRAWN )'),
          [at(40, 'HOLIDAY SAVER'), at(250, saver)],
          columns,
          [at(110, 'BALANCE LAST STATEMENT'), to(540, '500.00')],
          [at(40, '31DEC'), at(110, 'INTEREST CREDITED'), to(470, '1.23')],
          [at(110, 'BALANCE THIS STATEMENT'), to(540, '501.23')],
          [],
          [at(40, 'STERLING CURRENT ACCOUNT'), at(250, current)],
          columns,
          [at(110, 'BALANCE LAST STATEMENT'), to(540, '301.77-')],
          [at(40, '04DEC'), at(110, 'CHEQUE 100914'), to(470, '75.00-')],
          [at(40, '09DEC'), at(110, 'RCPT J SUTCLIFFE'), to(470, '350.00')],
          [at(40, '19DEC'), at(110, 'OCTAVO FUELS'), to(470, '25.99-')],
          [at(110, 'BALANCE THIS STATEMENT'), to(540, '52.76-')],
        ]),
      ],
      [],
    )
    expect(submission?.account_information.account_number).toBe('39308396')
    expect(submission?.balance_information).toEqual({ opening_balance: '-301.77', closing_balance: '-52.76' })
    expect(submission?.transactions.map(({ description, amount }) => [description, amount])).toEqual([
      ['CHEQUE 100914', '-75.00'],
      ['RCPT J SUTCLIFFE', '350.00'],
      ['OCTAVO FUELS', '-25.99'],
    ])
  },
)

test('a current account below another is found by its titles, and its number by the caption above its rows', () => {
  const columns = [
    at(40, 'Booked'),
    at(110, 'Value'),
    at(180, 'Particulars'),
    to(470, 'Amount'),
    to(540, 'Balance'),
  ]
  const { submission } = parseStatement(
    [
      sheet([
        at(40, 'Heronmere Private Bank'),
        decemberPeriod,
        [],
        at(40, 'Summary of accounts'),
        [at(40, 'Tax Deposit Account'), at(200, '39308404'), to(470, '500.00'), to(540, '501.23')],
        [at(40, 'Current Account'), at(200, '39308396'), to(470, '100.00'), to(540, '75.00')],
        [],
        at(40, 'Tax Deposit Account (GBP)'),
        at(40, 'Account number 39308404'),
        columns,
        [at(180, 'Balance from previous statement'), to(540, '500.00')],
        [
          at(40, '31/12/2025'),
          at(110, '31/12/2025'),
          at(180, 'Interest'),
          to(470, '1.23'),
          to(540, '501.23'),
        ],
        [],
        at(40, 'Current Account (GBP)'),
        at(40, 'Sort code 00-31-88   Account number 39308396'),
        columns,
        [at(180, 'Balance from previous statement'), to(540, '100.00')],
        [
          at(40, '04/12/2025'),
          at(110, '04/12/2025'),
          at(180, 'Octavo Fuels'),
          to(470, '(25.00)'),
          to(540, '75.00'),
        ],
      ]),
    ],
    [],
  )
  expect(submission?.account_information.account_number).toBe('39308396')
  expect(submission?.balance_information).toEqual({ opening_balance: '100.00', closing_balance: '75.00' })
})

test('an export repeats the sort code and account number in each row, joined by a dash', () => {
  const account = at(300, '00-31-88-39308396')
  const { submission } = parseStatement(
    [
      sheet([
        at(40, 'Heronmere Bank transaction download'),
        [at(40, 'Date'), at(110, 'Description'), at(300, 'Account'), to(470, 'Amount'), to(540, 'Balance')],
        [at(40, '05/12/2025'), at(110, 'Octavo Fuels'), account, to(470, '-25.00'), to(540, '75.00')],
        [at(40, '04/12/2025'), at(110, 'M Tregenza'), account, to(470, '50.00'), to(540, '100.00')],
        [at(40, '03/12/2025'), at(110, 'Tidewell Dental'), account, to(470, '-10.00'), to(540, '50.00')],
      ]),
    ],
    [],
  )
  expect(submission?.account_information).toMatchObject({ sort_code: '00-31-88', account_number: '39308396' })
})

test('a transfer to savings among the rows of days begins no other account', () => {
  const dayWithRow = (date: string, balance: string, payee: string, amount: string): Lines => [
    [at(40, date), to(540, `Balance £${balance}`)],
    [at(40, payee), to(540, amount)],
    at(40, 'Debit card'),
  ]
  const page = sheet([
    number,
    ...dayWithRow('Monday 22 December 2025', '5,175.76', 'HALDANE FOODS', '−£46.60'),
    ...dayWithRow('Monday 15 December 2025', '5,222.36', 'To savings 64418817', '−£600.00'),
    ...dayWithRow('Wednesday 10 December 2025', '5,822.36', 'HARBOUR CAFE', '−£18.99'),
    ...dayWithRow('Monday 8 December 2025', '5,841.35', 'WENSDALE LTD', '+£4,406.12'),
  ])
  expect(listMainAccountTexts(readStatementText([page]))).toEqual([])
})

test('a bank with savings in its name at the top of each page begins no other account', () => {
  const bank = at(40, 'Kestrel Savings and Loan')
  const pages = [0, 1].map((page) =>
    sheet(
      [
        page === 0 ? [bank, to(540, 'Account statement')] : [bank, to(540, 'Statement continued')],
        at(40, 'Sort code 00-31-88 Account number 39308396'),
        decemberPeriod,
        columns,
        ...Array.from({ length: 6 }, (_, n) =>
          row(`${page * 6 + n + 1} Dec 2025`, 'Groceries', '1.00', '', n === 5 ? `${94 - page * 6}.00` : ''),
        ),
      ],
      { number: page + 1 },
    ),
  )
  expect(listMainAccountTexts(readStatementText(pages))).toEqual([])
})

test('an account that begins at the top of a page is another one, whatever its name', () => {
  const entries = (first: number) =>
    [0, 1, 2].map((n) => row(`${n + 1} Dec 2025`, 'Groceries', '1.00', '', `${first - n}.00`))
  const pages = [
    sheet([number, decemberPeriod, columns, ...entries(99)]),
    sheet([at(40, 'Rainy day 40118273'), columns, ...entries(59)], { number: 2 }),
  ]
  expect(listMainAccountTexts(readStatementText(pages))).not.toEqual([])
})
