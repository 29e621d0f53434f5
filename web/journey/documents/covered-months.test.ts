import { expect, test } from 'vitest'
import { areCovered, monthsOf } from './covered-months.ts'

const may = { month: '2026-05', has_payslip: true, has_bank_statement: false }
const april = { month: '2026-04', has_payslip: true, has_bank_statement: false }
const march = { month: '2026-03', has_payslip: false, has_bank_statement: false }

test('months are covered once each has a document of this kind', () => {
  const journey = { months: [may, april], requested: null }
  expect(areCovered(monthsOf(journey, 'payslips'))).toBe(true)
  expect(areCovered(monthsOf(journey, 'bank_statements'))).toBe(false)
  expect(areCovered(monthsOf({ ...journey, months: [may, march] }, 'payslips'))).toBe(false)
})

test('only the months that the client requests again count for that kind', () => {
  const requested = { kind: 'payslips', months: ['2026-05'] } as const
  const journey = { months: [may, march], requested: { ...requested, months: [...requested.months] } }
  expect(monthsOf(journey, 'payslips')).toEqual([{ month: '2026-05', isCovered: true }])
  expect(monthsOf(journey, 'bank_statements')).toHaveLength(2)
})

test('without months, nothing is covered', () => {
  expect(areCovered(monthsOf({ months: [], requested: null }, 'payslips'))).toBe(false)
})
