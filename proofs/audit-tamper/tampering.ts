import {
  type AuditHead,
  readAuditHeads,
  verifyAuditChains,
} from '../../server/src/platform/database/audit-chain.ts'
import { audit, type Tenancy } from '../../server/src/platform/database/tenancy.ts'
import type { openCoreDependencies } from '../../server/src/process/dependencies.ts'
import { forgeHead, lineEdits, rehashChain, type Sql } from '../../server/test/audit-tampering.ts'
import type { Findings } from '../programs/findings.ts'

type Line = { lane: number; seq: number }

/** `needsStoredHeads`: the chain is consistent afterwards, so that only heads stored elsewhere reveal the change. */
type Tampering = {
  kind: (typeof tamperingKinds)[number]
  name: string
  needsStoredHeads?: true
  /** Returns false if this line cannot be tampered with in this way. */
  apply(line: Line, log: { sql: Sql; clientId: string; lengths: Map<number, number> }): Promise<unknown>
}

export const tamperingKinds = [
  'edits',
  'deletions',
  'swaps',
  'insertions',
  'truncations',
  'rewritten chains',
] as const

const thisLine = 'client_id = $1 and lane = $2 and seq = $3'
const content = ['actor_kind', 'actor_id', 'action', 'subject_id', 'request_id']
const concurrentLines = 16
const progressEvery = 50

const edits = Object.entries(lineEdits).map(
  ([name, set]): Tampering => ({
    kind: 'edits',
    name,
    apply: ({ lane, seq }, { sql, clientId }) =>
      sql(`update audit_lines set ${set} where ${thisLine}`, [clientId, lane, seq]),
  }),
)

const tamperings: Tampering[] = [
  ...edits,
  {
    kind: 'deletions',
    name: 'delete',
    apply: ({ lane, seq }, { sql, clientId }) =>
      sql(`delete from audit_lines where ${thisLine}`, [clientId, lane, seq]),
  },
  {
    kind: 'swaps',
    name: 'swap with the next',
    async apply({ lane, seq }, { sql, clientId, lengths }) {
      if (seq === lengths.get(lane)) return false
      return sql(
        `update audit_lines line set ${content.map((column) => `${column} = other.${column}`).join(', ')}
           from kept_lines other where line.client_id = $1 and other.client_id = $1 and line.lane = $2
             and other.lane = $2 and line.seq in ($3::bigint, $3::bigint + 1) and other.seq = 2 * $3::bigint + 1 - line.seq`,
        [clientId, lane, seq],
      )
    },
  },
  {
    kind: 'insertions',
    name: 'insert a copy',
    apply: ({ lane, seq }, { sql, clientId }) =>
      sql(
        `insert into audit_lines select client_id, at + interval '1 microsecond', lane, seq, ${content.join(', ')}, hash
           from audit_lines where ${thisLine}`,
        [clientId, lane, seq],
      ),
  },
  {
    kind: 'truncations',
    name: 'end the chain before this line',
    needsStoredHeads: true,
    async apply({ lane, seq }, { sql, clientId }) {
      const chain = { clientId, lane }
      await sql('delete from audit_lines where client_id = $1 and lane = $2 and seq >= $3', [
        clientId,
        lane,
        seq,
      ])
      await forgeHead(sql, chain, await rehashChain(sql, chain, 1))
    },
  },
  {
    kind: 'rewritten chains',
    name: 'edit and compute all hashes again',
    needsStoredHeads: true,
    async apply({ lane, seq }, { sql, clientId }) {
      const chain = { clientId, lane }
      await sql(`update audit_lines set ${lineEdits.action} where ${thisLine}`, [clientId, lane, seq])
      await forgeHead(sql, chain, await rehashChain(sql, chain, 1))
    },
  },
]

/** Appends lines to a client's log, several at a time, so that it has several chains. */
export async function appendLines(
  { database, keyring }: Awaited<ReturnType<typeof openCoreDependencies>>,
  { clientId, users, lines }: { clientId: string; users: readonly string[]; lines: number },
) {
  const keys = await keyring.of(clientId)
  let appended = 0
  const append = async () => {
    while (appended < lines) {
      const number = appended++
      const requestId = `line-${number}`
      const tenant = database.tenant(clientId, { kind: 'api_key', id: `key-${number}`, requestId }, keys)
      await tenant.transaction(async (tx) => audit(tx, 'user.read', users[number % users.length] ?? null))
    }
  }
  await Promise.all(Array.from({ length: concurrentLines }, append))
}

/** Applies every kind of tampering to every line, one at a time, and restores the log after each. */
export async function checkTampering(deps: {
  database: Tenancy
  sql: Sql
  clientId: string
  print(line: string): void
}) {
  const { database, sql, clientId, print } = deps
  const lines = (await sql('select lane, seq::int from audit_lines where client_id = $1 order by lane, seq', [
    clientId,
  ])) as Line[]
  await sql(`create temporary table kept_lines as select * from audit_lines where client_id = '${clientId}'`)
  await sql(`create temporary table kept_heads as select * from audit_heads where client_id = '${clientId}'`)
  const storedHeads = await database.system((tx) => readAuditHeads(tx, clientId))
  const lengths = new Map(storedHeads.map(({ lane, seq }) => [lane, seq]))
  const verify = async (heads: AuditHead[]) => (await verifyAuditChains(database, clientId, heads)).fault
  const missed: Record<string, string[]> = Object.fromEntries(tamperingKinds.map((kind) => [kind, []]))
  const falseAlarms: string[] = []
  let verified = 0
  for (const [n, line] of lines.entries()) {
    for (const { kind, name, needsStoredHeads, apply } of tamperings) {
      if ((await apply(line, { sql, clientId, lengths })) === false) continue
      const fault = await verify(needsStoredHeads ? storedHeads : [])
      if (fault === undefined) missed[kind]?.push(`${name}: line ${line.lane}/${line.seq}`)
      verified++
      await restore(sql, clientId)
    }
    const alarm = await verify(storedHeads)
    if (alarm !== undefined) falseAlarms.push(alarm)
    if ((n + 1) % progressEvery === 0) print(`  ${n + 1} of ${lines.length} lines tampered with`)
  }
  const findings: Findings = { 'false alarms': falseAlarms }
  for (const kind of tamperingKinds) findings[`${kind} not found`] = missed[kind] ?? []
  return { lines: lines.length, verified, findings }
}

const restore = (sql: Sql, clientId: string) =>
  sql(`begin;
    delete from audit_lines where client_id = '${clientId}'; insert into audit_lines select * from kept_lines;
    delete from audit_heads where client_id = '${clientId}'; insert into audit_heads select * from kept_heads;
    commit`)
