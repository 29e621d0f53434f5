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

test('a value that is missing although its group is certified counts', () => {
  const missing = payslip('100.00', null)
  expect(certifiesNothingElse(genuine, { submission: missing, certified: ['year_to_date'] })).toBe(false)
})
