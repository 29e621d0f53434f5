import type { z } from 'zod'
import { daysOf, type TaxYearIncome } from '../../vocabulary/tax-income.ts'
import type { IncomePayload, IncomeSubmission } from './schemas.ts'

export type Submission = z.output<typeof IncomeSubmission>
type SubmissionForWebhook = z.output<typeof IncomePayload>['income_submissions'][number]

/** What a row says in clear. */
type Facts = { id: string; account_id: string; entry_id: string; income_hash: Buffer }

export function presentSubmission(
  { id, account_id, entry_id, income_hash }: Facts,
  { tax_year, total_income, employers }: TaxYearIncome,
): Submission {
  const { start, end } = daysOf(tax_year)
  return {
    id,
    account_id,
    entry_id,
    income_id: income_hash.toString('hex'),
    employment: { total_income, employers },
    frequency: 'Annual',
    income_period: { start: noonOf(start), end: noonOf(end) },
  }
}

/** The same with amounts as numbers. */
export const forWebhook = ({ employment, ...rest }: Submission): SubmissionForWebhook => ({
  ...rest,
  employment: {
    total_income: Number(employment.total_income),
    employers: employment.employers.map(({ employer_name, income, tax_paid }) => ({
      employer_name,
      income: numberOrNull(income),
      tax_paid: numberOrNull(tax_paid),
    })),
  },
})

const numberOrNull = (amount: string | null) => (amount === null ? null : Number(amount))

/** A day without a time is noon UTC, so that no time zone moves it to another day. */
const noonOf = (day: string) => `${day}T12:00:00.000Z`
