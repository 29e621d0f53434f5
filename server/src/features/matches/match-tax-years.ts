import { employerKey } from '../../vocabulary/employer.ts'
import { decimalOf, type Pence, penceOf } from '../../vocabulary/money.ts'
import { beginningOf, daysOf, taxYearFrom } from '../../vocabulary/tax-income.ts'
import type { PaidPayslip } from '../payroll/income/pay.ts'
import type { Submission } from '../tax-income/wire.ts'
import { mostEvidence, type TaxYearMatch } from './schemas.ts'
import { type Claim, claimsOf } from './year-claims.ts'

/** Tax returns may be in whole pounds, income rounded down and tax up, so an honest figure may be off by up to 99p. */
const tolerance: Pence = 99

type Employer = Submission['employment']['employers'][number]

/** Holds what the tax authority says of each year and employer against the payslips, which come the newest first. */
export function matchTaxYears(
  years: readonly Submission[],
  payslips: readonly PaidPayslip[],
): TaxYearMatch[] {
  const byYear = Map.groupBy(payslips, ({ pay_date }) => beginningOf(pay_date))
  return years.flatMap((year) => {
    const begins = Number(year.income_period.start.slice(0, 4))
    const byEmployer = Map.groupBy(byYear.get(begins) ?? [], keyOf)
    return year.employment.employers.map((employer) => {
      const ofEmployer = namesOf(employer).flatMap((name) => byEmployer.get(name) ?? [])
      return judge(year, employer, claimsOf(daysOf(taxYearFrom(begins)), ofEmployer.toSorted(newestFirst)))
    })
  })
}

const keyOf = ({ payslip }: PaidPayslip) =>
  employerKey(payslip.employment_information.employer_name ?? '') || null

const newestFirst = (one: PaidPayslip, other: PaidPayslip) => other.pay_date.localeCompare(one.pay_date)

/** An employer that the authority knows by several names has them side by side, with ` / ` between them. */
function namesOf({ employer_name }: Employer) {
  const names = [employer_name ?? '', ...(employer_name ?? '').split(' / ')]
  return [...new Set(names.map(employerKey))].filter((key) => key !== '')
}

function judge(year: Submission, employer: Employer, claims: readonly Claim[]): TaxYearMatch {
  const judged = claims.map((claim) => ({ claim, ...compare(employer, claim) }))
  const best = judged.find(({ reason }) => reason === null) ?? judged[0]
  const missing = employer.employer_name === null ? 'no-employer-name' : 'no-payslips'
  const reason = best ? best.reason : missing
  const differences = best?.differences ?? { income: null, tax_paid: null }
  const isWhole = differences.income !== null && differences.tax_paid !== null
  return {
    kind: 'tax_year_on_payslips',
    status: reason === null ? 'matched' : 'unmatched',
    strength: reason !== null ? null : isWhole ? 'strong' : 'fair',
    reason,
    tax_year: taxYearFrom(Number(year.income_period.start.slice(0, 4))),
    tax_authority: { submission_id: year.id, account_id: year.account_id, ...employer },
    payroll: best ? presentClaim(best.claim) : null,
    differences,
  }
}

type Compared = Pick<TaxYearMatch, 'reason' | 'differences'>

function compare({ income, tax_paid }: Employer, claim: Claim): Compared {
  if (claim.basis === 'part_of_year')
    return { reason: 'year-not-covered', differences: { income: null, tax_paid: null } }
  const [ofIncome, ofTax] = [difference(claim.income, income), difference(claim.tax_paid, tax_paid)]
  const known = [ofIncome, ofTax].filter((pence) => pence !== null)
  const isNear = known.every((pence) => Math.abs(pence) <= tolerance)
  return {
    reason: known.length === 0 ? 'no-figures' : isNear ? null : 'differs',
    differences: { income: decimalOrNull(ofIncome), tax_paid: decimalOrNull(ofTax) },
  }
}

const difference = (claimed: Pence | null, told: string | null) =>
  claimed === null || told === null ? null : claimed - penceOf(told)

const decimalOrNull = (pence: Pence | null) => (pence === null ? null : decimalOf(pence))

function presentClaim({ basis, payslips, income, income_is, tax_paid }: Claim): TaxYearMatch['payroll'] {
  const [last, first] = [payslips[0], payslips.at(-1)]
  if (!last || !first) return null
  return {
    basis,
    submission_ids: payslips.slice(0, mostEvidence).map(({ id }) => id),
    payslip_count: payslips.length,
    employer_name: last.payslip.employment_information.employer_name,
    first_pay_date: first.pay_date,
    last_pay_date: last.pay_date,
    income: decimalOrNull(income),
    income_is,
    tax_paid: decimalOrNull(tax_paid),
  }
}
