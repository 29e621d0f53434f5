import { expect, test } from 'vitest'
import { at, foot, type Placed, row, sheet, titles, to } from '../../../test/extraction/statement-page.ts'
import type { PdfPage } from '../document.ts'
import { parseStatement } from './parse.ts'

// Statements whose amounts are not in plain rows: cards of an app, summaries, letters and weekly lists.

type Lines = (Placed | Placed[])[]

const letterhead: Lines = [at(40, 'Heronmere Bank'), at(40, 'Sort code 00-31-88 Account number 39308396'), []]
const period = at(40, 'Statement period 1 December 2025 to 31 December 2025')

const read = (lines: Lines, adjust = (page: PdfPage) => page) => {
  const { submission, verified } = parseStatement(
    [adjust(sheet([...letterhead, ...lines, ...foot(1, 1)]))],
    [],
  )
  const { opening_balance, closing_balance } = submission?.balance_information ?? {}
  return {
    period: Object.values(submission?.statement_period ?? {}),
    balances: [opening_balance, closing_balance],
    rows: submission?.transactions.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
    verified,
  }
}
const december = ['2025-12-01', '2025-12-31']

/** Moves the lines that begin with an amount half a line up, between the two lines of text beside them. */
const centreAmounts = (page: PdfPage): PdfPage => ({
  ...page,
  words: page.words.map((word) =>
    /^[+-]£/.test(word.text)
      ? { ...word, y: word.y + 4 }
      : /^(Card|Sent|Salary)$/.test(word.text)
        ? { ...word, y: word.y - 4 }
        : word,
  ),
})

test('a card has its amount between the payee and the type of payment', () => {
  const card = (payee: string, type: string, amount: string): Lines => [
    [at(60, payee), to(540, amount)],
    at(60, type),
    [],
  ]
  const result = read(
    [
      period,
      [at(40, 'You started with'), to(300, '£100.00')],
      [at(40, 'You ended with'), to(300, '£1,289.50')],
      [],
      at(40, 'Friday 19 December 2025'),
      ...card('Octavo Fuels', 'Card', '-£20.50'),
      at(40, 'Tuesday 9 December 2025'),
      ...card('Oakmantle Ltd', 'Salary', '+£1,250.00'),
      at(40, 'Thursday 4 December 2025'),
      ...card('Loomwire', 'Card', '-£25.00'),
      ...card('M Delaney', 'Sent', '-£15.00'),
    ],
    centreAmounts,
  )
  expect(result.balances).toEqual(['100.00', '1,289.50'])
  expect(result.rows?.toSorted()).toEqual([
    '2025-12-04 -15.00 M Delaney Sent',
    '2025-12-04 -25.00 Loomwire Card',
    '2025-12-09 1,250.00 Oakmantle Ltd Salary',
    '2025-12-19 -20.50 Octavo Fuels Card',
  ])
})

const captions = [at(40, 'From'), at(160, 'To'), at(280, 'Balance at start'), at(420, 'Balance at end')]
const values = [at(40, '01/12/2025'), at(160, '31/12/2025'), at(280, '100.00'), at(420, '1,289.50')]

test.each([
  ['below', [captions, values]],
  ['above', [values, captions]],
])('dates and balances %s their captions are not a row', (_, summary) => {
  const result = read([
    ...summary,
    [],
    titles('Out', 'In', 'Balance'),
    row('19/12/2025', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
    row('09/12/2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('04/12/2025', 'LOOMWIRE', '40.00', '', '60.00'),
  ])
  expect(result.period).toEqual(december)
  expect(result.balances).toEqual(['100.00', '1,289.50'])
  expect(result.rows).toHaveLength(3)
})

test('a statement without transactions prints the dates and balances above their captions', () => {
  const result = read([
    [at(40, '01/12/2025'), at(160, '31/12/2025'), at(280, '0.87'), at(420, '0.87')],
    [at(40, 'From'), at(160, 'To'), at(280, 'Brought down'), at(420, 'Carried down')],
    [],
    titles('Out', 'In', 'Balance'),
    [at(110, 'Balance brought down'), to(540, '0.87')],
    [at(110, 'Balance carried down'), to(540, '0.87')],
    at(40, 'There were no transactions in this period.'),
  ])
  expect(result.period).toEqual(december)
  expect(result.balances).toEqual(['0.87', '0.87'])
  expect(result.rows).toEqual([])
})

test('the net movement of a week is not a transaction', () => {
  const result = read([
    period,
    [at(40, 'Start balance'), to(300, '100.00')],
    [at(40, 'End balance'), to(300, '1,282.50')],
    [],
    [at(40, 'When'), at(110, 'Who'), to(400, 'Amount'), to(540, 'Balance')],
    row('4 Dec 2025', 'LOOMWIRE', '-40.00'),
    row('5 Dec 2025', 'HARBOUR CAFE', '-7.00'),
    [at(110, 'net movement in the week'), to(400, '-47.00'), to(540, '53.00')],
    row('9 Dec 2025', 'OAKMANTLE LTD', '+1,250.00'),
    row('10 Dec 2025', 'OCTAVO FUELS', '-20.50'),
    [at(110, 'net movement in the week'), to(400, '+1,229.50'), to(540, '1,282.50')],
  ])
  expect(result.rows).toHaveLength(4)
  expect(result.balances).toEqual(['100.00', '1,282.50'])
})

test('a letter names both balances in a sentence', () => {
  const result = read([
    period,
    at(40, 'When we last wrote your balance was (88.14); it is now 1,101.36.'),
    [],
    titles('Out', 'In', 'Balance'),
    row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '(128.14)'),
    row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00', '1,121.86'),
    row('19 Dec 2025', 'OCTAVO FUELS', '20.50', '', '1,101.36'),
  ])
  expect(result.balances).toEqual(['-88.14', '1,101.36'])
})

test('a balance is read although the description follows closely', () => {
  const line = (day: string, out: string, paidIn: string, balance: string, text: string): Placed[] => [
    at(40, day),
    to(200, out),
    to(260, paidIn),
    to(330, balance),
    at(334, text),
  ]
  const result = read([
    period,
    [at(40, 'Opening balance'), to(300, '100.00')],
    [],
    [at(40, 'Date'), to(200, 'Out'), to(260, 'In'), to(330, 'Balance'), at(334, 'Particulars')],
    line('4 Dec 2025', '40.00', '', '60.00', 'Loomwire'),
    line('9 Dec 2025', '', '1,250.00', '1,310.00', 'Oakmantle Ltd'),
    line('12 Dec 2025', '10.00', '', '1,300.00', 'Cash'),
    line('19 Dec 2025', '20.50', '', '1,279.50', 'Octavo Fuels'),
  ])
  expect(result.balances).toEqual(['100.00', '1,279.50'])
  expect(result.rows).toEqual([
    '2025-12-04 -40.00 Loomwire',
    '2025-12-09 1,250.00 Oakmantle Ltd',
    '2025-12-12 -10.00 Cash',
    '2025-12-19 -20.50 Octavo Fuels',
  ])
})

test('CR and DR may be printed before the amount', () => {
  const result = read([
    period,
    [at(40, 'Opening balance'), to(300, '100.00')],
    [],
    titles('Amount', 'Balance'),
    row('4 Dec 2025', 'LOOMWIRE', 'DR 40.00', '60.00'),
    row('9 Dec 2025', 'OAKMANTLE LTD', 'CR 1,250.00', '1,310.00'),
    row('19 Dec 2025', 'OCTAVO FUELS', 'DR 20.50', '1,289.50'),
  ])
  expect(result.rows).toEqual([
    '2025-12-04 -40.00 LOOMWIRE',
    '2025-12-09 1,250.00 OAKMANTLE LTD',
    '2025-12-19 -20.50 OCTAVO FUELS',
  ])
})

test('cheques that the customer wrote are money out', () => {
  const list = (heading: string, ...rows: Lines): Lines => [at(40, heading), ...rows, []]
  const result = read([
    period,
    [at(40, 'Opening balance'), to(300, '100.00')],
    [at(40, 'Closing balance'), to(300, '1,289.50')],
    [],
    ...list('Money received by transfer', row('9 Dec 2025', 'OAKMANTLE LTD', '1,250.00')),
    ...list(
      'Cheques you wrote',
      row('4 Dec 2025', 'Cheque no. 100610', '40.00'),
      row('19 Dec 2025', 'Cheque no. 100611', '20.50'),
    ),
  ])
  expect(result.rows).toEqual([
    '2025-12-04 -40.00 Cheque no. 100610',
    '2025-12-09 1,250.00 OAKMANTLE LTD',
    '2025-12-19 -20.50 Cheque no. 100611',
  ])
})

test('a letter says that nothing happened', () => {
  const result = read([
    period,
    at(40, 'The balance was £4,018.77 when the period began. There were no transactions on your account.'),
    at(40, 'The balance on 31 December was also £4,018.77.'),
  ])
  expect(result.balances).toEqual(['4,018.77', '4,018.77'])
  expect(result.rows).toEqual([])
})

test.each([
  ['after a separator', '· Transaction: CARD-33043726'],
  ['without a separator', 'Transaction: CARD-33043726 Reference: INV 88'],
  ['behind the card', 'Card ending in 0921 M Quince Transaction: CARD-33043726'],
])('details %s, after the date below a row, are not part of its description', (_, details) => {
  const entry = (day: string, text: string, amount: string, balance: string): Lines => [
    [at(40, text), to(470, amount), to(540, balance)],
    at(40, `${day} December 2025 ${details}`),
    [],
  ]
  const result = read([
    period,
    [at(40, 'Opening balance'), to(300, '100.00')],
    [],
    [at(40, 'What happened'), to(470, 'Amount'), to(540, 'Balance')],
    ...entry('4', 'Sent money to M Delaney', '-40.00', '60.00'),
    ...entry('9', 'Received money from Oakmantle Ltd', '1,250.00', '1,310.00'),
    ...entry('19', 'Card transaction at Octavo Fuels', '-20.50', '1,289.50'),
  ])
  expect(result.rows).toEqual([
    '2025-12-04 -40.00 Sent money to M Delaney',
    '2025-12-09 1,250.00 Received money from Oakmantle Ltd',
    '2025-12-19 -20.50 Card transaction at Octavo Fuels',
  ])
})

test('a long number is the end of a description if the line above has no room for it', () => {
  const entry = (day: string, text: string, number: string, amount: string, balance: string): Lines => [
    [at(40, text), to(470, amount), to(540, balance)],
    ...(number === '' ? [] : [at(40, number)]),
    at(40, `${day} December 2025 Transaction: CARD-33043726`),
    [],
  ]
  const result = read([
    period,
    [at(40, 'Opening balance'), to(300, '100.00')],
    [],
    [at(40, 'What happened'), to(470, 'Amount'), to(540, 'Balance')],
    ...entry('4', 'Card transaction of 40.00 GBP issued by Octavo Fuels', '', '-40.00', '60.00'),
    ...entry('9', 'Received money from Oakmantle Ltd with reference', '009921', '1,250.00', '1,310.00'),
    ...entry('19', 'Card transaction at Octavo Fuels', '10743412', '-20.50', '1,289.50'),
  ])
  expect(result.rows?.map((row) => row.replace(/^\S+ \S+ /, ''))).toEqual([
    'Card transaction of 40.00 GBP issued by Octavo Fuels',
    'Received money from Oakmantle Ltd with reference 009921',
    'Card transaction at Octavo Fuels',
  ])
})

test('a wrapped number is the end of a description, wrapped details and a long number are not', () => {
  const entry = (day: string, text: string, number: string, amount: string, balance: string): Lines => [
    [at(40, text), to(470, amount), to(540, balance)],
    ...(number === '' ? [] : [at(40, number)]),
    at(40, `${day} December 2025 Transaction: CARD-33043726 Reference: club`),
    ...(number === '' ? [at(40, 'subs')] : []),
    [],
  ]
  const result = read([
    period,
    [at(40, 'Opening balance'), to(300, '100.00')],
    [],
    [at(40, 'What happened'), to(470, 'Amount'), to(540, 'Balance')],
    ...entry('4', 'Sent money to M Delaney with reference INV', '88', '-40.00', '60.00'),
    ...entry('9', 'Received money from Oakmantle Ltd', '', '1,250.00', '1,310.00'),
    ...entry('19', 'Card transaction at Octavo Fuels', '10743412', '-20.50', '1,289.50'),
  ])
  expect(result.rows?.map((row) => row.replace(/^\S+ \S+ /, ''))).toEqual([
    'Sent money to M Delaney with reference INV 88',
    'Received money from Oakmantle Ltd',
    'Card transaction at Octavo Fuels',
  ])
})
