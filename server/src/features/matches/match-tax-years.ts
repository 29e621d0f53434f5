import { taxYearOf } from '../../vocabulary/days.ts'
import { employerKey } from '../../vocabulary/employer.ts'
import { decimalOf, type Pence, penceOf } from '../../vocabulary/money.ts'
import { formatTaxYear, taxYearDays } from '../../vocabulary/tax-income.ts'
import type { PaidPayslip } from '../payroll/income/pay.ts'
import type { TaxYearSubmission } from '../tax-income/wire.ts'
import { maxEvidence, type TaxYearMatch } from './schemas.ts'
import { deriveClaims, type YearClaim } from './year-claims.ts'

/**
 * Tax returns may be in whole pounds, with income rounded down and tax rounded up, so a correct figure may differ by
 * up to 99p.
 */
const tolerancePence: Pence = 99

type Employer = TaxYearSubmission['employment']['employers'][number]

/** Compares the tax authority's figures for each year and employer with the payslips, which are sorted newest first. */
export function matchTaxYears(
  years: readonly TaxYearSubmission[],
  payslips: readonly PaidPayslip[],
): TaxYearMatch[] {
  const byYear = Map.groupBy(payslips, ({ pay_date }) => taxYearOf(pay_date))
  return years.flatMap((year) => {
    const startYear = Number(year.income_period.start.slice(0, 4))
    const byEmployer = Map.groupBy(byYear.get(startYear) ?? [], employerKeyOf)
    return year.employment.employers.map((employer) => {
      const ofEmployer = listEmployerKeys(employer).flatMap((name) => byEmployer.get(name) ?? [])
      return matchEmployer(
        year,
        employer,
        deriveClaims(taxYearDays(formatTaxYear(startYear)), ofEmployer.toSorted(newestFirst)),
      )
    })
  })
}

const employerKeyOf = ({ payslip }: PaidPayslip) =>
  employerKey(payslip.employment_information.employer_name ?? '') || null

const newestFirst = (one: PaidPayslip, other: PaidPayslip) => other.pay_date.localeCompare(one.pay_date)

/** Lists the keys of an employer. The authority joins several names of one employer with ` / `. */
function listEmployerKeys({ employer_name }: Employer) {
  const names = [employer_name ?? '', ...(employer_name ?? '').split(' / ')]
  return [...new Set(names.map(employerKey))].filter((key) => key !== '')
}

function matchEmployer(
  year: TaxYearSubmission,
  employer: Employer,
  claims: readonly YearClaim[],
): TaxYearMatch {
  const compared = claims.map((claim) => ({ claim, ...compare(employer, claim) }))
  const best = compared.find(({ reason }) => reason === null) ?? compared[0]
  const missing = employer.employer_name === null ? 'no-employer-name' : 'no-payslips'
  const reason = best ? best.reason : missing
  const differences = best?.differences ?? { income: null, tax_paid: null }
  const isWhole = differences.income !== null && differences.tax_paid !== null
  return {
    kind: 'tax_year_on_payslips',
    status: reason === null ? 'matched' : 'unmatched',
    strength: reason !== null ? null : isWhole ? 'strong' : 'fair',
    reason,
    tax_year: formatTaxYear(Number(year.income_period.start.slice(0, 4))),
    tax_authority: { submission_id: year.id, account_id: year.account_id, ...employer },
    payroll: best ? presentClaim(best.claim) : null,
    differences,
  }
}

type Comparison = Pick<TaxYearMatch, 'reason' | 'differences'>

function compare({ income, tax_paid }: Employer, claim: YearClaim): Comparison {
  if (claim.basis === 'part_of_year')
    return { reason: 'year-not-covered', differences: { income: null, tax_paid: null } }
  const [incomeDifference, taxDifference] = [
    difference(claim.income, income),
    difference(claim.tax_paid, tax_paid),
  ]
  const comparable = [incomeDifference, taxDifference].filter((pence) => pence !== null)
  const isNear = comparable.every((pence) => Math.abs(pence) <= tolerancePence)
  return {
    reason: comparable.length === 0 ? 'no-figures' : isNear ? null : 'differs',
    differences: { income: decimalOrNull(incomeDifference), tax_paid: decimalOrNull(taxDifference) },
  }
}

const difference = (claimed: Pence | null, reported: string | null) =>
  claimed === null || reported === null ? null : claimed - penceOf(reported)

const decimalOrNull = (pence: Pence | null) => (pence === null ? null : decimalOf(pence))

function presentClaim({ basis, payslips, income, income_is, tax_paid }: YearClaim): TaxYearMatch['payroll'] {
  const [last, first] = [payslips[0], payslips.at(-1)]
  if (!last || !first) return null
  return {
    basis,
    submission_ids: payslips.slice(0, maxEvidence).map(({ id }) => id),
    payslip_count: payslips.length,
    employer_name: last.payslip.employment_information.employer_name,
    first_pay_date: first.pay_date,
    last_pay_date: last.pay_date,
    income: decimalOrNull(income),
    income_is,
    tax_paid: decimalOrNull(tax_paid),
  }
}
