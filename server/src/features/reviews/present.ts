import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { type SealContext, unseal } from '../../platform/secrets/seal.ts'
import { readMemberNames } from '../members/service.ts'
import { openPerson } from '../users/service.ts'
import type { UserReviewRow } from './queries.ts'
import type { RuleFigures } from './rules/evaluate.ts'
import { reviewAdvice } from './rules/kinds.ts'
import type { QueuePage, Review } from './schemas.ts'
import { type ReviewDecision, reviewSeverities, statusOf } from './statuses.ts'

type QueueItem = z.output<typeof QueuePage>['reviews'][number]
type Author = NonNullable<z.output<typeof Review>['decision']>['decided_by']

/** Figures of the income summary, sealed with the user's key. */
export type SealedFigures = {
  employer: string | null
  annual_gross: string | null
  /** Missing in reviews that were stored before rules existed. */
  rule_figures?: RuleFigures
}
type SealedDecision = { reason: string }

export const figuresSealContext = (row: string): SealContext => ({
  table: 'users',
  column: 'sealed_figures',
  row,
  version: 1,
})

export const decisionSealContext = (row: string): SealContext => ({
  table: 'users',
  column: 'sealed_decision',
  row,
  version: 1,
})

const noFigures: SealedFigures = { employer: null, annual_gross: null }

export function openFigures(
  key: KeyObject,
  { id, sealed_figures }: Pick<UserReviewRow, 'id' | 'sealed_figures'>,
): SealedFigures {
  if (!sealed_figures) return noFigures
  return JSON.parse(unseal(key, figuresSealContext(id), sealed_figures).toString())
}

export const shownFigures = ({ employer, annual_gross }: SealedFigures) => ({ employer, annual_gross })

/** `member 1c2d…` → who it was, with the current name of a member. */
export function readAuthor(text: string, names: ReadonlyMap<string, string>): Author {
  const [kind, id = ''] = text.split(' ')
  return { kind: kind === 'member' ? 'member' : 'api_key', id, name: names.get(id) ?? null }
}

export function presentShared(row: UserReviewRow, names: ReadonlyMap<string, string>) {
  const { review_assignee: member_id, review_finding: code } = row
  const severity = reviewSeverities[row.review_severity] ?? 'none'
  return {
    user_id: row.id,
    status: statusOf(row.review_status),
    status_at: row.review_status_at,
    updated_at: row.review_updated_at,
    assignee: member_id === null ? null : { member_id, name: names.get(member_id) ?? '' },
    finding: code === null || severity === 'none' ? null : { code, severity },
    advice: reviewAdvice[row.review_advice] ?? 'none',
  }
}

export function presentDecision(
  key: KeyObject,
  row: UserReviewRow,
  names: ReadonlyMap<string, string>,
): z.output<typeof Review>['decision'] {
  const { id, review_decision, review_decided_at, review_decided_by, sealed_decision } = row
  if (!review_decision || !review_decided_at || !review_decided_by || !sealed_decision) return null
  const { reason }: SealedDecision = JSON.parse(
    unseal(key, decisionSealContext(id), sealed_decision).toString(),
  )
  return {
    decision: review_decision as ReviewDecision,
    reason,
    decided_at: review_decided_at,
    decided_by: readAuthor(review_decided_by, names),
  }
}

/** Presents rows of the queue. Without `seesPeople` they contain no personal data and no amounts. */
export async function presentQueue(
  tx: Tx,
  rows: readonly UserReviewRow[],
  { seesPeople }: { seesPeople: boolean },
): Promise<QueueItem[]> {
  const assignees = rows.flatMap(({ review_assignee }) => review_assignee ?? [])
  const names = await readMemberNames(tx, seesPeople ? [...new Set(assignees)] : [])
  const items: QueueItem[] = []
  for (const row of rows) {
    const key = seesPeople ? await keysOf(tx).userKey(row.id, row) : undefined
    const { forename = null, surname = null, ext_id = null } = key ? openPerson(key, row) : {}
    items.push({
      ...presentShared(row, names),
      ...(!seesPeople && { assignee: null }),
      forename,
      surname,
      ext_id,
      created_at: row.created_at,
      ...shownFigures(key ? openFigures(key, row) : noFigures),
      decision: row.review_decision as ReviewDecision | null,
    })
  }
  return items
}
