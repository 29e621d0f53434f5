import { CompiledQuery, sql } from 'kysely'
import { clientIdOf, flushDeferredWrites, type Tx, writeAtCommit } from '../database/tenancy.ts'
import { currentSpan } from '../telemetry/tracing.ts'
import { leaseMs } from './lanes.ts'
import type { TaskOptions } from './options.ts'

/** A small result that is stored with the ended task: ids and codes, never personal data. */
export type TaskOutcome = Record<string, JsonValue>

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/**
 * One offer of a task, which is the body of a NATS message. `offers` is the fencing token: only the latest offer can
 * end the task.
 */
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
  /** Trace that the worker continues. Absent if tracing is off. */
  trace?: string
}

export type NewTask = TaskOptions & { id: string; kind: string; lane: string; input: object }

/** Position in the claim order (wake_at, id). */
export type ClaimPosition = { at: string; id: string }

export const nilUuid = '00000000-0000-0000-0000-000000000000'

export const firstPosition: ClaimPosition = { at: '-infinity', id: nilUuid }

const insertSql = `insert into tasks
    (id, client_id, kind, lane, input, key, once, user_id, awaited, pace, pace_ms, pace_burst, due_at, wake_at)
  values ($1, coalesce($2, current_client_id()), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    coalesce(by_database_clock($13, $14), now()), greatest(by_database_clock($13, $14), now()))`

/** Shorter statement for tasks without options. Most tasks have none, and their transactions are latency-critical. */
const insertPlainSql = `insert into tasks (id, client_id, kind, lane, input)
  values ($1, coalesce($2, current_client_id()), $3, $4, $5)`

export function insertTask(tx: Tx, task: NewTask) {
  const values = valuesOf(task)
  const isPlain = values.slice(5).every((value) => value === null || value === false)
  if (isPlain) writeAtCommit(tx, { name: 'tasks_plain', text: insertPlainSql, values: values.slice(0, 5) })
  else writeAtCommit(tx, { name: 'tasks', text: insertSql, values })
}

const insertOfferedSql = `insert into tasks
    (id, client_id, kind, lane, input, user_id, awaited, state, offers, wake_at)
  values ($1, coalesce($2, current_client_id()), $3, $4, $5, $6, $7, 'offered', 1, now() + $8 * interval '1 ms')`

/** Inserts the task at commit as if it had just been claimed. Returns the offer to publish after the commit. */
export function insertOfferedTask(tx: Tx, task: NewTask): Offer {
  const { id, kind, input, awaited = false, clientId = clientIdOf(tx) } = task
  const [, client, , lane, text] = valuesOf(task)
  const values = [id, client, kind, lane, text, task.userId ?? null, awaited, leaseMs]
  writeAtCommit(tx, { name: 'tasks_offered', text: insertOfferedSql, values })
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

/**
 * Inserts a task, unless one with its kind and key already exists. Returns the id of the new or the existing task.
 */
export async function insertTaskOnce(tx: Tx, task: NewTask): Promise<string> {
  const { rows } = await tx.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `with added as (${insertSql} on conflict (client_id, kind, key) where once do nothing returning id)
       select id from added union all
       select id from tasks where client_id = coalesce($2, current_client_id()) and kind = $3 and key = $6 and once`,
      valuesOf(task),
    ),
  )
  // Neither query found a task: the other task was not visible yet or has just ended. Its transaction has ended by
  // now, so try again.
  return rows[0]?.id ?? insertTaskOnce(tx, task)
}

const insertManySql = `insert into tasks
    (id, client_id, kind, lane, input, key, once, user_id, awaited, pace, pace_ms, pace_burst, due_at, wake_at)
  select t.id, coalesce(t.client_id, current_client_id()), t.kind, t.lane, t.input, t.key, t.once, t.user_id, t.awaited,
      t.pace, t.pace_ms, t.pace_burst, coalesce(by_database_clock(t.due_at, t.process_clock), now()),
      greatest(by_database_clock(t.due_at, t.process_clock), now())
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::boolean[], $8::uuid[],
      $9::boolean[], $10::text[], $11::float8[], $12::int[], $13::timestamptz[], $14::timestamptz[])
      as t (id, client_id, kind, lane, input, key, once, user_id, awaited, pace, pace_ms, pace_burst, due_at,
        process_clock)
  on conflict (client_id, kind, key) where once do nothing returning id`

/**
 * Inserts tasks in one statement. Returns the ids of the tasks that were added, without those that already exist
 * (`once`).
 */
export async function insertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<string[]> {
  const rows = tasks.map(valuesOf)
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, n) => rows.map((row) => row[n]))
  const added = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(insertManySql, columns))
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
    // With a time, also the clock that it was computed with.
    at ? new Date() : null,
  ]
}

// The input is part of a NATS message, which is limited to 1 MB.
const maxInputLength = 100_000

function inputOf({ kind, input }: NewTask) {
  const text = JSON.stringify(input)
  if (text.length > maxInputLength)
    throw new Error(`The input of ${kind} is too large: store it elsewhere and pass its id`)
  return text
}

export async function cancelTasksByKey(
  tx: Tx,
  filter: { kind: string; key: string; clientId?: string | undefined },
) {
  await flushDeferredWrites(tx)
  const { rows } = await sql`
    with gone as (
      delete from tasks
        where client_id = coalesce(${filter.clientId ?? null}::uuid, current_client_id())
          and kind = ${filter.kind} and key = ${filter.key} returning *
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

/** `moreInMs` is the time until more tasks may be claimable, or undefined if none are left. */
export type TaskClaim = {
  offers: Offer[]
  examinedCount: number
  last: ClaimPosition | undefined
  moreInMs: number | undefined
}

export async function claimTasks(
  tx: Tx,
  options: {
    lane: string
    after: ClaimPosition
    limit: number
    leaseMs: number
    perSecond?: number
    burst?: number
  },
): Promise<TaskClaim> {
  const laneMs = options.perSecond ? 1000 / options.perSecond : null
  const { rows } = await sql<ClaimRow>`
    select id, client_id, kind, input, offers, attempts, awaited, keyed, due_at, looked_at, last_at::text, last_id, more_in
      from claim_tasks(${options.lane}, ${options.after.at}::timestamptz, ${options.after.id}::uuid, ${options.limit},
        ${options.leaseMs} * interval '1 ms', ${laneMs}, ${options.burst ?? 1})`.execute(tx)
  const offers: Offer[] = []
  let examinedCount = 0
  let last: ClaimPosition | undefined
  let moreInMs: number | undefined
  for (const { looked_at, last_at, last_id, due_at, more_in, id, ...rest } of rows) {
    if (id !== null) {
      offers.push({ ...rest, id, due_at: due_at.toISOString() })
      continue
    }
    moreInMs = more_in ?? undefined
    examinedCount = looked_at
    if (looked_at > 0) last = { at: last_at, id: last_id }
  }
  return { offers, examinedCount, last, moreInMs }
}

/** `lastClient` is the client after which the next turn begins. */
export type TurnClaim = Omit<TaskClaim, 'last'> & { lastClient: string }

/**
 * Claims due tasks client by client, beginning after `afterClient`: awaited tasks first, then the others in equal
 * shares. The cost does not depend on how many tasks a client has.
 */
export async function claimTasksInTurn(
  tx: Tx,
  options: {
    lane: string
    afterClient: string
    limit: number
    leaseMs: number
    perSecond?: number
    burst?: number
  },
): Promise<TurnClaim> {
  const laneMs = options.perSecond ? 1000 / options.perSecond : null
  const { rows } = await sql<Omit<ClaimRow, 'last_at' | 'last_id'> & { last_client: string }>`
    select id, client_id, kind, input, offers, attempts, awaited, keyed, due_at, looked_at, last_client, more_in
      from claim_tasks_in_turn(${options.lane}, ${options.afterClient}::uuid, ${options.limit},
        ${options.leaseMs} * interval '1 ms', ${laneMs}, ${options.burst ?? 1})`.execute(tx)
  const claim: TurnClaim = {
    offers: [],
    examinedCount: 0,
    lastClient: options.afterClient,
    moreInMs: undefined,
  }
  for (const { looked_at, last_client, due_at, more_in, id, ...rest } of rows) {
    if (id !== null) {
      claim.offers.push({ ...rest, id, due_at: due_at.toISOString() })
      continue
    }
    claim.moreInMs = more_in ?? undefined
    claim.examinedCount = looked_at
    claim.lastClient = last_client
  }
  return claim
}

/**
 * Finds the traces of the offered tasks by id. This is a separate query, so that claims have no extra cost while
 * tracing is off.
 */
export async function findTraces(tx: Tx, offers: readonly Offer[]): Promise<Map<string, string>> {
  const { clients, ids } = columns(offers)
  const { rows } = await sql<{ id: string; trace: string }>`
    select t.id, t.trace from unnest(${clients}::uuid[], ${ids}::uuid[]) o (client_id, id)
      join tasks t on t.client_id = o.client_id and t.id = o.id where t.trace is not null`.execute(tx)
  return new Map(rows.map(({ id, trace }) => [id, trace]))
}

/** Converts offers to parallel arrays, which are the parameters of the database functions. */
const columns = (offers: readonly Offer[]) => ({
  clients: offers.map(({ client_id }) => client_id),
  ids: offers.map(({ id }) => id),
  numbers: offers.map(({ offers: number }) => number),
})

const idsOf = ({ rows }: { rows: { id: string }[] }) => new Set(rows.map(({ id }) => id))

export async function completeTasks(
  tx: Tx,
  ends: readonly { offer: Offer; outcome: TaskOutcome | undefined }[],
) {
  const { clients, ids, numbers } = columns(ends.map(({ offer }) => offer))
  const outcomes = ends.map(({ outcome }) => (outcome === undefined ? null : JSON.stringify(outcome)))
  return idsOf(
    await sql<{ id: string }>`
      select id from end_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[], ${outcomes}::jsonb[]) id`.execute(
      tx,
    ),
  )
}

export async function rescheduleTasks(
  tx: Tx,
  failures: readonly { offer: Offer; wakeAt: Date; reason: string }[],
) {
  const { clients, ids, numbers } = columns(failures.map(({ offer }) => offer))
  const wakeAts = failures.map(({ wakeAt }) => wakeAt)
  const reasons = failures.map(({ reason }) => reason)
  return idsOf(
    await sql<{ id: string }>`
      select id from postpone_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[],
        array(select by_database_clock(w.at, ${new Date()}) from unnest(${wakeAts}::timestamptz[]) with ordinality w (at, n)
          order by w.n), ${reasons}::text[]) id`.execute(tx),
  )
}

export async function deadLetterTasks(tx: Tx, failures: readonly { offer: Offer; reason: string }[]) {
  const { clients, ids, numbers } = columns(failures.map(({ offer }) => offer))
  const reasons = failures.map(({ reason }) => reason)
  return idsOf(
    await sql<{ id: string }>`
      select id from bury_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[], ${reasons}::text[]) id`.execute(
      tx,
    ),
  )
}

/** A batch may contain two offers of one task, of which only the later one can be valid. */
function latestNumbers(offers: readonly Offer[]) {
  const latest = new Map<string, number>()
  for (const { id, offers: number } of offers) latest.set(id, Math.max(number, latest.get(id) ?? 0))
  return latest
}

/**
 * Renews leases and returns the offers that are still valid. An offer is no longer valid if its task has ended, was
 * cancelled, was deleted with its user or was offered again.
 */
export async function renewLeases(tx: Tx, offers: readonly Offer[], leaseMs: number): Promise<Set<Offer>> {
  const { clients, ids, numbers } = columns(offers)
  const renewed = idsOf(
    await sql<{ id: string }>`
      select id from keep_tasks(${clients}::uuid[], ${ids}::uuid[], ${numbers}::int[], ${leaseMs} * interval '1 ms') id`.execute(
      tx,
    ),
  )
  const latest = latestNumbers(offers)
  return new Set(offers.filter(({ id, offers: number }) => renewed.has(id) && number === latest.get(id)))
}

/** `unfinishedStarts` is the number of earlier starts that never ended, because their workers crashed or stalled. */
type StartedTask = { id: string; kind: string; input: unknown; unfinishedStarts: number }

/**
 * Renews the leases of offers that are about to run, and records their first start. Returns a function that finds
 * the stored task of an offer, or undefined if the offer is no longer valid.
 */
export async function startOffers(tx: Tx, offers: readonly Offer[], leaseMs: number) {
  const { clients, ids, numbers } = columns(offers)
  const { rows } = await sql<StartedTask>`
    select id, kind, input, starts as "unfinishedStarts" from start_tasks(${clients}::uuid[], ${ids}::uuid[],
      ${numbers}::int[], ${leaseMs} * interval '1 ms')`.execute(tx)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const latest = latestNumbers(offers)
  return ({ id, kind, offers: number }: Offer) => {
    const row = number === latest.get(id) ? stored.get(id) : undefined
    return row?.kind === kind ? row : undefined
  }
}

/** Lets a task wait for a while. The wait counts as a start. Returns false if the offer is no longer valid. */
export async function restTask(tx: Tx, { client_id, id, offers }: Offer, ms: number) {
  const { rows } = await sql<{ valid: boolean }>`
    select rest_task(${client_id}, ${id}, ${offers}, ${ms} * interval '1 ms') as valid`.execute(tx)
  return rows[0]?.valid === true
}

/** Records another start, or takes one back. Returns false if the offer is no longer valid. */
export async function countStart(tx: Tx, { client_id, id, offers }: Offer, change: 1 | -1) {
  const { rows } = await sql<{ valid: boolean }>`
    select count_task_start(${client_id}, ${id}, ${offers}, ${change}) as valid`.execute(tx)
  return rows[0]?.valid === true
}

/** Ends the leases of offers that did not reach NATS, so that their tasks are due again immediately. */
export async function releaseLeases(tx: Tx, offers: readonly Offer[]) {
  return renewLeases(tx, offers, 0)
}

/** Whether the user has tasks in the lane that have not ended. */
export async function hasOpenTasks(tx: Tx, { lane, userId }: { lane: string; userId: string }) {
  const { rows } = await sql`
    select from tasks where client_id = current_client_id() and user_id = ${userId} and lane = ${lane} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function findTaskEnd(tx: Tx, id: string) {
  const { rows } = await sql<{ state: string; outcome: TaskOutcome | null; reason: string | null }>`
    select state, outcome, null as reason from ended_tasks
      where client_id = current_client_id() and id = ${id} and ended_at > now() - interval '1 day'
    union all
    select 'dead', null, reason from dead_tasks where client_id = current_client_id() and id = ${id}
    union all
    select 'live', null, null from tasks where client_id = current_client_id() and id = ${id}
    limit 1`.execute(tx)
  return rows[0]
}
