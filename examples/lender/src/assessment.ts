import type { BankStatementSubmission, Expenditure, PayrollSubmission } from '@payproof/sdk'

export type Applicant = {
  forename: string
  surname: string
  /** Format: YYYY-MM-DD. */
  birthday: string
  postCode: string
  /** Loan amount in pounds. */
  amount: number
}

export type ApplicantEvidence = {
  payslips: PayrollSubmission[]
  statements: BankStatementSubmission[]
  expenditures: Expenditure[]
}

/** A monthly amount in pence, and its source. */
export type Figure = { label: string; pence: number; source: string }
export type Assessment = {
  outcome: 'approved' | 'referred' | 'declined'
  reasons: string[]
  income: Figure[]
  spending: Figure[]
  repayment: Figure
  /** Amount left per month, in pence. */
  left: number
}

const terms = { months: 36, apr: 0.099, minDisposable: 100_00 }

/** Decides by this lender's rules. They are an example: replace them with your own and your regulator's. */
export function assess(
  applicant: Applicant,
  { payslips, statements, expenditures }: ApplicantEvidence,
): Assessment {
  const income = incomeOf(payslips)
  const ownSpending = spendingOf(statements)
  const spending = ownSpending.length > 0 ? ownSpending : estimateOf(expenditures)
  const repayment = repaymentOf(applicant.amount)
  const left = sum(income) - sum(spending) - repayment.pence
  const judged = (outcome: Assessment['outcome'], ...reasons: string[]) => ({
    outcome,
    reasons,
    income,
    spending,
    repayment,
    left,
  })

  const doubts = doubtsAbout(applicant, payslips)
  if (income.length === 0) doubts.push('We have not seen any regular pay.')
  if (spending.length === 0) doubts.push('We cannot tell what you spend.')
  if (doubts.length > 0) return judged('referred', ...doubts)
  if (left >= terms.minDisposable) return judged('approved')
  // An average of other households is not a reason to decline an applicant.
  return ownSpending.length > 0
    ? judged('declined', 'Too little of your income would be left each month.')
    : judged('referred', 'Share a bank statement to show what you spend yourself.')
}

const paymentsAYear: Record<string, number> = {
  weekly: 52,
  fortnightly: 26,
  four_weekly: 13,
  monthly: 12,
  quarterly: 4,
  annual: 1,
}

/** Calculates the mean monthly net pay of each current employment. */
function incomeOf(payslips: PayrollSubmission[]): Figure[] {
  const jobs = Map.groupBy(payslips, (one) => one.employment_information.employer_name ?? 'Your employer')
  return [...jobs].flatMap(([label, all]) => {
    // Payslips are deduplicated by pay date, because the same payslip may come from an account and from an upload.
    const byDay = new Map(all.map((one) => [dayOf(one.income_information.pay_date), one]))
    const paid = [...byDay.keys()].sort().flatMap((day) => byDay.get(day) ?? [])
    const [first, last] = [paid.at(0), paid.at(-1)]
    const payments = paymentsAYear[last?.income_information.pay_frequency ?? '']
    if (!first || !last || !payments || last.employment_information.status === 'inactive') return []
    const nets = paid.map((one) => penceOf(one.income_information.earnings.net_pay ?? '0'))
    const mean = nets.reduce((total, net) => total + net, 0) / nets.length
    const days = [first, last].map((one) => formatDate(one.income_information.pay_date)).join(' to ')
    const source = `Mean of ${formatCount(paid.length, 'payslip')}, ${days}. ${last.source}`
    return { label, pence: Math.round((mean * payments) / 12), source }
  })
}

/** Calculates the mean monthly spending of each bank account. */
function spendingOf(statements: BankStatementSubmission[]): Figure[] {
  const accounts = Map.groupBy(statements, ({ account_information: { bank_name, account_number } }) =>
    [bank_name ?? 'Your bank', account_number?.slice(-4)].filter(Boolean).join(' ···'),
  )
  return [...accounts].flatMap(([label, all]) => {
    const days = all.reduce((total, { statement_period }) => total + daysOf(statement_period), 0)
    // Less than four weeks is too short to extrapolate. If a date is unreadable, `days` is NaN and the account is
    // ignored.
    if (!(days >= 28)) return []
    const out = all.flatMap(({ transactions }) => transactions).filter(({ type }) => type === 'debit')
    const pence = out.reduce((total, { amount }) => total + Math.abs(penceOf(amount)), 0)
    const source = `${formatCount(out.length, 'payment')} on ${formatCount(all.length, 'bank statement')} of ${days} days`
    return { label, pence: Math.round((pence / days) * (365 / 12)), source }
  })
}

/**
 * Returns the highest monthly spending of households with this income. The highest is used because the last month is
 * often incomplete.
 */
function estimateOf(months: Expenditure[]): Figure[] {
  const [dearest] = months.toSorted((a, b) => Number(b.total) - Number(a.total))
  if (!dearest) return []
  const source = `Official statistics for households with this income, ${dearest.date.slice(0, 7)}`
  return [
    { label: 'Cost of living', pence: penceOf(dearest.cost_of_living), source },
    { label: 'Housing', pence: penceOf(dearest.housing), source },
  ]
}

function repaymentOf(amount: number): Figure {
  const rate = (1 + terms.apr) ** (1 / 12) - 1
  const pence = Math.round((amount * 100 * rate) / (1 - (1 + rate) ** -terms.months))
  const source = `£${amount.toLocaleString('en-GB')} over ${terms.months} months at 9.9 % APR`
  return { label: 'Repayment', pence, source }
}

/** Lists reasons for a manual review. */
function doubtsAbout({ surname, birthday }: Applicant, payslips: PayrollSubmission[]): string[] {
  const isAnother = payslips.some(
    ({ identity_information: { name, date_of_birth: born } }) =>
      (name !== null && !name.toLowerCase().includes(surname.toLowerCase())) ||
      (born !== null && dayOf(born) !== birthday),
  )
  const isChanged = payslips.some((one) => one.trust_score === 'Low')
  return [
    ...(isAnother ? ['The payslips name someone other than the applicant.'] : []),
    ...(isChanged ? ['A payslip may have been changed.'] : []),
  ]
}

const sum = (figures: Figure[]) => figures.reduce((total, { pence }) => total + pence, 0)
const penceOf = (pounds: string) => Math.round(Number(pounds) * 100)
const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const dayOf = (timestamp: string) => timestamp.slice(0, 10)
const formatDate = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
/** Counts the days of a period, including both ends. NaN if one end is unknown. */
const daysOf = ({ start_date, end_date }: BankStatementSubmission['statement_period']) =>
  Math.round((Date.parse(end_date ?? '') - Date.parse(start_date ?? '')) / 86_400_000) + 1
