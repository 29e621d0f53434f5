import { expect, test } from 'vitest'
import type { Provenance } from '../../extraction/document.ts'
import { type CorrectableField, findCorrectable, parseCorrection } from './correctable-fields.ts'
import { applyCorrections } from './corrections.ts'

const net = findCorrectable('payslip', 'income_information.earnings.net_pay') as CorrectableField
const opening = findCorrectable('bank_statement', 'balance_information.opening_balance') as CorrectableField
const payDate = findCorrectable('payslip', 'income_information.pay_date') as CorrectableField
const today = '2026-11-18'

test.each([
  ['1234.5', '1234.50'],
  ['£1,234.50', '1234.50'],
  ['£ 12,345,678', '12345678.00'],
  ['-£12.50', '-12.50'],
  ['£−12.50', '-12.50'],
  ['12 345.67', '12345.67'],
])('reads the amount %s', (text, value) => {
  expect(parseCorrection(net, text, today)).toEqual({ value })
})

test.each([
  '12,50',
  '1,2345.00',
  '1,23,456.00',
  ',500',
  '12 50',
  '1 234,50',
  '1,234,5',
  '--5',
  '£',
  '£5£',
  '1.234',
])('refuses the amount %s', (text) => {
  expect(parseCorrection(net, text, today)).toEqual({ problem: 'it must be an amount, such as 1234.56' })
})

test('stores balances with thousands separators', () => {
  expect(parseCorrection(opening, '-1234567.5', today)).toEqual({ value: '-1,234,567.50' })
})

test.each([
  ['1900-01-01', true],
  ['2028-11-18', true],
  ['1899-12-31', false],
  ['2028-11-19', false],
])('accepts days from 1900 until two years from now: %s', (day, isAccepted) => {
  expect('value' in parseCorrection(payDate, day, today)).toBe(isAccepted)
})

test('compares the places of values once for a request, not once for each change', () => {
  const lines = 500
  const transactions = Array.from({ length: lines }, (_, n) => ({
    date: '2026-05-29',
    description: `Tea ${n}`,
    amount: '-2.00',
    type: 'debit',
  }))
  let looked = 0
  const values: Provenance = Object.fromEntries(
    transactions.map((_, n) => [
      `transactions.${n}.amount`,
      {
        method: 'text' as const,
        confidence: 'proven' as const,
        get place() {
          looked++
          return { page: 1, box: [10, 10 * n, 60, 10 * n + 10] as [number, number, number, number] }
        },
      },
    ]),
  )
  const changes = transactions
    .slice(0, 100)
    .map((_, n) => ({ path: `transactions.${n}.amount`, action: 'confirm' as const }))
  const request = {
    revision: 0,
    changes,
    by: { kind: 'member' as const, id: '0' },
    at: new Date('2026-11-18T12:00:00Z'),
  }
  const { team } = applyCorrections('bank_statement', { verified: true, values }, { transactions }, request)
  expect(Object.keys(team.values)).toHaveLength(100)
  expect(looked).toBeLessThan(4 * lines)
})
