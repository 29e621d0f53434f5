import { expect, test } from 'vitest'
import type { Provenance, StatementParse, TableCell, TrustFinding } from '../document.ts'
import { isExplainedBySigns, regionsOfRows, rowsSincePreviousBalance } from './statement-rows.ts'

const yOf = (row: number) => 100 + row * 14

/** Creates a statement with one row per day. A balance is printed on the rows listed in `withBalance`. */
function statement(amounts: number[], withBalance: number[]): StatementParse {
  const transactions = amounts.map((pounds, n) => ({
    date: `2026-10-${String(n + 10)}`,
    description: 'Bread',
    amount: pounds.toFixed(2),
    type: pounds < 0 ? ('debit' as const) : ('credit' as const),
  }))
  const sources = amounts.map((_, n): Provenance[string] => ({
    place: { page: 1, box: [350, yOf(n) - 8, 400, yOf(n) + 2] },
    method: 'text',
    confidence: 'printed',
  }))
  return {
    submission: {
      account_information: {
        account_holder_name: null,
        account_number: null,
        sort_code: null,
        bank_name: null,
        iban: null,
      },
      statement_period: { start_date: '2026-10-01', end_date: '2026-10-31' },
      balance_information: { opening_balance: null, closing_balance: null },
      transactions,
    },
    provenance: Object.fromEntries(sources.map((source, n) => [`transactions.${n}.amount`, source])),
    checks: [],
    verified: false,
    certified: [],
    layout: null,
    findings: [],
    warnings: [],
    cells: withBalance.map(
      (row): TableCell => ({
        page: 1,
        row,
        column: 'balance',
        word: { text: '1.00', x: 480, right: 500, y: yOf(row), size: 10 },
      }),
    ),
  }
}

const broken = (row: number): TrustFinding => ({
  code: 'ARITHMETIC_RUNNING_BALANCE',
  category: 'arithmetic',
  severity: 'high',
  title: '',
  message: '',
  places: [],
  fields: [`transactions.${row}.amount`],
})

test('lists the rows between a contradicting balance and the balance before it', () => {
  const rows = rowsSincePreviousBalance(statement([5, -1, -2, -3, 8], [1, 4]), broken(4))
  expect(regionsOfRows(rows).map(({ box, actual }) => [box[1], actual])).toEqual([
    [yOf(4) - 8, '8.00'],
    [yOf(3) - 8, '-3.00'],
    [yOf(2) - 8, '-2.00'],
  ])
  expect(
    regionsOfRows(rowsSincePreviousBalance(statement(Array(12).fill(-1), [11]), broken(11))),
  ).toHaveLength(1)
  expect(rowsSincePreviousBalance(statement([1], []), { ...broken(0), fields: [] })).toEqual([])
})

test('recognises a difference that flipped signs explain', () => {
  const rows = rowsSincePreviousBalance(statement([9, 52.36, 51.95], [0, 2]), broken(2))
  expect(isExplainedBySigns(rows, 20862)).toBe(true)
  expect(isExplainedBySigns(rows, 10000)).toBe(false)
  expect(isExplainedBySigns([], 0)).toBe(false)
})
