import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

type Figures = Record<'webhooks' | 'waiting' | 'seconds', number>

// A count of all would take as long as there are many, which is when the operator looks.
const mostCounted = 1_000
const mostShown = 50

/** What tells the operator that deliveries are stuck. No webhook is named unless the operator asked for that. */
export function watchQueues({
  database,
  metrics,
  showsWorst,
}: {
  database: Tenancy
  metrics: Metrics
  showsWorst: boolean
}) {
  // One scrape asks for all three; one look serves them.
  let looking: Promise<Map<string, Figures>> | undefined
  const look = () => {
    looking ??= database
      .system(readStates)
      .catch(() => new Map<string, Figures>())
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const byState = (name: string, help: string, figure: keyof Figures) =>
    metrics.gaugeBy(
      'state',
      name,
      `${help}, by what they wait for: active, held or paused webhooks`,
      async () => {
        const states = await look()
        return new Map([...states].map(([state, figures]) => [state, figures[figure]]))
      },
    )
  byState(
    'payproof_deliveries_oldest_seconds',
    'Age of the oldest delivery that is due and not made',
    'seconds',
  )
  byState(
    'payproof_deliveries_waiting',
    `Deliveries that are not made yet, of each webhook up to ${mostCounted}`,
    'waiting',
  )
  byState('payproof_webhooks', 'Webhooks', 'webhooks')
  if (!showsWorst) return
  metrics.gaugeBy(
    'webhook',
    'payproof_webhook_oldest_seconds',
    `Age of the oldest delivery that is due and not made, of the ${mostShown} webhooks that lag most`,
    () => database.system(readWorst).catch(() => new Map()),
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
  const { rows } = await sql<Figures & { state: string }>`
    select ${stateOf} as state, count(*)::int as webhooks, coalesce(sum(line.waiting), 0)::int as waiting,
        ${ageOf(sql`min(oldest.due_at)`)} as seconds
      from webhook_queues q
      join webhooks w on w.client_id = q.client_id and w.id = q.webhook_id
      left join lateral (${oldest}) oldest on true
      left join lateral (
        select count(*) as waiting from (select from deliveries d
          where d.client_id = q.client_id and d.webhook_id = q.webhook_id and d.state = 'waiting'
          limit ${mostCounted}) one) line on oldest.due_at is not null
      group by 1`.execute(tx)
  return new Map(rows.map(({ state, ...figures }) => [state, figures]))
}

async function readWorst(tx: Tx) {
  const { rows } = await sql<{ webhook: string; seconds: number }>`
    select q.webhook_id as webhook, ${ageOf(sql`oldest.due_at`)} as seconds
      from webhook_queues q cross join lateral (${oldest}) oldest
      order by oldest.due_at limit ${mostShown}`.execute(tx)
  return new Map(rows.map(({ webhook, seconds }) => [webhook, seconds]))
}
