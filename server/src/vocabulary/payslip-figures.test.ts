import { expect, test } from 'vitest'
import { nameOf, niNumberOf, phoneOf } from '../connectors/identity.ts'
import { taxYearOf } from './days.ts'
import { decimalOf, PenceNumber, PenceText, penceOf } from './money.ts'
import {
  composeDeductions,
  composeEarnings,
  type EarningsLine,
  toDeductionKind,
  toEarningKind,
} from './payslip-figures.ts'

test('converts money to whole pence and back without loss', () => {
  for (const text of ['0.00', '0.07', '-0.07', '12.30', '-1234.56', '999999999999.99'])
    expect(decimalOf(penceOf(text))).toBe(text)
  expect([penceOf('5'), penceOf('5.1'), penceOf('5.1000'), penceOf('-0.00')]).toEqual([500, 510, 510, 0])
  for (const wrong of ['', '1,000.00', '1.005', '.5', '1e3', 'NaN', '1234567890123.00'])
    expect(() => penceOf(wrong), wrong).toThrow(RangeError)
})

test('parses a JSON number by its decimal digits', () => {
  for (const [number, pence] of [
    [0.07, 7],
    [1.1, 110],
    [4.35, 435],
    [1_234_567.89, 123_456_789],
    [-0.29, -29],
  ] as const)
    expect(PenceNumber.parse(number)).toBe(pence)
  for (const wrong of [0.1 + 0.2, 1e-7, 1e21, Number.POSITIVE_INFINITY])
    expect(PenceNumber.safeParse(wrong).success, String(wrong)).toBe(false)
  expect(PenceText.safeParse('ten').success).toBe(false)
})

const line = (changes: Partial<EarningsLine>): EarningsLine => ({
  kind: 'basic',
  label: 'Pay',
  amount: 100_000,
  isFixed: true,
  isTaxable: true,
  isNiable: true,
  ...changes,
})

test('partial totals add up to gross pay, excluding benefits in kind', () => {
  const lines = [
    line({}),
    line({ kind: 'arrears', amount: 5_000, isFixed: false }),
    line({ kind: 'bonus', amount: 25_050, isFixed: false }),
    line({ kind: 'sacrifice', amount: -4_000 }),
    line({ kind: 'medical', amount: 9_900, isBenefit: true, isNiable: false }),
  ]
  const earnings = composeEarnings(lines, { gross: 126_050, net: 90_000, yearToDate: null })
  expect(earnings).toMatchObject({
    gross_pay: '1260.50',
    net_pay: '900.00',
    base_salary: '1000.00',
    bonus: '250.50',
    fixed_pay_total: '960.00',
    variable_pay_total: '300.50',
  })
  expect(
    earnings.earning_elements.map(({ type, is_bik, is_after_ni }) => [type, is_bik, is_after_ni]),
  ).toEqual([
    ['Other', false, false],
    ['Other', false, false],
    ['Bonus', false, false],
    ['Pension', false, false],
    ['Medical', true, true],
  ])
})

test('returns no partial totals if lines are missing', () => {
  const earnings = composeEarnings([line({})], { gross: 100_001, net: 1, yearToDate: null })
  expect(earnings).toMatchObject({
    base_salary: null,
    bonus: null,
    fixed_pay_total: null,
    variable_pay_total: null,
  })
  const nothing = composeEarnings([], { gross: 0, net: 0, yearToDate: null })
  expect(nothing).toMatchObject({ base_salary: '0.00', bonus: '0.00', variable_pay_total: '0.00' })
})

test('sums deductions by kind and lists tax and National Insurance as elements', () => {
  const deductions = composeDeductions(
    [
      { kind: 'income_tax', label: 'PAYE', amount: -1_050 },
      { kind: 'national_insurance', label: 'NI', amount: 2_000 },
      { kind: 'student_loan', label: 'Plan 2', amount: 900 },
      { kind: 'postgraduate_loan', label: 'PGL', amount: 300 },
      { kind: 'loan', label: 'Season ticket', amount: 10_000 },
      { kind: 'attachment_of_earnings', label: 'Court order', amount: 50 },
    ],
    12_200,
  )
  expect(deductions).toMatchObject({
    income_tax: '-10.50',
    employee_ni: '20.00',
    employee_pension: '0.00',
    total_deductions: '122.00',
    loan_deductions: '12.00',
  })
  expect(deductions.deductions_elements.map(({ type, description }) => `${type} ${description}`)).toEqual([
    'Other PAYE',
    'Other NI',
    'StudentLoan Plan 2',
    'StudentLoan PGL',
    'Loan Season ticket',
    'AttachmentOfEarnings Court order',
  ])
})

test('maps unknown terms to other, including names of object properties', () => {
  expect([toEarningKind('maternity'), toEarningKind('moon money'), toEarningKind('constructor')]).toEqual([
    'maternity',
    'other',
    'other',
  ])
  expect([toDeductionKind('loan'), toDeductionKind('toString')]).toEqual(['loan', 'other'])
})

test('a tax year begins on 6 April', () => {
  expect(['2026-04-05', '2026-04-06', '2026-12-31', '2027-01-01'].map(taxYearOf)).toEqual([
    2025, 2026, 2026, 2026,
  ])
})

test('normalises phone numbers, NI numbers and names', () => {
  expect(
    ['07700 900123', '+44 7700 900123', '0044 7700 900123', '447700900123', '+44 (0)7700 900123'].map(
      phoneOf,
    ),
  ).toEqual(Array(5).fill('447700900123'))
  expect([phoneOf(''), phoneOf('none'), phoneOf(null), phoneOf('1234')]).toEqual([null, null, null, null])
  expect([niNumberOf('qq 12 34 56 a'), niNumberOf(' ')]).toEqual(['QQ123456A', null])
  expect([nameOf('Zoë', '', 'Olarkington'), nameOf(null, ' ')]).toEqual(['Zoë Olarkington', null])
})
