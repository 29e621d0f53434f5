import fc from 'fast-check'
import {
  deductionTypes,
  earningTypes,
  employmentTypes,
  type Payslip,
  payFrequencies,
} from '../../src/vocabulary/payslip.ts'

// Payslips of invented people.

type Changes = { pay_date?: string; leave_date?: string | null; gross?: string; employer?: string }

/** Creates a payslip. The pay date defaults to the last day of May 2026. */
export function aPayslip(changes: Changes = {}): Payslip {
  const {
    pay_date = '2026-05-31',
    leave_date = null,
    gross = '2500.00',
    employer = 'Quill & Thimble',
  } = changes
  return {
    identity_information: {
      name: 'Wilhelmina Oakapple',
      date_of_birth: '1988-04-17',
      address: { street: '1 Test Row', county: null, city: 'Leeds', post_code: 'LS1 4AP', country: null },
      email: null,
      phone: '447700900123',
      NI_number: 'QQ123456A',
    },
    employment_information: {
      employer_name: employer,
      role: 'Archivist',
      type: 'full_time',
      start_date: '2020-01-06',
      leave_date,
      employer_tax_reference: null,
      is_director: false,
    },
    income_information: {
      pay_date,
      pay_interval_start: `${pay_date.slice(0, 7)}-01`,
      pay_interval_end: pay_date,
      pay_frequency: 'monthly',
      tax_code: '1257L',
      earnings: {
        gross_pay: gross,
        net_pay: '2000.00',
        base_salary: gross,
        bonus: '0.00',
        fixed_pay_total: gross,
        variable_pay_total: '0.00',
        earning_elements: [
          {
            type: 'Other',
            description: 'Salary',
            amount: gross,
            is_fixed: true,
            is_after_tax: false,
            is_after_ni: false,
            is_bik: false,
            quantity: null,
            rate: null,
            unit: null,
          },
        ],
        year_to_date: null,
      },
      deductions: {
        income_tax: '300.00',
        employee_ni: '200.00',
        employee_pension: '0.00',
        total_deductions: '500.00',
        loan_deductions: '0.00',
        deductions_elements: [{ type: 'Other', description: 'PAYE', amount: '300.00' }],
      },
    },
  }
}

const text = fc.string({ minLength: 1, maxLength: 40 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value)
const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const money = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).map((pence) => {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
})
const sum = maybe(money)
const decimal = maybe(fc.integer({ min: 0, max: 9_999 }).map((hundredths) => (hundredths / 100).toFixed(2)))
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 })

/** Generates arbitrary payslips that a connector may return. */
export const payslips: fc.Arbitrary<Payslip> = fc.record({
  identity_information: fc.record({
    name: maybe(text),
    date_of_birth: maybe(day),
    address: maybe(
      fc.record({
        street: maybe(text),
        county: maybe(text),
        city: maybe(text),
        post_code: maybe(text),
        country: maybe(text),
      }),
    ),
    email: maybe(text),
    phone: maybe(fc.integer({ min: 10_000, max: 999_999_999_999_999 }).map(String)),
    NI_number: maybe(text),
  }),
  employment_information: fc.record({
    employer_name: maybe(text),
    role: maybe(text),
    type: maybe(fc.constantFrom(...employmentTypes)),
    start_date: maybe(day),
    leave_date: maybe(day),
    employer_tax_reference: maybe(text),
    is_director: maybe(fc.boolean()),
  }),
  income_information: fc.record({
    pay_date: day,
    pay_interval_start: maybe(day),
    pay_interval_end: maybe(day),
    pay_frequency: maybe(fc.constantFrom(...payFrequencies)),
    tax_code: maybe(text),
    earnings: fc.record({
      gross_pay: sum,
      net_pay: sum,
      base_salary: sum,
      bonus: sum,
      fixed_pay_total: sum,
      variable_pay_total: sum,
      earning_elements: few(
        fc.record({
          type: fc.constantFrom(...earningTypes),
          description: text,
          amount: money,
          is_fixed: fc.boolean(),
          is_after_tax: fc.boolean(),
          is_after_ni: fc.boolean(),
          is_bik: fc.boolean(),
          quantity: decimal,
          rate: decimal,
          unit: maybe(text),
        }),
      ),
      year_to_date: maybe(
        fc.record({
          gross_pay: sum,
          net_pay: sum,
          total_tax_paid: sum,
          total_ni_paid: sum,
          total_taxable_earnings: sum,
          tax_year: maybe(fc.integer({ min: 2000, max: 2100 })),
        }),
      ),
    }),
    deductions: fc.record({
      income_tax: sum,
      employee_ni: sum,
      employee_pension: sum,
      total_deductions: sum,
      loan_deductions: sum,
      deductions_elements: few(
        fc.record({ type: fc.constantFrom(...deductionTypes), description: text, amount: money }),
      ),
    }),
  }),
})
