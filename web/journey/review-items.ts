import type { useTexts } from './texts/index.ts'
import type { Findings, NoteSubject } from './types.ts'

// Formats retrieved data as cards of labelled fields. Fields without a value are omitted.

type Texts = ReturnType<typeof useTexts>
type NameOf = (provider: string) => string
export type ReviewField = { field: string; name: string; value: string }
export type ReviewItem = {
  subject: NoteSubject
  submissionId: string
  title: string
  detail: string
  fields: ReviewField[]
}

export function reviewItemsOf(findings: Findings, texts: Texts, nameOf: NameOf): ReviewItem[] {
  return [
    ...findings.jobs.map((job) => jobItem(job, texts, nameOf)),
    ...findings.tax_years.map((year) => yearItem(year, texts)),
    ...findings.bank_accounts.map((account) => accountItem(account, texts)),
  ]
}

function jobItem(job: Findings['jobs'][number], texts: Texts, nameOf: NameOf): ReviewItem {
  const { t, say, plural, day, money } = texts
  const words = t.review
  const provider = job.payroll_provider && nameOf(job.payroll_provider)
  const frequencies: Record<string, string> = words.frequencies
  return {
    subject: 'job',
    submissionId: job.submission_id,
    title: job.employer_name ?? words.unnamed,
    detail: provider ? say(words.fromPayroll, { provider }) : words.fromPayslip,
    fields: presentFields([
      ['employer_name', words.employer, job.employer_name],
      ['role', words.role, job.role],
      ['pay_frequency', words.payFrequency, job.pay_frequency && frequencies[job.pay_frequency]],
      ['payslips', words.payslips, plural(words.payslipCount, job.payslips)],
      ['latest_pay_date', words.period, between(texts, job.first_pay_date, job.latest_pay_date, day)],
      ['gross_pay', words.grossPay, job.gross_pay && money(job.gross_pay)],
      ['net_pay', words.netPay, job.net_pay && money(job.net_pay)],
    ]),
  }
}

function yearItem(year: Findings['tax_years'][number], { t, say, money }: Texts): ReviewItem {
  const words = t.review
  return {
    subject: 'tax_year',
    submissionId: year.submission_id,
    title: say(words.taxYear, { year: year.tax_year.replace('-', '–') }),
    detail: '',
    fields: presentFields([
      ['total_income', words.totalIncome, money(year.total_income)],
      ...year.employers.map(({ employer_name, income, tax_paid }): OptionalField => {
        const name = say(words.incomeFrom, { employer: employer_name ?? words.unnamed })
        const parts = [income && money(income), tax_paid && say(words.taxPaid, { amount: money(tax_paid) })]
        return ['employers', name, parts.filter(Boolean).join(', ')]
      }),
    ]),
  }
}

function accountItem(account: Findings['bank_accounts'][number], texts: Texts): ReviewItem {
  const { t, plural, day, money } = texts
  const words = t.review
  return {
    subject: 'bank_account',
    submissionId: account.submission_id,
    title: account.bank_name ?? words.bankAccount,
    detail: words.fromStatement,
    fields: presentFields([
      ['bank_name', words.bank, account.bank_name],
      ['account_ending', words.ending, account.account_ending],
      ['statements', words.statements, plural(words.statementCount, account.statements)],
      ['period_end', words.statementPeriod, between(texts, account.period_start, account.period_end, day)],
      ['closing_balance', words.closingBalance, account.closing_balance && money(account.closing_balance)],
    ]),
  }
}

type OptionalField = [field: string, name: string, value: string | null | undefined]

const presentFields = (fields: OptionalField[]): ReviewField[] =>
  fields.flatMap(([field, name, value]) => (value ? [{ field, name, value }] : []))

function between({ t, say }: Texts, from: string | null, to: string | null, day: (value: string) => string) {
  const [first, last] = [from && day(from), to && day(to)]
  if (!first || !last || first === last) return last ?? first
  return say(t.review.dates, { from: first, to: last })
}
