import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { noonOf } from '../../../vocabulary/days.ts'
import { formatTaxYear } from '../../../vocabulary/tax-income.ts'
import { listMismatchedAccountIds } from '../../accounts/service.ts'
import { type BankAccount, summariseBankAccounts } from '../../bank-statements/bank-accounts.ts'
import { listEmployments } from '../../payroll/income/employments.ts'
import { listLatestYears } from '../../tax-income/service.ts'
import { listNotes } from './notes.ts'
import type { Findings } from './schemas.ts'

const maxJobs = 50
const maxBankAccounts = 50
const maxYears = 30

type JourneyFindings = z.output<typeof Findings>

/** Summarises the retrieved data for the applicant to review, without accounts that show another person. */
export function readFindings(tenant: Tenant, userId: string): Promise<JourneyFindings> {
  return tenant.transaction(async (tx) => {
    audit(tx, 'findings.read', userId)
    const hidden = await listMismatchedAccountIds(tx, userId)
    const jobs = await listEmployments(tx, userId, maxJobs)
    return {
      jobs: jobs.filter(({ account_id }) => !account_id || !hidden.includes(account_id)).map(presentJob),
      bank_accounts: (await summariseBankAccounts(tx, userId, maxBankAccounts)).map(presentBankAccount),
      tax_years: await listYears(tx, userId),
      notes: await listNotes(tx, userId),
    }
  })
}

type Job = Awaited<ReturnType<typeof listEmployments>>[number]

function presentJob({ id, account_id, payroll_provider, is_direct, payslips, payslip, ...days }: Job) {
  const { employer_name, role } = payslip.employment_information
  const { pay_frequency, earnings } = payslip.income_information
  return {
    submission_id: id,
    source: account_id === null ? 'payslip' : is_direct ? 'direct' : 'payroll',
    account_id,
    payroll_provider,
    employer_name,
    role,
    pay_frequency,
    payslips,
    first_pay_date: new Date(noonOf(days.first_pay_date)),
    latest_pay_date: new Date(noonOf(days.latest_pay_date)),
    gross_pay: earnings.gross_pay,
    net_pay: earnings.net_pay,
  } satisfies JourneyFindings['jobs'][number]
}

function presentBankAccount({ id, statement, statements, first_day, last_day }: BankAccount) {
  const { bank_name, account_number } = statement.account_information
  return {
    submission_id: id,
    bank_name,
    statements,
    account_ending: account_number?.slice(-4) ?? null,
    period_start: first_day === null ? null : new Date(noonOf(first_day)),
    period_end: last_day === null ? null : new Date(noonOf(last_day)),
    closing_balance: statement.balance_information.closing_balance?.replaceAll(',', '') ?? null,
  }
}

async function listYears(tx: Tx, userId: string) {
  const years = await listLatestYears(tx, userId, maxYears)
  return years.map(({ id, employment, income_period }) => ({
    submission_id: id,
    tax_year: formatTaxYear(Number(income_period.start.slice(0, 4))),
    ...employment,
  }))
}
