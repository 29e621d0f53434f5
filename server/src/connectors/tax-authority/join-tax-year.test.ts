import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, penceOf, sumOf } from '../../vocabulary/money.ts'
import { joinYear } from './join-tax-year.ts'
import { IncomeSummary, TaxSummary } from './replies.ts'

const pay = (...lines: [string, number][]) =>
  IncomeSummary.parse({
    employments: lines.map(([employerPayeReference, payFromEmployment]) => ({
      employerPayeReference,
      payFromEmployment,
    })),
  })
const taken = (...lines: [string, number][]) =>
  TaxSummary.parse({
    employments: lines.map(([employerPayeReference, taxTakenOffPay]) => ({
      employerPayeReference,
      taxTakenOffPay,
    })),
  })
const named = (...lines: [string, string | null][]) => ({
  employments: lines.map(([employerPayeReference, employerName]) => ({
    employerPayeReference,
    employerName,
  })),
})

test('joins pay, tax and name by PAYE reference, whatever its order and spelling', () => {
  const joined = joinYear('2024-25', {
    income: pay(['123/AB456', 30_000.5], ['789/ZZ1', 1200]),
    employment: named(['789/zz1 ', 'Second Ltd'], ['123/AB456', 'First Ltd']),
    tax: taken(['789/ZZ1', -20.1], [' 123/ab456', 3_486.07]),
  })
  expect(joined).toEqual({
    tax_year: '2024-25',
    total_income: '31200.50',
    employers: [
      { employer_name: 'First Ltd', income: '30000.50', tax_paid: '3486.07' },
      { employer_name: 'Second Ltd', income: '1200.00', tax_paid: '-20.10' },
    ],
  })
})

test('adds up the lines of a repeated reference as one employer', () => {
  const joined = joinYear('2024-25', {
    income: pay(['1/A', 100.1], ['1/A', 200.2]),
    employment: named(['1/A', 'One Ltd'], ['1/A', 'One Ltd'], ['1/A', 'One Pensions']),
    tax: taken(['1/A', 40.04]),
  })
  expect(joined.employers).toEqual([
    { employer_name: 'One Ltd / One Pensions', income: '300.30', tax_paid: '40.04' },
  ])
})

test('returns null, never zero, for figures that HMRC does not return', () => {
  expect(joinYear('2024-25', { income: pay(['1/A', 5]), employment: null, tax: null }).employers).toEqual([
    { employer_name: null, income: '5.00', tax_paid: null },
  ])
  const joined = joinYear('2024-25', {
    income: pay(['1/A', 0]),
    employment: named(['1/A', ' '], ['3/C', 'Named only']),
    tax: taken(['2/B', 7]),
  })
  expect(joined).toMatchObject({
    total_income: '0.00',
    employers: [
      { employer_name: null, income: '0.00', tax_paid: null },
      { employer_name: null, income: null, tax_paid: '7.00' },
    ],
  })
})

test('omits a State Pension lump sum, which is not from an employer', () => {
  const joined = joinYear('2024-25', {
    income: pay(['1/A', 100], ['267/LS500', 4_000]),
    employment: named(['1/A', 'One Ltd'], ['267/LS500', 'State Pension']),
    tax: taken(['267/ls500', 800], ['1/A', 20]),
  })
  expect(joined).toEqual({
    tax_year: '2024-25',
    total_income: '100.00',
    employers: [{ employer_name: 'One Ltd', income: '100.00', tax_paid: '20.00' }],
  })
})

test('loses no penny, however often references repeat', () => {
  const line = fc.tuple(
    fc.constantFrom('1/A', '2/B', '3/C'),
    fc.integer({ min: -1e9, max: 1e11 }).map((pence) => pence / 100),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.array(line, { maxLength: 20 }), (incomes, taxes) => {
      const joined = joinYear('2024-25', { income: pay(...incomes), employment: null, tax: taken(...taxes) })
      const sum = (amounts: (string | null)[]) => sumOf(amounts.map((amount) => penceOf(amount ?? '0.00')))
      const total = (lines: [string, number][]) => sumOf(lines.map(([, amount]) => Math.round(amount * 100)))
      expect(sum(joined.employers.map(({ income }) => income))).toBe(total(incomes))
      expect(sum(joined.employers.map(({ tax_paid }) => tax_paid))).toBe(total(taxes))
      expect(joined.total_income).toBe(decimalOf(total(incomes)))
      expect(joined.employers.length).toBeLessThanOrEqual(3)
    }),
  )
})

test('rejects amounts that are not whole pence', () => {
  for (const amount of [0.001, 1e21, '5']) expect(() => pay(['1/A', amount as number])).toThrow()
})
