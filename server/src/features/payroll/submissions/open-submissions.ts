import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import { addDays, yearEnding } from '../../../vocabulary/days.ts'
import { openUser } from '../../users/service.ts'
import { findDuplicates } from '../income/duplicates.ts'
import { listSharedPeriods } from '../income/periods.ts'
import { figuresOf, type PayslipFigures, rollingIncomeOver } from '../income/rolling.ts'
import { listFigures, type PayDateSpan, type PayrollSubmissionRow } from '../queries.ts'
import { contentSealContext, openFigures } from './sealed-columns.ts'
import { type PayslipContent, type PayslipSubmission, presentSubmission } from './wire.ts'

export type OpenedSubmission = { row: Omit<PayrollSubmissionRow, 'sealed'>; content: PayslipContent }

/** Decrypts stored submissions of one user and formats them for replies. */
export async function presentRows(tx: Tx, userId: string, rows: readonly PayrollSubmissionRow[]) {
  const { key } = await openUser(tx, userId)
  const opened = rows.map((row) => ({ row, content: openContent(key, row) }))
  return presentOpened(tx, { userId, key }, opened)
}

/** Decrypts the content of a stored submission. */
export const openContent = (key: KeyObject, { id, sealed }: Pick<PayrollSubmissionRow, 'id' | 'sealed'>) =>
  JSON.parse(unseal(key, contentSealContext(id), sealed).toString()) as PayslipContent

/**
 * Formats decrypted submissions for replies, with the rolling 12-month income and the duplicates as currently known.
 */
export async function presentOpened(
  tx: Tx,
  { userId, key }: { userId: string; key: KeyObject },
  opened: readonly OpenedSubmission[],
): Promise<PayslipSubmission[]> {
  if (opened.length === 0) return []
  const figures = opened.map(({ content }) => figuresOf(content.payslip))
  const spans = new Map<string, PayDateSpan>()
  for (const [n, { row }] of opened.entries())
    widenSpan(spans, row.employment_hash, figures[n] as PayslipFigures)
  const employments = [...spans.keys()]
  const figuresByEmployment = new Map<string, PayslipFigures[]>(
    employments.map((employment) => [employment, []]),
  )
  for (const stored of await listFigures(tx, userId, [...spans.values()]))
    figuresByEmployment
      .get(employments[stored.n - 1] ?? '')
      ?.push(openFigures(key, stored.id, stored.figures))
  const incomeByEmployment = new Map(
    [...figuresByEmployment].map(([employment, all]) => [employment, rollingIncomeOver(all)]),
  )
  const payDates = new Set(figures.map(({ pay_date }) => pay_date))
  const duplicates = findDuplicates(await listSharedPeriods(tx, { id: userId, key }, [...payDates]))
  return opened.map(({ row, content }, n) => {
    const income = incomeByEmployment.get(row.employment_hash.toString('hex'))?.(figures[n] as PayslipFigures)
    return presentSubmission(row, content, {
      rolling_12m_income: income ?? null,
      duplicate_of: duplicates.get(row.id) ?? null,
    })
  })
}

/** Maximum number of days that a pay period may be paid before it ends. */
const paidAheadDays = 62

/** Extends the span of an employment to the pay dates needed for the 12 months before this payslip. */
function widenSpan(
  spans: Map<string, PayDateSpan>,
  employment_hash: Buffer,
  { pay_date, end }: PayslipFigures,
) {
  const employment = employment_hash.toString('hex')
  const span = spans.get(employment) ?? { employment_hash, first: pay_date, last: pay_date }
  const until = end !== null && end < pay_date ? end : pay_date
  const first = addDays(yearEnding(until), -paidAheadDays)
  if (first < span.first) span.first = first
  if (pay_date > span.last) span.last = pay_date
  spans.set(employment, span)
}
