import { CompiledQuery, sql } from 'kysely'
import { clientIdOf, type Tx, withCommit, writeNow } from '../database/tenancy.ts'
import { currentSpan } from '../telemetry/tracing.ts'
import { leaseMs } from './lanes.ts'
import type { TaskOptions } from './options.ts'

/** A small result, kept with the ended task: ids and words, never personal data. */
export type Outcome = Record<string, string | number | boolean | null>

/** One offer of a task: what a message in NATS carries. Only the last offer may end it. */
export type Offer = {
  id: string
  client_id: string
  kind: string
  input: unknown
  offers: number
  attempts: number
  awaited: boolean
  keyed: boolean
  due_at: string
  /** The trace it belongs to, for whoever goes on with it; left out while tracing is off. */
  trace?: string
}

export type NewTask = TaskOptions & { id: string; kind: string; lane: string; input: object }

/** Where a claim begins to look, in the order (wake_at, id). */
export type Place = { at: string; id: string }

export const noId = '00000000-0000-0000-0000-000000000000'

export const beginning: Place = { at: '-infinity', id: noId }

const inserting = `insert into tasks
    (id, client_id, kind, lane, input, key, once, user_id, awaited, pace, pace_ms, pace_burst, due_at, wake_at)
  values ($1, coalesce($2, current_client_id()), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    coalesce($13, now()), greatest($13, now()))`

/** Most tasks are as plain as can be, and everybody waits for their transaction. */
const insertingPlain = `insert into tasks (id, client_id, kind, lane, input)
  values ($1, coalesce($2, current_client_id()), $3, $4, $5)`

/** Written with the commit. */
export function insertTask(tx: Tx, task: NewTask) {
  const values = valuesOf(task)
  const isPlain = values.slice(5).every((value) => value === null || value === false)
  if (isPlain) withCommit(tx, { name: 'tasks_plain', text: insertingPlain, values: values.slice(0, 5) })
  else withCommit(tx, { name: 'tasks', text: inserting, values })
}

const insertingOffered = `insert into tasks
    (id, client_id, kind, lane, input, user_id, awaited, state, offers, wake_at)
  values ($1, coalesce($2, current_client_id()), $3, $4, $5, $6, $7, 'offered', 1, now() + $8 * interval '1 ms')`

/** As if it had just been claimed; written with the commit. Returns what is to be published then. */
export function insertOffered(tx: Tx, task: NewTask): Offer {
  const { id, kind, input, awaited = false, clientId = clientIdOf(tx) } = task
  const [, client, , lane, text] = valuesOf(task)
  const values = [id, client, kind, lane, text, task.userId ?? null, awaited, leaseMs]
  withCommit(tx, { name: 'tasks_offered', text: insertingOffered, values })
  const due_at = new Date().toISOString()
  const span = currentSpan()
  return {
    id,
    client_id: clientId,
    kind,
    input,
    offers: 1,
    attempts: 0,
    awaited,
    keyed: false,
    due_at,
    ...(span && { trace: span.traceparent }),
  }
}

/** Returns the id of the task that is there now: this one, or an earlier one of its kind and key. */
export async function insertOnce(tx: Tx, task: NewTask): Promise<string> {
  const { rows } = await tx.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `with added as (${inserting} on conflict (client_id, kind, key) where once do nothing returning id)
       select id from added union all
       select id from tasks where client_id = coalesce($2, current_client_id()) and kind = $3 and key = $6 and once`,
      valuesOf(task),
    ),
  )
  // None of both: one that we could not see yet, or that has just ended. Either is settled now.
  return rows[0]?.id ?? insertOnce(tx, task)
}

const insertingMany = `insert into tasks
    (id, client_id, kind, lane, input, key, once, user_id, awaited, pace, pace_ms, pace_burst, due_at, wake_at)
  select t.id, coalesce(t.client_id, current_client_id()), t.kind, t.lane, t.input, t.key, t.once, t.user_id, t.awaited,
      t.pace, t.pace_ms, t.pace_burst, coalesce(t.due_at, now()), greatest(t.due_at, now())
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::boolean[], $8::uuid[],
      $9::boolean[], $10::text[], $11::float8[], $12::int[], $13::timestamptz[])
      as t (id, client_id, kind, lane, input, key, once, user_id, awaited, pace, pace_ms, pace_burst, due_at)
  on conflict (client_id, kind, key) where once do nothing returning id`

/** In one statement. Returns the ids of those that were added: the others are there once already. */
export async function insertMany(tx: Tx, tasks: readonly NewTask[]): Promise<string[]> {
  const rows = tasks.map(valuesOf)
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, n) => rows.map((row) => row[n]))
  const added = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(insertingMany, columns))
  return added.rows.map(({ id }) => id)
}

function valuesOf(task: NewTask): unknown[] {
  const { pace, at, clientId } = task
  return [
    task.id,
    clientId ?? null,
    task.kind,
    task.lane,
    inputOf(task),
    task.key ?? null,
    task.once ?? false,
    task.userId ?? null,
    task.awaited ?? false,
    pace?.name ?? null,
    pace ? 1000 / pace.perSecond : null,
    pace ? (pace.burst ?? 1) : null,
    at ?? null,
  ]
}

// It has to fit into a message of NATS, whose limit is a megabyte.
const mostInput = 100_000

function inputOf({ kind, input }: NewTask) {
  const text = JSON.stringify(input)
  if (text.length > mostInput)
    throw new Error(`The input of ${kind} is too large: keep it elsewhere and name it`)
  return text
}

export async function cancelByKey(tx: Tx, of: { kind: string; key: string; clientId?: string | undefined }) {
  await writeNow(tx)
  const { rows } = await sql`
    with gone as (
      delete from tasks
        where client_id = coalesce(${of.clientId ?? null}::uuid, current_client_id())
          and kind = ${of.kind} and key = ${of.key} returning *
    )
    insert into ended_tasks (client_id, id, lane, kind, key, input, state, offers, attempts, due_at, ended_at)
      select client_id, id, lane, kind, key, input, 'cancelled', offers, attempts, due_at, clock_timestamp() from gone
      returning id`.execute(tx)
  return rows.length
}

type ClaimRow = Omit<Offer, 'id' | 'due_at'> & {
  id: string | null
  due_at: Date
  looked_at: number
  last_at: string
  last_id: string
  more_in: number | null
}

/** moreInMs: when there may be more to take; undefined if this was all. */
export type Claim = {
  offers: Offer[]
  lookedAt: number
  last: Place | undefined
  moreInMs: number | undefined
}

export async function claimTasks(
  tx: Tx,
  of: { lane: string; after: Place; most: number; leaseMs: number; perSecond?: number; burst?: number },
): Promise<Claim> {
  const laneMs = of.perSecond ? 1000 / of.perSecond : null
  const { rows } = await sql<ClaimRow>`
    select id, client_id, kind, input, offers, attempts, awaited, keyed, due_at, looked_at, last_at::text, last_id, more_in
      from claim_tasks(${of.lane}, ${of.after.at}::timestamptz, ${of.after.id}::uuid, ${of.most},
        ${of.leaseMs} * interval '1 ms', ${laneMs}, ${of.burst ?? 1})`.execute(tx)
  const offers: Offer[] = []
  let lookedAt = 0
  let last: Place | undefined
  let moreInMs: number | undefined
  for (const { looked_at, last_at, last_id, due_at, more_in, id, ...rest } of rows) {
    if (id !== null) {
      offers.push({ ...rest, id, due_at: due_at.toISOString() })
      continue
    }
    moreInMs = more_in ?? undefined
    lookedAt = looked_at
    if (looked_at > 0) last = { at: last_at, id: last_id }
  }
  return { offers, lookedAt, last, moreInMs }
}

/** Which traces these belong to. Asked for apart, so that a claim costs nothing more while tracing is off. */
export async function findTraces(tx: Tx, offers: readonly Offer[]): Promise<Map<string, string>> {
  const { clients, ids } = columns(offers)
  const { rows } = await sql<{ id: string; trace: string }>`
    select t.id, t.trace from unnest(${clients}::uuid[], ${ids}::uuid[]) o (client_id, id)
      join tasks t on t.client_id = o.client_id and t.id = o.id where t.trace is not null`.execute(tx)
  return new Map(rows.map(({ id, trace }) => [id, trace]))
}

/** Offers side by side, as the functions of the database take them. */
const columns = (offers: readonly Offer[]) => ({
  clients: offers.map(({ client_id }) => client_id),
  ids: offers.map(({ id }) => id),
  numbers: offers.map(({ offers: number }) => number),
})

const idsOf = ({ rows }: { rows: { id: string }[] }) => new Set(rows.map(({ id }) => id))

export async function endTasks(tx: Tx, ends: readonly { offer: Offer; outcome: Outcome | undefined }[]) {
  const { clients, ids, numbers } = columns(ends.map(({ offer }) => offer))
  const outcomes = ends.map(({ outcome }) => (outcome === undefined ? null : JSON.stringify(outcome)))
  return idsOf(
    await sql<{ id: string }>`
      select id from end_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[], ${outcomes}::jsonb[]) id`.execute(
      tx,
    ),
  )
}

export async function postponeTasks(
  tx: Tx,
  failures: readonly { offer: Offer; wakeAt: Date; reason: string }[],
) {
  const { clients, ids, numbers } = columns(failures.map(({ offer }) => offer))
  const wakeAts = failures.map(({ wakeAt }) => wakeAt)
  const reasons = failures.map(({ reason }) => reason)
  return idsOf(
    await sql<{ id: string }>`
      select id from postpone_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[],
        ${wakeAts}::timestamptz[], ${reasons}::text[]) id`.execute(tx),
  )
}

export async function buryTasks(tx: Tx, failures: readonly { offer: Offer; reason: string }[]) {
  const { clients, ids, numbers } = columns(failures.map(({ offer }) => offer))
  const reasons = failures.map(({ reason }) => reason)
  return idsOf(
    await sql<{ id: string }>`
      select id from bury_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[], ${reasons}::text[]) id`.execute(
      tx,
    ),
  )
}

/** Which of these offers still stand: not ended, cancelled, gone with their user, or offered anew. They get a new lease. */
export async function keepTasks(tx: Tx, offers: readonly Offer[], leaseMs: number): Promise<Set<Offer>> {
  const { clients, ids, numbers } = columns(offers)
  const standing = idsOf(
    await sql<{ id: string }>`
      select id from keep_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[], ${leaseMs} * interval '1 ms') id`.execute(
      tx,
    ),
  )
  // Two offers of one task may be asked for together; of these only the later can stand.
  const latest = new Map<string, number>()
  for (const { id, offers: number } of offers) latest.set(id, Math.max(number, latest.get(id) ?? 0))
  return new Set(offers.filter(({ id, offers: number }) => standing.has(id) && number === latest.get(id)))
}

/** Offers that never reached NATS: their lease ends now. */
export async function releaseTasks(tx: Tx, offers: readonly Offer[]) {
  return keepTasks(tx, offers, 0)
}

export async function findEnd(tx: Tx, id: string) {
  const { rows } = await sql<{ state: string; outcome: Outcome | null; reason: string | null }>`
    select state, outcome, null as reason from ended_tasks
      where client_id = current_client_id() and id = ${id} and ended_at > now() - interval '1 day'
    union all
    select 'dead', null, reason from dead_tasks where client_id = current_client_id() and id = ${id}
    union all
    select 'live', null, null from tasks where client_id = current_client_id() and id = ${id}
    limit 1`.execute(tx)
  return rows[0]
}
