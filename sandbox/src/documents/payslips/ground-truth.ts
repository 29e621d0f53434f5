import { decimal, type Pence, sum } from '../../money.ts'
import type { Deduction, DeductionKind, Figures, Payment } from '../../payroll/types.ts'
import type { Address } from '../../people/types.ts'
import type { PayslipMatter, PayslipTruth } from '../types.ts'
import { taxCodeOf } from './layout-helpers.ts'

/** What a layout prints besides what every payslip has; texts as they stand on the paper. */
type Shown = {
  name: string
  employerName: string
  address?: Address
  role?: string
  payrollNumber?: string
  facts?: Fact[]
  yearToDate?: YearToDateField[]
}

/** What some layouts leave out, by its name in the answer. */
type Fact =
  | ('NI_number' | 'employer_tax_reference' | 'pay_interval_start' | 'pay_interval_end')
  | ('pay_frequency' | 'tax_period' | 'ni_letter')

type Earnings = PayslipTruth['income_information']['earnings']
type YearToDateField = keyof Earnings['year_to_date']

const yearToDateSources: Record<YearToDateField, keyof Figures> = {
  gross_pay: 'grossPay',
  net_pay: 'netPay',
  total_tax_paid: 'incomeTax',
  total_ni_paid: 'employeeNi',
  total_taxable_earnings: 'taxablePay',
}

/** The right answer is written down while the paper is drawn, line by line, so that it cannot say more than the paper. */
export function openTruth(layout: string, { payslip, person, job }: PayslipMatter) {
  const earning_elements: Earnings['earning_elements'] = []
  const deductions_elements: { description: string; amount: string }[] = []
  const deducted = (...kinds: DeductionKind[]): string =>
    decimal(sum(payslip.deductions.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount)))

  return {
    payment({ amount }: Payment, description: string, units: { quantity?: number; rate?: Pence } = {}) {
      earning_elements.push({
        description,
        amount: decimal(amount),
        quantity: units.quantity === undefined ? null : decimal(units.quantity),
        rate: units.rate === undefined ? null : decimal(units.rate),
      })
    },
    deduction({ amount }: Deduction, description: string) {
      deductions_elements.push({ description, amount: decimal(amount) })
    },
    close(shown: Shown): PayslipTruth {
      const ifShown = <T>(fact: Fact, value: T) => (shown.facts?.includes(fact) ? value : null)
      const yearToDate = (field: YearToDateField) =>
        shown.yearToDate?.includes(field) ? decimal(payslip.yearToDate[yearToDateSources[field]]) : null
      return {
        kind: 'payslip',
        layout,
        identity_information: {
          name: shown.name,
          address: shown.address ? contractAddress(shown.address) : null,
          NI_number: ifShown('NI_number', person.niNumber),
        },
        employment_information: {
          employer_name: shown.employerName,
          // Without a line of pay, a layout that names the role beside each has not printed it.
          role: shown.role || null,
          employer_tax_reference: ifShown('employer_tax_reference', job.employer.payeReference),
          payroll_number: shown.payrollNumber ?? null,
        },
        income_information: {
          pay_date: payslip.payDate,
          pay_interval_start: ifShown('pay_interval_start', payslip.start),
          pay_interval_end: ifShown('pay_interval_end', payslip.end),
          pay_frequency: ifShown('pay_frequency', payslip.frequency),
          tax_period: ifShown('tax_period', payslip.taxPeriod),
          tax_code: taxCodeOf(payslip),
          ni_letter: ifShown('ni_letter', payslip.niLetter),
          earnings: {
            gross_pay: decimal(payslip.grossPay),
            net_pay: decimal(payslip.netPay),
            earning_elements,
            year_to_date: {
              gross_pay: yearToDate('gross_pay'),
              net_pay: yearToDate('net_pay'),
              total_tax_paid: yearToDate('total_tax_paid'),
              total_ni_paid: yearToDate('total_ni_paid'),
              total_taxable_earnings: yearToDate('total_taxable_earnings'),
            },
          },
          deductions: {
            income_tax: deducted('income_tax'),
            employee_ni: deducted('national_insurance'),
            employee_pension: deducted('pension'),
            total_deductions: decimal(payslip.totalDeductions),
            loan_deductions: deducted('student_loan', 'postgraduate_loan', 'loan'),
            deductions_elements,
          },
        },
      }
    },
  }
}

const contractAddress = ({ street, county, city, postCode: post_code, country }: Address) => ({
  street,
  county,
  city,
  post_code,
  country,
})
