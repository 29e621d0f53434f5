import { decimalOf, type Pence } from '../../vocabulary/money.ts'
import type { Day, Payslip } from '../../vocabulary/payslip.ts'
import { deductionsOf, earningsOf } from '../../vocabulary/payslip-figures.ts'
import { deductionOf, earningOf } from '../../vocabulary/payslip-lines.ts'
import type { Details, Employment } from './portal-pages.ts'
import type { PayslipSeen } from './payslip-page.ts'
import type { Units } from './units.ts'

type Source = { page: PayslipSeen; units: Units[]; details: Details; employment: Employment }

/** One payslip in the interface's words. What the portal does not say is null. */
export function transform({ page, units, details, employment }: Source): Payslip {
  const sum = (amount: Pence | null) => (amount === null ? null : decimalOf(amount))
  const { yearToDate } = page
  const earnings = page.payments.map(({ description, amount }, n) => {
    const printed = units[n] ?? { quantity: null, rate: null, unit: null }
    // Some papers print a salary as one of itself.
    const isByUnit = printed.quantity !== null && printed.quantity !== '1.00'
    return { ...earningOf(description, { isByUnit }), label: description, amount, ...printed }
  })
  const deductions = page.deductions.map(({ description, amount }) => ({
    word: deductionOf(description),
    label: description,
    amount,
  }))
  return {
    identity_information: {
      name: page.employee,
      date_of_birth: details.dateOfBirth,
      address: details.address,
      email: details.email,
      phone: details.phone,
      NI_number: page.niNumber ?? details.niNumber,
    },
    employment_information: {
      employer_name: page.employer,
      role: employment.role,
      type: null,
      start_date: employment.startDate,
      leave_date: employment.leaveDate,
      employer_tax_reference: page.payeReference,
      is_director: null,
    },
    income_information: {
      pay_date: page.payDate,
      pay_interval_start: page.start,
      pay_interval_end: page.end,
      pay_frequency: frequencyOf(page),
      tax_code: page.taxCode,
      earnings: earningsOf(earnings, {
        gross: page.gross,
        net: page.net,
        yearToDate: {
          gross_pay: sum(yearToDate.gross),
          net_pay: sum(yearToDate.net),
          total_tax_paid: sum(yearToDate.tax),
          total_ni_paid: sum(yearToDate.ni),
          total_taxable_earnings: sum(yearToDate.taxable),
          tax_year: yearToDate.year,
        },
      }),
      deductions: deductionsOf(deductions, page.totalDeductions),
    },
  }
}

type Frequency = Payslip['income_information']['pay_frequency']

const byDays: Record<number, Frequency> = { 7: 'weekly', 14: 'fortnightly', 28: 'four_weekly' }

/** From the length of the period. Four weeks can be a whole February; then the number of the tax period tells. */
export function frequencyOf({
  start,
  end,
  taxPeriod,
}: Pick<PayslipSeen, 'start' | 'end' | 'taxPeriod'>): Frequency {
  if (start === null || end === null) return null
  const after = dayAfter(end)
  const isWholeMonth = start.slice(8) === after.slice(8) && monthsBetween(start, after) === 1
  if (isWholeMonth && (taxPeriod ?? 1) <= 12) return 'monthly'
  return byDays[(Date.parse(after) - Date.parse(start)) / 86_400_000] ?? null
}

const dayAfter = (day: Day): Day => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const monthsBetween = (one: Day, other: Day) =>
  (Number(other.slice(0, 4)) - Number(one.slice(0, 4))) * 12 +
  Number(other.slice(5, 7)) -
  Number(one.slice(5, 7))
