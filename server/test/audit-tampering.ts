import { createHash } from 'node:crypto'

// Changes to an audit log such as a database administrator could make, bypassing row-level security and the append
// function.

// biome-ignore lint/suspicious/noExplicitAny: rows of tests.
export type Sql = (text: string, values?: unknown[]) => Promise<any[]>

export type AuditChain = { clientId: string; lane: number }

/** Fields that the edit of a single line can set. */
export const lineEdits = {
  actor_kind: "actor_kind = 'member'",
  actor_id: "actor_id = 'another actor'",
  action: "action = 'user.listed'",
  'subject_id to another': 'subject_id = gen_random_uuid()',
  'subject_id to null': 'subject_id = null',
  request_id: "request_id = request_id || ' '",
  at: "at = at + interval '1 microsecond'",
  hash: 'hash = sha256(hash)',
  'text moved between two columns': "actor_kind = actor_kind || E'\\x1f' || actor_id, actor_id = ''",
}

/** Recomputes the hashes of a chain from a given line on. Returns the head that the chain then needs. */
export async function rehashChain(sql: Sql, { clientId, lane }: AuditChain, from: number) {
  const lines = await sql(
    `select *, (extract(epoch from at) * 1000000)::bigint as micros from audit_lines
      where client_id = $1 and lane = $2 order by seq`,
    [clientId, lane],
  )
  let hash = createHash('sha256').update(`${clientId}:${lane}`).digest()
  const hashes = lines.map((line) => {
    const fields = [clientId, lane, line.seq, line.micros, line.actor_kind, line.actor_id, line.action]
    const text = [...fields, line.subject_id ?? '', line.request_id].join('\x1f')
    hash = createHash('sha256').update(hash).update(text).digest()
    return hash
  })
  await sql(
    `update audit_lines as line set hash = anew.hash from unnest($3::bigint[], $4::bytea[]) anew (seq, hash)
      where line.client_id = $1 and line.lane = $2 and line.seq = anew.seq and anew.seq >= $5`,
    [clientId, lane, lines.map(({ seq }) => seq), hashes, from],
  )
  return { seq: Number(lines.at(-1)?.seq ?? 0), hash }
}

export const forgeHead = (sql: Sql, { clientId, lane }: AuditChain, head: { seq: number; hash: Buffer }) =>
  sql('update audit_heads set seq = $3, hash = $4 where client_id = $1 and lane = $2', [
    clientId,
    lane,
    head.seq,
    head.hash,
  ])
