import { expect, test } from 'vitest'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { PaidPayslip } from '../payroll/income/pay.ts'
import type { TaxYearSubmission } from '../tax-income/wire.ts'
import { matchTaxYears } from './match-tax-years.ts'

type ReportedEmployer = [employer_name: string | null, income: string | null, tax_paid: string | null]

/** Returns the tax year 2024-25 as reported by the tax authority. */
const reported = (...employers: ReportedEmployer[]): TaxYearSubmission => ({
  id: 'of the authority',
  account_id: 'account',
  entry_id: 'entry',
  income_id: 'income',
  employment: {
    total_income: '0.00',
    employers: employers.map(([employer_name, income, tax_paid]) => ({ employer_name, income, tax_paid })),
  },
  frequency: 'Annual',
  income_period: { start: '2024-04-06T12:00:00.000Z', end: '2025-04-05T12:00:00.000Z' },
  identity_match: 'unknown',
})

type YearToDate = NonNullable<Payslip['income_information']['earnings']['year_to_date']>
type Changes = Parameters<typeof aPayslip>[0] & {
  frequency?: Payslip['income_information']['pay_frequency']
  start_date?: string
  toDate?: Partial<YearToDate>
}

/** Makes a payslip. By default it has 2,500.00 gross pay and 300.00 tax for a month. */
function paid(
  pay_date: string,
  { frequency = 'monthly', start_date, toDate, ...changes }: Changes = {},
): PaidPayslip {
  const payslip = aPayslip({ pay_date, ...changes })
  payslip.income_information.pay_frequency = frequency
  if (start_date) payslip.employment_information.start_date = start_date
  if (toDate)
    payslip.income_information.earnings.year_to_date = {
      gross_pay: null,
      net_pay: null,
      total_tax_paid: null,
      total_ni_paid: null,
      total_taxable_earnings: null,
      tax_year: 2024,
      ...toDate,
    }
  return {
    id: `paid ${pay_date}`,
    account_id: null,
    document_id: null,
    trust_score: null,
    source: 'Payslip',
    pay_date,
    payslip,
    corrected: [],
  }
}

const matchOutcomes = (reported: TaxYearSubmission, ...payslips: PaidPayslip[]) =>
  matchTaxYears(
    [reported],
    payslips.toSorted((one, other) => other.pay_date.localeCompare(one.pay_date)),
  ).map(({ strength, reason, payroll, differences: { income, tax_paid } }) => {
    return [strength ?? reason, payroll?.basis ?? null, income, tax_paid]
  })

const reportedYear = reported(['QUILL AND THIMBLE LIMITED', '28000.00', '3100.00'])
const march = (toDate: Partial<YearToDate>, changes: Changes = {}) =>
  paid('2025-03-31', { ...changes, toDate })

test('matches year-to-date figures of the last payslip within a pound', () => {
  const same = { gross_pay: '30000.00', total_taxable_earnings: '28000.99', total_tax_paid: '3099.01' }
  const [match] = matchTaxYears([reportedYear], [march(same)])
  expect(match).toEqual({
    kind: 'tax_year_on_payslips',
    status: 'matched',
    strength: 'strong',
    reason: null,
    tax_year: '2024-25',
    tax_authority: {
      submission_id: 'of the authority',
      account_id: 'account',
      employer_name: 'QUILL AND THIMBLE LIMITED',
      income: '28000.00',
      tax_paid: '3100.00',
    },
    payroll: {
      basis: 'year_to_date',
      submission_ids: ['paid 2025-03-31'],
      payslip_count: 1,
      employer_name: 'Quill & Thimble',
      first_pay_date: '2025-03-31',
      last_pay_date: '2025-03-31',
      income: '28000.99',
      income_is: 'total_taxable_earnings',
      tax_paid: '3099.01',
    },
    differences: { income: '0.99', tax_paid: '-0.99' },
  })
})

test('reports a difference of a pound or more in income or tax', () => {
  const more = { total_taxable_earnings: '28001.00', total_tax_paid: '3100.00' }
  expect(matchOutcomes(reportedYear, march(more))).toEqual([['differs', 'year_to_date', '1.00', '0.00']])
  const less = { total_taxable_earnings: '28000.00', total_tax_paid: '2600.00' }
  expect(matchOutcomes(reportedYear, march(less))).toEqual([['differs', 'year_to_date', '0.00', '-500.00']])
})

test('uses gross pay without taxable pay, and matches fairly with one figure only', () => {
  const gross = { gross_pay: '28000.00' }
  expect(matchOutcomes(reportedYear, march(gross))).toEqual([['fair', 'year_to_date', '0.00', null]])
  expect(matchTaxYears([reportedYear], [march(gross)])[0]?.payroll).toMatchObject({ income_is: 'gross_pay' })
  const onlyTax = reported(['Quill & Thimble', null, '3100.00'])
  expect(matchOutcomes(onlyTax, march({ total_tax_paid: '3100.00' }))).toEqual([
    ['fair', 'year_to_date', null, '0.00'],
  ])
  expect(matchOutcomes(onlyTax, march(gross))).toEqual([['no-figures', 'year_to_date', null, null]])
})

test('uses year-to-date figures only in the last pay period of the year or after the employment ended', () => {
  const same = { total_taxable_earnings: '28000.00', total_tax_paid: '3100.00' }
  const at = (pay_date: string, changes: Changes = {}) =>
    matchOutcomes(reportedYear, paid(pay_date, { toDate: same, ...changes }))[0]?.slice(0, 2)
  const counts = ['strong', 'year_to_date']
  const isTooEarly = ['year-not-covered', 'part_of_year']
  expect(at('2025-03-06')).toEqual(counts)
  expect(at('2025-03-05')).toEqual(isTooEarly)
  expect(at('2025-03-30', { frequency: 'weekly' })).toEqual(counts)
  expect(at('2025-03-29', { frequency: 'weekly' })).toEqual(isTooEarly)
  expect(at('2024-09-30', { leave_date: '2024-09-12' })).toEqual(counts)
  expect(at('2024-09-30', { leave_date: '2024-10-12' })).toEqual(isTooEarly)
  expect(at('2025-04-05', { toDate: { ...same, tax_year: 2025 } })).toEqual(isTooEarly)
  expect(at('2025-04-06')).toEqual(['no-payslips', null])
  expect(at('2024-04-05')).toEqual(['no-payslips', null])
})

const months = [
  '2024-04-30',
  '2024-05-31',
  '2024-06-28',
  '2024-07-31',
  '2024-08-30',
  '2024-09-30',
  '2024-10-31',
  '2024-11-29',
  '2024-12-20',
  '2025-01-31',
  '2025-02-28',
  '2025-03-31',
]

test('sums payslips without year-to-date figures if they cover the year', () => {
  const year = reported(['Quill & Thimble Ltd.', '30000.00', '3600.00'])
  const all = months.map((day) => paid(day))
  expect(matchOutcomes(year, ...all)).toEqual([['strong', 'sum_of_payslips', '0.00', '0.00']])
  // If payments are both retrieved and uploaded, each of them counts once.
  const again = months.slice(3).map((day) => ({ ...paid(day), id: `paper ${day}` }))
  expect(matchOutcomes(year, ...all, ...again)).toEqual([['strong', 'sum_of_payslips', '0.00', '0.00']])
  for (const missing of [0, 6, 11]) {
    const [match] = matchTaxYears([year], all.toSpliced(missing, 1).toReversed())
    expect(match).toMatchObject({ status: 'unmatched', reason: 'year-not-covered' })
    // The partial sum is returned but not compared.
    expect(match?.payroll).toMatchObject({ basis: 'part_of_year', payslip_count: 11, income: '27500.00' })
    expect(match?.differences).toEqual({ income: null, tax_paid: null })
  }
})

test('accepts payslips that cover an employment which started or ended in the year', () => {
  const half = reported(['Quill & Thimble', '15000.00', '1800.00'])
  const summed = [['strong', 'sum_of_payslips', '0.00', '0.00']]
  const later = months.slice(6).map((day) => paid(day, { start_date: '2024-10-01' }))
  expect(matchOutcomes(half, ...later)).toEqual(summed)
  const earlier = months.slice(0, 6).map((day) => paid(day, { leave_date: '2024-09-30' }))
  expect(matchOutcomes(half, ...earlier)).toEqual(summed)
  const unknown = months.map((day) => paid(day, { frequency: 'irregular' }))
  for (const { payslip } of unknown) payslip.income_information.pay_interval_start = null
  expect(matchOutcomes(half, ...unknown)[0]?.[0]).toBe('year-not-covered')
})

test('assigns payslips to employers by any of their names, and none without a name', () => {
  const two = reported(
    ['Brindlewick Mills / QUILL & THIMBLE', '28000.00', '3100.00'],
    ['Thimble Ltd', '500.00', '0.00'],
    [null, '28000.00', '3100.00'],
  )
  const same = { total_taxable_earnings: '28000.00', total_tax_paid: '3100.00' }
  expect(matchOutcomes(two, march(same, { employer: 'Quill and Thimble PLC' }))).toEqual([
    ['strong', 'year_to_date', '0.00', '0.00'],
    ['no-payslips', null, null, null],
    ['no-employer-name', null, null, null],
  ])
})

test('prefers the last payslip that matches if there are two', () => {
  const honest = { ...march({ total_taxable_earnings: '28000.00', total_tax_paid: '3100.00' }), id: 'honest' }
  const other = { ...march({ total_taxable_earnings: '48000.00', total_tax_paid: '3100.00' }), id: 'other' }
  expect(matchTaxYears([reportedYear], [other, honest])).toMatchObject([
    { status: 'matched', payroll: { submission_ids: ['honest'] } },
  ])
  expect(matchOutcomes(reportedYear, other)).toEqual([['differs', 'year_to_date', '20000.00', '0.00']])
})
