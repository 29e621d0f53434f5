import type {
  BankStatementSubmission,
  ExpenditureWorking,
  IncomeSubmission,
  PayrollSubmission,
} from '@payproof/sdk'
import { PayproofError } from '@payproof/sdk'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api, queries } from '../api.ts'
import { newestOfEachYear } from './employments.ts'
import { readPayslip, readStatement, type Signed } from './signed.ts'
import { readMatches, type SourceFigures } from './sources.ts'

// Everything shown in a user's report, loaded together so that the figures are consistent.

/** P1, B1, T1: references from figures to submissions. */
export type ReportDocument<Submission> = Signed<Submission> & { ref: string }
export type Report = {
  madeAt: string
  client: string | undefined
  payslips: ReportDocument<PayrollSubmission>[]
  /** Stored, but paid before the period of the report. */
  olderPayslips: number
  statements: ReportDocument<BankStatementSubmission>[]
  /** Stored, but beyond the report's size limit. */
  hasMoreStatements: boolean
  taxYears: { ref: string; year: IncomeSubmission; fetchedAt: string | undefined }[]
  found: SourceFigures
  spending: ExpenditureWorking | { refused: readonly string[] }
}

type Options = { signal: AbortSignal }
type SoFar = { count: number; total: number }

/** Maximum concurrent requests for signed copies, to leave rate limit for the rest of the team. */
const atOnce = 6
const most = 300

export function useReport(user_id: string, months: number) {
  const key = ['users', user_id, 'report', months]
  const soFarKey = [...key, 'so far']
  const query = useQuery({
    queryKey: key,
    staleTime: 300_000,
    queryFn: (options) =>
      readReport(user_id, months, options, (soFar) => queries.setQueryData(soFarKey, soFar)),
  })
  const { data: soFar } = useQuery<SoFar>({ queryKey: soFarKey, queryFn: skipToken })
  return { query, soFar }
}

async function readReport(
  user_id: string,
  months: number,
  options: Options,
  tell: (soFar: SoFar) => void,
): Promise<Report> {
  const [all, allStatements, years, entries, found, spending, configuration] = await Promise.all([
    api.payroll.listSubmissions(user_id, {}, options).toArray({ max: 2_000 }),
    api.bankStatements.listSubmissions(user_id, {}, options).toArray({ max: most + 1 }),
    api.taxauth.listIncomeSubmissions(user_id, {}, options).toArray({ max: most }),
    api.taxauth.listEntries({ user_id }, options).toArray({ max: most }),
    readMatches(user_id, options),
    readSpending(user_id, options),
    api.configuration.get(options),
  ])
  const payslips = newestMonths(all, months).slice(0, most)
  const statements = allStatements.slice(0, most)
  const total = payslips.length + statements.length
  let count = 0
  const counted = <Value>(value: Value) => {
    tell({ count: ++count, total })
    return value
  }
  return {
    madeAt: new Date().toISOString(),
    client: configuration.client_display_name,
    payslips: await inTurns(payslips, async ({ id }, index) =>
      counted({ ref: `P${index + 1}`, ...(await readPayslip(user_id, id, options)) }),
    ),
    olderPayslips: all.length - payslips.length,
    statements: await inTurns(statements, async ({ id }, index) =>
      counted({ ref: `B${index + 1}`, ...(await readStatement(user_id, id, options)) }),
    ),
    hasMoreStatements: allStatements.length > most,
    taxYears: newestOfEachYear(years).map((year, index) => ({
      ref: `T${index + 1}`,
      year,
      fetchedAt: entries.find(({ entry_id }) => entry_id === year.entry_id)?.created_at,
    })),
    found,
    spending,
  }
}

const payDate = ({ income_information }: PayrollSubmission) => income_information.pay_date

/** Payslips of the months up to the newest pay date, newest first. */
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

async function inTurns<From, To>(all: readonly From[], work: (one: From, index: number) => Promise<To>) {
  const done: To[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++)
      done[index] = await work(all[index] as From, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}
