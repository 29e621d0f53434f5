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

/** Includes a low-trust document in the income summary, and records who decided this and why. */
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
    if (document.trust_score !== 'Low')
      throw invalid(`Document [${document_id}] is invalid: its trust_score is not Low, so it counts already`)
    const row: InclusionRow = {
      document_id,
      created_at: new Date(),
      actor_kind: caller.kind === 'member' ? 'member' : 'api_key',
      actor_id: caller.id,
      sealed: seal(key, sealContext(document_id), reason),
    }
    await upsertInclusion(tx, user_id, row)
    audit(tx, 'income.document_included', document_id)
    await markIncomeChanged(tx, user_id)
    return present(user_id, key, row)
  })
}

export function removeInclusion(tenant: Tenant, { user_id, document_id }: InclusionKey) {
  return tenant.transaction(async (tx) => {
    await openUser(tx, user_id)
    if (!(await deleteInclusionRow(tx, user_id, document_id))) throw notFound('Inclusion', document_id)
    audit(tx, 'income.document_excluded', document_id)
    await markIncomeChanged(tx, user_id)
  })
}

export async function listInclusions(tx: Tx, userId: string) {
  const { key } = await openUser(tx, userId)
  return (await listInclusionRows(tx, userId)).map((row) => present(userId, key, row))
}

const present = (
  user_id: string,
  key: KeyObject,
  { document_id, created_at, actor_kind, actor_id, sealed }: InclusionRow,
) => ({
  user_id,
  document_id,
  reason: unseal(key, sealContext(document_id), sealed).toString(),
  included_by: { kind: actor_kind, id: actor_id },
  included_at: created_at,
})

const sealContext = (row: string): SealContext => ({
  table: 'income_inclusions',
  column: 'sealed',
  row,
  version: 1,
})
