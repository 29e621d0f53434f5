import type { CommittedEvent } from './publisher.ts'
import type { WebhookSetup } from './setup.ts'

/** Returns the milliseconds from each commit to the arrival of each of its deliveries. */
export async function delaysOf(
  setup: WebhookSetup,
  committed: readonly CommittedEvent[],
  webhookIds?: string[],
) {
  const arrivals = await setup.arrivals()
  const commits = new Map(committed.map(([id, moment]) => [id, BigInt(moment)]))
  const rows = (await setup.query(
    'select id, event_id from deliveries where $1::uuid[] is null or webhook_id = any ($1)',
    [webhookIds ?? null],
  )) as { id: string; event_id: string }[]
  return rows.flatMap(({ id, event_id }) => {
    const [from, to] = [commits.get(event_id), arrivals.get(id)]
    return from !== undefined && to !== undefined ? [Math.max(0, Number(to - from) / 1e6)] : []
  })
}
