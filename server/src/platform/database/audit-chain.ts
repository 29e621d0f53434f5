import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenancy, Tx } from './tenancy.ts'

/** How a client's chains end, to be kept outside: later chains must still contain every head noted earlier. */
export type Head = { client_id: string; lane: number; seq: number; hash: string }

export type Verdict = { clientId: string; lines: number; fault: string | undefined }

type Line = {
  at: Date
  at_micros: string
  lane: number
  seq: string
  actor_kind: string
  actor_id: string
  action: string
  subject_id: string | null
  request_id: string
  hash: Buffer
}

type Chain = { seq: number; hash: Buffer }

const batch = 5_000
const lanes = 8

/**
 * Walks all chains of a client in the order of time and computes every hash anew, here and not in the database.
 * An edited, deleted, inserted or reordered line breaks its chain; the first break is named.
 */
export function verifyAudit(database: Tenancy, clientId: string, noted: Head[] = []): Promise<Verdict> {
  // One snapshot: a line that is being written meanwhile is either wholly seen or not at all.
  return database.snapshot(async (tx) => {
    const chains: Chain[] = Array.from({ length: lanes }, (_, lane) => ({
      seq: 0,
      hash: firstHash(clientId, lane),
    }))
    const ours = noted.filter((head) => head.client_id === clientId && head.seq > 0)
    const wanted = new Map(ours.map((head) => [`${head.lane}/${head.seq}`, head]))
    let lines = 0
    for (
      let page = await readLines(tx, clientId);
      page.length > 0;
      page = await readLines(tx, clientId, page.at(-1))
    ) {
      for (const line of page) {
        const fault = step(clientId, chains, line, wanted)
        if (fault) return { clientId, lines, fault }
        lines++
      }
    }
    return { clientId, lines, fault: endFault(chains, await readHeads(tx, clientId), wanted) }
  })
}

export function readHeads(tx: Tx, clientId?: string) {
  const of = clientId ? sql`where client_id = ${clientId}` : sql``
  return sql<Head & { seq: string }>`
    select client_id, lane, seq, encode(hash, 'hex') as hash from audit_heads ${of} order by client_id, lane`
    .execute(tx)
    .then(({ rows }) => rows.map((row) => ({ ...row, seq: Number(row.seq) })))
}

function step(clientId: string, chains: Chain[], line: Line, wanted: Map<string, Head>) {
  const chain = chains[line.lane]
  const place = `line ${line.lane}/${line.seq} of ${line.at.toISOString()}`
  if (!chain) return `${place} is in a chain that does not exist`
  if (Number(line.seq) !== chain.seq + 1)
    return `${place} follows ${line.lane}/${chain.seq}: lines are missing, inserted or reordered`
  const hash = hashOf(clientId, chain.hash, line)
  if (!hash.equals(line.hash)) return `${place} does not match its hash: it or a line before it was edited`
  chain.seq = Number(line.seq)
  chain.hash = hash
  const key = `${line.lane}/${line.seq}`
  const head = wanted.get(key)
  if (head && head.hash !== hash.toString('hex'))
    return `${place} is not what was noted outside: the chain was written anew`
  wanted.delete(key)
  return undefined
}

function endFault(chains: Chain[], heads: Head[], wanted: Map<string, Head>) {
  for (const [lane, chain] of chains.entries()) {
    const head = heads.find((candidate) => candidate.lane === lane)
    if (!head) return `chain ${lane} has no head: it was taken away`
    if (chain.seq !== head.seq || chain.hash.toString('hex') !== head.hash) {
      return `chain ${lane} ends at ${chain.seq} but its head says ${head.seq}: lines at its end are missing or edited`
    }
  }
  const [missing] = wanted.keys()
  return missing ? `line ${missing}, noted outside, is gone: the chain was cut off` : undefined
}

function hashOf(clientId: string, before: Buffer, line: Line) {
  const { lane, seq, at_micros, actor_kind, actor_id, action, subject_id, request_id } = line
  const text = [
    clientId,
    lane,
    seq,
    at_micros,
    actor_kind,
    actor_id,
    action,
    subject_id ?? '',
    request_id,
  ].join('\x1f')
  return createHash('sha256').update(before).update(text).digest()
}

const firstHash = (clientId: string, lane: number) =>
  createHash('sha256').update(`${clientId}:${lane}`).digest()

async function readLines(tx: Tx, clientId: string, after?: Line) {
  const from = after
    ? sql`and (at, lane, seq) > ('epoch'::timestamptz + ${after.at_micros}::bigint * interval '1 microsecond', ${after.lane}::smallint, ${after.seq}::bigint)`
    : sql``
  const { rows } = await sql<Line>`
    select *, (extract(epoch from at) * 1000000)::bigint as at_micros from audit_lines
      where client_id = ${clientId} ${from} order by at, lane, seq limit ${batch}`.execute(tx)
  return rows
}
