import { addDays, daysBetween } from '../../vocabulary/days.ts'
import { decimalOf, type Pence } from '../../vocabulary/money.ts'
import type { Day, Payslip } from '../../vocabulary/payslip.ts'
import { composeDeductions, composeEarnings } from '../../vocabulary/payslip-figures.ts'
import { classifyDeduction, classifyEarning } from '../../vocabulary/payslip-lines.ts'
import type { PortalPayslip } from './payslip-page.ts'
import type { PersonalDetails, PortalEmployment } from './portal-pages.ts'
import type { PrintedUnits } from './units.ts'

type Source = {
  page: PortalPayslip
  units: PrintedUnits[]
  details: PersonalDetails
  employment: PortalEmployment
}

/** Converts one payslip to the connector interface's `Payslip`. Values that the portal does not show are null. */
export function transform({ page, units, details, employment }: Source): Payslip {
  const sum = (amount: Pence | null) => (amount === null ? null : decimalOf(amount))
  const { yearToDate } = page
  const earnings = page.payments.map(({ description, amount }, n) => {
    const printed = units[n] ?? { quantity: null, rate: null, unit: null }
    // Some payslips print salaried pay as quantity 1.00.
    const isByUnit = printed.quantity !== null && printed.quantity !== '1.00'
    return { ...classifyEarning(description, { isByUnit }), label: description, amount, ...printed }
  })
  const deductions = page.deductions.map(({ description, amount }) => ({
    kind: classifyDeduction(description),
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
      earnings: composeEarnings(earnings, {
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
      deductions: composeDeductions(deductions, page.totalDeductions),
    },
  }
}

type Frequency = Payslip['income_information']['pay_frequency']

const byDays: Record<number, Frequency> = { 7: 'weekly', 14: 'fortnightly', 28: 'four_weekly' }

/**
 * Derives the pay frequency from the length of the period. A period of four weeks may also be a whole February, in
 * which case the tax period number decides.
 */
export function frequencyOf({
  start,
  end,
  taxPeriod,
}: Pick<PortalPayslip, 'start' | 'end' | 'taxPeriod'>): Frequency {
  if (start === null || end === null) return null
  const after = addDays(end, 1)
  const isWholeMonth = start.slice(8) === after.slice(8) && monthsBetween(start, after) === 1
  if (isWholeMonth && (taxPeriod ?? 1) <= 12) return 'monthly'
  return byDays[daysBetween(start, after)] ?? null
}

const monthsBetween = (one: Day, other: Day) =>
  (Number(other.slice(0, 4)) - Number(one.slice(0, 4))) * 12 +
  Number(other.slice(5, 7)) -
  Number(one.slice(5, 7))
