import { sql } from 'kysely'
import { audit, type Tenancy, type Tenant, type Tx } from '../database/tenancy.ts'

// Queries of the operator's task commands. They cover all clients. Each change adds a line to the audit log of the
// task's client.

export type TaskFilter = {
  lane?: string | undefined
  kind?: string | undefined
  clientId?: string | undefined
  id?: string | undefined
}

export type TaskStateFilter = 'waiting' | 'offered' | 'blocked' | 'dead'

export type TaskRef = { client_id: string; id: string }

const maxMatches = 1_000

/** Lists live tasks by lane in the order in which they will be claimed, or dead tasks newest first. */
export async function listTasks(
  database: Tenancy,
  filter: TaskFilter & { state?: TaskStateFilter | undefined; limit: number },
) {
  return database.system((tx) => (filter.state === 'dead' ? listDead(tx, filter) : listLive(tx, filter)))
}

async function listLive(tx: Tx, filter: TaskFilter & { state?: TaskStateFilter | undefined; limit: number }) {
  const { lane = null, state = null, limit } = filter
  const { rows } = await sql`
    with recursive lanes as (
      (select lane from tasks order by lane limit 1)
      union all
      select (select t.lane from tasks t where t.lane > lanes.lane order by t.lane limit 1) from lanes
        where lanes.lane is not null
    )
    select page.* from lanes cross join lateral (
      select t.client_id, t.id, t.state, t.lane, t.kind, t.key, t.input, t.attempts, t.offers, t.due_at,
          case when t.state <> 'blocked' then t.wake_at end as wake_at, t.reason
        from tasks t
        where t.lane = lanes.lane and (${state}::text is null or t.state::text = ${state}) and ${matchesFilter(filter)}
        order by t.wake_at, t.id limit ${limit}
    ) page
    where ${lane}::text is null or lanes.lane = ${lane}
    order by page.lane, page.wake_at, page.id limit ${limit}`.execute(tx)
  return rows
}

async function listDead(tx: Tx, filter: TaskFilter & { limit: number }) {
  const { rows } = await sql`
    select t.client_id, t.id, 'dead' as state, t.lane, t.kind, t.key, t.input, t.attempts, t.due_at, t.died_at, t.reason
      from dead_tasks t
      where (${filter.lane ?? null}::text is null or t.lane = ${filter.lane ?? null}) and ${matchesFilter(filter)}
      order by t.died_at desc limit ${filter.limit}`.execute(tx)
  return rows
}

const matchesFilter = ({ kind = undefined, clientId, id }: TaskFilter) => sql`
  (${kind ?? null}::text is null or t.kind = ${kind ?? null})
  and (${clientId ?? null}::uuid is null or t.client_id = ${clientId ?? null})
  and (${id ?? null}::uuid is null or t.id = ${id ?? null})`

/** Finds the matching dead tasks, and the waiting task with the given id. Returns at most 1000 tasks. */
export async function findRetryableTasks(database: Tenancy, filter: TaskFilter): Promise<TaskRef[]> {
  const { rows } = await database.system((tx) =>
    sql<TaskRef>`
      select t.client_id, t.id from dead_tasks t where ${matchesFilter(filter)} and ${inLane(filter)}
      union all
      select t.client_id, t.id from clients c join tasks t on t.client_id = c.id and t.id = ${filter.id ?? null}::uuid
        where t.state = 'waiting'
      limit ${maxMatches}`.execute(tx),
  )
  return rows
}

/** Finds the matching live and dead tasks. Returns at most 1000 tasks. */
export async function findCancellableTasks(database: Tenancy, filter: TaskFilter): Promise<TaskRef[]> {
  const { rows } = await database.system((tx) =>
    sql<TaskRef>`
      select t.client_id, t.id from dead_tasks t where ${matchesFilter(filter)} and ${inLane(filter)}
      union all
      select t.client_id, t.id from tasks t where ${matchesFilter(filter)} and ${inLane(filter)}
      limit ${maxMatches}`.execute(tx),
  )
  return rows
}

const inLane = ({ lane = undefined }: TaskFilter) =>
  sql`(${lane ?? null}::text is null or t.lane = ${lane ?? null})`

/** Restarts dead tasks with all their attempts, and makes waiting tasks due now. */
export function retryTasks(tenant: Tenant, ids: string[]) {
  return tenant.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with gone as (delete from dead_tasks where id = any(${ids}::uuid[]) returning *),
      revived as (
        insert into tasks (client_id, id, user_id, lane, kind, key, once, input, pace, pace_ms, pace_burst, offers)
          select client_id, id, user_id, lane, kind, key, once, input, pace, pace_ms, pace_burst, offers from gone
          on conflict do nothing returning id
      ),
      hurried as (
        update tasks set wake_at = now(), has_slot = false
          where client_id = current_client_id() and id = any(${ids}::uuid[]) and state = 'waiting' returning id
      )
      select id from revived union all select id from hurried`.execute(tx)
    for (const { id } of rows) audit(tx, 'task.retried', id)
    return rows.length
  })
}

/** Cancels tasks. The result of a task that is already running is discarded. */
export function cancelTasks(tenant: Tenant, ids: string[]) {
  return tenant.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with live as (
        delete from tasks where client_id = current_client_id() and id = any(${ids}::uuid[]) returning *
      ),
      dead as (delete from dead_tasks where id = any(${ids}::uuid[]) returning *)
      insert into ended_tasks (client_id, id, lane, kind, key, input, state, offers, attempts, due_at, ended_at)
        select client_id, id, lane, kind, key, input, 'cancelled', offers, attempts, due_at, clock_timestamp() from live
        union all
        select client_id, id, lane, kind, key, input, 'cancelled', offers, attempts, due_at, clock_timestamp() from dead
        returning id`.execute(tx)
    for (const { id } of rows) audit(tx, 'task.cancelled', id)
    return rows.length
  })
}
