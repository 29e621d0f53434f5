import { setTimeout as sleep } from 'node:timers/promises'
import type { Findings } from '../programs/findings.ts'
import { nowMs } from '../programs/journal.ts'
import { isAccepted, journalOfHook, readArrivals } from '../programs/webhook-plan.ts'
import { checkHook } from '../webhook-loss/arrived.ts'
import { countPending } from '../webhook-loss/ending.ts'
import type { CreatedWebhook } from '../webhook-loss/hooks.ts'
import { readPublished } from '../webhook-loss/published.ts'

const settlePollMs = 500

/**
 * Waits until nothing is pending, without help. A receiver rejects what a worker with a wrong clock has signed, so the
 * retry schedule applies: the first retries follow after five and thirty seconds.
 */
export async function untilDelivered(url: string, limitMs: number) {
  const deadline = nowMs() + limitMs
  while (nowMs() < deadline && (await countPending(url)) > 0) await sleep(settlePollMs)
  return countPending(url)
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
