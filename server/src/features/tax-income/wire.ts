import type { z } from 'zod'
import { noonOf } from '../../vocabulary/days.ts'
import { type TaxYearIncome, taxYearDays } from '../../vocabulary/tax-income.ts'
import type { IncomePayload, IncomeSubmission } from './schemas.ts'

export type TaxYearSubmission = z.output<typeof IncomeSubmission>
type SubmissionForWebhook = z.output<typeof IncomePayload>['income_submissions'][number]

/** The unencrypted columns of a row. */
type TaxYearColumns = { id: string; account_id: string; entry_id: string; income_hash: Buffer }

export function presentSubmission(
  { id, account_id, entry_id, income_hash }: TaxYearColumns,
  { tax_year, total_income, employers }: TaxYearIncome,
): TaxYearSubmission {
  const { start, end } = taxYearDays(tax_year)
  return {
    id,
    account_id,
    entry_id,
    income_id: income_hash.toString('hex'),
    employment: { total_income, employers },
    frequency: 'Annual',
    income_period: { start: noonOf(start), end: noonOf(end) },
    identity_match: 'unknown',
  }
}

/** Converts a submission to the format of webhooks, with amounts as numbers. */
export const forWebhook = ({ employment, ...rest }: TaxYearSubmission): SubmissionForWebhook => ({
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
