import { type EventBatch, readBatches } from '../programs/webhook-plan.ts'

export type Published = ReturnType<typeof readPublished>

/** Reads the publishers' journals, by event number. */
export function readPublished(journals: readonly string[]) {
  const batches = journals.flatMap(readBatches)
  const batchOf = new Map<number, EventBatch>()
  const userOf = new Map<number, string>()
  for (const batch of batches) {
    for (const { number, user } of batch.events) {
      batchOf.set(number, batch)
      userOf.set(number, user)
    }
  }
  return { batches, batchOf, userOf }
}

export const countAcknowledged = (journals: readonly string[]) =>
  journals
    .flatMap(readBatches)
    .reduce((sum, { events, acknowledgedAt }) => sum + (acknowledgedAt === undefined ? 0 : events.length), 0)
