import type { Match, PayrollSubmission, TaxYearMatch } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useProviderNames } from '../providers/names.ts'
import { useAllRows } from '../use-all-rows.tsx'

// Sources of income data. Several sources may report the same pay, so their figures are never added up.

/** Returns the provider name of each account. */
export function useAccountNames(user_id: string) {
  const nameOf = useProviderNames()
  const { data = [] } = useQuery({
    queryKey: ['users', user_id, 'accounts of income'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.accounts.list({ user_id }, { signal }).toArray({ max: 1_000 }),
  })
  return new Map(data.map(({ account_id, payroll_provider }) => [account_id, nameOf(payroll_provider)]))
}

export type Names = ReturnType<typeof useAccountNames>

export const taxAuthority = 'HMRC'

type SubmissionSource = Pick<PayrollSubmission, 'source' | 'account_id'>

export const isUploaded = ({ source }: Pick<SubmissionSource, 'source'>) =>
  source === 'Payslip (via Doc Scan)'

/** Returns the source of a submission. Each account is one source; all uploaded documents together are one source. */
export function sourceOf(submission: SubmissionSource, names: Names) {
  if (isUploaded(submission)) return { key: 'paper', label: 'Uploaded payslip' }
  const provider = (submission.account_id && names.get(submission.account_id)) || 'Payroll'
  return {
    key: submission.account_id ?? 'payroll',
    label:
      submission.source === 'Payroll (via Direct Connection)' ? `${provider}, without sign-in` : provider,
  }
}

/** Loads the payslips of all sources, newest first. */
export const usePayslips = (user_id: string) =>
  useAllRows({
    key: ['users', user_id, 'payslips'],
    pages: (options) => api.payroll.listSubmissions(user_id, {}, options).pages(),
    rowsOf: ({ payroll_submissions }) => payroll_submissions,
  })

/** Loads the tax years reported by HMRC, newest first; a corrected year appears more than once. */
export const useTaxYears = (user_id: string) =>
  useAllRows({
    key: ['users', user_id, 'tax years'],
    pages: (options) => api.taxauth.listIncomeSubmissions(user_id, {}, options).pages(),
    rowsOf: ({ income_submissions }) => income_submissions,
  })

/** Loads the matches between sources: which figures of one source confirm those of another. */
export async function readMatches(user_id: string, options: { signal: AbortSignal }): Promise<SourceFigures> {
  const result: SourceFigures = { matches: [], tax_years: [] }
  for await (const { matches, tax_years } of api.matches.list(user_id, {}, options).pages()) {
    result.matches.push(...matches)
    result.tax_years = tax_years ?? result.tax_years
    if (result.matches.length >= 2_000) break
  }
  return result
}

export const useMatches = (user_id: string) =>
  useQuery({
    queryKey: ['users', user_id, 'matches'],
    staleTime: 60_000,
    queryFn: (options) => readMatches(user_id, options),
  })

export type SourceFigures = { matches: Match[]; tax_years: TaxYearMatch[] }
