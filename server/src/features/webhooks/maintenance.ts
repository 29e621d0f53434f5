import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { watchQueues } from './queue-metrics.ts'
import { retiredAfterMs } from './signing-secrets.ts'
import { callCourier } from './tasks.ts'

const everyMs = 60_000
const keptDays = 30
const weeksAhead = 4
/** A courier that was called this long ago and has not left must be renewing its task, or it is gone. */
const forgottenMs = 120_000

/** What nobody asks for: weeks that come and go, secrets past their time, and queues that nobody looks after. */
export function openWebhookUpkeep({
  database,
  log,
  metrics,
  showsWorst,
}: {
  database: Tenancy
  log: Log
  metrics: Metrics
  /** Whether the operator wants figures of single webhooks. */
  showsWorst: boolean
}) {
  watchQueues({ database, metrics, showsWorst })
  let turnedAt = 0
  async function keepUp() {
    try {
      if (Date.now() - turnedAt > 3_600_000) {
        await database.system((tx) => sql`select turn_event_weeks(${weeksAhead}, ${keptDays})`.execute(tx))
        turnedAt = Date.now()
      }
      await database.system(settleSecrets)
      const found = await database.system(callForgotten)
      if (found > 0) log.error({ queues: found }, 'webhooks that nobody looked after got a courier')
    } catch (error) {
      log.warn({ err: error }, 'the upkeep of webhooks failed; it will be tried again')
    }
  }
  const timer = setInterval(keepUp, everyMs)
  keepUp()
  return { close: () => clearInterval(timer) }
}

async function settleSecrets(tx: Tx) {
  await sql`
    update webhooks set signing_secret = next_secret, next_secret = null, next_added_at = null, next_promoted_at = null
      where next_added_at < now() - ${retiredAfterMs} * interval '1 ms'`.execute(tx)
}

/** Should not happen: whoever leaves a queue says when somebody will look again. Returns how many there were. */
export async function callForgotten(tx: Tx, olderThanMs = forgottenMs) {
  const { rows } = await sql<{ client_id: string; webhook_id: string }>`
    select q.client_id, q.webhook_id from webhook_queues q
      where q.work_at < now() - ${olderThanMs} * interval '1 ms'
        and not exists (select from tasks t where t.client_id = q.client_id and t.key = 'webhook ' || q.webhook_id)
      limit 500`.execute(tx)
  for (const { client_id: clientId, webhook_id: webhookId } of rows)
    await callCourier(tx, { clientId, webhookId })
  return rows.length
}
