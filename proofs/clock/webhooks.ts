import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../../server/test/open-test-api.ts'
import type { Findings } from '../programs/findings.ts'
import { nowMs } from '../programs/journal.ts'
import { isAccepted, journalOfHook, readArrivals } from '../programs/webhook-plan.ts'
import { checkHook } from '../webhook-loss/arrived.ts'
import { countPending } from '../webhook-loss/ending.ts'
import type { CreatedWebhook } from '../webhook-loss/hooks.ts'
import { readPublished } from '../webhook-loss/published.ts'

const pollMs = 500
const reportEveryMs = 30_000

/**
 * Lists timers that a wrong clock has left far in the future. After the few attempts of this proof, a retry is due within
 * minutes. A blocked task has no timer: it is woken when the task before it ends.
 */
export async function listStrandedTimers(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `select 'delivery' as of, due_at as at from deliveries
         where state = 'waiting' and due_at > clock_timestamp() + interval '1 hour'
       union all select 'queue', held_until from webhook_queues where held_until > clock_timestamp() + interval '1 hour'
       union all select 'task of lane ' || lane, wake_at from tasks
         where lane in ('deliver', 'proof') and state <> 'blocked' and wake_at > clock_timestamp() + interval '1 hour'`,
  )
  return rows.map((row) => JSON.stringify(row))
}

/** Lists webhooks that the service has paused. Only their client can resume them. */
export async function listPaused(url: string): Promise<string[]> {
  const rows = await runSql(url, 'select name, pause_reason from webhooks where paused_at is not null')
  return rows.map((row) => JSON.stringify(row))
}

/** Lists deliveries that the service will not attempt again. Only a client can repeat them. */
export async function listGivenUp(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    "select id, state, attempts from deliveries where state not in ('waiting', 'delivered') limit 20",
  )
  return rows.map((row) => JSON.stringify(row))
}

/**
 * Waits until the service has delivered everything by its own retries; the proof does not hurry it. Returns the
 * seconds.
 */
export async function waitUntilDelivered(url: string, limitMs: number) {
  const startedAt = nowMs()
  let reportAt = startedAt + reportEveryMs
  for (;;) {
    const pending = await countPending(url)
    const elapsedMs = nowMs() - startedAt
    if (pending === 0 || elapsedMs > limitMs) return elapsedMs / 1_000
    if (nowMs() > reportAt) {
      process.stdout.write(`  ${Math.round(elapsedMs / 1_000)} s: ${pending} deliveries wait\n`)
      reportAt += reportEveryMs
    }
    await sleep(pollMs)
  }
}

export const countAccepted = (folder: string, hooks: readonly { index: number }[]) =>
  hooks.reduce(
    (sum, { index }) => sum + readArrivals(journalOfHook(folder, index)).filter(isAccepted).length,
    0,
  )

/** Compares the deliveries that the receivers accepted with the acknowledged events. */
export function judgeWebhooks(folder: string, journals: readonly string[], hooks: readonly CreatedWebhook[]) {
  const published = readPublished(journals)
  const findings: Findings = {}
  const totals = { deliveries: 0, duplicates: 0, refused: 0, events: published.batchOf.size }
  for (const { index } of hooks) {
    const arrivals = readArrivals(journalOfHook(folder, index))
    // A receiver that verifies timestamps rejects these, as it must.
    const [refused = [], rest = []] = [true, false].map((isRefused) =>
      arrivals.filter(
        ({ reason }) => (reason?.includes('too old or from the future') ?? false) === isRefused,
      ),
    )
    const hook = checkHook(index, rest, published, { pauses: [], pauseGraceMs: 0 })
    for (const [name, rows] of Object.entries(hook.findings))
      findings[`webhooks ${name}`] = [...(findings[`webhooks ${name}`] ?? []), ...rows]
    totals.deliveries += hook.accepted.size
    totals.duplicates += hook.duplicates
    totals.refused += refused.length
  }
  return { findings, ...totals }
}
