import { expect, test } from 'vitest'
import type { DocumentReading } from '../../server/src/extraction/document.ts'
import { certifiedFields, certifiesNothingElse } from './certified-fields.ts'

const payslip = (net: string, yearToDate: string | null, name = 'Ada Oakapple') =>
  ({
    identity_information: { name },
    income_information: {
      earnings: { net_pay: net, year_to_date: { net_pay: yearToDate } },
    },
  }) as unknown as DocumentReading['submission']

const genuine = {
  submission: payslip('100.00', '400.00'),
  certified: ['this_period', 'year_to_date', 'identity'],
} satisfies Partial<DocumentReading> as Pick<DocumentReading, 'submission' | 'certified'>

test('lists the fields of certified groups', () => {
  expect([...certifiedFields({ ...genuine, certified: ['this_period'] }).keys()]).toEqual([
    'income_information.earnings.net_pay',
  ])
  expect([...certifiedFields({ ...genuine, certified: ['year_to_date', 'identity'] }).values()]).toEqual([
    'Ada Oakapple',
    '400.00',
  ])
})

test('a changed value counts only if its group is certified', () => {
  const changed = payslip('100.00', '900.00')
  expect(certifiesNothingElse(genuine, { submission: changed, certified: ['this_period'] })).toBe(true)
  expect(certifiesNothingElse(genuine, { submission: changed, certified: ['year_to_date'] })).toBe(false)
  expect(certifiesNothingElse(genuine, { submission: payslip('900.00', '400.00'), certified: [] })).toBe(true)
})

test('a value that was not found is not certified', () => {
  const missing = payslip('100.00', null)
  expect(certifiesNothingElse(genuine, { submission: missing, certified: ['year_to_date'] })).toBe(true)
  const invented = { ...genuine, submission: missing }
  expect(
    certifiesNothingElse(invented, { submission: genuine.submission, certified: ['year_to_date'] }),
  ).toBe(false)
})

type Deduction = { description: string; amount: string }
const withDeductions = (...deductions_elements: Deduction[]) => ({
  submission: {
    income_information: { deductions: { deductions_elements } },
  } as unknown as DocumentReading['submission'],
  certified: ['this_period', 'identity'] satisfies DocumentReading['certified'],
})

test('the lines of a payslip are compared as a set, without lines of 0.00', () => {
  const tax = { description: 'Tax paid', amount: '577.20' }
  const pension = { description: 'Pension', amount: '109.10' }
  const both = withDeductions(tax, pension)
  const fromSummary = withDeductions(pension, { description: 'Tax', amount: '577.20' })
  expect(certifiesNothingElse(both, fromSummary)).toBe(true)
  expect(
    certifiesNothingElse(withDeductions(tax, { description: 'Loan', amount: '0.00' }), withDeductions(tax)),
  ).toBe(true)
  expect(certifiesNothingElse(both, withDeductions(tax))).toBe(false)
  expect(certifiesNothingElse(withDeductions(tax), both)).toBe(false)
  expect(certifiesNothingElse(both, withDeductions(tax, { ...pension, amount: '109.11' }))).toBe(false)
})

test('a statement must have every transaction', () => {
  const statement = (...transactions: { date: string; amount: string }[]) => ({
    submission: { transactions } as unknown as DocumentReading['submission'],
    certified: ['balances_and_amounts'] satisfies DocumentReading['certified'],
  })
  const [first, second] = [
    { date: '2026-03-01', amount: '10.00' },
    { date: '2026-03-02', amount: '0.00' },
  ]
  expect(certifiesNothingElse(statement(first, second), statement(first, second))).toBe(true)
  expect(certifiesNothingElse(statement(first, second), statement(first))).toBe(false)
})
