import { expect, test } from 'vitest'
import { readStatementLines } from '../../../../test/extraction/read-statement-lines.ts'
import { at, type Placed, sheet, to } from '../../../../test/extraction/statement-page.ts'
import { readStatementText } from './statement-text.ts'

// Totals that an app prints with each day repeat its rows. They are no transactions.

type Lines = (Placed | Placed[])[]
type Day = { date: string; payments: [payee: string, pence: number][] }

const days: Day[] = [
  { date: 'Friday 19 December', payments: [['Octavo Fuels', -20_50]] },
  {
    date: 'Tuesday 9 December',
    payments: [
      ['Oakmantle Ltd', 1250_00],
      ['Cafe', -20_00],
      ['Refund Loomwire', 5_00],
    ],
  },
  {
    date: 'Thursday 4 December',
    payments: [
      ['Loomwire', -25_00],
      ['M Delaney', -15_00],
    ],
  },
]
const rows = ['04 -25.00', '04 -15.00', '09 1,250.00', '09 -20.00', '09 5.00', '19 -20.50'].map(
  (it) => `2025-12-${it}`,
)

const pounds = (pence: number) => `£${(Math.abs(pence) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
const signed = (pence: number) => `${pence < 0 ? '-' : '+'}${pounds(pence)}`
const add = (amounts: number[]) => amounts.reduce((sum, pence) => sum + pence, 0)
const sums = ({ payments }: Day) => {
  const amounts = payments.map(([, pence]) => pence)
  return {
    net: add(amounts),
    out: add(amounts.filter((pence) => pence < 0)),
    in: add(amounts.filter((pence) => pence > 0)),
  }
}

/** Draws the days below the balances, with captions above their values. */
function draw(above: (day: Day) => Placed[], below: (day: Day) => Placed[][] = () => []): Lines {
  return [
    at(40, '1 December 2025 to 31 December 2025'),
    [at(40, 'Balance on 1 December'), at(300, 'Balance on 31 December')],
    [at(40, '£100.00'), at(300, '£1,274.50')],
    [],
    ...days.flatMap((day) => [
      [at(44, day.date), ...above(day)],
      ...day.payments.map(([payee, pence]) => [at(44, payee), to(540, signed(pence))]),
      ...below(day),
      [],
    ]),
    at(40, 'Heronmere Bank is authorised by the Prudential Regulation Authority.'),
  ]
}

const layouts: Record<string, Lines> = {
  'spent alone': draw((day) => [to(500, pounds(sums(day).out)), to(540, 'spent')]),
  'out and in': draw((day) => [
    at(300, `Out ${pounds(sums(day).out)}`),
    at(450, `In ${pounds(sums(day).in)}`),
  ]),
  'with the number of transactions': draw((day) => [
    at(140, `\u00b7 ${day.payments.length} transactions`),
    to(540, signed(sums(day).net)),
  ]),
  'below the rows': draw(
    () => [],
    (day) => [[at(44, `Spent on ${day.date.replace(/^\w+ /, '')}`), to(540, pounds(sums(day).out))]],
  ),
}

test.each(Object.entries(layouts))('are dropped: %s', (_, lines) => {
  const result = readStatementLines(lines)
  expect(result).toMatchObject({ balances: ['100.00', '1,274.50'], verified: true })
  expect(result.rows?.toSorted()).toEqual(rows.toSorted())
})

test('are dropped although they leave out a transfer between own accounts', () => {
  const lines = layouts['spent alone']?.flatMap((line) =>
    [line].flat()[0]?.text === 'Loomwire'
      ? [[at(44, 'To holiday pot'), to(540, '-£30.00')], line]
      : [
          [line]
            .flat()
            .map((placed) => (placed.text === '£1,274.50' ? { ...placed, text: '£1,244.50' } : placed)),
        ],
  )
  const result = readStatementLines(lines ?? [])
  expect(result.balances).toEqual(['100.00', '1,244.50'])
  expect(result.rows?.toSorted()).toEqual([...rows, '2025-12-04 -30.00'].toSorted())
})

test('stay if most of them are not the sums of their rows', () => {
  const { lines } = readStatementText([sheet(draw((day) => [to(540, pounds(sums(day).out + 1_00))]))])
  const headings = lines.filter(({ dates, amounts }) => dates.length === 1 && amounts.length === 1)
  expect(headings).toHaveLength(days.length)
})
