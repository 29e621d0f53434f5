import type { IncomeSubmission, PayrollSubmission } from '@payproof/sdk'
import { type Names, type SourceFigures, sourceOf, taxAuthority } from './sources.ts'

/** An employment according to one source. */
export type SourceEmployment = {
  key: string
  employer: string | null
  source: string
  /** Newest payslip of the employment; undefined if only HMRC reports the employment, as totals per tax year. */
  newest: PayrollSubmission | undefined
  payslips: PayrollSubmission[]
  taxYears: { year: string; income: string | null; tax_paid: string | null }[]
}

const payDate = ({ income_information }: PayrollSubmission) => income_information.pay_date

/**
 * Groups submissions by employment. A person re-hired by the same employer has two employments with different start
 * dates.
 */
export function employmentsOf(
  payslips: readonly PayrollSubmission[],
  taxYears: readonly IncomeSubmission[],
  names: Names,
): SourceEmployment[] {
  const jobs = new Map<string, SourceEmployment>()
  for (const payslip of [...payslips].sort((one, other) => payDate(other).localeCompare(payDate(one)))) {
    const { employer_name: employer, start_date } = payslip.employment_information
    const source = sourceOf(payslip, names)
    const key = [source.key, employer, start_date].join(' ')
    const job = jobs.get(key)
    if (job) job.payslips.push(payslip)
    else
      jobs.set(key, {
        key,
        employer,
        source: source.label,
        newest: payslip,
        payslips: [payslip],
        taxYears: [],
      })
  }
  for (const { employment, income_period } of newestOfEachYear(taxYears))
    for (const { employer_name: employer, income, tax_paid } of employment.employers) {
      const key = `tax ${employer}`
      const job: SourceEmployment = jobs.get(key) ?? {
        key,
        employer,
        source: taxAuthority,
        newest: undefined,
        payslips: [],
        taxYears: [],
      }
      job.taxYears.push({ year: taxYearOf(income_period.start), income, tax_paid })
      jobs.set(key, job)
    }
  return [...jobs.values()]
}

/** Formats a tax year by its start date: 6 April 2024 becomes `2024-25`. */
export function taxYearOf(start: string) {
  const year = Number(start.slice(0, 4))
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}

/** Returns the newest submission of each tax year, because HMRC may correct earlier figures. */
export function newestOfEachYear(all: readonly IncomeSubmission[]) {
  const years = new Map<string, IncomeSubmission>()
  for (const one of all) {
    const year = one.income_period.start
    if (!years.has(year)) years.set(year, one)
  }
  return [...years.values()].sort((one, other) =>
    other.income_period.start.localeCompare(one.income_period.start),
  )
}

/** Returns evidence from other sources for an employment. */
export function checksOf({ payslips }: SourceEmployment, { matches, tax_years }: SourceFigures) {
  const ids = new Set(payslips.map(({ id }) => id))
  const own = matches.filter(({ payroll }) => ids.has(payroll.submission_id))
  return {
    inBank: own.filter(({ status }) => status === 'matched').length,
    missingInBank: own.filter(({ reason }) => reason === 'no-credit').length,
    taxYears: tax_years.filter(({ payroll }) => payroll?.submission_ids.some((id) => ids.has(id))),
  }
}
