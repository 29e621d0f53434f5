import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

type QueueStats = Record<'webhooks' | 'waiting' | 'due' | 'seconds', number>

// Counting stops here: an exact count would be slowest with a large backlog, which is when operators need it. With many
// webhooks, fewer are counted for each, so that the query stays within its timeout.
const maxCountedPerWebhook = 1_000
const minCountedPerWebhook = 20
const maxCounted = 200_000
const maxWebhooksShown = 50

/** Registers backlog metrics. Webhook ids are only exposed if the operator enables them. */
export function registerQueueMetrics({
  database,
  metrics,
  exposesSlowestWebhooks,
}: {
  database: Tenancy
  metrics: Metrics
  exposesSlowestWebhooks: boolean
}) {
  // A scrape reads all these gauges, so they share one query.
  let pendingStates: Promise<Map<string, QueueStats>> | undefined
  const loadStates = () => {
    pendingStates ??= database
      .system(readStates)
      .catch(() => new Map<string, QueueStats>())
      .finally(() => {
        pendingStates = undefined
      })
    return pendingStates
  }
  const registerByState = (name: string, help: string, stat: keyof QueueStats) =>
    metrics.gaugeByLabel(
      'state',
      name,
      `${help}, by state of the webhook: active, held (circuit open) or paused`,
      async () => {
        const states = await loadStates()
        return new Map([...states].map(([state, stats]) => [state, stats[stat]]))
      },
    )
  registerByState('payproof_deliveries_oldest_seconds', 'Age of the oldest due delivery', 'seconds')
  registerByState(
    'payproof_deliveries_waiting',
    `Pending deliveries, counted up to ${maxCountedPerWebhook}`,
    'waiting',
  )
  registerByState(
    'payproof_deliveries_due',
    `Due deliveries, counted up to ${maxCountedPerWebhook} for each webhook`,
    'due',
  )
  registerByState('payproof_webhooks', 'Webhooks', 'webhooks')
  if (!exposesSlowestWebhooks) return
  metrics.gaugeByLabel(
    'webhook',
    'payproof_webhook_oldest_seconds',
    `Age of the oldest due delivery of the ${maxWebhooksShown} webhooks that lag most`,
    () => database.system(readSlowestWebhooks).catch(() => new Map()),
  )
}

const stateOf = sql`case when w.paused_at is not null then 'paused' when q.held_until > now() then 'held' else 'active' end`

const ageOf = (at: ReturnType<typeof sql>) =>
  sql<number>`coalesce(greatest(0, extract(epoch from now() - ${at})), 0)::float`

const oldest = sql`
  select d.due_at from deliveries d
    where d.client_id = q.client_id and d.webhook_id = q.webhook_id and d.state = 'waiting'
    order by d.due_at limit 1`

async function readStates(tx: Tx) {
  const { rows } = await sql<QueueStats & { state: string }>`
    with limits as materialized (
      select least(${maxCountedPerWebhook}::bigint,
        greatest(${minCountedPerWebhook}::bigint, ${maxCounted}::bigint / greatest(count(*), 1))) as counted
        from webhook_queues)
    select ${stateOf} as state, count(*)::int as webhooks, coalesce(sum(line.waiting), 0)::int as waiting,
        coalesce(sum(line.due), 0)::int as due, ${ageOf(sql`min(oldest.due_at)`)} as seconds
      from webhook_queues q
      join webhooks w on w.client_id = q.client_id and w.id = q.webhook_id
      left join lateral (${oldest}) oldest on true
      left join lateral (
        select count(*) as waiting, count(*) filter (where one.due_at <= now()) as due
          from (select d.due_at from deliveries d
            where d.client_id = q.client_id and d.webhook_id = q.webhook_id and d.state = 'waiting'
            order by d.due_at limit (select counted from limits)) one) line on oldest.due_at is not null
      group by 1`.execute(tx)
  return new Map(rows.map(({ state, ...stats }) => [state, stats]))
}

async function readSlowestWebhooks(tx: Tx) {
  const { rows } = await sql<{ webhook: string; seconds: number }>`
    select q.webhook_id as webhook, ${ageOf(sql`oldest.due_at`)} as seconds
      from webhook_queues q cross join lateral (${oldest}) oldest
      order by oldest.due_at limit ${maxWebhooksShown}`.execute(tx)
  return new Map(rows.map(({ webhook, seconds }) => [webhook, seconds]))
}
