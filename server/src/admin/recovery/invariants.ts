import { sql } from 'kysely'
import { listClients, tenantForOperator } from '../../features/clients/service.ts'
import { openUser } from '../../features/users/service.ts'
import { verifyAuditChains } from '../../platform/database/audit-chain.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import type { CoreDependencies } from '../../process/dependencies.ts'
import { inBatches, listPresent } from './erasures.ts'
import { findMissingFiles } from './missing-files.ts'

type InvariantDeps = Pick<CoreDependencies, 'database' | 'keyring'> & {
  objects: ObjectStore
  ledger: ErasureLedger | undefined
}

/** A property that must hold in a cell at all times. The check returns the violations. */
type Invariant = { name: string; check(deps: InvariantDeps): Promise<string[]> }

export type InvariantResult = { name: string; holds: boolean; faults: number; first?: string[] }

const keyBatchSize = 1_000
const usersUnsealedPerClient = 200
const maxReportedFaults = 5

export const invariants: readonly Invariant[] = [
  { name: 'every audit chain is intact', check: checkAudit },
  { name: 'counters equal what they count', check: ({ database }) => database.snapshot(checkCounters) },
  {
    name: 'every foreign key references a row of the same client',
    check: ({ database }) => database.snapshot(checkReferences),
  },
  {
    name: 'every delivery has its event, and sequence numbers have no gaps',
    check: ({ database }) => database.snapshot(checkDeliveries),
  },
  {
    name: 'no task is both live and ended, or blocked by no other task',
    check: ({ database }) => database.snapshot(checkTasks),
  },
  { name: 'every user has a key that can be unwrapped', check: checkKeys },
  { name: 'every document has its file', check: checkFiles },
  { name: 'no erased user or document is present', check: checkErased },
]

export async function checkInvariants(
  deps: InvariantDeps,
  progress: ProgressReporter = noProgress,
): Promise<InvariantResult[]> {
  const findings: InvariantResult[] = []
  for (const [n, { name, check }] of invariants.entries()) {
    progress.step(`check ${n + 1} of ${invariants.length}: ${name}`)
    const faults = await check(deps)
    const holds = faults.length === 0
    findings.push({
      name,
      holds,
      faults: faults.length,
      ...(!holds && { first: faults.slice(0, maxReportedFaults) }),
    })
  }
  return findings
}

async function checkAudit({ database }: InvariantDeps) {
  const verdicts = []
  for (const { id } of await listClients(database)) verdicts.push(await verifyAuditChains(database, id))
  return verdicts.flatMap(({ clientId, fault }) => (fault ? [`${clientId}: ${fault}`] : []))
}

/** Compares the block counters of every flat list (migration 0002) with the actual rows. */
async function checkCounters(tx: Tx) {
  const { rows: lists } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'count_added'`.execute(tx)
  const faults: string[] = []
  for (const { name } of lists) {
    const { rows } = await sql<{ client_id: string; block: string }>`
      with counted as (
        select client_id, bits, position >> bits as block, count(*) as live
          from ${sql.table(name)}, (values (8::smallint), (18::smallint)) level (bits) group by 1, 2, 3)
      select coalesce(c.client_id, k.client_id) as client_id, coalesce(c.block, k.block) as block
        from counted c
        full join (select * from list_counts where list = ${name}) k
          on k.client_id = c.client_id and k.bits = c.bits and k.block = c.block
        where coalesce(c.live, 0) <> coalesce(k.live, 0)`.execute(tx)
    faults.push(...rows.map(({ client_id, block }) => `${name} of ${client_id}, block ${block}`))
  }
  return faults
}

type Reference = { name: string; child: string; parent: string; mine: string[]; theirs: string[] }

/** Checks foreign keys explicitly, because the files of a restored copy may be inconsistent. */
async function checkReferences(tx: Tx) {
  const { rows: references } = await sql<Reference>`
    select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
        (select json_agg(a.attname order by k.n) from unnest(c.conkey) with ordinality k (num, n)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as mine,
        (select json_agg(a.attname order by k.n) from unnest(c.confkey) with ordinality k (num, n)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as theirs
      from pg_constraint c
      where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace`.execute(tx)
  const { rows: owned } = await sql<{ name: string }>`
    select attrelid::regclass::text as name from pg_attribute where attname = 'client_id' and not attisdropped`.execute(
    tx,
  )
  const hasClient = new Set(owned.map(({ name }) => name))
  const faults: string[] = []
  for (const { name, child, parent, mine, theirs } of references) {
    const both = hasClient.has(child) && hasClient.has(parent)
    const pairs = [
      ...mine.map((column, n) => [column, theirs[n] as string] as const),
      ...(both ? [['client_id', 'client_id'] as const] : []),
    ]
    const joined = pairs.map(([from, to]) => sql`p.${sql.ref(to)} = c.${sql.ref(from)}`)
    const given = mine.map((column) => sql`c.${sql.ref(column)} is not null`)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(child)} c
        where ${sql.join(given, sql` and `)}
          and not exists (select from ${sql.table(parent)} p where ${sql.join(joined, sql` and `)})`.execute(
      tx,
    )
    if (rows[0]?.count) faults.push(`${name}: ${rows[0].count} rows of ${child}`)
  }
  return faults
}

/**
 * Checks deliveries and their sequences. Old weekly partitions are dropped, so a sequence may start at any number,
 * but it must be complete up to the last one.
 */
async function checkDeliveries(tx: Tx) {
  const { rows } = await sql<{ fault: string }>`
    select 'delivery ' || d.id || ' has no event' as fault from deliveries d
      where not exists (select from events e where e.client_id = d.client_id and e.id = d.event_id)
        and d.state <> 'test'
    union all
    select 'webhook ' || s.webhook_id || ', user ' || s.user_id || ': the last number is not ' || s.last
      from webhook_sequences s
      join lateral (
        select min(d.sequence) as first, max(d.sequence) as last, count(distinct d.sequence) as numbers
          from deliveries d
          where d.client_id = s.client_id and d.webhook_id = s.webhook_id and d.user_id = s.user_id
      ) given on given.numbers > 0
      where given.last <> s.last or given.numbers <> given.last - given.first + 1
    union all
    select 'webhook ' || d.webhook_id || ' has deliveries and no queue'
      from (select distinct client_id, webhook_id from deliveries where state = 'waiting') d
      where not exists (
        select from webhook_queues q where q.client_id = d.client_id and q.webhook_id = d.webhook_id)
        and exists (select from webhooks w where w.client_id = d.client_id and w.id = d.webhook_id)`.execute(
    tx,
  )
  return rows.map(({ fault }) => fault)
}

async function checkTasks(tx: Tx) {
  const { rows } = await sql<{ fault: string }>`
    select 'task ' || t.id || ' is live and ended' as fault from tasks t
      where exists (select from ended_tasks e where e.id = t.id and e.client_id = t.client_id)
    union all
    select 'task ' || t.id || ' is live and dead' from tasks t
      where exists (select from dead_tasks d where d.id = t.id and d.client_id = t.client_id)
    union all
    select 'task ' || t.id || ' is blocked by no other task' from tasks t
      where t.state = 'blocked' and not exists (
        select from tasks o where o.client_id = t.client_id and o.key = t.key and o.id <> t.id)`.execute(tx)
  return rows.map(({ fault }) => fault)
}

type KeyRow = { user_id: string; wrapped: Buffer | null; client_key_version: number }

/** Unwraps the keys of all users, and unseals the data of the newest users of each client. */
async function checkKeys(deps: InvariantDeps) {
  const faults: string[] = []
  for (const { id: clientId } of await listClients(deps.database)) {
    const tenant = await tenantForOperator(deps, clientId, 'check-invariants')
    const recordFault = (userId: string) => (error: Error) => {
      faults.push(`user ${userId} of ${clientId}: ${error.message}`)
    }
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows = await deps.database.system((tx) => listKeys(tx, clientId, after))
      for (const { user_id, wrapped, client_key_version } of rows) {
        if (wrapped)
          await tenant.keys.userKey(user_id, { wrapped, client_key_version }).catch(recordFault(user_id))
        else faults.push(`user ${user_id} of ${clientId} has no key`)
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.user_id
    }
    const { rows: newestUsers } = await deps.database.system((tx) =>
      sql<{ id: string }>`
        select id from users where client_id = ${clientId} order by position desc limit ${usersUnsealedPerClient}`.execute(
        tx,
      ),
    )
    for (const { id } of newestUsers)
      await tenant.transaction((tx) => openUser(tx, id)).catch(recordFault(id))
  }
  return faults
}

async function listKeys(tx: Tx, clientId: string, after: string) {
  const { rows } = await sql<KeyRow>`
    select u.id as user_id, k.wrapped, k.client_key_version
      from users u left join user_keys k on k.client_id = u.client_id and k.user_id = u.id
      where u.client_id = ${clientId} and u.id > ${after} order by u.id limit ${keyBatchSize}`.execute(tx)
  return rows
}

async function checkFiles(deps: InvariantDeps) {
  const faults: string[] = []
  for (const { id: clientId } of await listClients(deps.database))
    await findMissingFiles(deps, clientId, (_key, id) => faults.push(`document ${id} of ${clientId}`))
  return faults
}

async function checkErased({ database, ledger }: InvariantDeps) {
  const faults: string[] = []
  if (!ledger) return faults
  for await (const batch of inBatches(ledger.since(new Date(0)))) {
    const present = await listPresent(database, batch)
    faults.push(
      ...present.map(({ user_id, document_id, is_data_only }) =>
        document_id ? `document ${document_id}` : `${is_data_only ? 'data of ' : ''}user ${user_id}`,
      ),
    )
  }
  return faults
}
