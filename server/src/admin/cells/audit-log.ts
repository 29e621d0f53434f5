import { sql } from 'kysely'
import { readHeads } from '../../platform/database/audit-chain.ts'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'

type Sides = { source: Tenancy; target: Tenancy }
type Lane = { lane: number; seq: string; at: string }

const batch = 5_000
const lanes = 8

/** Brings the target's log up to the source's. Lines never change, so only those are read that came since the last time. */
export async function copyLog({ source, target }: Sides, clientId: string) {
  let copied = 0
  let known = await target.system((tx) => readEnds(tx, clientId))
  for (;;) {
    const { lines, heads } = await source.snapshot(async (tx) => ({
      lines: await readLines(tx, clientId, known),
      heads: await readHeadRows(tx, clientId),
    }))
    const isLast = lines.length < batch
    // Heads only with the last lines: until then they would speak of lines that are not there.
    await target.system((tx) =>
      sql`select adopt_audit_lines(${clientId}::uuid, ${lines.map(({ row }) => row)}::audit_lines[],
        ${isLast ? heads : []}::audit_heads[])`.execute(tx),
    )
    copied += lines.length
    if (isLast) return copied
    known = lines.reduce(
      (ends, { lane, seq, at }) => [...ends.filter((end) => end.lane !== lane), { lane, seq, at }],
      known,
    )
  }
}

/** Whether both logs end at the same lines, with the same hashes. */
export async function isLogComplete({ source, target }: Sides, clientId: string) {
  const [ours, theirs] = await Promise.all(
    [source, target].map((side) => side.system((tx) => readHeads(tx, clientId))),
  )
  return ours?.length === lanes && JSON.stringify(ours) === JSON.stringify(theirs)
}

/** Where each lane ends; read from its last line and not from its head, which is written later. */
async function readEnds(tx: Tx, clientId: string): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    select distinct on (lane) lane, seq, at::text from audit_lines
      where client_id = ${clientId} order by lane, seq desc`.execute(tx)
  return rows
}

async function readLines(tx: Tx, clientId: string, known: Lane[]) {
  const after = Array.from({ length: lanes }, (_, lane) => known.find((end) => end.lane === lane)?.seq ?? '0')
  // Before the end that is longest ago there is nothing new in any lane.
  const oldest = known.length < lanes ? '-infinity' : known.map(({ at }) => at).sort()[0]
  const { rows } = await sql<Lane & { row: string }>`
    select l::text as row, l.lane, l.seq, l.at::text from audit_lines l
      where l.client_id = ${clientId} and l.at >= ${oldest}::timestamptz
        and l.seq > (${after}::bigint[])[l.lane + 1]
      order by l.at, l.lane, l.seq limit ${sql.lit(batch)}`.execute(tx)
  return rows
}

async function readHeadRows(tx: Tx, clientId: string) {
  const { rows } = await sql<{ row: string }>`
    select h::text as row from audit_heads h where h.client_id = ${clientId}`.execute(tx)
  return rows.map(({ row }) => row)
}
