import { decimal, type PenceAmount, totalOf } from '../../money.ts'
import type {
  PayFigures,
  PayrollDeduction,
  PayrollDeductionKind,
  PayrollPayment,
} from '../../payroll/types.ts'
import type { PostalAddress } from '../../people/types.ts'
import type { PayslipSource, PayslipTruth } from '../types.ts'
import { taxCodeOf } from './layout-helpers.ts'

/** Facts that a layout prints, in their printed form. */
type PrintedFacts = {
  name: string
  employerName: string
  address?: PostalAddress
  role?: string
  payrollNumber?: string
  facts?: Fact[]
  yearToDate?: YearToDateField[]
}

/** Fields that some layouts omit, by their name in the ground truth. */
type Fact =
  | ('NI_number' | 'employer_tax_reference' | 'pay_interval_start' | 'pay_interval_end')
  | ('pay_frequency' | 'tax_period' | 'ni_letter')

type Earnings = PayslipTruth['income_information']['earnings']
type YearToDateField = keyof Earnings['year_to_date']

const yearToDateSources: Record<YearToDateField, keyof PayFigures> = {
  gross_pay: 'grossPay',
  net_pay: 'netPay',
  total_tax_paid: 'incomeTax',
  total_ni_paid: 'employeeNi',
  total_taxable_earnings: 'taxablePay',
}

/** Records the ground truth while the document is drawn, so that it contains only what is printed. */
export function createTruthRecorder(layout: string, { payslip, person, job }: PayslipSource) {
  const earning_elements: Earnings['earning_elements'] = []
  const deductions_elements: { description: string; amount: string }[] = []
  /** Null if no line of these kinds is printed. */
  const deducted = (...kinds: PayrollDeductionKind[]): string | null => {
    const lines = payslip.deductions.filter(({ kind }) => kinds.includes(kind))
    return lines.length === 0 ? null : decimal(totalOf(lines.map(({ amount }) => amount)))
  }

  return {
    payment(
      { amount }: PayrollPayment,
      description: string,
      units: { quantity?: number; rate?: PenceAmount } = {},
    ) {
      earning_elements.push({
        description,
        amount: decimal(amount),
        quantity: units.quantity === undefined ? null : decimal(units.quantity),
        rate: units.rate === undefined ? null : decimal(units.rate),
      })
    },
    deduction({ amount }: PayrollDeduction, description: string) {
      deductions_elements.push({ description, amount: decimal(amount) })
    },
    build(printed: PrintedFacts): PayslipTruth {
      const ifPrinted = <T>(fact: Fact, value: T) => (printed.facts?.includes(fact) ? value : null)
      const yearToDate = (field: YearToDateField) =>
        printed.yearToDate?.includes(field) ? decimal(payslip.yearToDate[yearToDateSources[field]]) : null
      return {
        kind: 'payslip',
        layout,
        identity_information: {
          name: printed.name,
          address: printed.address ? contractAddress(printed.address) : null,
          NI_number: ifPrinted('NI_number', person.niNumber),
        },
        employment_information: {
          employer_name: printed.employerName,
          // Layouts that print the role beside each payment omit it if there are no payments.
          role: printed.role || null,
          employer_tax_reference: ifPrinted('employer_tax_reference', job.employer.payeReference),
          payroll_number: printed.payrollNumber ?? null,
        },
        income_information: {
          pay_date: payslip.payDate,
          pay_interval_start: ifPrinted('pay_interval_start', payslip.start),
          pay_interval_end: ifPrinted('pay_interval_end', payslip.end),
          pay_frequency: ifPrinted('pay_frequency', payslip.frequency),
          tax_period: ifPrinted('tax_period', payslip.taxPeriod),
          tax_code: taxCodeOf(payslip),
          ni_letter: ifPrinted('ni_letter', payslip.niLetter),
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
            loan_deductions: deducted('student_loan', 'postgraduate_loan'),
            deductions_elements,
          },
        },
      }
    },
  }
}

const contractAddress = ({ street, county, city, postCode: post_code, country }: PostalAddress) => ({
  street,
  county,
  city,
  post_code,
  country,
})
