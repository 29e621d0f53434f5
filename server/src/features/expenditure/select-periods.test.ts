import { expect, test } from 'vitest'
import type { StoredPeriod } from '../payroll/income/periods.ts'
import { selectPeriods } from './select-periods.ts'

const stored = (id: string, changes: Partial<StoredPeriod> = {}): StoredPeriod => ({
  id,
  account_id: 'one',
  document_id: null,
  source: 'Payroll (via User Connection)',
  trust_score: null,
  pay_date: '2026-03-31',
  start: '2026-03-01',
  end: '2026-03-31',
  net_pay: '2000.00',
  employer_name: 'Quill & Thimble',
  date_of_birth: null,
  post_code: null,
  ...changes,
})

const uploaded = { account_id: null, source: 'Payslip (via Doc Scan)', trust_score: 'High' }

const used = (...periods: StoredPeriod[]) => selectPeriods(periods, new Set()).used.map(({ id }) => id)

test('counts a payment as often as the source that has it most often', () => {
  expect(used(stored('a'), stored('b', uploaded))).toEqual(['a'])
  expect(used(stored('a'), stored('b'), stored('c', uploaded))).toEqual(['a', 'b'])
  expect(used(stored('c', uploaded), stored('a'), stored('b'))).toEqual(['a', 'b'])
  expect(used(stored('a'), stored('b', { account_id: 'two' }), stored('c', uploaded))).toEqual(['a'])
})

test('recognises an employer across spellings', () => {
  expect(used(stored('a'), stored('b', { ...uploaded, employer_name: 'THE QUILL AND THIMBLE LTD' }))).toEqual(
    ['a'],
  )
  expect(used(stored('a'), stored('b', { ...uploaded, employer_name: 'Oats & Barley' }))).toEqual(['a', 'b'])
})

test('treats a different amount, pay date or interval as another payment', () => {
  const changes = [{ net_pay: '2000.01' }, { pay_date: '2026-03-30' }, { start: '2026-03-02' }]
  for (const change of changes)
    expect(used(stored('a'), stored('b', { ...uploaded, ...change }))).toEqual(['a', 'b'])
})

test('a low-trust document counts only if it is included, and makes no other payslip a duplicate', () => {
  const forged = stored('a', { ...uploaded, trust_score: 'Low', document_id: 'forged' })
  const periods = [forged, stored('b')]
  expect(selectPeriods(periods, new Set())).toMatchObject({
    used: [{ id: 'b' }],
    unused: [{ id: 'a', reason: 'low-trust-document' }],
  })
  expect(selectPeriods(periods, new Set(['forged'])).unused).toEqual([{ id: 'b', reason: 'known-twice' }])
})

test('accepts pay periods of up to 400 days', () => {
  expect(used(stored('a', { start: '2025-02-25' }))).toEqual(['a'])
  expect(selectPeriods([stored('a', { start: '2025-02-24' })], new Set()).unused).toEqual([
    { id: 'a', reason: 'too-long' },
  ])
})
