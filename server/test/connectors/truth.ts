import type { PayDateRange } from '../../src/connectors/connector.ts'
import type { Payslip } from '../../src/vocabulary/payslip.ts'
import { companyOf } from './consents.ts'
import type { SimulatedProvider } from './providers.ts'

type TrueLine = { kind: string; amount: string }
type TruePayslip = {
  paid_on: string
  period_from: string
  period_to: string
  employment: { employer: { legal_name: string; paye_reference: string } }
  employee: { national_insurance_number: string }
  earnings: TrueLine[]
  deductions: TrueLine[]
  totals: Record<'gross' | 'net' | 'deductions' | 'income_tax' | 'employee_ni' | 'employee_pension', string>
}

/** Returns the payslips in this period according to the sandbox's control API. */
export async function truthOf(provider: SimulatedProvider, userName: string, { from, to }: PayDateRange) {
  const { sandbox, connector } = provider
  const all: TruePayslip[] = []
  for (let total = 1; all.length < total; ) {
    const page = await sandbox.control('GET', `/people/${userName}/payslips?limit=100&offset=${all.length}`)
    all.push(...page.payslips)
    total = page.total_count
  }
  const wanted = all.filter(
    ({ paid_on }) => (from === null || paid_on >= from) && (to === null || paid_on <= to),
  )
  if (connector.entry.kind !== 'employer-oauth2') return inOrder(wanted.map(trueFacts))
  const company = await companyOf(sandbox, userName)
  const ofCompany = wanted.filter(({ employment }) => employment.employer.legal_name === company)
  return inOrder(ofCompany.map(trueFacts).map((facts) => withoutWithheld(facts, provider)))
}

/** Returns the same facts from a connector's result; they must match to the penny. */
export const sortedFactsOf = (payslips: Payslip[], provider: SimulatedProvider) =>
  inOrder(payslips.map(retrievedFacts).map((facts) => withoutWithheld(facts, provider)))

type Facts = ReturnType<typeof retrievedFacts>

/**
 * Removes the facts that a source does not have. Employers' systems have no PAYE reference; FreeAgent has no pay
 * period, and sums instead of lines.
 */
function withoutWithheld(facts: Facts, { connector: { entry } }: SimulatedProvider): Partial<Facts> {
  if (entry.kind === 'employee-oauth2') return withOmittedZeros(facts)
  if (entry.kind !== 'employer-oauth2') return facts
  const { reference: _reference, ...known } = facts
  if (entry.system === 'xero') return known
  const { earnings: _earnings, deductions: _deductions, days, ...sums } = known
  return { ...sums, days: days.slice(0, 1) }
}

/** A PDF omits deductions of zero, and an amount that is not printed is null. */
const withOmittedZeros = ({ tax, ni, pension, loans, ...facts }: Facts): Facts => ({
  ...facts,
  tax: tax ?? '0.00',
  ni: ni ?? '0.00',
  pension: pension ?? '0.00',
  loans: loans ?? '0.00',
})

/** Sorts the facts, because two payslips with the same pay date may be in either order. */
const inOrder = <T>(facts: T[]): T[] =>
  facts.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))

function retrievedFacts({ employment_information, identity_information, income_information }: Payslip) {
  const { earnings, deductions } = income_information
  const { pay_date, pay_interval_start, pay_interval_end } = income_information
  return {
    days: [pay_date, pay_interval_start, pay_interval_end],
    employer: employment_information.employer_name,
    reference: employment_information.employer_tax_reference,
    ni_number: identity_information.NI_number,
    gross: earnings.gross_pay,
    net: earnings.net_pay,
    total: deductions.total_deductions,
    tax: deductions.income_tax,
    ni: deductions.employee_ni,
    pension: deductions.employee_pension,
    loans: deductions.loan_deductions,
    earnings: earnings.earning_elements.map(({ amount }) => amount).toSorted(),
    deductions: deductions.deductions_elements.map(({ amount }) => amount).toSorted(),
  }
}

const loans = ['student_loan', 'postgraduate_loan']

function trueFacts({ employment, employee, totals, ...payslip }: TruePayslip) {
  const lent = payslip.deductions.filter(({ kind }) => loans.includes(kind))
  const lentPence = lent.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  return {
    days: [payslip.paid_on, payslip.period_from, payslip.period_to],
    employer: employment.employer.legal_name,
    reference: employment.employer.paye_reference,
    ni_number: employee.national_insurance_number,
    gross: totals.gross,
    net: totals.net,
    total: totals.deductions,
    tax: totals.income_tax,
    ni: totals.employee_ni,
    pension: totals.employee_pension,
    loans: (lentPence / 100).toFixed(2),
    earnings: payslip.earnings.map(({ amount }) => amount).toSorted(),
    deductions: payslip.deductions.map(({ amount }) => amount).toSorted(),
  }
}
