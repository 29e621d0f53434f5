import { decimalOf, penceOf, sumOf } from '../../vocabulary/money.ts'
import { matchPay } from '../matches/match-pay.ts'
import { matchTaxYears } from '../matches/match-tax-years.ts'
import type { IncomeEvidence } from './evidence.ts'
import type { IncomePayment } from './model/payments.ts'
import type { IncomeResult } from './model/summarise.ts'

export const agreementSources = ['payroll', 'payslip', 'bank', 'tax_year'] as const
type AgreementSource = (typeof agreementSources)[number]
export const agreementResults = ['agrees', 'differs', 'not_seen', 'not_comparable'] as const

export type Agreement = {
  between: [AgreementSource, AgreementSource]
  result: (typeof agreementResults)[number]
  /**
   * Numbers of payments or tax years. `compared`: both sources could have them. `not_seen`: the second source lacks
   * them.
   */
  compared: number
  agreeing: number
  differing: number
  not_seen: number
  difference: string | null
  submission_ids: string[]
}

type Tally = { agreeing: number; differing: number; not_seen: number; pence: number; ids: string[] }

function conclude(
  between: Agreement['between'],
  { agreeing, differing, not_seen, pence, ids }: Tally,
): Agreement {
  const compared = agreeing + differing + not_seen
  const result =
    compared === 0 ? 'not_comparable' : differing > 0 ? 'differs' : not_seen > 0 ? 'not_seen' : 'agrees'
  return {
    between,
    result,
    compared,
    agreeing,
    differing,
    not_seen,
    difference: compared === 0 ? null : decimalOf(pence),
    submission_ids: [...new Set(ids)].sort(),
  }
}

/**
 * Compares the sources with each other: uploaded payslips with payroll by pay date, net pay with bank credits, and
 * pay with tax years.
 */
export function compareSources(evidence: IncomeEvidence, result: IncomeResult) {
  const matches = matchBank(evidence, result.payments)
  const seenInBank = new Set(matches.filter(({ status }) => status === 'matched').map(({ id }) => id))
  const ofSource = (isUpload: boolean) => matches.filter(({ source }) => (source === 'upload') === isUpload)
  return {
    seenInBank,
    agreement: [
      comparePayslips(result.employers),
      compareBank('payroll', ofSource(false)),
      compareBank('payslip', ofSource(true)),
      compareTaxYears(evidence, result.payments),
    ],
  }
}

const sumNet = (payments: readonly IncomePayment[]) =>
  payments.some(({ net_pay }) => net_pay === null)
    ? null
    : sumOf(payments.map(({ net_pay }) => penceOf(net_pay ?? '0')))

/** Compares the net pay of uploaded payslips with the payroll of the same employer and pay date. */
function comparePayslips(employers: readonly IncomePayment[][]) {
  const tally: Tally = { agreeing: 0, differing: 0, not_seen: 0, pence: 0, ids: [] }
  for (const ofEmployer of employers)
    for (const sameDay of Map.groupBy(ofEmployer, ({ pay_date }) => pay_date).values()) {
      const uploads = sameDay.filter(({ source }) => source === 'upload')
      const payroll = sameDay.filter(({ source }) => source !== 'upload')
      const oneAccount = payroll.filter(({ account_id }) => account_id === payroll[0]?.account_id)
      const [printed, paid] = [sumNet(uploads), sumNet(oneAccount)]
      if (uploads.length === 0 || payroll.length === 0 || printed === null || paid === null) continue
      if (printed === paid) tally.agreeing++
      else tally.differing++
      tally.pence += printed - paid
      tally.ids.push(...sameDay.map(({ id }) => id))
    }
  return conclude(['payroll', 'payslip'], tally)
}

function matchBank({ paid, statements }: IncomeEvidence, payments: readonly IncomePayment[]) {
  const counted = new Set(payments.map(({ id }) => id))
  const sourceOf = new Map(payments.map(({ id, source }) => [id, source]))
  // Sort by id, so that ties between payments do not depend on the order of the query.
  const pay = paid
    .filter(({ id }) => counted.has(id))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ payslip, ...facts }) => ({
      ...facts,
      net_pay: payslip.income_information.earnings.net_pay,
      employer_name: payslip.employment_information.employer_name,
    }))
  const match = matchPay(pay, statements)
  return pay.map((each) => {
    const { status, reason, bank_credit } = match(each)
    const credit = bank_credit?.submission_id
    return { id: each.id, source: sourceOf.get(each.id), net_pay: each.net_pay, status, reason, credit }
  })
}

function compareBank(source: 'payroll' | 'payslip', matches: ReturnType<typeof matchBank>) {
  const tally: Tally = { agreeing: 0, differing: 0, not_seen: 0, pence: 0, ids: [] }
  for (const { id, net_pay, status, reason, credit } of matches) {
    if (status === 'matched') tally.agreeing++
    else if (reason === 'no-credit') {
      tally.not_seen++
      tally.pence -= penceOf(net_pay ?? '0')
    } else continue
    tally.ids.push(id, ...(credit ? [credit] : []))
  }
  return conclude([source, 'bank'], tally)
}

function compareTaxYears({ paid, taxYears }: IncomeEvidence, payments: readonly IncomePayment[]) {
  const counted = new Set(payments.map(({ id }) => id))
  const tally: Tally = { agreeing: 0, differing: 0, not_seen: 0, pence: 0, ids: [] }
  const matches = matchTaxYears(
    taxYears,
    paid.filter(({ id }) => counted.has(id)),
  )
  for (const { status, reason, tax_authority, payroll, differences } of matches) {
    if (status === 'matched') tally.agreeing++
    else if (reason === 'differs') tally.differing++
    else continue
    tally.pence += differences.income === null ? 0 : penceOf(differences.income)
    tally.ids.push(tax_authority.submission_id, ...(payroll?.submission_ids ?? []))
  }
  return conclude(['payroll', 'tax_year'], tally)
}
