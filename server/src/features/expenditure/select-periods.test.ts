import { expect, test } from 'vitest'
import type { StoredPeriod } from '../payroll/income/periods.ts'
import { sortOut } from './select-periods.ts'

const stored = (id: string, changes: Partial<StoredPeriod> = {}): StoredPeriod => ({
  id,
  account_id: 'one',
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

const paper = { account_id: null, source: 'Payslip (via Doc Scan)', trust_score: 'High' }

const used = (...periods: StoredPeriod[]) => sortOut(periods).used.map(({ id }) => id)

test('a payment counts as often as the source that has it most often says', () => {
  expect(used(stored('a'), stored('b', paper))).toEqual(['a'])
  expect(used(stored('a'), stored('b'), stored('c', paper))).toEqual(['a', 'b'])
  expect(used(stored('c', paper), stored('a'), stored('b'))).toEqual(['c', 'b'])
  expect(used(stored('a'), stored('b', { account_id: 'two' }), stored('c', paper))).toEqual(['a'])
})

test('an employer is the same however its name is written', () => {
  expect(used(stored('a'), stored('b', { ...paper, employer_name: 'THE QUILL AND THIMBLE LTD' }))).toEqual([
    'a',
  ])
  expect(used(stored('a'), stored('b', { ...paper, employer_name: 'Oats & Barley' }))).toEqual(['a', 'b'])
})

test('what differs in a penny, a day or the interval is another payment', () => {
  const changes = [{ net_pay: '2000.01' }, { pay_date: '2026-03-30' }, { start: '2026-03-02' }]
  for (const change of changes)
    expect(used(stored('a'), stored('b', { ...paper, ...change }))).toEqual(['a', 'b'])
})

test('a year and a month may be paid at once, four hundred and one days not', () => {
  expect(used(stored('a', { start: '2025-02-25' }))).toEqual(['a'])
  expect(sortOut([stored('a', { start: '2025-02-24' })]).unused).toEqual([{ id: 'a', reason: 'too-long' }])
})
