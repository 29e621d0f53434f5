import { expect, test } from 'vitest'
import type { BookedTransaction } from './bank-account.ts'
import { detectSalaries } from './detect-salary.ts'

let count = 0
const credit = (bookedOn: string, amount: number, more: Partial<BookedTransaction>): BookedTransaction => ({
  id: `t-${++count}`,
  bookedOn,
  amount,
  information: '',
  payerName: null,
  bankCode: null,
  categoryPurpose: null,
  ...more,
})
const monthly = (more: Partial<BookedTransaction>, amount = 218_744) =>
  ['2026-06-30', '2026-07-31', '2026-08-28', '2026-09-30', '2026-10-30'].map((day) =>
    credit(day, amount, more),
  )

test('finds a monthly salary by payer and rhythm', () => {
  const [found, ...others] = detectSalaries(
    monthly({ payerName: 'HARBOUR LANE BAKERY LTD', information: 'HLB-0042' }),
  )
  expect(others).toEqual([])
  expect(found).toMatchObject({ payer: 'HARBOUR LANE BAKERY LTD', rhythm: 'monthly', reasons: ['regular'] })
  expect(found?.credits).toHaveLength(5)
})

test('finds a single salary by its word, by BACS or by its purpose code', () => {
  for (const [more, reason] of [
    [{ information: 'HARBOUR LANE SALARY' }, 'salary-word'],
    [{ information: 'BGC HARBOUR LANE BA 0042' }, 'bacs'],
    [{ information: 'HARBOUR LANE', bankCode: 'BGC' }, 'bacs'],
    [{ information: 'HARBOUR LANE', categoryPurpose: 'SALA' }, 'purpose-code'],
  ] as const)
    expect(detectSalaries([credit('2026-10-30', 200_000, more)])[0]?.reasons, JSON.stringify(more)).toContain(
      reason,
    )
})

test.each<[string, Partial<BookedTransaction>]>([
  ['a flatmate who pays the rent each month', { payerName: 'NELL THORNAPPLE', information: 'RENT' }],
  ['a friend by faster payment', { information: 'FPI NELL THORNAPPLE DINNER' }],
  ['own savings', { payerName: 'OWN SAVINGS', information: 'SAVING' }],
  ['interest', { information: 'INTEREST PAID', bankCode: 'INT' }],
  ['a refund of a shop', { information: 'GREENFINCH GROCERS LTD', bankCode: 'DEB' }],
  ['a benefit', { payerName: 'DWP UNIVERSAL CREDIT', information: 'UC', bankCode: 'BGC' }],
  ['a pension by its purpose code', { payerName: 'PLUMBLINE MUTUAL LTD', categoryPurpose: 'PENS' }],
])('does not take %s for pay', (_what, more) => {
  expect(detectSalaries(monthly(more))).toEqual([])
})

test('keeps two employers apart and joins spellings of one', () => {
  const streams = detectSalaries([
    ...monthly({ payerName: 'Harbour Lane Bakery Limited', information: 'PAYROLL' }),
    ...monthly({ payerName: 'HARBOUR LANE BAKERY LTD', information: 'PAYROLL' }, 5_000),
    ...monthly({ payerName: 'OAKMANTLE ENGINEERING LTD', information: 'PAYROLL' }),
  ])
  expect(streams.map(({ credits }) => credits.length)).toEqual([10, 5])
})

test.each([
  ['weekly', 7],
  ['fortnightly', 14],
  ['four_weekly', 28],
] as const)('recognises a %s rhythm, also if one payment is missing', (rhythm, days) => {
  const dates = Array.from({ length: 8 }, (_, n) =>
    new Date(Date.UTC(2026, 0, 2 + n * days)).toISOString().slice(0, 10),
  )
  const credits = dates
    .filter((_, n) => n !== 3)
    .map((day) => credit(day, 40_000, { payerName: 'QUAY CARE HOMES LTD' }))
  expect(detectSalaries(credits)[0]?.rhythm).toBe(rhythm)
})

test('ignores debits', () => {
  expect(detectSalaries([credit('2026-10-30', -200_000, { information: 'SALARY' })])).toEqual([])
})
