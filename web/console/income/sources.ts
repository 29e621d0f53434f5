import type { Match, PayrollSubmission, TaxYearMatch } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useProviderNames } from '../providers/names.ts'
import { useWhole } from '../use-all-rows.tsx'

// Sources of income data. Several may report the same pay, so figures of different sources are never added
// up.

/** For an account, the provider's name. */
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

export const taxAuthority = 'Tax authority'

type Told = Pick<PayrollSubmission, 'source' | 'account_id'>

export const isPaper = ({ source }: Pick<Told, 'source'>) => source === 'Payslip (via Doc Scan)'

/** Each account is one source; all uploaded documents together are one. */
export function sourceOf(told: Told, names: Names) {
  if (isPaper(told)) return { key: 'paper', label: 'Uploaded payslip' }
  const provider = (told.account_id && names.get(told.account_id)) || 'Payroll'
  return {
    key: told.account_id ?? 'payroll',
    label: told.source === 'Payroll (via Direct Connection)' ? `${provider}, without sign-in` : provider,
  }
}

/** Payslips of all sources, newest first. */
export const usePayslips = (user_id: string) =>
  useWhole({
    key: ['users', user_id, 'payslips'],
    pages: (options) => api.payroll.listSubmissions(user_id, {}, options).pages(),
    rowsOf: ({ payroll_submissions }) => payroll_submissions,
  })

/** Tax years from HMRC, newest first; a corrected year appears more than once. */
export const useTaxYears = (user_id: string) =>
  useWhole({
    key: ['users', user_id, 'tax years'],
    pages: (options) => api.taxauth.listIncomeSubmissions(user_id, {}, options).pages(),
    rowsOf: ({ income_submissions }) => income_submissions,
  })

/** Which source confirms which. */
export async function readMatches(user_id: string, options: { signal: AbortSignal }): Promise<SourceFigures> {
  const found: SourceFigures = { matches: [], tax_years: [] }
  for await (const { matches, tax_years } of api.matches.list(user_id, {}, options).pages()) {
    found.matches.push(...matches)
    found.tax_years = tax_years ?? found.tax_years
    if (found.matches.length >= 2_000) break
  }
  return found
}

export const useMatches = (user_id: string) =>
  useQuery({
    queryKey: ['users', user_id, 'matches'],
    staleTime: 60_000,
    queryFn: (options) => readMatches(user_id, options),
  })

export type SourceFigures = { matches: Match[]; tax_years: TaxYearMatch[] }
