import { taxYearOf } from '../../vocabulary/days.ts'
import { decimalOf, type Pence, penceOf } from '../../vocabulary/money.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'

const earnings = 'income_information.earnings'
const deductions = 'income_information.deductions'

/** Figures that are sums of a payslip's own lines. */
export const sumPaths = {
  gross: `${earnings}.gross_pay`,
  net: `${earnings}.net_pay`,
  total: `${deductions}.total_deductions`,
  parts: ['base_salary', 'bonus', 'fixed_pay_total', 'variable_pay_total'].map(
    (name) => `${earnings}.${name}`,
  ),
  pension: `${deductions}.employee_pension`,
  loans: `${deductions}.loan_deductions`,
}

type Totals = { gross: Pence; net: Pence; tax: Pence; ni: Pence }

/**
 * Adds the year to date, which neither source has: the sum of the payslips of the tax year up to each one. `payslips`
 * must contain the whole tax year of each payslip. Taxable pay is not known.
 */
export function withYearToDate(payslips: readonly Payslip[]): Payslip[] {
  const oldestFirst = payslips.toSorted((one, other) => payDateOf(one).localeCompare(payDateOf(other)))
  const sums = new Map<number, Totals>()
  return oldestFirst.map((payslip) => {
    const tax_year = taxYearOf(payDateOf(payslip))
    const before = sums.get(tax_year) ?? { gross: 0, net: 0, tax: 0, ni: 0 }
    const now = addPayslip(before, payslip)
    sums.set(tax_year, now)
    const { income_information, computed_fields = [] } = payslip
    return {
      ...payslip,
      income_information: {
        ...income_information,
        earnings: {
          ...income_information.earnings,
          year_to_date: {
            gross_pay: decimalOf(now.gross),
            net_pay: decimalOf(now.net),
            total_tax_paid: decimalOf(now.tax),
            total_ni_paid: decimalOf(now.ni),
            total_taxable_earnings: null,
            tax_year,
          },
        },
      },
      computed_fields: [...computed_fields, `${earnings}.year_to_date`],
    }
  })
}

function addPayslip(before: Totals, { income_information }: Payslip): Totals {
  const { gross_pay, net_pay } = income_information.earnings
  const { income_tax, employee_ni } = income_information.deductions
  const pence = (amount: string | null) => penceOf(amount ?? '0.00')
  return {
    gross: before.gross + pence(gross_pay),
    net: before.net + pence(net_pay),
    tax: before.tax + pence(income_tax),
    ni: before.ni + pence(employee_ni),
  }
}

const payDateOf = ({ income_information }: Payslip) => income_information.pay_date
