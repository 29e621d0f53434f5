import { expect, test } from 'vitest'
import {
  decemberPeriod,
  letterhead,
  readStatementLines,
} from '../../../test/extraction/read-statement-lines.ts'
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
import type { PageWord, PdfPage } from '../document.ts'
import { parseStatement } from './parse.ts'

// Statements that group their rows: by direction, by day with a balance in the heading, or by account and pot.

type Lines = (Placed | Placed[])[]

const item = (date: string, text: string, amount: string): Placed[] => [
  at(40, date),
  at(110, text),
  to(540, amount),
]

const december = ['2025-12-04 -40.00', '2025-12-09 1,250.00', '2025-12-19 -20.50']

test('sections under bilingual headings have the direction of either language', () => {
  const header = [at(40, 'Date'), at(110, 'Details'), to(540, 'Amount')]
  const result = readStatementLines([
    decemberPeriod,
    [at(40, 'Balans agoriadol / Opening balance'), to(400, '£100.00')],
    [at(40, 'Balans terfynol / Closing balance'), to(400, '£1,289.50')],
    [],
    at(40, 'Taliadau i mewn / Payments in'),
    header,
    item('09/12/2025', 'OAKMANTLE LTD', '1,250.00'),
    [],
    at(40, 'Debydau uniongyrchol ac archebion sefydlog / Direct debits and standing orders'),
    header,
    item('04/12/2025', 'LOOMWIRE', '40.00'),
    [],
    at(40, 'Taliadau cerdyn / Card payments'),
    header,
    item('19/12/2025', 'OCTAVO FUELS', '20.50'),
  ])
  expect(result).toMatchObject({ balances: ['100.00', '1,289.50'], rows: december })
})

test('captions and amounts of a row of boxes belong together by their order', () => {
  const result = readStatementLines([
    decemberPeriod,
    [],
    [
      at(46, 'Balance at 1 Dec 2025'),
      at(175, 'plus money received'),
      at(304, 'less money paid out'),
      at(433, 'Balance at 31 Dec 2025'),
    ],
    [to(165, '£100.00'), to(294, '£1,250.00'), to(423, '£60.50'), to(552, '£1,289.50')],
    [],
    at(40, 'Money received'),
    item('9 Dec 2025', 'OAKMANTLE LTD', '1,250.00'),
    [],
    at(40, 'Payments you made'),
    item('4 Dec 2025', 'LOOMWIRE', '40.00'),
    item('19 Dec 2025', 'OCTAVO FUELS', '20.50'),
  ])
  expect(result).toMatchObject({ balances: ['100.00', '1,289.50'], rows: december, verified: true })
})

test('the last row below a day heading with its balance is a transaction', () => {
  const day = (text: string, balance: string): Placed[] => [
    at(40, text),
    to(540, `Balance at end of day ${balance}`),
  ]
  const card = (payee: string, amount: string): Lines => [
    [at(46, payee), to(536, amount)],
    at(46, 'Card'),
    [],
  ]
  const result = readStatementLines([
    decemberPeriod,
    [at(40, 'Opening balance'), at(160, '£100.00')],
    [at(40, 'Closing balance'), at(160, '£1,289.50')],
    [],
    day('Thursday 4 December 2025', '£60.00'),
    ...card('Loomwire', '£40.00'),
    day('Tuesday 9 December 2025', '£1,310.00'),
    ...card('Oakmantle Ltd', '+£1,250.00'),
    day('Friday 19 December 2025', '£1,289.50'),
    ...card('Octavo Fuels', '£20.50'),
  ])
  expect(result).toMatchObject({ balances: ['100.00', '1,289.50'], rows: december })
})

test('a payment that was scheduled is no upcoming payment', () => {
  const result = readStatementLines([
    decemberPeriod,
    titles('Out', 'In', 'Balance'),
    row('1 Dec 2025', 'Opening balance', '', '', '100.00'),
    row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
    at(110, 'Scheduled payment'),
    [],
    row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('19 Dec 2025', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
  ])
  expect(result.rows).toEqual(december)
})

test('a pot with its balance slightly above its heading is not part of the account', () => {
  const raise = (page: PdfPage): PdfPage => ({
    ...page,
    words: page.words.map((word) => {
      if (/^(Rainy|Day|jar)$/.test(word.text)) return { ...word, size: 11 }
      return /^(Pot|worth|£33.00)$/.test(word.text) ? { ...word, y: word.y - 3 } : word
    }),
  })
  const result = readStatementLines(
    [
      decemberPeriod,
      [at(40, 'Closing balance'), at(160, '£1,289.50')],
      titles('Out', 'In', 'Balance'),
      row('19 Dec 2025', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
      row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
      row('4 Dec 2025', 'TO RAINY DAY', '40.00', '', '60.00'),
      [],
      [at(40, 'Rainy Day jar'), at(400, 'Pot worth'), to(540, '£33.00')],
      titles('Out', 'In', 'Balance'),
      row('4 Dec 2025', 'From main account', '', '20.00', '33.00'),
      row('3 Dec 2025', 'From main account', '', '5.00', '13.00'),
    ],
    raise,
  )
  expect(result.rows).toEqual(december)
})

test('two columns of a passbook need not share baselines', () => {
  const item = (x: number, date: string, text: string, amount: string, balance: string): Placed[] => [
    at(x, date),
    at(x + 60, text),
    to(x + 170, amount),
    to(x + 230, balance),
  ]
  const left = [
    item(40, '02/12/2025', 'CASH', '10.00', '110.00'),
    item(40, '03/12/2025', 'CASH', '10.00', '120.00'),
    item(40, '04/12/2025', 'CHEQUE', '10.00', '130.00'),
    item(40, '05/12/2025', 'CASH', '10.00', '140.00'),
  ]
  const right = [
    item(310, '12/12/2025', 'CASH', '10.00', '150.00'),
    item(310, '13/12/2025', 'CHEQUE', '10.00', '160.00'),
    item(310, '14/12/2025', 'CASH', '10.00', '170.00'),
    item(310, '15/12/2025', 'CASH', '10.00', '180.00'),
  ]
  const header = (x: number): Placed[] => [
    at(x, 'Date'),
    at(x + 60, 'Details'),
    to(x + 170, 'In'),
    to(x + 230, 'Balance'),
  ]
  const lower = (page: PdfPage): PdfPage => ({
    ...page,
    words: page.words.map((word) => (word.x >= 305 && word.y > 90 ? { ...word, y: word.y + 3 } : word)),
  })
  const result = readStatementLines(
    [decemberPeriod, [...header(40), ...header(310)], ...left.map((row, n) => [...row, ...(right[n] ?? [])])],
    lower,
  )
  expect(result.rows).toHaveLength(8)
  expect(result.rows?.every((row) => row.endsWith(' 10.00'))).toBe(true)
})

test('titles that are no header elsewhere do not become part of a description', () => {
  const { submission } = parseStatement(
    [
      sheet([
        ...letterhead,
        decemberPeriod,
        at(40, 'Pending'),
        [at(40, '30 Dec 2025'), at(150, 'Loomwire'), to(470, '-5.00')],
        [],
        at(40, 'Completed'),
        [at(40, 'Date'), at(110, 'Description'), at(300, 'Type'), to(470, 'Amount'), to(540, 'Balance')],
        [
          at(40, '19 Dec 2025'),
          at(110, 'Octavo Fuels'),
          at(300, 'Card'),
          to(470, '-20.50'),
          to(540, '1,289.50'),
        ],
        [
          at(40, '9 Dec 2025'),
          at(110, 'Oakmantle Ltd'),
          at(300, 'Credit'),
          to(470, '+1,250.00'),
          to(540, '1,310.00'),
        ],
        [at(40, '4 Dec 2025'), at(110, 'Loomwire'), at(300, 'Card'), to(470, '-40.00'), to(540, '60.00')],
        ...foot(1, 1),
      ]),
    ],
    [],
  )
  expect(submission?.transactions.map(({ description }) => description)).not.toContain(
    'Description Octavo Fuels',
  )
})

test('a letter dates its balances in sentences', () => {
  const result = readStatementLines([
    at(40, 'On 1 December 2025 your account stood at \u00a3100.00. The entries'),
    at(40, 'below follow. After them the balance on 31 December 2025 was \u00a31,289.50.'),
    [],
    [at(40, 'Day'), at(110, 'Entry'), to(540, '\u00a3')],
    item('4 December', 'Loomwire', '-40.00'),
    item('9 December', 'Oakmantle Ltd', '+1,250.00'),
    item('19 December', 'Octavo Fuels', '-20.50'),
  ])
  expect(result).toMatchObject({ balances: ['100.00', '1,289.50'], rows: december })
})

test('a list with the newest row first may print its closing balance below', () => {
  const result = readStatementLines([
    [at(40, 'Date'), at(110, 'Entry'), to(540, 'Amount')],
    item('191225', 'OCTAVO FUELS', '20.50-'),
    item('091225', 'OAKMANTLE LTD', '1,250.00+'),
    item('051225', 'LOOMWIRE', '10.00-'),
    item('041225', 'LOOMWIRE', '40.00-'),
    [at(40, 'LEDGER BALANCE NOW'), to(540, '1,279.50+')],
  ])
  expect(result.balances[1]).toBe('1,279.50')
  expect(result.rows).toEqual([
    '2025-12-04 -40.00',
    '2025-12-05 -10.00',
    '2025-12-09 1,250.00',
    '2025-12-19 -20.50',
  ])
})

test('text that overlaps the first row of a page belongs to that row', () => {
  const card = (date: string, payee: string, town: string, amount: string, balance: string): Lines => [
    at(110, payee),
    [at(40, date), to(470, amount), to(540, balance)],
    at(110, town),
    [],
  ]
  const header = [at(40, 'Date'), at(110, 'Description'), to(470, 'Amount'), to(540, 'Balance')]
  /** Moves payees down and towns up, so that both overlap the line of the amount. */
  const overlap = (page: PdfPage): PdfPage => ({
    ...page,
    words: page.words.map((word) => {
      if (/^(ALFA|BETA|GAMMA|DELTA|EPSI|ZETA)$/.test(word.text)) return { ...word, y: word.y + 8 }
      return word.text === 'TOWN' ? { ...word, y: word.y - 6, size: 6 } : word
    }),
  })
  const first = sheet([
    ...letterhead,
    decemberPeriod,
    header,
    ...card('2 Dec 2025', 'ALFA', 'TOWN', '-10.00', '90.00'),
    ...card('3 Dec 2025', 'BETA', 'TOWN', '-10.00', '80.00'),
    ...card('4 Dec 2025', 'GAMMA', 'TOWN', '-10.00', '70.00'),
  ])
  const second = sheet(
    [
      header,
      ...card('5 Dec 2025', 'DELTA', 'TOWN', '-10.00', '60.00'),
      ...card('8 Dec 2025', 'EPSI', 'TOWN', '-10.00', '50.00'),
      ...card('9 Dec 2025', 'ZETA', 'TOWN', '-10.00', '40.00'),
    ],
    { number: 2 },
  )
  const { submission } = parseStatement([overlap(first), overlap(second)], [])
  expect(submission?.transactions.map(({ description }) => description)).toEqual(
    ['ALFA', 'BETA', 'GAMMA', 'DELTA', 'EPSI', 'ZETA'].map((payee) => `${payee} TOWN`),
  )
})

test('one balance of an account without transactions, beside that of a pot with rows', () => {
  const page = sheet([
    ...head(),
    [at(40, '£13.40'), at(180, '£402.31'), at(320, '£0.00'), at(460, '+£0.00')],
    [
      at(40, 'Personal Account balance'),
      at(180, 'Balance in Pots'),
      at(320, 'Outgoings'),
      at(460, 'Deposits'),
    ],
    at(40, '(excluding Pots)'),
    [],
    at(40, 'There were no transactions during this period.'),
    [],
    at(40, 'Pot statement: Rainy day'),
    [at(40, 'Date'), at(110, 'Description'), to(470, 'Amount'), to(540, 'Balance')],
    [at(40, '31/12/2025'), at(110, 'Interest'), to(470, '1.29'), to(540, '402.31')],
    ...foot(1, 1),
  ])
  const { submission, verified } = parseStatement([page])
  expect(submission?.transactions).toEqual([])
  expect(submission?.balance_information).toEqual({ opening_balance: null, closing_balance: '13.40' })
  expect(verified).toBe(false)
})

test('the balance of a day in smaller type may be slightly above the date beside it', () => {
  const day = (date: string, balance: string): Placed[] => [at(40, date), to(540, `Balance ${balance}`)]
  const payment = (name: string, amount: string): Placed[] => [at(40, name), to(540, amount)]
  const result = readStatementLines(
    [
      decemberPeriod,
      [],
      day('Friday, 19 December 2025', '-£10.50'),
      payment('Octavo Fuels', '-£20.50'),
      day('Tuesday, 9 December 2025', '£10.00'),
      payment('Oakmantle Ltd', '+£50.00'),
      payment('Cafe', '-£20.00'),
      day('Thursday, 4 December 2025', '-£20.00'),
      payment('Loomwire', '-£25.00'),
    ],
    (page) => {
      const labels = page.words.filter(({ text }) => text === 'Balance')
      const isSmall = ({ x, y }: PageWord) => labels.some((word) => word.y === y && x >= word.x)
      return {
        ...page,
        words: page.words.map((word) => (isSmall(word) ? { ...word, size: 6.5, y: word.y - 1.3 } : word)),
      }
    },
  )
  expect(result.rows).toEqual([
    '2025-12-04 -25.00',
    '2025-12-09 -20.00',
    '2025-12-09 50.00',
    '2025-12-19 -20.50',
  ])
  expect(result.balances).toEqual([null, '-10.50'])
})
