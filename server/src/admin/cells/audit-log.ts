import { sql } from 'kysely'
import { chainsPerClient, readAuditHeads } from '../../platform/database/audit-chain.ts'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import { runAsOwner } from '../run-as-owner.ts'
import type { AdminCell } from '../with-cell.ts'

type Databases = { source: Tenancy; target: Tenancy }
type LaneEnd = { lane: number; seq: string; at: string }

const batchSize = 5_000

/** Copies the audit lines of the source that the target lacks. Lines never change, so only newer ones are read. */
export async function copyLog(
  { source, target }: { source: AdminCell; target: AdminCell },
  clientId: string,
  progress: ProgressReporter = noProgress,
) {
  progress.step('copying audit lines', undefined, 'lines')
  let copied = 0
  let known = await target.database.system((tx) => readEnds(tx, clientId))
  for (;;) {
    const { lines, heads } = await source.database.snapshot(async (tx) => ({
      lines: await readLines(tx, clientId, known),
      heads: await readHeadRows(tx, clientId),
    }))
    const isLast = lines.length < batchSize
    // The heads are written with the last batch, because before that they would refer to missing lines.
    await runAsOwner(target.config, 'select adopt_audit_lines($1, $2::audit_lines[], $3::audit_heads[])', [
      clientId,
      lines.map(({ row }) => row),
      isLast ? heads : [],
    ])
    copied += lines.length
    progress.add(lines.length)
    if (isLast) return copied
    known = lines.reduce(
      (ends, { lane, seq, at }) => [...ends.filter((end) => end.lane !== lane), { lane, seq, at }],
      known,
    )
  }
}

/** Whether both logs end at the same lines with the same hashes. */
export async function isLogComplete({ source, target }: Databases, clientId: string) {
  const [ours, theirs] = await Promise.all(
    [source, target].map((side) => side.system((tx) => readAuditHeads(tx, clientId))),
  )
  return ours?.length === chainsPerClient && JSON.stringify(ours) === JSON.stringify(theirs)
}

/** Reads the last line of each lane. It is read from the lines, because the heads are written later. */
async function readEnds(tx: Tx, clientId: string): Promise<LaneEnd[]> {
  const { rows } = await sql<LaneEnd>`
    select distinct on (lane) lane, seq, at::text from audit_lines
      where client_id = ${clientId} order by lane, seq desc`.execute(tx)
  return rows
}

async function readLines(tx: Tx, clientId: string, known: LaneEnd[]) {
  const after = Array.from(
    { length: chainsPerClient },
    (_, lane) => known.find((end) => end.lane === lane)?.seq ?? '0',
  )
  // Lines older than the oldest of these lane ends have already been copied.
  const oldest = known.length < chainsPerClient ? '-infinity' : known.map(({ at }) => at).sort()[0]
  const { rows } = await sql<LaneEnd & { row: string }>`
    select l::text as row, l.lane, l.seq, l.at::text from audit_lines l
      where l.client_id = ${clientId} and l.at >= ${oldest}::timestamptz
        and l.seq > (${after}::bigint[])[l.lane + 1]
      order by l.at, l.lane, l.seq limit ${sql.lit(batchSize)}`.execute(tx)
  return rows
}

async function readHeadRows(tx: Tx, clientId: string) {
  const { rows } = await sql<{ row: string }>`
    select h::text as row from audit_heads h where h.client_id = ${clientId}`.execute(tx)
  return rows.map(({ row }) => row)
}
