import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { LoggedRequest } from '../../platform/http/request-log.ts'

/** Days after which requests are deleted. */
export const retentionDays = 7

/**
 * Stores requests of several clients. Each client's new rows replace its oldest ones. Requests of clients that were
 * deleted meanwhile are left out.
 */
export async function storeRequests(tx: Tx, batch: readonly LoggedRequest[], maxRows: number) {
  await sql`
    with given as (
      select g.*, row_number() over (partition by client_id order by at) as n
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as g(client_id uuid, at timestamptz, method text,
          route text, path text, operation_id text, status smallint, duration_ms integer, actor_kind text, actor_id uuid,
          request_id text, error_code text, query jsonb, body_fields jsonb, error_fields jsonb)
        where exists (select from clients c where c.id = g.client_id)
    ), counted as (
      select client_id, count(*) as added from given group by client_id order by client_id
    ), heads as (
      insert into request_log_heads (client_id, last_seq) select client_id, added from counted
        on conflict (client_id) do update set last_seq = request_log_heads.last_seq + excluded.last_seq
        returning client_id, last_seq
    ), numbered as (
      select g.*, h.last_seq - c.added + g.n as seq
        from given g join counted c using (client_id) join heads h using (client_id)
    ), kept as (
      select * from numbered x where x.seq > (select last_seq from heads h where h.client_id = x.client_id) - ${maxRows}::bigint
    )
    insert into request_log (client_id, slot, seq, at, method, route, path, operation_id, status, duration_ms, actor_kind,
        actor_id, request_id, error_code, query, body_fields, error_fields)
      select client_id, seq % ${maxRows}::bigint, seq, at, method, route, path, operation_id, status, duration_ms, actor_kind,
          actor_id, request_id, error_code, query, array(select jsonb_array_elements_text(body_fields)),
          array(select jsonb_array_elements_text(error_fields))
        from kept
      on conflict (client_id, slot) do update set seq = excluded.seq, at = excluded.at, method = excluded.method,
        route = excluded.route, path = excluded.path, operation_id = excluded.operation_id, status = excluded.status,
        duration_ms = excluded.duration_ms, actor_kind = excluded.actor_kind, actor_id = excluded.actor_id,
        request_id = excluded.request_id, error_code = excluded.error_code, query = excluded.query,
        body_fields = excluded.body_fields, error_fields = excluded.error_fields`.execute(tx)
}

export type RequestRow = Omit<LoggedRequest, 'client_id'> & { seq: string }

export type RequestFilter = {
  method?: string | undefined
  operation_id?: string | undefined
  request_id?: string | undefined
  actor_id?: string | undefined
  actor_kind?: string | undefined
  error_code?: string | undefined
  statusFrom?: number | undefined
  statusBelow?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
  after?: string | undefined
  limit: number
}

/** Lists requests, newest first. A client has a bounded number of rows, so filters may scan them. */
export async function listRequestRows(tx: Tx, filter: RequestFilter) {
  const conditions = [
    filter.method && sql`method = ${filter.method}`,
    filter.operation_id && sql`operation_id = ${filter.operation_id}`,
    filter.request_id && sql`request_id = ${filter.request_id}`,
    filter.actor_id && sql`actor_id = ${filter.actor_id}`,
    filter.actor_kind && sql`actor_kind = ${filter.actor_kind}`,
    filter.error_code && sql`error_code = ${filter.error_code}`,
    filter.statusFrom !== undefined && sql`status >= ${filter.statusFrom}`,
    filter.statusBelow !== undefined && sql`status < ${filter.statusBelow}`,
    filter.from && sql`at >= ${filter.from}`,
    filter.to && sql`at < ${filter.to}`,
    filter.after && sql`seq < ${filter.after}::bigint`,
  ].filter((condition) => !!condition)
  const { rows } = await sql<RequestRow>`
    select seq, at, method, route, path, operation_id, status, duration_ms, actor_kind, actor_id, request_id, error_code, query,
        body_fields, error_fields
      from request_log
      where at > now() - make_interval(days => ${retentionDays}::int)
        ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}
      order by seq desc limit ${filter.limit}`.execute(tx)
  return rows
}

export const requestLogBatchSize = 5_000

/** Deletes requests that are older than the retention. Returns their number. */
export async function deleteOldRequests(tx: Tx) {
  const { numAffectedRows = 0n } = await sql`
    delete from request_log where ctid = any (array(
      select ctid from request_log where at < now() - make_interval(days => ${retentionDays}::int)
        order by at limit ${requestLogBatchSize} for update skip locked))`.execute(tx)
  return Number(numAffectedRows)
}
