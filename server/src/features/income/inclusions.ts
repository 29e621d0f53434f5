import type { KeyObject } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { openUser } from '../users/service.ts'
import {
  deleteInclusionRow,
  type InclusionRow,
  listInclusionRows,
  lockUserDocument,
  upsertInclusion,
} from './queries.ts'

type InclusionKey = { user_id: string; document_id: string }

/**
 * Includes a low-trust document in the income summary, or marks an unread one as checked: it has no figure that could
 * count. Records who decided this and why.
 */
export function includeDocument(
  tenant: Tenant,
  caller: Caller,
  { user_id, document_id }: InclusionKey,
  reason: string,
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const document = await lockUserDocument(tx, user_id, document_id)
    if (!document) throw notFound('Document', document_id)
    const { trust_score, is_unread } = document
    if (trust_score !== 'Low' && !is_unread)
      throw invalid(`Document [${document_id}] is invalid: its trust_score is not Low, so it counts already`)
    const row: InclusionRow = {
      document_id,
      created_at: new Date(),
      actor_kind: caller.kind === 'member' ? 'member' : 'api_key',
      actor_id: caller.id,
      sealed: seal(key, sealContext(document_id), reason),
      is_unread,
    }
    await upsertInclusion(tx, user_id, row)
    audit(tx, is_unread ? 'income.document_checked' : 'income.document_included', document_id)
    await markIncomeChanged(tx, user_id)
    return present(user_id, key, row)
  })
}

/** Leaves a low-trust document out again, or marks an unread one as not checked. */
export function removeInclusion(tenant: Tenant, { user_id, document_id }: InclusionKey) {
  return tenant.transaction(async (tx) => {
    await openUser(tx, user_id)
    const removed = await deleteInclusionRow(tx, user_id, document_id)
    if (!removed) throw notFound('Inclusion', document_id)
    audit(tx, removed.is_unread ? 'income.document_check_removed' : 'income.document_excluded', document_id)
    await markIncomeChanged(tx, user_id)
    return removed
  })
}

export async function listInclusions(tx: Tx, userId: string) {
  const { key } = await openUser(tx, userId)
  return (await listInclusionRows(tx, userId)).map((row) => present(userId, key, row))
}

const present = (
  user_id: string,
  key: KeyObject,
  { document_id, created_at, actor_kind, actor_id, sealed, is_unread }: InclusionRow,
) => ({
  user_id,
  document_id,
  reason: unseal(key, sealContext(document_id), sealed).toString(),
  included_by: { kind: actor_kind, id: actor_id },
  included_at: created_at,
  is_unread,
})

const sealContext = (row: string): SealContext => ({
  table: 'income_inclusions',
  column: 'sealed',
  row,
  version: 1,
})
