import { expect, test } from 'vitest'
import { at, head, type Placed, sheet, to } from '../../../test/extraction/statement-page.ts'
import { parseStatement } from './parse.ts'

type Lines = (Placed | Placed[])[]
type Item = [name: string, detail: string, amount: string, balance: string]

const days: [day: string, items: Item[]][] = [
  ['Monday 22 December 2025', [['WINDERMERE FERRY', 'Debit card **4410', '-£6.00', '£1,258.37']]],
  [
    'Friday 19 December 2025',
    [
      ['GREENGROCER & SONS', 'Debit card **4410', '-£9.12', '£1,264.37'],
      ['SOUTHFELL DC', 'Direct debit 4410098', '-£148.00', '£1,273.49'],
    ],
  ],
  ['Tuesday 9 December 2025', [['E DUNMORE', 'Payment received', '+£1,500.00', '£1,421.49']]],
  [
    'Thursday 4 December 2025',
    [
      ['AMITY SWIM SCHOOL', 'Debit card **4410', '-£62.00', '-£78.51'],
      ['KIRKLAND KITCHEN', 'Debit card **4410', '-£14.39', '-£16.51'],
    ],
  ],
]

const expected = [
  '2025-12-04 -14.39 KIRKLAND KITCHEN Debit card **4410',
  '2025-12-04 -62.00 AMITY SWIM SCHOOL Debit card **4410',
  '2025-12-09 1,500.00 E DUNMORE Payment received',
  '2025-12-19 -148.00 SOUTHFELL DC Direct debit 4410098',
  '2025-12-19 -9.12 GREENGROCER & SONS Debit card **4410',
  '2025-12-22 -6.00 WINDERMERE FERRY Debit card **4410',
]

const print = (write: (item: Item) => Lines): Lines => [
  ...head(),
  at(40, 'Latest transactions'),
  ...days.flatMap(([day, items]) => [[], at(40, day), ...items.flatMap((item) => [[], ...write(item)])]),
]

function read(lines: Lines) {
  const { submission } = parseStatement([sheet(lines)])
  return {
    rows: submission?.transactions.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
    closing: submission?.balance_information.closing_balance,
    opening: submission?.balance_information.opening_balance,
  }
}

test.each<[string, (item: Item) => Lines]>([
  [
    'beside the details',
    ([name, detail, amount, balance]) => [
      [at(40, name), to(540, amount)],
      [at(40, detail), to(540, `Balance ${balance}`)],
    ],
  ],
  [
    'on a line of their own',
    ([name, detail, amount, balance]) => [
      [at(40, name), to(540, amount)],
      at(40, detail),
      to(540, `Bal: ${balance}`),
    ],
  ],
  [
    'after a longer label',
    ([name, detail, amount, balance]) => [
      [at(40, name), to(540, amount)],
      [at(40, detail), to(540, `Balance after ${balance}`)],
    ],
  ],
])('labelled balances below the amounts of rows, %s', (_, write) => {
  expect(read(print(write))).toMatchObject({ rows: expected, closing: '1,258.37' })
})

test('a balance before the listed transactions is the opening balance', () => {
  const lines = print(([name, detail, amount]) => [[at(40, name), to(540, amount)], at(40, detail)])
  const shown = read([
    ...lines,
    [],
    [at(40, 'Balance before these transactions'), to(540, '-£2.12')],
    [],
    [at(40, 'Current balance'), to(540, '£1,258.37')],
  ])
  expect(shown).toMatchObject({ rows: expected, opening: '-2.12' })
})
