import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import { open, type Place } from '../../platform/secrets/seal.ts'
import { openUser } from '../users/service.ts'
import { yearEnding } from './days.ts'
import { listFigures, type Span, type SubmissionRow } from './queries.ts'
import { type Figures, figuresOf, rollingIncome } from './rolling.ts'
import { type Content, presentSubmission, type Submission } from './wire.ts'

export const contentPlace = (id: string): Place => placeOf('sealed', id)
export const figuresPlace = (id: string): Place => placeOf('figures', id)

const placeOf = (column: string, row: string): Place => ({
  ...{ table: 'payroll_submissions', column, row, version: 1 },
})

export const openFigures = (key: KeyObject, id: string, sealed: Buffer): Figures =>
  JSON.parse(open(key, figuresPlace(id), sealed).toString())

/** Stored submissions of one user as replies write them, each with the income of its year as it is known now. */
export async function presentAll(
  tx: Tx,
  userId: string,
  rows: readonly SubmissionRow[],
): Promise<Submission[]> {
  if (rows.length === 0) return []
  const { key } = await openUser(tx, userId)
  const opened = rows.map((row) => {
    const content: Content = JSON.parse(open(key, contentPlace(row.id), row.sealed).toString())
    return { row, content, figures: figuresOf(content.payslip), job: row.employment_hash.toString('hex') }
  })
  const spans = new Map<string, Span>()
  for (const { row, figures, job } of opened) {
    const [first, last] = [yearEnding(figures.pay_date), figures.pay_date]
    const span = spans.get(job) ?? { employment_hash: row.employment_hash, first, last }
    if (first < span.first) span.first = first
    if (last > span.last) span.last = last
    spans.set(job, span)
  }
  const jobs = [...spans.keys()]
  const known = new Map<string, Figures[]>(jobs.map((job) => [job, []]))
  for (const { n, id, figures } of await listFigures(tx, userId, [...spans.values()]))
    known.get(jobs[n - 1] ?? '')?.push(openFigures(key, id, figures))
  return opened.map(({ row, content, figures, job }) =>
    presentSubmission(row, content, rollingIncome(figures, known.get(job) ?? [])),
  )
}
