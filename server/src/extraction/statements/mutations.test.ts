import { expect, it } from 'vitest'
import { at, foot, head, type Placed, row, sheet, titles } from '../../../test/extraction/statement-page.ts'
import type { PdfPage } from '../document.ts'
import { parseStatement } from './parse.ts'

// Changes to a verified two-page statement after which it must no longer be verified.

type Sums = [day: string, text: string, out: string, ins: string, balance: string]

const first: Sums[] = [
  ['1 Dec', 'NEST AND KEY', '600.00', '', '1,400.00'],
  ['3 Dec', 'GROCERS', '45.10', '', '1,354.90'],
  ['3 Dec', 'BUSES', '2.80', '', '1,352.10'],
  ['5 Dec', 'LOOMWIRE', '31.50', '', '1,320.60'],
]
const second: Sums[] = [
  ['12 Dec', 'GROCERS', '61.25', '', '1,259.35'],
  ['19 Dec', 'OAKMANTLE LTD', '', '1,844.14', '3,103.49'],
  ['22 Dec', 'WATER', '42.00', '', '3,061.49'],
  ['29 Dec', 'REFUND', '', '10.00', '3,071.49'],
]
const summary = [
  at(40, 'Opening balance 2,000.00'),
  at(40, 'Money in 1,854.14'),
  at(40, 'Money out 782.65'),
  at(40, 'Closing balance 3,071.49'),
]

function statement(
  one = first,
  two = second,
  names = ['Money out', 'Money in', 'Balance'],
  shift = 0,
): PdfPage[] {
  const lines = (rows: Sums[]): Placed[][] => rows.map((sums) => row(...sums))
  return [
    sheet([...head(summary), titles(...names), ...lines(one), ...foot(1, 2)]),
    sheet([at(40, 'Heronmere Bank'), titles(...names), ...lines(two), ...foot(2, 2)], {
      x: shift,
      number: 2,
    }),
  ]
}

const replaceAmounts = (rows: Sums[], at: number, change: Partial<Record<2 | 3 | 4, string>>): Sums[] =>
  rows.map((sums, n) => (n === at ? (sums.map((sum, column) => change[column as 2] ?? sum) as Sums) : sums))

it('is verified unchanged, also if the columns of the second page are shifted', () => {
  expect(parseStatement(statement(), []).verified).toBe(true)
  for (const shift of [22, -14]) {
    const { verified, submission } = parseStatement(statement(first, second, undefined, shift), [])
    expect(submission?.transactions).toHaveLength(8)
    expect(verified).toBe(true)
  }
})

it.each<[string, PdfPage[]]>([
  ['a replaceAmounts digit of an amount', statement(replaceAmounts(first, 1, { 2: '46.10' }))],
  ['a replaceAmounts digit of a balance', statement(first, replaceAmounts(second, 2, { 4: '3,061.48' }))],
  ['a removed row', statement(first.toSpliced(2, 1))],
  ['a removed last row', statement(first, second.slice(0, 3))],
  [
    'a forged credit with a matching balance',
    statement(first, replaceAmounts(second, 1, { 3: '2,844.14', 4: '4,103.49' })),
  ],
  [
    'amounts shift to the opposite column',
    statement(first.map(([a, b, out, ins, c]) => [a, b, ins, out, c])),
  ],
  ['a removed first page', statement().slice(1)],
  ['a removed last page', statement().slice(0, 1)],
  ['a repeated page', [...statement(), statement()[1] as PdfPage]],
  [
    'a page of another account',
    [
      statement()[0] as PdfPage,
      sheet(
        [
          at(40, 'Account number 11112222'),
          titles('Money out', 'Money in', 'Balance'),
          ...second.map((sums) => row(...sums)),
          ...foot(2, 2),
        ],
        { number: 2 },
      ),
    ],
  ],
  [
    'a date outside the period',
    statement(first, second.with(3, ['29 Mar 2026', 'REFUND', '', '10.00', '3,071.49'])),
  ],
])('is not verified with %s', (_, pages) => {
  expect(parseStatement(pages, []).verified).toBe(false)
})

it('reports a balance that does not follow, with its region and the expected balance', () => {
  const { findings } = parseStatement(statement(first, replaceAmounts(second, 2, { 4: '3,061.48' })), [])
  const [finding] = findings
  expect(finding).toMatchObject({ code: 'ARITHMETIC_RUNNING_BALANCE', severity: 'high' })
  expect(finding?.places[0]).toMatchObject({ page: 2, expected: '3,061.49', actual: '3,061.48' })
})

it('is not verified if it was recognised by OCR', () => {
  const { verified, checks } = parseStatement(
    statement().map((page) => ({ ...page, source: 'ocr' as const })),
    [],
  )
  expect(verified).toBe(false)
  expect(checks.find(({ name }) => name === 'source')?.isPassed).toBe(false)
})

it('is not verified if the signs are ambiguous', () => {
  const rows: Sums[] = [
    ['1 Dec', 'ONE', '20.00', '', ''],
    ['2 Dec', 'TWO', '20.00', '', ''],
    ['3 Dec', 'THREE', '30.00', '', ''],
  ].map(
    ([day, text, sum, , balance], n) =>
      [day, text, sum, n === 2 ? '1,970.00' : (balance as string), ''] as Sums,
  )
  const bounds = [at(40, 'Opening balance 2,000.00'), at(40, 'Closing balance 1,970.00')]
  const lines = rows.map((sums) => row(...sums))
  const pages = [sheet([...head(bounds), titles('Amount', 'Balance'), ...lines, ...foot(1, 1)])]
  const { verified, checks } = parseStatement(pages, [])
  expect(checks.find(({ name }) => name === 'unique')?.isPassed).toBe(false)
  expect(verified).toBe(false)
})

it('merges consecutive statements in one file', () => {
  const bounds = (opening: string, closing: string) => [
    at(40, `Opening balance ${opening}`),
    at(40, `Closing balance ${closing}`),
  ]
  const names = titles('Money out', 'Money in', 'Balance')
  const { submission } = parseStatement(
    [
      sheet([...head(bounds('2,000.00', '1,320.60')), names, ...first.map((sums) => row(...sums))]),
      sheet(
        [
          ...head(bounds('1,320.60', '3,071.49')).map((line) => line),
          names,
          ...second.map((sums) => row(...sums)),
        ],
        { number: 2 },
      ),
    ],
    [],
  )
  expect(submission?.transactions).toHaveLength(8)
  expect(submission?.balance_information).toEqual({
    opening_balance: '2,000.00',
    closing_balance: '3,071.49',
  })
})
