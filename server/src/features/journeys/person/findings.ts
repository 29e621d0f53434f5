import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { taxYearFrom } from '../../../vocabulary/tax-income.ts'
import { type BankAccount, listBankAccounts } from '../../bank-statements/bank-accounts.ts'
import { listJobs } from '../../payroll/income/employments.ts'
import { listLatestYears } from '../../tax-income/service.ts'
import { listNotes } from './notes.ts'
import type { Findings } from './schemas.ts'

const mostJobs = 50
const mostBankAccounts = 50
const mostYears = 30

type Found = z.output<typeof Findings>

/** What is known of a person, short enough to be looked over on a phone. */
export function readFindings(tenant: Tenant, userId: string): Promise<Found> {
  return tenant.transaction(async (tx) => {
    audit(tx, 'findings.read', userId)
    return {
      jobs: (await listJobs(tx, userId, mostJobs)).map(presentJob),
      bank_accounts: (await listBankAccounts(tx, userId, mostBankAccounts)).map(presentBankAccount),
      tax_years: await listYears(tx, userId),
      notes: await listNotes(tx, userId),
    }
  })
}

type Job = Awaited<ReturnType<typeof listJobs>>[number]

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
    first_pay_date: noonOf(days.first_pay_date),
    latest_pay_date: noonOf(days.latest_pay_date),
    gross_pay: earnings.gross_pay,
    net_pay: earnings.net_pay,
  } satisfies Found['jobs'][number]
}

function presentBankAccount({ id, statement, statements, first_day, last_day }: BankAccount) {
  const { bank_name, account_number } = statement.account_information
  return {
    submission_id: id,
    bank_name,
    statements,
    account_ending: account_number?.slice(-4) ?? null,
    period_start: first_day === null ? null : noonOf(first_day),
    period_end: last_day === null ? null : noonOf(last_day),
    closing_balance: statement.balance_information.closing_balance?.replaceAll(',', '') ?? null,
  }
}

async function listYears(tx: Tx, userId: string) {
  const years = await listLatestYears(tx, userId, mostYears)
  return years.map(({ id, employment, income_period }) => ({
    submission_id: id,
    tax_year: taxYearFrom(Number(income_period.start.slice(0, 4))),
    ...employment,
  }))
}

/** A day without a time is noon UTC, so that no time zone moves it. */
const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`)
