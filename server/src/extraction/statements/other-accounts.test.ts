import { expect, test } from 'vitest'
import { decemberPeriod, readStatementLines } from '../../../test/extraction/read-statement-lines.ts'
import { at, type Placed, row, titles, to } from '../../../test/extraction/statement-page.ts'
import type { PdfPage } from '../document.ts'

// Statements that also print savings pots, loans or second accounts, whose amounts are no transactions.

type Lines = (Placed | Placed[])[]

const december = ['2025-12-04 -40.00', '2025-12-09 1,250.00', '2025-12-19 -20.50']
const balances = ['100.00', '1,289.50']

/** Sets the words of some lines in smaller type, as apps set their headings. */
const shrink =
  (size: number, ...texts: string[]) =>
  (page: PdfPage): PdfPage => ({
    ...page,
    words: page.words.map((word) => (texts.includes(word.text) ? { ...word, size } : word)),
  })

const card = (payee: string, amount: string): Lines => [[at(46, payee), to(536, amount)], at(46, 'Card'), []]

const appRows: Lines = [
  decemberPeriod,
  [at(40, 'Balance on 31 December 2025'), to(300, '£1,289.50')],
  [at(40, 'Money in'), to(300, '+£1,250.00')],
  [at(40, 'Money out'), to(300, '£60.50')],
  [at(40, 'Balance on 1 December 2025'), to(300, '£100.00')],
  [],
  at(40, 'Friday 19 December 2025'),
  ...card('Octavo Fuels', '£20.50'),
  at(40, 'Tuesday 9 December 2025'),
  ...card('Oakmantle Ltd', '+£1,250.00'),
  at(40, 'Thursday 4 December 2025'),
  ...card('Loomwire', '£40.00'),
]

const pots: Lines = [
  [at(46, 'Holiday'), to(536, '£845.00')],
  [at(46, 'Rainy day'), to(536, '£1,200.00')],
]

test.each<[string, Placed | Placed[]]>([
  ['a sentence beside it', [at(40, 'Your pots'), at(120, 'Money in pots is held apart from the balance.')]],
  ['the total beside it', [at(40, 'Total in your pots'), to(536, '£2,045.00')]],
  ['the word spaces', at(40, 'Savings spaces')],
  ['the word goals', at(40, 'Your goals')],
  ['the word jars', at(40, 'Jars')],
  ['the word vaults', at(40, 'Money in vaults')],
  ['other wording', at(40, 'Also put by with us')],
])('pots below the rows are not transactions: heading with %s', (_, heading) => {
  expect(readStatementLines([...appRows, heading, ...pots])).toMatchObject({
    balances,
    rows: december,
    verified: true,
  })
})

test('pots below a small heading are not transactions', () => {
  const result = readStatementLines([...appRows, at(40, 'Pots'), ...pots], shrink(6.5, 'Pots'))
  expect(result).toMatchObject({ balances, rows: december, verified: true })
})

test('pots above the rows are not transactions', () => {
  const [first, ...rest] = appRows
  const result = readStatementLines([
    first as Placed,
    ...rest.slice(0, 4),
    [],
    at(40, 'Your pots'),
    ...pots,
    ...rest.slice(4),
  ])
  expect(result).toMatchObject({ balances, rows: december })
})

test('a balance in larger type belongs to the caption beside it', () => {
  const enlarge = (page: PdfPage): PdfPage => ({
    ...page,
    words: page.words.map((word) =>
      /^£(1,289.50|100.00)$/.test(word.text) ? { ...word, size: 13, y: word.y + 3 } : word,
    ),
  })
  expect(readStatementLines(appRows, enlarge)).toMatchObject({ balances, rows: december, verified: true })
})

const header = titles('Debit', 'Credit', 'Balance')
const shareRows: Lines = [
  decemberPeriod,
  [],
  at(40, 'Main Share Account 8877-01'),
  header,
  row('', 'Balance brought forward', '', '', '100.00'),
  row('04/12/25', 'Card Loomwire', '40.00', '0.00', '60.00'),
  row('09/12/25', 'Payroll Oakmantle', '0.00', '1,250.00', '1,310.00'),
  row('19/12/25', 'Card Octavo Fuels', '20.50', '0.00', '1,289.50'),
  row('', 'Balance carried forward', '', '', '1,289.50'),
  [],
]

test.each([
  ['Christmas Saver Account 8877-03', ''],
  ['Personal Loan Account 8877-L1 12.68% APR', ''],
  ['Share 2: Holiday 8877-02', '01/12/25'],
  ['Junior member 8877-04', '01/12/25'],
])('the table of a second account is not read: %s %s', (heading, openingDate) => {
  const result = readStatementLines(
    [
      ...shareRows,
      at(40, heading),
      header,
      row(openingDate, 'Balance brought forward', '', '', '140.00'),
      row('05/12/25', 'Transfer from Main Share', '0.00', '20.00', '160.00'),
      row('12/12/25', 'Transfer from Main Share', '0.00', '20.00', '180.00'),
      row('19/12/25', 'Transfer from Main Share', '0.00', '20.00', '200.00'),
    ],
    shrink(7, ...heading.split(' ')),
  )
  expect(result).toMatchObject({ balances, rows: december, verified: true })
})

test('a table that continues below a repeated heading is read to its end', () => {
  const result = readStatementLines([
    decemberPeriod,
    [],
    at(40, 'Current Account 39308396'),
    header,
    row('', 'Balance brought forward', '', '', '100.00'),
    row('04/12/25', 'Card Loomwire', '40.00', '0.00', '60.00'),
    row('', 'Balance carried forward', '', '', '60.00'),
    [],
    at(40, 'Current Account continued'),
    header,
    row('', 'Balance brought forward', '', '', '60.00'),
    row('09/12/25', 'Payroll Oakmantle', '0.00', '1,250.00', '1,310.00'),
    row('19/12/25', 'Card Octavo Fuels', '20.50', '0.00', '1,289.50'),
  ])
  expect(result).toMatchObject({ balances, rows: december })
})

test('the date of a statement is not the end of its period', () => {
  const result = readStatementLines([
    at(40, 'Date 19 December 2025'),
    titles('Out', 'In', 'Balance'),
    row('', 'Balance forward', '', '', '100.00'),
    row('04 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
    row('09 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('19 Dec', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
  ])
  expect(result).toMatchObject({ period: [null, null], balances, rows: december })
})

test('a statement date is the end of the period if the closing balance has the same date', () => {
  const result = readStatementLines([
    at(40, 'Date 31 December 2025'),
    titles('Out', 'In', 'Balance'),
    row('30 Nov', 'Balance forward', '', '', '100.00'),
    row('04 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
    row('09 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('19 Dec', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
    row('31 Dec', 'Closing balance', '', '', '1,289.50'),
  ])
  expect(result).toMatchObject({ period: [null, '2025-12-31'], balances, rows: december })
})

test('the month in the title gives the rows their year', () => {
  const result = readStatementLines([
    at(40, 'Statement December 2025'),
    [at(40, 'Opening balance'), to(300, '£100.00')],
    [at(40, 'Closing balance'), to(300, '£1,289.50')],
    [],
    [at(40, '4 Dec'), at(110, 'Loomwire'), to(540, '-£40.00')],
    [at(40, '9 Dec'), at(110, 'Oakmantle Ltd'), to(540, '+£1,250.00')],
    [at(40, '19 Dec'), at(110, 'Octavo Fuels'), to(540, '-£20.50')],
  ])
  expect(result).toMatchObject({ period: [null, null], balances, rows: december })
})

test('a statement without transactions dates its closing balance', () => {
  const result = readStatementLines([
    at(40, 'DATE 05 APR 2025'),
    titles('RECEIPTS', 'PAYMENTS', 'BALANCE'),
    row('', 'BALANCE FORWARD', '', '', '12,044.17 CR'),
    at(110, '*** NO TRANSACTIONS SINCE LAST STATEMENT ***'),
    row('', 'BALANCE AT 05 APR 2025', '', '', '12,044.17 CR'),
  ])
  expect(result).toMatchObject({ period: [null, null], balances: ['12,044.17', '12,044.17'], rows: [] })
})

const item = (date: string, text: string, amount: string): Placed[] => [
  at(40, date),
  at(110, text),
  to(540, amount),
]

test.each(['15.00 CR', '-15.00', '(15.00)', '15.00-'])(
  'a refund of %s among the payments is money in',
  (refund) => {
    const result = readStatementLines([
      decemberPeriod,
      [at(40, 'Balance at 30 November 2025'), to(400, '100.00')],
      [at(40, 'Receipts'), to(400, '1,250.00')],
      [at(40, 'Card transactions'), to(400, '45.50')],
      [at(40, 'Balance at 31 December 2025'), to(400, '1,304.50')],
      [],
      at(40, 'Receipts'),
      [at(40, 'Date'), at(110, 'Details'), to(540, '£')],
      item('9 December', 'OAKMANTLE LTD', '1,250.00'),
      [at(110, 'Total receipts'), to(540, '1,250.00')],
      [],
      at(40, 'Card transactions'),
      [at(40, 'Date'), at(110, 'Details'), to(540, '£')],
      item('4 December', 'LOOMWIRE', '40.00'),
      item('11 December', 'LOOMWIRE, returned goods', refund),
      item('19 December', 'OCTAVO FUELS', '20.50'),
      [at(110, 'Total card transactions'), to(540, '45.50')],
    ])
    expect(result).toMatchObject({
      balances: ['100.00', '1,304.50'],
      rows: ['2025-12-04 -40.00', '2025-12-09 1,250.00', '2025-12-11 15.00', '2025-12-19 -20.50'],
      verified: true,
    })
  },
)
