import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

type AuditFilter = {
  subject_id?: string
  actor_id?: string
  from?: Date
  to?: Date
  after?: [atMicros: string, lane: number, seq: string]
  limit: number
}

/** Lists audit lines, newest first. Cursor times are in microseconds, which a Date cannot represent. */
export async function listAuditLines(tx: Tx, { subject_id, actor_id, from, to, after, limit }: AuditFilter) {
  const fromMicros = (micros: string) =>
    sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`
  let query = tx
    .selectFrom('audit_lines')
    .selectAll()
    .select(sql<string>`(extract(epoch from at) * 1000000)::bigint`.as('at_micros'))
    .orderBy('at', 'desc')
    .orderBy('lane', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
  if (subject_id) query = query.where('subject_id', '=', subject_id)
  if (actor_id) query = query.where('actor_id', '=', actor_id)
  if (from) query = query.where('at', '>=', from)
  if (to) query = query.where('at', '<', to)
  if (after)
    query = query.where(
      sql<boolean>`(at, lane, seq) < (${fromMicros(after[0])}, ${after[1]}, ${after[2]}::bigint)`,
    )
  return query.execute()
}
