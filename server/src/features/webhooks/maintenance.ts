import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { registerQueueMetrics } from './queue-metrics.ts'
import { retireAfterMs } from './signing-secrets.ts'
import { dispatchCourier } from './tasks.ts'

const intervalMs = 60_000
const rotationIntervalMs = 3_600_000
const retentionDays = 30
const weeksAhead = 4
const weeklyTables = ['delivery_attempts', 'deliveries', 'events']
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
  // Monotonic: after a step back of the clock, the next rotation would be late by the step.
  let rotatedAt = Number.NEGATIVE_INFINITY
  async function runMaintenance() {
    try {
      if (performance.now() - rotatedAt > rotationIntervalMs && (await rotateEventWeeks(database, log)))
        rotatedAt = performance.now()
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

/**
 * Creates and drops weekly partitions, the attempts of a delivery before the delivery. One transaction for each table: a
 * transaction that waits for the lock of one must not hold that of another, or it could deadlock with publishers. Returns
 * whether all tables were rotated; a table that a long reader uses is not.
 */
export async function rotateEventWeeks(
  database: Tenancy,
  log: Log,
  { ahead, kept }: { ahead: number; kept: number } = { ahead: weeksAhead, kept: retentionDays },
) {
  let isComplete = true
  for (const parent of weeklyTables)
    try {
      await database.system((tx) =>
        sql`select turn_weeks(${parent}, ${ahead}, ${kept}, ${new Date()})`.execute(tx),
      )
    } catch (error) {
      isComplete = false
      log.warn({ err: error, table: parent }, 'could not rotate weekly partitions; will retry')
    }
  return isComplete
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
