import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { open, type Place } from '../../../platform/secrets/seal.ts'
import { addDays, yearEnding } from '../../../vocabulary/days.ts'
import { openUser } from '../../users/service.ts'
import { type Figures, figuresOf, rollingOver } from '../income/rolling.ts'
import { listFigures, type Span, type SubmissionRow } from '../queries.ts'
import { type Content, presentSubmission, type Submission } from './wire.ts'

export const contentPlace = (id: string): Place => placeOf('sealed', id)
export const figuresPlace = (id: string): Place => placeOf('figures', id)
export const paperPlace = (id: string): Place => placeOf('provenance', id)

const placeOf = (column: string, row: string): Place => ({
  table: 'payroll_submissions',
  column,
  row,
  version: 1,
})

export const openFigures = (key: KeyObject, id: string, sealed: Buffer): Figures =>
  JSON.parse(open(key, figuresPlace(id), sealed).toString())

export type Opened = { row: Omit<SubmissionRow, 'sealed'>; content: Content }

/** Stored submissions of one user as replies write them. */
export async function presentRows(tx: Tx, userId: string, rows: readonly SubmissionRow[]) {
  const { key } = await openUser(tx, userId)
  const opened = rows.map((row) => ({
    row,
    content: JSON.parse(open(key, contentPlace(row.id), row.sealed).toString()) as Content,
  }))
  return presentAll(tx, { userId, key }, opened)
}

/** Each with the income of its year as it is known now. */
export async function presentAll(
  tx: Tx,
  { userId, key }: { userId: string; key: KeyObject },
  opened: readonly Opened[],
): Promise<Submission[]> {
  if (opened.length === 0) return []
  const figures = opened.map(({ content }) => figuresOf(content.payslip))
  const spans = new Map<string, Span>()
  for (const [n, { row }] of opened.entries()) widen(spans, row.employment_hash, figures[n] as Figures)
  const jobs = [...spans.keys()]
  const known = new Map<string, Figures[]>(jobs.map((job) => [job, []]))
  for (const found of await listFigures(tx, userId, [...spans.values()]))
    known.get(jobs[found.n - 1] ?? '')?.push(openFigures(key, found.id, found.figures))
  const rolling = new Map([...known].map(([job, all]) => [job, rollingOver(all)]))
  return opened.map(({ row, content }, n) => {
    const income = rolling.get(row.employment_hash.toString('hex'))?.(figures[n] as Figures)
    return presentSubmission(row, content, income ?? null)
  })
}

/** How long before its end a period may be paid. */
const paidAheadDays = 62

/** The pay dates whose payslips are needed for the year that ends with this one. */
function widen(spans: Map<string, Span>, employment_hash: Buffer, { pay_date, end }: Figures) {
  const job = employment_hash.toString('hex')
  const span = spans.get(job) ?? { employment_hash, first: pay_date, last: pay_date }
  const until = end !== null && end < pay_date ? end : pay_date
  const first = addDays(yearEnding(until), -paidAheadDays)
  if (first < span.first) span.first = first
  if (pay_date > span.last) span.last = pay_date
  spans.set(job, span)
}
