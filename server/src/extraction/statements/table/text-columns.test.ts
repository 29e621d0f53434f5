import { expect, test } from 'vitest'
import { at, foot, head, type Placed, sheet, to } from '../../../../test/extraction/statement-page.ts'
import { parseStatement } from '../parse.ts'

// Several columns of text: the one that says what each transaction is for, and columns of types, identifiers and
// references.

const kinds = ['Card payment out', 'Faster payment out', 'Faster payment in']
const payees = ['PIXELHOST', 'M Tregenza', 'FIBREWEST', 'Oona Feeney', 'Bramble Studio', 'Tidewell Dental']
const count = 18
const balances = [at(40, 'Opening balance 100.00'), at(40, `Closing balance ${100 - count}.00`)]

const createRows = (listTexts: (n: number) => Placed[]): Placed[][] =>
  Array.from({ length: count }, (_, n) => [
    at(40, `${n + 10} Dec`),
    ...listTexts(n),
    to(470, '-1.00'),
    to(540, `${99 - n}.00`),
  ])

function read(titles: Placed[], listTexts: (n: number) => Placed[]) {
  const header = titles.length > 0 ? [[at(40, 'Date'), ...titles, to(470, 'Amount'), to(540, 'Balance')]] : []
  const page = sheet([...head(balances), ...header, ...createRows(listTexts), ...foot(1, 1)])
  const { submission, certified, warnings } = parseStatement([page], [])
  return { descriptions: submission?.transactions.map(({ description }) => description), certified, warnings }
}

const kind = (n: number) => kinds[n % kinds.length] as string
const payee = (n: number) => `${payees[n % payees.length]}`
const brief = (n: number) => ['PIXEL', 'FIBRE', 'CLOUD'][n % 3] as string
const expected = Array.from({ length: count }, (_, n) => payee(n))

test('takes the payee for the description, not the transaction type or identifier', () => {
  const titles = [at(100, 'Transaction ID'), at(170, 'Transaction type'), at(270, 'Counterparty')]
  const { descriptions, certified } = read(titles, (n) => [
    at(100, `QB3424${1000 + n}`),
    at(170, kind(n)),
    at(270, brief(n)),
  ])
  expect(descriptions).toEqual(expected.map((_, n) => brief(n)))
  expect(certified).toEqual(['balances_and_amounts', 'descriptions'])
})

test('takes a column of a few repeated texts for types although its title says description', () => {
  const titles = [at(110, 'Transaction'), at(270, 'Remark')]
  const details = (n: number) => `${payee(n)} ${n + 101}`
  const { descriptions } = read(titles, (n) => [at(110, kind(n)), at(270, details(n))])
  expect(descriptions).toEqual(expected.map((_, n) => details(n)))
})

test('takes a column of a few repeated texts for types if the columns have no titles', () => {
  const texts = (n: number) => [at(110, kind(n)), at(270, `${'ABCDEFGHIJKLMNOPQR'[n]} CARS`)]
  expect(read([], texts).descriptions).toEqual(expected.map((_, n) => `${'ABCDEFGHIJKLMNOPQR'[n]} CARS`))
})

test('does not certify descriptions that repeat while the texts of another column differ', () => {
  const titles = [at(110, 'Description'), at(270, 'Remark')]
  const repeated = (n: number) => `Payment to supplier of the company ${payee(n % 4)}`
  const { certified, warnings } = read(titles, (n) => [
    at(110, repeated(n)),
    at(300, `${payee(n)} ${n + 101}`),
  ])
  expect(certified).toEqual(['balances_and_amounts'])
  expect(warnings).toEqual(['Another column of text may describe the transactions better.'])
})

test('a column of account numbers does not make a header part of the first description', () => {
  const header = [
    at(40, 'Date'),
    at(110, 'Type'),
    at(150, 'Description'),
    to(350, 'Value'),
    to(400, 'Balance'),
  ]
  const more = (line: Placed[], name: string, number: string) => [...line, at(420, name), at(500, number)]
  const line = (type: string, text: string, value: string, balance: string): Placed[] =>
    more(
      [at(40, '15/12/2025'), at(110, type), at(150, text), to(350, value), to(400, balance)],
      'MR J NANCE',
      '003188-39308396',
    )
  const page = sheet([
    ...head(),
    more(header, 'Account Name', 'Account Number'),
    line('BAC', 'OAKMANTLE LTD', '434.00', '454.19'),
    line('INT', 'NET INTEREST', '0.04', '20.19'),
    ...foot(1, 1),
  ])
  const { submission } = parseStatement([page], [])
  expect(submission?.transactions.map(({ description, amount }) => [description, amount])).toEqual([
    ['NET INTEREST', '0.04'],
    ['OAKMANTLE LTD', '434.00'],
  ])
})

test('titles at the left of their cells name the amounts at the right, in their order', () => {
  const line = (day: string, text: string, debit: string, credit: string, balance: string): Placed[] => [
    at(38, day),
    at(123, '77-18-30'),
    at(200, text),
    to(445, debit),
    to(519, credit),
    to(587, balance),
  ]
  const page = sheet([
    ...head(),
    [
      at(38, 'Date'),
      at(123, 'Sort Code'),
      at(200, 'Description'),
      at(374, 'Debit Amount'),
      at(447, 'Credit Amount'),
      at(521, 'Balance'),
    ],
    line('29/12/2025', 'OVALTEL MOBILE', '18.00', '', '1359.99'),
    line('22/12/2025', 'GARETH DAVIES SOFA', '', '120.00', '1377.99'),
    line('08/12/2025', 'ESSO RHOSDDU', '52.01', '', '1257.99'),
    ...foot(1, 1),
  ])
  const { submission } = parseStatement([page], [])
  expect(submission?.transactions.map(({ amount }) => amount)).toEqual(['-52.01', '120.00', '-18.00'])
})

test('reads descriptions to the right of the amounts, behind a column of codes', () => {
  const line = (n: number): Placed[] => [
    at(40, `${n + 10} Dec`),
    at(90, ['DD', 'CSH', 'BGC'][n % 3] as string),
    to(230, '-1.00'),
    to(310, `${99 - n}.00`),
    at(330, payee(n)),
  ]
  const header = [
    at(40, 'DATE'),
    at(90, 'TYP'),
    to(230, 'AMOUNT'),
    to(310, 'BALANCE'),
    at(330, 'PARTICULARS'),
  ]
  const rows = Array.from({ length: count }, (_, n) => line(n))
  const page = sheet([...head(balances), header, ...rows, ...foot(1, 1)])
  const { submission } = parseStatement([page], [])
  expect(submission?.transactions.map(({ description }) => description)).toEqual(expected)
})
