import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { registerQueueMetrics } from './queue-metrics.ts'
import { retireAfterMs } from './signing-secrets.ts'
import { dispatchCourier } from './tasks.ts'

const intervalMs = 60_000
const retentionDays = 30
const weeksAhead = 4
/** A queue that has been marked as being worked on for this long, without a courier task, is orphaned. */
const orphanedAfterMs = 120_000

/**
 * Starts background maintenance, which rotates weekly partitions, retires old secrets and rescues orphaned queues.
 */
export function startWebhookMaintenance({
  database,
  log,
  metrics,
  exposesSlowestWebhooks,
}: {
  database: Tenancy
  log: Log
  metrics: Metrics
  /** Whether to expose a metric per webhook, as set by METRICS_WEBHOOKS. */
  exposesSlowestWebhooks: boolean
}) {
  registerQueueMetrics({ database, metrics, exposesSlowestWebhooks })
  let partitionsRotatedAt = 0
  async function runMaintenance() {
    try {
      if (Date.now() - partitionsRotatedAt > 3_600_000) {
        await database.system((tx) =>
          sql`select turn_event_weeks(${weeksAhead}, ${retentionDays}, ${new Date()})`.execute(tx),
        )
        partitionsRotatedAt = Date.now()
      }
      await database.system(retireOldSecrets)
      const orphaned = await database.system(rescueOrphanedQueues)
      if (orphaned > 0) log.error({ queues: orphaned }, 'orphaned webhook queues: started couriers')
    } catch (error) {
      log.warn({ err: error }, 'webhook maintenance failed; will retry')
    }
  }
  const timer = setInterval(runMaintenance, intervalMs)
  runMaintenance()
  return { close: () => clearInterval(timer) }
}

async function retireOldSecrets(tx: Tx) {
  await sql`
    update webhooks set signing_secret = next_secret, next_secret = null, next_added_at = null, next_promoted_at = null
      where next_added_at < now() - ${retireAfterMs} * interval '1 ms'`.execute(tx)
}

/**
 * Schedules a courier for every orphaned queue. This is only a safety net, because a courier schedules its successor
 * when it leaves. Returns the number of queues rescued.
 */
export async function rescueOrphanedQueues(tx: Tx, olderThanMs = orphanedAfterMs) {
  const { rows } = await sql<{ client_id: string; webhook_id: string }>`
    select q.client_id, q.webhook_id from webhook_queues q
      where q.work_at < now() - ${olderThanMs} * interval '1 ms'
        and not exists (select from tasks t where t.client_id = q.client_id and t.key = 'webhook ' || q.webhook_id)
      limit 500`.execute(tx)
  for (const { client_id: clientId, webhook_id: webhookId } of rows)
    await dispatchCourier(tx, { clientId, webhookId })
  return rows.length
}
