import { describe, expect, test } from 'vitest'
import {
  at,
  foot,
  head,
  type Placed,
  row,
  sheet,
  titles,
  to,
} from '../../../test/extraction/statement-page.ts'
import type { PdfPage } from '../document.ts'
import { parseStatement } from './parse.ts'

// Layouts that no sandbox bank uses, each reduced to a minimal example.

type Lines = (Placed | Placed[])[]

const read = (lines: Lines) => {
  const parse = parseStatement([sheet([...lines, ...foot(1, 1)])], [])
  const rows = parse.submission?.transactions.map(
    ({ date, description, amount }) => `${date} ${description} ${amount}`,
  )
  return { ...parse, rows }
}
const ends = (opening: string, closing: string): Lines => [
  at(40, `Opening balance ${opening}`),
  at(40, `Closing balance ${closing}`),
]
const four = [
  '2025-12-29 LOOMWIRE -40.00',
  '2025-12-30 OAKMANTLE LTD 1,250.00',
  '2025-12-31 OCTAVO FUELS -20.50',
  '2026-01-02 PETAL POST -10.00',
]

describe('blocks of lines', () => {
  test('reads the date below the name and the amount beside it', () => {
    const card = (name: string, sum: string, day: string): Lines => [
      [at(40, name), to(540, sum)],
      at(40, day),
      [],
    ]
    const { rows, verified } = read([
      ...head(ends('£100.00', '£1,279.50')),
      ...card('LOOMWIRE', '-£40.00', 'Mon 29 December 2025'),
      ...card('OAKMANTLE LTD', '+£1,250.00', 'Tue 30 December 2025'),
      ...card('OCTAVO FUELS', '-£20.50', 'Wed 31 December 2025'),
      ...card('PETAL POST', '-£10.00', 'Fri 2 January 2026'),
    ])
    expect(rows).toEqual(four)
    expect(verified).toBe(true)
  })

  test('reads a labelled balance below the amount and drops the transaction type', () => {
    const block = (name: string, day: string, sum: string, balance: string): Lines => [
      at(40, name),
      [at(40, day), to(540, sum)],
      [at(40, 'Card payment'), to(540, `Balance ${balance}`)],
      [],
    ]
    const { rows, verified } = read([
      ...head(ends('£100.00', '£1,279.50')),
      ...block('LOOMWIRE', '29 Dec 2025', '-£40.00', '£60.00'),
      ...block('OAKMANTLE LTD', '30 Dec 2025', '£1,250.00', '£1,310.00'),
      ...block('OCTAVO FUELS', '31 Dec 2025', '-£20.50', '£1,289.50'),
      ...block('PETAL POST', '2 Jan 2026', '-£10.00', '£1,279.50'),
    ])
    expect(rows).toEqual(four)
    expect(verified).toBe(true)
  })

  test('reads a day number above its month', () => {
    const tile = (day: string, month: string, name: string, sum: string, balance: string): Lines => [
      [at(40, day), at(80, name), to(470, sum), to(540, balance)],
      [at(40, month)],
      [],
    ]
    const { rows } = read([
      ...head(ends('£100.00', '£1,279.50')),
      ...tile('29', 'DEC', 'LOOMWIRE', '-£40.00', '£60.00'),
      ...tile('30', 'DEC', 'OAKMANTLE LTD', '£1,250.00', '£1,310.00'),
      ...tile('31', 'DEC', 'OCTAVO FUELS', '-£20.50', '£1,289.50'),
      ...tile('02', 'JAN', 'PETAL POST', '-£10.00', '£1,279.50'),
    ])
    expect(rows).toEqual(four)
  })

  test('does not verify evenly spaced rows with dates in between', () => {
    const card = (name: string, sum: string, day: string): Lines => [
      [at(40, name), to(540, sum)],
      at(40, day),
    ]
    const { verified } = read([
      ...head([...ends('£100.00', '£1,279.50'), at(40, '28 December 2025')]),
      ...card('LOOMWIRE', '-£40.00', '29 December 2025'),
      ...card('OAKMANTLE LTD', '+£1,250.00', '30 December 2025'),
      ...card('OCTAVO FUELS', '-£20.50', '31 December 2025'),
      ...card('PETAL POST', '-£10.00', '2 January 2026'),
    ])
    expect(verified).toBe(false)
  })
})

describe('amounts', () => {
  test.each([
    ['a decimal comma', ['1.000,00', '-40,00', '960,00', '1.250,00', '2.210,00']],
    ['spaces as thousands separators', ['1 000.00', '-40.00', '960.00', '1 250.00', '2 210.00']],
    ['no pence', ['£1,000', '-£40', '£960', '£1,250', '£2,210']],
    ['leading asterisks', ['**1,000.00', '**40.00-', '**960.00', '**1,250.00', '**2,210.00']],
  ])('are read with %s', (_, [opening = '', out = '', between = '', into = '', closing = '']) => {
    const { rows, verified, submission } = read([
      ...head(),
      titles('Amount', 'Balance'),
      row('', 'Opening balance', '', opening),
      row('29 Dec', 'LOOMWIRE', out, between),
      row('30 Dec', 'OAKMANTLE LTD', into, closing),
      row('', 'Closing balance', '', closing),
    ])
    expect(rows).toEqual(four.slice(0, 2))
    expect(submission?.balance_information).toEqual({
      opening_balance: '1,000.00',
      closing_balance: '2,210.00',
    })
    expect(verified).toBe(true)
  })

  test('are read with the pence in a column of their own', () => {
    const split = (day: string, name: string, out: string, into: string, balance: string): Placed[] => [
      ...row(day, name),
      ...[out, into, balance].flatMap((sum, n) => {
        const [pounds = '', pence = ''] = sum.split('.')
        return sum === '' ? [] : [to(400 + n * 65, pounds), at(408 + n * 65, pence)]
      }),
    ]
    const { rows } = read([
      ...head(),
      [...titles(), to(400, 'Payments £'), to(465, 'Receipts £'), to(530, 'Balance £')],
      split('', 'Opening balance', '', '', '100.00'),
      split('29 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
      split('30 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
      split('31 Dec', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
      split('2 Jan', 'PETAL POST', '10.00', '', '1,279.50'),
    ])
    expect(rows).toEqual(four)
  })
})

describe('dates', () => {
  const table = (days: string[]) =>
    read([
      ...head(),
      titles('Out', 'In', 'Balance'),
      row('', 'Opening balance', '', '', '100.00'),
      row(days[0] ?? '', 'LOOMWIRE', '40.00', '', '60.00'),
      row(days[1] ?? '', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
      row(days[2] ?? '', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
      row(days[3] ?? '', 'PETAL POST', '10.00', '', '1,279.50'),
    ]).rows

  test.each([
    ['the month first', ['12/29', '12/30', '12/31', '01/02']],
    ['dashes', ['29-12', '30-12', '31-12', '02-01']],
    ['full stops', ['29.12.', '30.12.', '31.12.', '02.01.']],
    ['the year first', ['2025.12.29', '2025.12.30', '2025.12.31', '2026.01.02']],
    ['no separator', ['20251229', '20251230', '20251231', '20260102']],
  ])('are read with %s', (_, days) => {
    expect(table(days)).toEqual(four)
  })

  test('are read with the day first, although a reference has the form of a month and a day', () => {
    const { rows } = read([
      ...head(),
      titles('Out', 'In', 'Balance'),
      row('', 'Opening balance', '', '', '100.00'),
      row('03.02.2025', 'LOOMWIRE PAYE 02/25', '40.00', '', '60.00'),
      row('14.02.2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    ])
    expect(rows).toEqual(['2025-02-03 LOOMWIRE PAYE 02/25 -40.00', '2025-02-14 OAKMANTLE LTD 1,250.00'])
  })

  test('are read with day and month in columns of their own', () => {
    const own = (day: string, month: string, name: string, ...sums: string[]) => [
      ...row(day, name, ...sums),
      at(75, month),
    ]
    const { rows } = read([
      ...head(),
      titles('Out', 'In', 'Balance'),
      row('', 'Opening balance', '', '', '100.00'),
      own('29', 'DEC', 'LOOMWIRE', '40.00', '', '60.00'),
      own('30', 'DEC', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
      own('31', 'DEC', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
      own('02', 'JAN', 'PETAL POST', '10.00', '', '1,279.50'),
    ])
    expect(rows).toEqual(four)
  })
})

test('reads a page with two columns as one table', () => {
  const half = (x: number, day: string, name: string, sum: string, balance: string): Placed[] => [
    at(x, day),
    at(x + 45, name),
    to(x + 190, sum),
    to(x + 245, balance),
  ]
  const days = ['10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `${day} Dec`)
  const line = (n: number, x: number) =>
    half(x, days[n] ?? '', `SHOP ${'ABCDEFGH'[n]}`, '-1.00', `${99 - n}.00`)
  const { rows } = read([
    ...head(ends('100.00', '92.00')),
    ...[0, 1, 2, 3].map((n) => [...line(n, 40), ...line(n + 4, 310)]),
  ])
  expect(rows).toEqual(days.map((day, n) => `2025-12-${day.slice(0, 2)} SHOP ${'ABCDEFGH'[n]} -1.00`))
})

test('treats the balance in a date heading as the balance after the rows of that day', () => {
  const day = (text: string, balance: string): Placed[] => [at(40, text), to(540, balance)]
  const entry = (name: string, sum: string): Placed[] => [at(40, name), to(540, sum)]
  const { rows, verified } = read([
    ...head(ends('£100.00', '£1,279.50')),
    day('29 December 2025', '£60.00'),
    entry('LOOMWIRE', '-£40.00'),
    day('30 December 2025', '£1,310.00'),
    entry('OAKMANTLE LTD', '+£1,250.00'),
    day('31 December 2025', '£1,289.50'),
    entry('OCTAVO FUELS', '-£20.50'),
    day('2 January 2026', '£1,279.50'),
    entry('PETAL POST', '-£10.00'),
  ])
  expect(rows).toEqual(four)
  expect(verified).toBe(true)
})

test('infers the direction of each transaction type from opening and closing balance', () => {
  const kinds = (day: string, kind: string, name: string, sum: string): Placed[] => [
    at(40, day),
    at(110, kind),
    at(180, name),
    to(540, sum),
  ]
  const { rows } = read([
    ...head(ends('100.00', '1,279.50')),
    [at(40, 'Date'), at(110, 'Type'), at(180, 'Details'), to(540, 'Amount')],
    kinds('29 Dec', 'Payment', 'LOOMWIRE', '40.00'),
    kinds('30 Dec', 'Receipt', 'OAKMANTLE LTD', '1,250.00'),
    kinds('31 Dec', 'Payment', 'OCTAVO FUELS', '20.50'),
    kinds('31 Dec', 'Payment', 'PETAL POST', '5.00'),
    kinds('2 Jan', 'Payment', 'PETAL POST', '5.00'),
  ])
  expect(rows).toEqual([...four.slice(0, 3), '2025-12-31 PETAL POST -5.00', '2026-01-02 PETAL POST -5.00'])
})

test('reads descriptions right of the amounts and dates right of both', () => {
  const { rows } = read([
    ...head(),
    [to(120, 'Balance'), to(200, 'Amount'), at(220, 'Transaction'), at(460, 'Date')],
    [to(120, '100.00'), at(220, 'Opening balance')],
    [to(120, '60.00'), to(200, '-40.00'), at(220, 'LOOMWIRE'), at(460, '29 Dec 2025')],
    [to(120, '1,310.00'), to(200, '1,250.00'), at(220, 'OAKMANTLE LTD'), at(460, '30 Dec 2025')],
    [to(120, '1,289.50'), to(200, '-20.50'), at(220, 'OCTAVO FUELS'), at(460, '31 Dec 2025')],
    [to(120, '1,279.50'), to(200, '-10.00'), at(220, 'PETAL POST'), at(460, '2 Jan 2026')],
  ])
  expect(rows).toEqual(four)
})

test('reads a period within one month', () => {
  const { submission } = read([
    at(40, 'Heronmere Bank'),
    at(40, '1–31 December 2025'),
    titles('Out', 'In', 'Balance'),
    row('29 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
  ])
  expect(submission?.statement_period).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' })
})

test('does not verify signs that a single equation over many rows allows, even if they are unique', () => {
  const sums = [1713, 260, 4411, 3907, 152, 88, 2209, 670, 3144, 911, 1307, 456, 78, 2600, 145, 990]
  const text = (pence: number) => (pence / 100).toFixed(2)
  const closing = sums.reduce((sum, pence, n) => sum + (n % 5 === 2 ? pence : -pence), 90_000)
  const { verified, rows } = read([
    ...head(ends('900.00', text(closing))),
    titles('Sum'),
    ...sums.map((pence, n) => row(`${10 + n} Dec`, `SHOP ${'ABCDEFGHIJKLMNOP'[n]}`, text(pence))),
  ])
  expect(rows).toHaveLength(sums.length)
  expect(verified).toBe(false)
})

test('does not verify a statement in which month and year may have been read as a date', () => {
  const leaf = (day: string, name: string, sum: string, balance: string): Lines => [
    at(40, day),
    row('DEC 25', name, sum, balance),
  ]
  const { verified, checks } = read([
    ...head(ends('£100.00', '£1,269.00')),
    titles('Amount', 'Balance'),
    ...leaf('17', 'LOOMWIRE', '-40.00', '60.00'),
    ...leaf('18', 'OAKMANTLE LTD', '1,250.00', '1,310.00'),
    ...leaf('22', 'OCTAVO FUELS', '-20.50', '1,289.50'),
    ...leaf('23', 'PETAL POST', '-10.00', '1,279.50'),
    ...leaf('29', 'PETAL POST', '-10.50', '1,269.00'),
  ])
  expect(verified).toBe(false)
  expect(checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name)).toContain('dates')
})

test('does not apply the start year of the period to rows that begin with the newest', () => {
  const { rows, verified } = read([
    ...head(ends('100.00', '1,279.50')).slice(0, -1),
    at(40, '1 December 2025 until 5 January 2026'),
    titles('Amount', 'Balance'),
    row('2 January', 'PETAL POST', '-10.00', '1,279.50'),
    row('31 December', 'OCTAVO FUELS', '-20.50', '1,289.50'),
    row('30 December', 'OAKMANTLE LTD', '1,250.00', '1,310.00'),
    row('29 December', 'LOOMWIRE', '-40.00', '60.00'),
  ])
  expect(rows?.toSorted()).toEqual(four)
  expect(verified).toBe(true)
})

test('does not take the date at a line break of a description as the date of its row', () => {
  const card = (name: string, day: string, sum: string, balance: string): Lines => [
    at(40, `CARD PAYMENT TO ${name} ON`),
    [at(40, day), to(470, sum), to(540, balance)],
  ]
  const { rows } = read([
    ...head(ends('100.00', '14.50')),
    [at(40, 'Details'), to(470, 'Amount'), to(540, 'Balance')],
    at(40, '29 December 2025'),
    ...card('LOOMWIRE', '28-12-2025', '-40.00', '60.00'),
    ...card('PETAL POST', '28-12-2025', '-5.00', '55.00'),
    at(40, '31 December 2025'),
    ...card('OCTAVO FUELS', '30-12-2025', '-20.50', '34.50'),
    ...card('PETAL POST', '30-12-2025', '-20.00', '14.50'),
  ])
  expect(rows).toEqual([
    '2025-12-29 CARD PAYMENT TO LOOMWIRE ON 28-12-2025 -40.00',
    '2025-12-29 CARD PAYMENT TO PETAL POST ON 28-12-2025 -5.00',
    '2025-12-31 CARD PAYMENT TO OCTAVO FUELS ON 30-12-2025 -20.50',
    '2025-12-31 CARD PAYMENT TO PETAL POST ON 30-12-2025 -20.00',
  ])
})

test('reports no opening balance if none is printed, not even that of savings pots on their own page', () => {
  const pot = (name: string): Lines => [
    [at(40, `Pot statement: ${name}`), to(540, '£0.00')],
    [at(40, '01/12/2025 - 05/01/2026'), to(540, 'Pot balance')],
    at(40, 'There were no transactions during this period.'),
    [],
  ]
  const { submission, provenance } = parseStatement(
    [
      sheet([
        ...head([]),
        titles('', 'Amount', 'Balance'),
        row('02/01/2026', 'PETAL POST', '', '-10.00', '1,279.50'),
        row('31/12/2025', 'OCTAVO FUELS', '', '-20.50', '1,289.50'),
        row('30/12/2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
        row('29/12/2025', 'LOOMWIRE', '', '-40.00', '60.00'),
        ...foot(1, 2),
      ]),
      sheet([at(40, 'Heronmere Bank'), [], ...pot('Rainy days'), ...pot('Summer holiday'), ...foot(2, 2)], {
        number: 2,
      }),
    ],
    [],
  )
  expect(submission?.balance_information).toEqual({ opening_balance: null, closing_balance: '1,279.50' })
  expect(provenance).not.toHaveProperty(['balance_information.opening_balance'])
  expect(provenance['transactions.3.amount']?.confidence).toBe('proven')
  expect(submission?.transactions).toHaveLength(4)
})

test('confirms the rows by opening and closing balance if daily balances are on a page of their own', () => {
  const summary = [
    [at(40, 'Balance at beginning'), at(166, 'Paid in'), at(292, 'Paid out'), at(418, 'Balance at end')],
    [at(40, '100.00'), at(166, '1,250.00'), at(292, '70.50'), at(418, '1,279.50')],
  ]
  const { verified, checks, submission } = parseStatement(
    [
      sheet([
        ...head(summary),
        at(40, 'Money paid in'),
        titles('', '', 'Amount'),
        row('30 December', 'OAKMANTLE LTD', '', '', '1,250.00'),
        row('', 'Total paid in', '', '', '1,250.00'),
        [],
        at(40, 'Money paid out'),
        titles('', '', 'Amount'),
        row('29 December', 'LOOMWIRE', '', '', '40.00'),
        row('31 December', 'OCTAVO FUELS', '', '', '20.50'),
        row('2 January', 'PETAL POST', '', '', '10.00'),
        row('', 'Total paid out', '', '', '70.50'),
        ...foot(1, 2),
      ]),
      sheet(
        [
          at(40, 'Heronmere Bank'),
          [],
          at(40, 'Balance at the end of each day'),
          [at(40, '29 December'), to(180, '60.00'), at(210, '31 December'), to(350, '1,289.50')],
          [at(40, '30 December'), to(180, '1,310.00'), at(210, '2 January'), to(350, '1,279.50')],
          ...foot(2, 2),
        ],
        { number: 2 },
      ),
    ],
    [],
  )
  expect(checks.filter(({ isPassed }) => !isPassed)).toEqual([])
  expect(verified).toBe(true)
  expect(submission?.balance_information).toEqual({ opening_balance: '100.00', closing_balance: '1,279.50' })
})

test('does not end descriptions at the foot of a last page with few rows and other columns', () => {
  const columns = titles('Money out', 'Money in', 'Balance')
  const pageFoot = (page: number) => [[], at(200, `Heronmere Bank is invented. Page ${page} of 2`)]
  const first = sheet([
    ...head(ends('100.00', '1,279.50')),
    columns,
    row('29 Dec', 'CARD PAYMENT TO LOOMWIRE BROADBAND', '40.00', '', '60.00'),
    row('30 Dec', 'BANK GIRO CREDIT FROM OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('31 Dec', 'CARD PAYMENT TO OCTAVO FUELS', '20.50', '', '1,289.50'),
    ...Array.from({ length: 20 }, () => []),
    ...pageFoot(1),
  ])
  const second = sheet(
    [
      columns,
      row('2 Jan', 'CARD PAYMENT TO PETAL POST AND GARDEN', '10.00', '', '1,279.50'),
      ...Array.from({ length: 33 }, () => []),
      ...pageFoot(2),
    ],
    { number: 2, x: -22 },
  )
  const { submission } = parseStatement([first, second], [])
  expect(submission?.transactions.at(-1)?.description).toBe('CARD PAYMENT TO PETAL POST AND GARDEN')
})

describe('weekdays', () => {
  test('are part of the day numbers below month headings', () => {
    const day = (date: string, balance: string, sum: string, text: string) => [
      at(40, date),
      to(160, balance),
      to(220, sum),
      at(260, text),
    ]
    const { rows } = read([
      ...head(ends('100.00', '1,279.50')),
      [at(40, 'Day'), to(160, 'Balance'), to(220, 'Amount'), at(260, 'What happened')],
      at(40, 'Rhagfyr / December 2025'),
      day('Llun 29', '60.00', '40.00-', 'LOOMWIRE'),
      day('Maw 30', '1,310.00', '1,250.00', 'OAKMANTLE LTD'),
      day('Mer 31', '1,289.50', '20.50-', 'OCTAVO FUELS'),
      at(40, 'Ionawr / January 2026'),
      day('Gwe 2', '1,279.50', '10.00-', 'PETAL POST'),
    ])
    expect(rows).toEqual(four)
  })

  test('in a column of their own are not descriptions', () => {
    const day = (date: string, weekday: string, text: string, sum: string, balance: string) => [
      at(40, date),
      at(110, weekday),
      at(150, text),
      to(470, sum),
      to(540, balance),
    ]
    const { rows } = read([
      ...head(ends('100.00', '1,279.50')),
      [at(40, 'Date'), at(110, 'Day'), at(150, 'Details'), to(470, 'Amount'), to(540, 'Balance')],
      day('29/12/25', 'Mon', 'LOOMWIRE', '-40.00', '60.00'),
      day('30/12/25', 'Tue', 'OAKMANTLE LTD', '1,250.00', '1,310.00'),
      day('31/12/25', 'Wed', 'OCTAVO FUELS', '-20.50', '1,289.50'),
      day('02/01/26', 'Fri', 'PETAL POST', '-10.00', '1,279.50'),
    ])
    expect(rows).toEqual(four)
  })
})

test('leaves the wrapped wording of a balance out of the next description', () => {
  const { rows } = read([
    ...head(),
    titles('Out', 'In', 'Balance'),
    [at(110, 'Gweddill a ddygwyd ymlaen / Balance brought'), to(540, '100.00')],
    at(110, 'forward from sheet 1'),
    row('29 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
    row('30 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('31 Dec', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
    row('2 Jan', 'PETAL POST', '10.00', '', '1,279.50'),
  ])
  expect(rows).toEqual(four)
})

describe('sections by type', () => {
  test('have dates of one year although the dates start again in every section', () => {
    const { rows } = read([
      at(40, 'Heronmere Bank'),
      at(40, 'Sort code 00-31-88 Account number 39308396'),
      at(40, 'Issued 4 January 2026'),
      ...ends('100.00', '1,279.50'),
      at(40, 'Money in'),
      titles('Amount'),
      row('20 December', 'OAKMANTLE LTD', '1,250.00'),
      [],
      at(40, 'Money out'),
      titles('Amount'),
      row('2 December', 'LOOMWIRE', '40.00'),
      row('21 December', 'OCTAVO FUELS', '20.50'),
      row('29 December', 'PETAL POST', '10.00'),
    ])
    expect(rows).toEqual([
      '2025-12-02 LOOMWIRE -40.00',
      '2025-12-20 OAKMANTLE LTD 1,250.00',
      '2025-12-21 OCTAVO FUELS -20.50',
      '2025-12-29 PETAL POST -10.00',
    ])
  })

  test('may have names such as contactless purchases, and a total in words', () => {
    const { rows, verified } = read([
      ...head(ends('100.00', '1,279.50')),
      at(40, 'Paid in'),
      titles('Amount'),
      row('30 Dec', 'OAKMANTLE LTD', '1,250.00'),
      at(110, 'Total paid in £1,250.00'),
      [],
      at(40, 'Regular payments'),
      titles('Amount'),
      row('29 Dec', 'LOOMWIRE', '40.00'),
      [],
      at(40, 'Contactless and chip purchases'),
      titles('Amount'),
      row('31 Dec', 'OCTAVO FUELS', '20.50'),
      row('2 Jan', 'PETAL POST', '10.00'),
    ])
    expect(rows).toEqual(four)
    expect(verified).toBe(true)
  })
})

describe('balances', () => {
  const amounts = [
    titles('Amount'),
    row('29 Dec', 'LOOMWIRE', '-40.00'),
    row('30 Dec', 'OAKMANTLE LTD', '1,250.00'),
    row('31 Dec', 'OCTAVO FUELS', '-20.50'),
    row('2 Jan', 'PETAL POST', '-10.00'),
  ]
  test.each<[string, Lines]>([
    [
      'captions with dates that have no year',
      [
        [at(40, '£1,279.50'), at(200, '£100.00')],
        [at(40, 'Balance on 5 Jan'), at(200, 'Balance on 1 Dec')],
      ],
    ],
    ['a sentence', [at(40, 'You started the period with £100.00 and ended it with £1,279.50')]],
  ])('are read from %s', (_, printed) => {
    const { submission, verified } = read([...head(printed), ...amounts])
    expect(submission?.balance_information).toEqual({
      opening_balance: '100.00',
      closing_balance: '1,279.50',
    })
    expect(verified).toBe(true)
  })
})

test('joins a description that a page break splits', () => {
  const pages = [
    [
      ...head(ends('100.00', '1,279.50')),
      titles('Out', 'In', 'Balance'),
      row('29 Dec', 'LOOM', '40.00', '', '60.00'),
      at(110, 'WIRE'),
      [],
      row('30 Dec', 'OAKMANTLE', '', '1,250.00', '1,310.00'),
    ],
    [
      at(40, 'Heronmere Bank'),
      titles('Out', 'In', 'Balance'),
      at(110, 'LTD'),
      [],
      row('31 Dec', 'OCTAVO', '20.50', '', '1,289.50'),
      at(110, 'FUELS'),
      [],
      row('2 Jan', 'PETAL', '5.00', '', '1,284.50'),
      at(110, 'POST'),
      [],
      row('3 Jan', 'PETAL', '5.00', '', '1,279.50'),
      at(110, 'POST'),
    ],
  ].map((lines, n) => sheet([...lines, ...foot(n + 1, 2)], { number: n + 1 }))
  const transactions = parseStatement(pages, []).submission?.transactions
  expect(transactions?.map(({ description }) => description)).toEqual([
    'LOOM WIRE',
    'OAKMANTLE LTD',
    'OCTAVO FUELS',
    'PETAL POST',
    'PETAL POST',
  ])
})

test('does not add the end of the list to the last description', () => {
  const { rows } = read([
    ...head(ends('100.00', '1,279.50')),
    titles('Amount', 'Balance'),
    row('29 Dec', 'LOOMWIRE', '-40.00', '60.00'),
    row('30 Dec', 'OAKMANTLE LTD', '1,250.00', '1,310.00'),
    row('31 Dec', 'OCTAVO FUELS', '-20.50', '1,289.50'),
    row('2 Jan', 'PETAL POST', '-10.00', '1,279.50'),
    at(110, '*** END OF STATEMENT ***'),
  ])
  expect(rows).toEqual(four)
})

describe('a summary', () => {
  const debit = (day: string, name: string, sum: string): Placed[] => [
    at(40, day),
    at(110, name),
    to(540, sum),
  ]
  const unbalanced: Lines = [
    debit('29 Dec', 'LOOMWIRE', '40.00 DR'),
    debit('30 Dec', 'OAKMANTLE LTD', '1,250.00 CR'),
    debit('31 Dec', 'OCTAVO FUELS', '20.50 DR'),
    debit('2 Jan', 'PETAL POST', '10.00 DR'),
  ]
  const printedBalances = {
    opening_balance: { value: '100.00', isPrinted: true },
    closing_balance: { value: '1,279.50', isPrinted: true },
  }
  const readBalances = (...lines: Lines) => {
    const parse = parseStatement([raiseCaptions(sheet([...lines, ...foot(1, 1)]))], [])
    const locate = (name: 'opening_balance' | 'closing_balance') => ({
      value: parse.submission?.balance_information[name] ?? null,
      isPrinted: (parse.provenance[`balance_information.${name}`]?.place ?? null) !== null,
    })
    const { verified } = parse
    return {
      verified,
      opening_balance: locate('opening_balance'),
      closing_balance: locate('closing_balance'),
    }
  }
  /** Moves amounts with a currency sign closer to the line below them than to the line above them. */
  const raiseCaptions = (page: PdfPage): PdfPage => ({
    ...page,
    words: page.words.map((word) => (word.text.startsWith('£') ? { ...word, y: word.y + 1 } : word)),
  })

  test('in the column of the amounts below all rows states both balances', () => {
    const result = readBalances(
      ...head(),
      [at(40, 'Date'), at(110, 'Particulars'), to(540, 'Amount')],
      ...unbalanced,
      [],
      [at(40, 'BALANCE AT CLOSE OF PREVIOUS STATEMENT 30 NOV 2025'), to(540, '100.00 CR')],
      [at(40, '3 DEBITS TOTALLING'), to(540, '70.50 DR')],
      [at(40, '1 CREDITS TOTALLING'), to(540, '1,250.00 CR')],
      [at(40, 'BALANCE AT CLOSE OF BUSINESS 5 JAN 2026'), to(540, '1,279.50 CR')],
    )
    expect(result).toEqual({ verified: true, ...printedBalances })
  })

  const captions = ['OPENING BALANCE', 'CREDITS', 'DEBITS', 'CLOSING BALANCE']
  const values = ['£100.00', '£1,250.00', '£70.50', '£1,279.50']
  test.each([
    ['above', captions.flatMap((caption, n) => [caption, values[n] as string])],
    ['below', captions.flatMap((caption, n) => [values[n] as string, caption])],
  ])('has its captions %s the amounts, at equal distances', (_, column) => {
    const result = readBalances(
      ...head(column.map((text) => at(40, text))),
      [at(40, 'Date'), at(110, 'Particulars'), to(540, 'Amount')],
      ...unbalanced,
    )
    expect(result).toEqual({ verified: true, ...printedBalances })
  })
})

describe('text that looks like something else', () => {
  const fourRows: Lines = [
    titles('Paid out', 'Paid in', 'Balance'),
    row('29 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
    row('30 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('31 Dec', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
    row('2 Jan', 'PETAL POST', '10.00', '', '1,279.50'),
  ]

  test('is no opening balance if it is the former price of a purchase', () => {
    const lines = [...fourRows.slice(0, 4), row('', 'WAS 34.50'), ...fourRows.slice(4)]
    const { rows, submission } = read([...head(ends('100.00', '1,279.50')), ...lines])
    expect(rows?.map((text) => text.split(' ').at(-1))).toEqual(['-40.00', '1,250.00', '-20.50', '-10.00'])
    expect(submission?.balance_information.opening_balance).toBe('100.00')
  })

  test('is no second table if dates are within descriptions right of the balances', () => {
    const line = (day: string, balance: string, description: string, sum: string): Placed[] => [
      at(40, day),
      to(150, balance),
      at(170, description),
      at(430, 'DEB'),
      to(540, sum),
    ]
    const { rows } = read([
      ...head(ends('100.00', '50.00')),
      [at(40, 'Date'), to(150, 'Balance'), at(170, 'Description'), at(430, 'Type'), to(540, 'Amount')],
      line('29/12', '90.00', 'CARD PAYMENT TO LOOMWIRE ON 28-12-2025', '10.00'),
      line('30/12', '80.00', 'CARD PAYMENT TO LOOMWIRE ON 29-12-2025', '10.00'),
      line('31/12', '70.00', 'CARD PAYMENT TO LOOMWIRE ON 30-12-2025', '10.00'),
      line('01/01', '60.00', 'CARD PAYMENT TO LOOMWIRE ON 31-12-2025', '10.00'),
      line('02/01', '50.00', 'CARD PAYMENT TO LOOMWIRE ON 01-01-2026', '10.00'),
    ])
    expect(rows).toHaveLength(5)
    expect(rows?.[0]).toBe('2025-12-29 CARD PAYMENT TO LOOMWIRE ON 28-12-2025 -10.00')
  })

  test('is no period if it does not contain the days below a month heading', () => {
    const { submission } = read([
      at(40, 'Heronmere Bank'),
      at(40, 'Mr Percival Wobblestone'),
      at(40, 'Sort code 00-31-88 Account number 39308396'),
      at(40, 'Date from'),
      at(40, '1 December 2025'),
      [],
      at(40, 'Date to'),
      at(40, '31 December 2025'),
      ...ends('100.00', '70.00'),
      [],
      titles('Paid out', 'Paid in', 'Balance'),
      at(40, 'December 2025'),
      row('1st', 'LOOMWIRE', '10.00', '', '90.00'),
      row('2nd', 'OCTAVO FUELS', '10.00', '', '80.00'),
      row('4th', 'PETAL POST', '10.00', '', '70.00'),
      [],
      at(40, 'Online banking is away for an upgrade from 4 to 7 January 2026.'),
    ])
    expect(submission?.statement_period).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' })
  })
})

test('a line directly above the first amount of a page belongs to its row', () => {
  const block = (day: string, first: string, second: string, third: string, ...sums: string[]): Lines => [
    ...(first === '' ? [] : [at(110, first)]),
    row(day, second, ...sums),
    ...(third === '' ? [] : [at(110, third)]),
    [],
  ]
  const pages = [
    sheet([
      ...head(ends('100.00', '20.00')),
      titles('Paid out', 'Paid in', 'Balance'),
      ...block('29 Dec', 'Card payment', 'to Loomwire', 'Bath', '10.00', '', '90.00'),
      ...block('29 Dec', '', 'Card payment', 'to Petal Post', '10.00', '', '80.00'),
      ...block('30 Dec', '', 'Card payment', 'to Octavo Fuels', '10.00', '', '70.00'),
      ...block('30 Dec', '', 'Card payment', 'to Loomwire', '10.00', '', '60.00'),
      ...block('30 Dec', '', 'Card payment', 'to Petal Post', '10.00', '', '50.00'),
      ...foot(1, 2),
    ]),
    sheet(
      [
        at(40, 'Heronmere Bank'),
        [],
        titles('Paid out', 'Paid in', 'Balance'),
        ...block('31 Dec', 'Card payment', 'to Oakmantle', 'York', '10.00', '', '40.00'),
        ...block('31 Dec', '', 'Card payment', 'to Loomwire', '10.00', '', '30.00'),
        ...block('2 Jan', '', 'Card payment', 'to Octavo Fuels', '10.00', '', '20.00'),
        ...foot(2, 2),
      ],
      { number: 2 },
    ),
  ]
  const descriptions = parseStatement(pages, []).submission?.transactions.map(
    ({ description }) => description,
  )
  expect(descriptions?.slice(4, 6)).toEqual(['Card payment to Petal Post', 'Card payment to Oakmantle York'])
})

test('totals of a week are no part of descriptions', () => {
  const { rows } = read([
    ...head(ends('100.00', '70.00')),
    titles('Paid out', 'Paid in', 'Balance'),
    row('29 Dec', 'LOOMWIRE', '10.00', '', '90.00'),
    row('30 Dec', 'OCTAVO FUELS', '10.00', '', '80.00'),
    at(110, 'Paid out this week 20.00'),
    row('31 Dec', 'PETAL POST', '10.00', '', '70.00'),
  ])
  expect(rows).toEqual([
    '2025-12-29 LOOMWIRE -10.00',
    '2025-12-30 OCTAVO FUELS -10.00',
    '2025-12-31 PETAL POST -10.00',
  ])
})

test('a month at the end of a description is no heading', () => {
  const { rows } = read([
    ...head(ends('100.00', '60.00')),
    titles('Paid out', 'Paid in', 'Balance'),
    at(40, 'December 2025'),
    row('27th', 'LOOMWIRE', '10.00', '', '90.00'),
    row('28th', 'OCTAVO FUELS', '10.00', '', '80.00'),
    row('', 'AMOUNT IN USD 12.40 ON 19'),
    row('', 'OCT'),
    row('30th', 'PETAL POST', '10.00', '', '70.00'),
    row('31st', 'OAKMANTLE', '10.00', '', '60.00'),
  ])
  expect(rows?.map((text) => text.slice(0, 10))).toEqual([
    '2025-12-27',
    '2025-12-28',
    '2025-12-30',
    '2025-12-31',
  ])
  expect(rows?.[1]).toContain('ON 19 OCT')
})

test('a date below the words of a description does not end the period', () => {
  const { submission } = read([
    ...head().slice(0, 7),
    at(40, 'From: 1 December 2025'),
    ...ends('100.00', '70.00'),
    [],
    titles('Paid out', 'Paid in', 'Balance'),
    row('29 Dec', 'CARD PAYMENT TO', '10.00', '', '90.00'),
    row('', 'ON 28-12-2025'),
    row('30 Dec', 'CARD PAYMENT TO', '10.00', '', '80.00'),
    row('', 'ON 29-12-2025'),
    row('31 Dec', 'PETAL POST', '10.00', '', '70.00'),
    [],
    at(40, 'To: 31 December 2025'),
  ])
  expect(submission?.statement_period).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' })
})
