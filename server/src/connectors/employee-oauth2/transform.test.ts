import { expect, test } from 'vitest'
import type { DocumentReading, PayslipReading } from '../../extraction/document.ts'
import { Payslip } from '../../vocabulary/payslip.ts'
import { Details, PayslipList } from './replies.ts'
import { transform } from './transform.ts'

const [listed] = PayslipList.parse([
  {
    id: 7,
    datePaid: '28/10/2026',
    payPeriodStart: '2026-10-01T00:00:00',
    payPeriodEnd: '2026-10-31',
    netPay: 2_225.6,
    payerName: 'Harbour Lane Bakery Ltd',
  },
])
const details = Details.parse({
  firstName: 'Ada',
  surname: 'Whitcombe',
  dateOfBirth: '1991-03-14T00:00:00',
  mobilePhone: '07700 900123',
  startDate: '2023-02-06',
  residentialAddress: { streetAddress: '4 Quay Street', city: 'Falmouth', postcode: 'TR11 3AA' },
})
const job = { id: 42, businessName: 'Harbour Lane', jobTitle: 'Baker' }

const element = { is_fixed: true, is_after_tax: false, is_after_ni: false, is_bik: false }
const printed: PayslipReading = {
  identity_information: {
    name: 'Ada Whitcombe',
    date_of_birth: null,
    address: null,
    email: null,
    phone: null,
    NI_number: 'QQ123456C',
  },
  employment_information: {
    employer_name: 'Harbour Lane Bakery',
    role: null,
    type: null,
    start_date: null,
    leave_date: null,
    employer_tax_reference: '120/QT4410',
    is_director: null,
  },
  income_information: {
    pay_date: '2026-10-28',
    pay_interval_start: null,
    pay_interval_end: null,
    pay_frequency: 'monthly',
    tax_code: '1257L',
    earnings: {
      gross_pay: '2755.00',
      net_pay: '2225.60',
      base_salary: '2755.00',
      bonus: null,
      fixed_pay_total: null,
      variable_pay_total: null,
      earning_elements: [
        {
          type: 'Other',
          description: 'Salary',
          amount: '2755.00',
          quantity: null,
          rate: null,
          unit: null,
          ...element,
        },
      ],
      year_to_date: null,
    },
    deductions: {
      income_tax: '370.40',
      employee_ni: '159.00',
      employee_pension: null,
      total_deductions: '529.40',
      loan_deductions: null,
      deductions_elements: [
        { type: 'Other', description: 'PAYE', amount: '370.40' },
        { type: 'Other', description: 'NI', amount: '159.00' },
      ],
    },
  },
}

const readingOf = (submission: PayslipReading | null, kind: DocumentReading['kind'] = 'payslip') =>
  ({ kind, submission }) as DocumentReading

function convert(reading: DocumentReading | null) {
  if (!listed) throw new Error('the list is empty')
  const payslip = transform(listed, reading, { job, details })
  return Payslip.parse(payslip)
}

const withIncome = (changes: Partial<PayslipReading['income_information']>): PayslipReading => ({
  ...printed,
  income_information: { ...printed.income_information, ...changes },
})

test('joins the list, the personal details and the PDF', () => {
  const { identity_information, employment_information, income_information } = convert(readingOf(printed))
  expect(identity_information).toMatchObject({
    name: 'Ada Whitcombe',
    date_of_birth: '1991-03-14',
    NI_number: 'QQ123456C',
    phone: '447700900123',
    address: { street: '4 Quay Street', city: 'Falmouth', county: null, post_code: 'TR11 3AA' },
  })
  expect(employment_information).toMatchObject({
    employer_name: 'Harbour Lane Bakery Ltd',
    role: 'Baker',
    employer_tax_reference: '120/QT4410',
  })
  expect(income_information).toMatchObject({
    pay_date: '2026-10-28',
    pay_interval_start: '2026-10-01',
    pay_interval_end: '2026-10-31',
    tax_code: '1257L',
    earnings: { gross_pay: '2755.00', net_pay: '2225.60' },
    deductions: { employee_pension: null, loan_deductions: null, total_deductions: '529.40' },
  })
})

test('an employer loan is a line, and no student loan', () => {
  const { deductions } = printed.income_information
  const lines = deductions.deductions_elements.with(1, {
    type: 'Loan',
    description: 'Season ticket',
    amount: '159.00',
  })
  const lent = { ...deductions, employee_ni: null, deductions_elements: lines }
  const { income_information, computed_fields } = convert(readingOf(withIncome({ deductions: lent })))
  expect(income_information.deductions).toEqual(lent)
  expect(computed_fields).toEqual([])
})

test('a sum of several lines is marked as computed', () => {
  const { deductions } = printed.income_information
  const lines = [
    ...deductions.deductions_elements.slice(0, 1),
    { type: 'StudentLoan' as const, description: 'Plan 2', amount: '100.00' },
    { type: 'StudentLoan' as const, description: 'Postgraduate', amount: '59.00' },
  ]
  const lent = { ...deductions, employee_ni: null, loan_deductions: '159.00', deductions_elements: lines }
  expect(convert(readingOf(withIncome({ deductions: lent }))).computed_fields).toEqual([
    'income_information.deductions.loan_deductions',
  ])
})

test('amounts that the PDF does not print stay null', () => {
  const { deductions } = printed.income_information
  const lines = [{ type: 'Other' as const, description: 'Union', amount: '529.40' }]
  const unprinted = { ...deductions, income_tax: null, employee_ni: null, deductions_elements: lines }
  expect(
    convert(readingOf(withIncome({ deductions: unprinted }))).income_information.deductions,
  ).toMatchObject({ income_tax: null, employee_ni: null, employee_pension: null, loan_deductions: null })
})

test.each<[string, DocumentReading | null, string | null]>([
  ['is missing', null, null],
  ['is rejected', readingOf(null, 'rejected'), null],
  ['is no payslip', readingOf(null, 'other'), null],
  ['has another pay date', readingOf(withIncome({ pay_date: '2026-09-28' })), 'QQ123456C'],
  [
    'has another net pay',
    readingOf(withIncome({ earnings: { ...printed.income_information.earnings, net_pay: '2225.61' } })),
    'QQ123456C',
  ],
  [
    'does not add up',
    readingOf(withIncome({ earnings: { ...printed.income_information.earnings, gross_pay: '2756.00' } })),
    'QQ123456C',
  ],
])('returns the net pay and the printed NI number only if the PDF %s', (_, reading, ni_number) => {
  const { identity_information, income_information } = convert(reading)
  expect(identity_information.NI_number).toBe(ni_number)
  expect(income_information).toMatchObject({
    pay_date: '2026-10-28',
    tax_code: null,
    earnings: { gross_pay: null, net_pay: '2225.60', earning_elements: [], year_to_date: null },
    deductions: { income_tax: null, total_deductions: null, deductions_elements: [] },
  })
})
