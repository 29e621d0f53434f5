import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { listReviewers, readMemberNames } from '../members/service.ts'
import { indexEmployer } from '../users/service.ts'
import { publishOptIn } from '../webhooks/service.ts'
import { poundsPerBand } from './gross-bands.ts'
import {
  decisionSealContext,
  figuresSealContext,
  openFigures,
  presentDecision,
  presentShared,
  readAuthor,
  type SealedFigures,
  shownFigures,
} from './present.ts'
import {
  advanceReview,
  countReviewNotes,
  fillStatuses,
  findReview,
  hasFinishedJourney,
  insertReviewNote,
  listReviewNoteRows,
  lockReview,
  type ReviewNoteRow,
  type ReviewValues,
  setAnnounced,
  stallReviews,
  storeFigures,
  touchReview,
  type UnannouncedReview,
  type UserReviewRow,
  updateReview,
} from './queries.ts'
import { adviceValues } from './rules/apply.ts'
import type { RuleFigures } from './rules/evaluate.ts'
import { reviewAdvice } from './rules/kinds.ts'
import { findCurrentRules } from './rules/queries.ts'
import type { NewDecision, Review, ReviewChanges } from './schemas.ts'
import { type ReviewDecision, stalledDays, statusCode, statusOf } from './statuses.ts'

export { listUnannounced } from './queries.ts'

export const readReview = (tenant: Tenant, userId: string) =>
  tenant.transaction(async (tx) => {
    const row = await findReview(tx, userId)
    if (!row) throw notFound('User', userId)
    audit(tx, 'review.read', userId)
    return presentReview(tx, row)
  })

/** Assigns a review, starts it, or opens a decided one again. */
export function changeReview(
  tenant: Tenant,
  userId: string,
  { assignee_id, status }: z.output<typeof ReviewChanges>,
) {
  return tenant.transaction(async (tx) => {
    const row = await requireLocked(tx, userId)
    if (assignee_id) await requireReviewer(tx, assignee_id)
    const startsReview = status === 'in_review' || (assignee_id && statusOf(row.review_status) === 'ready')
    const values: ReviewValues = {
      review_status: startsReview ? statusCode('in_review') : row.review_status,
      ...(assignee_id !== undefined && { review_assignee: assignee_id }),
      ...(status === 'in_review' && {
        review_decision: null,
        review_decided_at: null,
        review_decided_by: null,
        sealed_decision: null,
      }),
    }
    await storeChange(tx, row, values)
    if (assignee_id !== undefined) audit(tx, 'review.assigned', userId)
    if (status !== undefined || assignee_id === undefined) audit(tx, 'review.changed', userId)
    return presentReview(tx, await requireLocked(tx, userId))
  })
}

/** Records the decision of the team. A later decision replaces it. */
export function decideReview(
  tenant: Tenant,
  caller: Caller,
  userId: string,
  { decision, reason }: z.output<typeof NewDecision>,
) {
  return tenant.transaction(async (tx) => {
    const row = await requireLocked(tx, userId)
    const key = await keysOf(tx).userKey(userId, row)
    await storeChange(tx, row, {
      review_status: statusCode('decided'),
      review_decision: decision,
      review_decided_at: new Date(),
      review_decided_by: `${authorKind(caller)} ${caller.id}`,
      sealed_decision: seal(key, decisionSealContext(userId), JSON.stringify({ reason })),
    })
    audit(tx, 'review.decided', userId)
    return presentReview(tx, await requireLocked(tx, userId))
  })
}

/** Adds a note that only the team can read. */
export function addReviewNote(tenant: Tenant, caller: Caller, userId: string, text: string) {
  return tenant.transaction(async (tx) => {
    const user = await requireLocked(tx, userId)
    const key = await keysOf(tx).userKey(userId, user)
    const id = randomUUID()
    const row: ReviewNoteRow = {
      id,
      created_at: new Date(),
      actor_kind: authorKind(caller),
      actor_id: caller.id,
      sealed: seal(key, noteSealContext(id), text),
    }
    await insertReviewNote(tx, userId, row)
    await touchReview(tx, userId)
    audit(tx, 'review.note_added', userId)
    return presentNote(row, text, await readMemberNames(tx, [caller.id]))
  })
}

export function listReviewNotes(
  tenant: Tenant,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    const user = await findReview(tx, userId)
    if (!user) throw notFound('User', userId)
    const key = await keysOf(tx).userKey(userId, user)
    const rows = await listReviewNoteRows(tx, userId, { skip: offset - 1, limit })
    const names = await readMemberNames(tx, [...new Set(rows.map(({ actor_id }) => actor_id))])
    audit(tx, 'review.notes_listed', userId)
    const notes = rows.map((row) =>
      presentNote(row, unseal(key, noteSealContext(row.id), row.sealed).toString(), names),
    )
    return {
      pagination: paginationOf({ offset, limit }, notes, await countReviewNotes(tx, userId)),
      notes,
    }
  })
}

const presentNote = (row: ReviewNoteRow, text: string, names: ReadonlyMap<string, string>) => ({
  note_id: row.id,
  text,
  created_at: row.created_at,
  author: readAuthor(`${row.actor_kind} ${row.actor_id}`, names),
})

const authorKind = ({ kind }: Caller) => (kind === 'member' ? 'member' : 'api_key')

const noteSealContext = (row: string): SealContext => ({
  table: 'review_notes',
  column: 'sealed',
  row,
  version: 1,
})

async function presentReview(tx: Tx, row: UserReviewRow): Promise<z.output<typeof Review>> {
  const key = await keysOf(tx).userKey(row.id, row)
  const decidedBy = row.review_decided_by?.split(' ')[1]
  const people = [row.review_assignee, decidedBy].filter((id) => typeof id === 'string')
  const names = await readMemberNames(tx, people)
  return {
    ...presentShared(row, names),
    ...shownFigures(openFigures(key, row)),
    decision: presentDecision(key, row, names),
    note_count: await countReviewNotes(tx, row.id),
    assignable: await listReviewers(tx),
  }
}

async function requireLocked(tx: Tx, userId: string) {
  const row = await lockReview(tx, userId)
  if (!row) throw notFound('User', userId)
  return row
}

async function requireReviewer(tx: Tx, memberId: string) {
  const reviewers = await listReviewers(tx)
  if (!reviewers.some(({ member_id }) => member_id === memberId))
    throw invalid('Field [assignee_id] is invalid: must be a confirmed member who may review')
}

/** Stores a change by the team and publishes it if the status or the decision is new. */
async function storeChange(tx: Tx, before: UserReviewRow, values: ReviewValues) {
  await updateReview(tx, before.id, values)
  const isNew = values.review_status !== before.review_announced || values.review_decision !== undefined
  if (!isNew) return
  const { review_assignee = before.review_assignee, review_decision = before.review_decision } = values
  await publishStatus(tx, before, { ...before, ...values, review_assignee, review_decision })
}

const publishStatus = (tx: Tx, before: UserReviewRow, after: UserReviewRow) =>
  publishOptIn(tx, {
    event: 'review-status-changed',
    user_id: after.id,
    fields: {
      from_status: statusOf(before.review_announced),
      status: statusOf(after.review_status),
      decision: after.review_decision as ReviewDecision | null,
      assignee_id: after.review_assignee,
    },
  })

/** Publishes a status that followed from data. Housekeeping calls it for reviews that `listUnannounced` returns. */
export const announceReview = (tenant: Tenant, { user_id }: UnannouncedReview) =>
  tenant.transaction(async (tx) => {
    const row = await lockReview(tx, user_id)
    audit(tx, 'review.announced', user_id)
    if (!row || row.review_status === row.review_announced) return
    await setAnnounced(tx, user_id, row.review_status)
    await publishStatus(tx, row, row)
  })

export const stalledBatchSize = 500

export const stallOldReviews = (tx: Tx) => stallReviews(tx, { days: stalledDays, limit: stalledBatchSize })

const fillBatchSize = 500

/**
 * Sets the status of users who were invited or opened their link before reviews existed. Publishes no events, because
 * nothing has happened. Can be interrupted and repeated.
 */
export async function fillReviewStatuses(tenant: Tenant) {
  let filled = 0
  for (;;) {
    const count = await tenant.transaction((tx) => {
      audit(tx, 'review.statuses_filled')
      return fillStatuses(tx, fillBatchSize)
    })
    filled += count
    if (count < fillBatchSize) return filled
  }
}

const codesOf = (...statuses: Parameters<typeof statusCode>[0][]) => statuses.map(statusCode)

/** The person has opened their link. */
export const markOpened = (tx: Tx, userId: string) =>
  advanceReview(tx, userId, codesOf('registered', 'invited', 'stalled'), statusCode('opened'))

/** The part of an income summary that a review shows. */
export type ReviewedIncome = SealedFigures & {
  as_of: Day
  status: 'none' | 'partial' | 'ready'
  rule_figures: RuleFigures
}

/** A person without income data. */
export const noReviewedIncome = (as_of: Day): ReviewedIncome => ({
  employer: null,
  annual_gross: null,
  as_of,
  status: 'none',
  rule_figures: {
    has_data: false,
    months_covered: 0,
    annual_gross: null,
    left_monthly: null,
    employed_since: null,
    variable_share: null,
    variability: null,
    year_on_year: null,
    newest_pay_date: null,
    findings: [],
  },
})

/**
 * Stores the figures of the income summary and the advice of the rules for the queue, and the status that follows from
 * the figures. A review that the team has started keeps its status. The caller audits.
 */
export async function updateReviewedIncome(tx: Tx, userId: string, income: ReviewedIncome) {
  const row = await requireLocked(tx, userId)
  const { employer, annual_gross, rule_figures, as_of } = income
  const key = await keysOf(tx).userKey(userId, row)
  const rules = (await findCurrentRules(tx))?.rules ?? []
  const advice = adviceValues(rules, rule_figures, as_of)
  const before = openFigures(key, row)
  const figures = JSON.stringify({ employer, annual_gross, rule_figures })
  const isSame =
    row.sealed_figures !== null &&
    JSON.stringify(before) === figures &&
    row.review_severity === advice.review_severity &&
    row.review_finding === advice.review_finding &&
    row.review_advice === advice.review_advice
  if (!isSame) {
    const review_gross = annual_gross === null ? -1 : Math.floor(Number(annual_gross) / poundsPerBand)
    const sealed_figures = seal(key, figuresSealContext(userId), figures)
    await storeFigures(tx, userId, { ...advice, review_gross, sealed_figures })
    if (before.employer !== employer) await indexEmployer(tx, userId, employer)
  }
  await advanceByData(tx, userId, income)
}

/** Removes the figures without a change of the status, which follows when they are calculated again. */
export async function clearFigures(tx: Tx, userId: string) {
  await storeFigures(tx, userId, {
    review_gross: -1,
    review_severity: 0,
    review_finding: null,
    review_advice: reviewAdvice.indexOf('none'),
    sealed_figures: null,
  })
  await indexEmployer(tx, userId, null)
}

async function advanceByData(tx: Tx, userId: string, { status, rule_figures }: ReviewedIncome) {
  if (!rule_figures.has_data)
    return advanceReview(tx, userId, codesOf('sharing', 'ready'), statusCode('opened'))
  const isReady = status === 'ready' || (await hasFinishedJourney(tx, userId))
  const from = codesOf('registered', 'invited', 'opened', 'sharing', 'stalled', 'ready')
  await advanceReview(tx, userId, from, statusCode(isReady ? 'ready' : 'sharing'))
}
