import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../../server/test/open-test-api.ts'
import type { RetryingClient } from './client.ts'
import type { CreatedWebhook } from './hooks.ts'

export async function countPending(url: string): Promise<number> {
  const [row] = await runSql(url, "select count(*)::int as count from deliveries where state = 'waiting'")
  return row.count
}

/** Lists queues with pending deliveries but without a task; maintenance would rescue them only after minutes. */
export async function findOrphanedQueues(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `select w.name, q.work_at, q.timer_at, q.held_until from webhook_queues q
       join webhooks w on w.client_id = q.client_id and w.id = q.webhook_id
       where w.paused_at is null
         and exists (select from deliveries d
           where d.client_id = q.client_id and d.webhook_id = q.webhook_id and d.state = 'waiting')
         and not exists (select from tasks t where t.client_id = q.client_id and t.key = 'webhook ' || q.webhook_id)`,
  )
  return rows.map((row) => JSON.stringify(row))
}

type DrainOptions = {
  url: string
  client: RetryingClient
  hooks: readonly CreatedWebhook[]
  since: Date
  settleMs: number
  limitMs: number
}

/**
 * Waits, after all faults, until everything is delivered, by its own retries or after the client resumes the webhook.
 * Returns the number of deliveries whose retry was not due yet or whose webhook was backed off.
 */
export async function deliverPending({ url, client, hooks, since, settleMs, limitMs }: DrainOptions) {
  if (await isSettled(url, settleMs)) return 0
  // Retries are delayed by minutes. The proof is about loss, not delay, so they are made due now.
  const pending = await countPending(url)
  await runSql(
    url,
    "update deliveries set due_at = clock_timestamp() where state = 'waiting' and due_at > clock_timestamp()",
  )
  for (const { id } of hooks) {
    await client.call('POST', `/webhooks/${id}/recover`, { since: since.toISOString() })
    await client.call('POST', `/webhooks/${id}/resume`)
  }
  await isSettled(url, limitMs)
  return pending
}

async function isSettled(url: string, withinMs: number) {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if ((await countPending(url)) === 0) return true
    await sleep(500)
  }
  return false
}

/** Reads the final state from the service's own tables. */
export async function readTables(url: string) {
  const states = await runSql(url, 'select state, count(*)::int as count from deliveries group by state')
  const [events] = await runSql(url, 'select count(*)::int as count from events')
  const left = await runSql(
    url,
    `select w.name, d.state, d.id, d.attempts, d.due_at, q.work_at, q.held_until, w.paused_at
       from deliveries d
       join webhooks w on w.client_id = d.client_id and w.id = d.webhook_id
       join webhook_queues q on q.client_id = d.client_id and q.webhook_id = d.webhook_id
       where d.state <> 'delivered' order by d.id limit 100`,
  )
  return {
    events: events.count as number,
    delivered: (states.find(({ state }) => state === 'delivered')?.count ?? 0) as number,
    left: left.map((row) => JSON.stringify(row)),
  }
}
