import { sql } from 'kysely'
import type { Tenant } from '../../platform/database/tenancy.ts'

/** Reasons to look at a user before deciding, worst first. */
export const userFlags = ['document-low-trust', 'identity-differs', 'unread-document', 'disputed'] as const
type UserFlag = (typeof userFlags)[number]

type FlagCounts = { user_id: string; documents: number; unread: number; reviews: number; notes: number }

/**
 * Returns the flags of the given users, in their order. Users without flags, and users of other clients, are omitted.
 */
export function readFlags(tenant: Tenant, userIds: readonly string[]) {
  return tenant.transaction(async (tx) => {
    const { rows } = await sql<FlagCounts>`
      select u.id as user_id,
          d.documents, d.unread,
          (select count(*)::int from identity_reviews r where r.user_id = u.id) as reviews,
          (select count(*)::int from journey_notes n where n.user_id = u.id) as notes
        from users u cross join lateral (
          select count(*) filter (where d.trust_score = 'Low')::int as documents,
              count(*) filter (where d.is_unread)::int as unread
            from documents d where d.client_id = u.client_id and d.user_id = u.id and (d.trust_score = 'Low' or d.is_unread)
              and not exists (select from income_inclusions i
                where i.client_id = d.client_id and i.document_id = d.id)) d
        where u.id = any(${userIds}::uuid[])`.execute(tx)
    const byId = new Map(rows.map((row) => [row.user_id, flagsOf(row)]))
    return userIds.flatMap((user_id) => {
      const flags = byId.get(user_id) ?? []
      return flags.length > 0 ? [{ user_id, flags }] : []
    })
  })
}

function flagsOf({ documents, unread, reviews, notes }: FlagCounts) {
  const counts: Record<UserFlag, number> = {
    'document-low-trust': documents,
    'identity-differs': reviews,
    'unread-document': unread,
    disputed: notes,
  }
  return userFlags.map((code) => ({ code, count: counts[code] })).filter(({ count }) => count > 0)
}
