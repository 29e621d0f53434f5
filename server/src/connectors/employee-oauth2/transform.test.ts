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

function convert(reading: DocumentReading) {
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
    deductions: { employee_pension: '0.00', loan_deductions: '0.00', total_deductions: '529.40' },
  })
})

test.each<[string, DocumentReading]>([
  ['is rejected', readingOf(null, 'rejected')],
  ['is no payslip', readingOf(null, 'other')],
  ['has another pay date', readingOf(withIncome({ pay_date: '2026-09-28' }))],
  [
    'has another net pay',
    readingOf(withIncome({ earnings: { ...printed.income_information.earnings, net_pay: '2225.61' } })),
  ],
  [
    'does not add up',
    readingOf(withIncome({ earnings: { ...printed.income_information.earnings, gross_pay: '2756.00' } })),
  ],
])('returns the net pay only if the PDF %s', (_, reading) => {
  const { identity_information, income_information } = convert(reading)
  expect(identity_information.NI_number).toBeNull()
  expect(income_information).toMatchObject({
    pay_date: '2026-10-28',
    tax_code: null,
    earnings: { gross_pay: null, net_pay: '2225.60', earning_elements: [], year_to_date: null },
    deductions: { income_tax: null, total_deductions: null, deductions_elements: [] },
  })
})
