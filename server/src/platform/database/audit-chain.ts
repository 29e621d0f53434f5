import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { noProgress, type ProgressReporter } from '../telemetry/progress.ts'
import type { Tenancy, Tx } from './tenancy.ts'

/**
 * The last line of one of a client's chains. Heads are stored outside the database; the chains must still contain
 * them when they are verified later.
 */
export type AuditHead = { client_id: string; lane: number; seq: number; hash: string }

export type AuditVerdict = { clientId: string; lines: number; fault: string | undefined }

type AuditLine = {
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

const linesPerPage = 5_000
export const chainsPerClient = 64

/**
 * Recomputes every hash of a client's chains in chronological order, in this process instead of the database. An
 * edited, deleted, inserted or reordered line breaks its chain; the first break is reported.
 */
export async function verifyAuditChains(
  database: Tenancy,
  clientId: string,
  anchoredHeads: AuditHead[] = [],
  progress: Pick<ProgressReporter, 'add'> = noProgress,
): Promise<AuditVerdict> {
  // Reads the heads first, then the lines up to them in short transactions. One long snapshot would keep old versions
  // of the heads alive, which slows down every request of the client.
  const heads = await database.system((tx) => readAuditHeads(tx, clientId))
  const chains: Chain[] = Array.from({ length: chainsPerClient }, (_, lane) => ({
    seq: 0,
    hash: firstHash(clientId, lane),
  }))
  const ownHeads = anchoredHeads.filter((head) => head.client_id === clientId && head.seq > 0)
  const unseenHeads = new Map(ownHeads.map((head) => [`${head.lane}/${head.seq}`, head]))
  const newerLines: AuditLine[] = []
  let lines = 0
  for (let after: AuditLine | undefined; ; ) {
    const page = await database.system((tx) => readLines(tx, clientId, after))
    for (const line of page) {
      if (isBeyondHead(line, heads)) {
        newerLines.push(line)
        continue
      }
      const fault = checkLine(clientId, chains, line, unseenHeads)
      if (fault) return { clientId, lines, fault }
      lines++
    }
    progress.add(page.length)
    after = page.at(-1)
    if (page.length < linesPerPage) break
  }
  const fault =
    checkEnds(chains, heads, unseenHeads) ?? (await checkNewerLines(database, clientId, newerLines))
  return { clientId, lines, fault }
}

/** A line is committed together with its head, so a line that was read is never beyond a head that is read later. */
async function checkNewerLines(database: Tenancy, clientId: string, lines: AuditLine[]) {
  if (lines.length === 0) return undefined
  const heads = await database.system((tx) => readAuditHeads(tx, clientId))
  const line = lines.find((candidate) => isBeyondHead(candidate, heads))
  return (
    line &&
    `line ${line.lane}/${line.seq} of ${line.at.toISOString()} is beyond the head of its chain: it was added`
  )
}

const isBeyondHead = ({ lane, seq }: AuditLine, heads: AuditHead[]) =>
  heads.some((head) => head.lane === lane && Number(seq) > head.seq)

export function readAuditHeads(tx: Tx, clientId?: string) {
  const filter = clientId ? sql`where client_id = ${clientId}` : sql``
  return sql<AuditHead & { seq: string }>`
    select client_id, lane, seq, encode(hash, 'hex') as hash from audit_heads ${filter} order by client_id, lane`
    .execute(tx)
    .then(({ rows }) => rows.map((row) => ({ ...row, seq: Number(row.seq) })))
}

/** Returns the heads of all clients that have changed since a time. Heads without a line are left out. */
export function readChangedHeads(tx: Tx, since: Date): Promise<AuditHead[]> {
  return sql<AuditHead & { seq: string }>`
    select client_id, lane, seq, encode(hash, 'hex') as hash from audit_heads
      where seq > 0 and at >= ${since} order by client_id, lane`
    .execute(tx)
    .then(({ rows }) => rows.map((row) => ({ ...row, seq: Number(row.seq) })))
}

function checkLine(clientId: string, chains: Chain[], line: AuditLine, unseenHeads: Map<string, AuditHead>) {
  const chain = chains[line.lane]
  const location = `line ${line.lane}/${line.seq} of ${line.at.toISOString()}`
  if (!chain) return `${location} is in a chain that does not exist`
  if (Number(line.seq) !== chain.seq + 1)
    return `${location} follows ${line.lane}/${chain.seq}: lines are missing, inserted or reordered`
  const hash = hashOf(clientId, chain.hash, line)
  if (!hash.equals(line.hash)) return `${location} does not match its hash: it or a line before it was edited`
  chain.seq = Number(line.seq)
  chain.hash = hash
  const key = `${line.lane}/${line.seq}`
  const head = unseenHeads.get(key)
  if (head && head.hash !== hash.toString('hex'))
    return `${location} does not match the head stored externally: the chain was rewritten`
  unseenHeads.delete(key)
  return undefined
}

function checkEnds(chains: Chain[], heads: AuditHead[], unseenHeads: Map<string, AuditHead>) {
  for (const [lane, chain] of chains.entries()) {
    const [head, another] = heads.filter((candidate) => candidate.lane === lane)
    if (!head) return `chain ${lane} has no head: it was deleted`
    if (another) return `chain ${lane} has two heads: one was added`
    if (chain.seq !== head.seq || chain.hash.toString('hex') !== head.hash) {
      return `chain ${lane} ends at ${chain.seq} but its head says ${head.seq}: lines at its end are missing or edited`
    }
  }
  const [missing] = unseenHeads.keys()
  return missing
    ? `line ${missing}, whose head is stored externally, is missing: the chain was truncated`
    : undefined
}

function hashOf(clientId: string, previousHash: Buffer, line: AuditLine) {
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
  return createHash('sha256').update(previousHash).update(text).digest()
}

const firstHash = (clientId: string, lane: number) =>
  createHash('sha256').update(`${clientId}:${lane}`).digest()

async function readLines(tx: Tx, clientId: string, after?: AuditLine) {
  const from = after
    ? sql`and (at, lane, seq) > ('epoch'::timestamptz + ${after.at_micros}::bigint * interval '1 microsecond', ${after.lane}::smallint, ${after.seq}::bigint)`
    : sql``
  const { rows } = await sql<AuditLine>`
    select *, (extract(epoch from at) * 1000000)::bigint as at_micros from audit_lines
      where client_id = ${clientId} ${from} order by at, lane, seq limit ${linesPerPage}`.execute(tx)
  return rows
}
