import { keysOf, type Tx } from '../../../platform/database/tenancy.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'

// Keyed hashes that identify payslips and employments. `holder` is the account id, or a constant for uploads.

/**
 * Identifies the employer. The tax reference is preferred, because it stays the same when the employer changes its
 * name.
 */
const employerOf = ({ employment_information: { employer_tax_reference, employer_name } }: Payslip) =>
  employer_tax_reference ?? employer_name?.trim().toLowerCase() ?? null

/** Identifies a payslip by employer, pay date, interval and amounts. */
export function naturalHash(tx: Tx, holder: string, payslip: Payslip) {
  const { pay_date, pay_interval_start, pay_interval_end, earnings, deductions } = payslip.income_information
  const key = [
    holder,
    employerOf(payslip),
    pay_date,
    pay_interval_start,
    pay_interval_end,
    earnings.gross_pay,
    earnings.net_pay,
    deductions.total_deductions,
  ]
  return keysOf(tx).lookupHash('payroll_submissions.natural', JSON.stringify(key))
}

/**
 * Identifies the employment of a payslip. A person who returns to an employer has a new employment, with another
 * start date.
 */
export function employmentHasher(tx: Tx, holder: string) {
  const known = new Map<string, Buffer>()
  return (payslip: Payslip) => {
    const key = JSON.stringify([holder, employerOf(payslip), payslip.employment_information.start_date])
    const hash = known.get(key) ?? keysOf(tx).lookupHash('payroll_submissions.employment', key)
    known.set(key, hash)
    return hash
  }
}
