import type {
  BankStatementSubmission,
  ExpenditureWorking,
  IncomeSubmission,
  IncomeSummary,
  PayrollSubmission,
} from '@payproof/sdk'
import { PayproofError } from '@payproof/sdk'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api, queries } from '../api.ts'
import { newestOfEachYear } from './employments.ts'
import { readPayslip, readStatement, type Signed } from './signed.ts'
import { readMatches, type SourceFigures } from './sources.ts'
import { excludedDocuments } from './summary.ts'

// All data of a user's report is loaded together, so that the figures are consistent.

/** A submission of the report. `ref` is the number by which figures refer to it: P1, B1, T1. */
export type ReportDocument<Submission> = Signed<Submission> & { ref: string }
export type Report = {
  madeAt: string
  client: string | undefined
  payslips: ReportDocument<PayrollSubmission>[]
  /** Number of stored payslips that were paid before the period of the report. */
  olderPayslips: number
  statements: ReportDocument<BankStatementSubmission>[]
  /** Whether more statements are stored than the report may contain. */
  hasMoreStatements: boolean
  taxYears: { ref: string; year: IncomeSubmission; fetchedAt: string | undefined }[]
  /** Findings of the income summary, worst first. */
  findings: IncomeSummary['findings']
  /** Ids of low-trust documents, whose amounts are in no figure. */
  distrusted: ReadonlySet<string>
  /** Low-trust payslips that are left out of the report's figures. */
  leftOut: number
  matches: SourceFigures
  spending: ExpenditureWorking | { refused: readonly string[] }
}

type Options = { signal: AbortSignal }
type ReportProgress = { count: number; total: number }

/**
 * Maximum number of concurrent requests for signed copies, so that the rate limit suffices for the rest of the team.
 */
const maxConcurrentRequests = 6
const maxItems = 300

export function useReport(user_id: string, months: number) {
  const key = ['users', user_id, 'report', months]
  const progressKey = [...key, 'so far']
  const query = useQuery({
    queryKey: key,
    staleTime: 300_000,
    queryFn: (options) =>
      readReport(user_id, months, options, (progress) => queries.setQueryData(progressKey, progress)),
  })
  const { data: progress } = useQuery<ReportProgress>({ queryKey: progressKey, queryFn: skipToken })
  return { query, progress }
}

async function readReport(
  user_id: string,
  months: number,
  options: Options,
  onProgress: (progress: ReportProgress) => void,
): Promise<Report> {
  const [stored, allStatements, years, entries, matches, spending, configuration, summary] =
    await Promise.all([
      api.payroll.listSubmissions(user_id, {}, options).toArray({ max: 2_000 }),
      api.bankStatements.listSubmissions(user_id, {}, options).toArray({ max: maxItems + 1 }),
      api.taxauth.listIncomeSubmissions(user_id, {}, options).toArray({ max: maxItems }),
      api.taxauth.listEntries({ user_id }, options).toArray({ max: maxItems }),
      readMatches(user_id, options),
      readSpending(user_id, options),
      api.configuration.get(options),
      api.income.get(user_id, {}, options),
    ])
  const distrusted = excludedDocuments(summary)
  const all = stored.filter(({ document_id }) => !document_id || !distrusted.has(document_id))
  const payslips = newestMonths(all, months).slice(0, maxItems)
  const statements = allStatements.slice(0, maxItems)
  const total = payslips.length + statements.length
  let count = 0
  const counted = <Value>(value: Value) => {
    onProgress({ count: ++count, total })
    return value
  }
  return {
    madeAt: new Date().toISOString(),
    client: configuration.client_display_name,
    payslips: await mapConcurrently(payslips, async ({ id }, index) =>
      counted({ ref: `P${index + 1}`, ...(await readPayslip(user_id, id, options)) }),
    ),
    olderPayslips: all.length - payslips.length,
    statements: await mapConcurrently(statements, async ({ id }, index) =>
      counted({ ref: `B${index + 1}`, ...(await readStatement(user_id, id, options)) }),
    ),
    hasMoreStatements: allStatements.length > maxItems,
    taxYears: newestOfEachYear(years).map((year, index) => ({
      ref: `T${index + 1}`,
      year,
      fetchedAt: entries.find(({ entry_id }) => entry_id === year.entry_id)?.created_at,
    })),
    findings: summary.findings,
    distrusted,
    leftOut: stored.length - all.length,
    matches: matches,
    spending,
  }
}

const payDate = ({ income_information }: PayrollSubmission) => income_information.pay_date

/** Returns the payslips of the last months up to the newest pay date, newest first. */
export function newestMonths(payslips: readonly PayrollSubmission[], months: number) {
  const sorted = [...payslips].sort((one, other) => payDate(other).localeCompare(payDate(one)))
  const [newest] = sorted
  if (!newest) return []
  const first = new Date(payDate(newest))
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() - months + 1)
  const month = first.toISOString().slice(0, 7)
  return sorted.filter((one) => payDate(one).slice(0, 7) >= month)
}

async function readSpending(user_id: string, options: Options): Promise<Report['spending']> {
  try {
    return await api.expenditure.getOnsWorking(user_id, {}, options)
  } catch (error) {
    if (error instanceof PayproofError && error.code === 'expenditure-inputs')
      return { refused: error.errors }
    throw error
  }
}

async function mapConcurrently<From, To>(
  all: readonly From[],
  work: (one: From, index: number) => Promise<To>,
) {
  const done: To[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++)
      done[index] = await work(all[index] as From, index)
  }
  await Promise.all(Array.from({ length: maxConcurrentRequests }, worker))
  return done
}
