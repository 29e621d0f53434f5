import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import { readContent } from './content.ts'
import { type DueDelivery, readEventBodies } from './queue.ts'
import type { DeliveryContent } from './signed-message.ts'

const maxCacheBytes = 16 * 1024 ** 2
/** The webhooks of an event are usually due together. Contents are personal data, so they do not stay for longer. */
const maxAgeMs = 5_000

export type EventContents = ReturnType<typeof openEventContents>

/**
 * Decrypted contents of events, shared by all couriers of a process: an event that several webhooks receive is read
 * and decrypted once. Whether a delivery may still have its content is decided by its row, never by the cache.
 */
export function openEventContents(database: Pick<Tenancy, 'system'>) {
  const cache = new LRUCache<string, DeliveryContent>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ thin, payload }) => thin.length + (payload?.length ?? 0),
    ttl: maxAgeMs,
    ttlResolution: maxAgeMs / 10,
  })
  const purging = setInterval(() => cache.purgeStale(), maxAgeMs).unref()
  const loading = new Map<string, Promise<Map<string, Buffer | null>>>()

  /** Loads the bodies of these events in one query, except those that are already cached or being loaded. */
  function preload(clientId: string, deliveries: readonly DueDelivery[]) {
    const missing = new Set<string>()
    for (const { event_id: id, has_body, wrapped } of deliveries)
      if (has_body && wrapped && !cache.has(id) && !loading.has(id)) missing.add(id)
    if (missing.size === 0) return
    const bodies = database
      .system((tx) => readEventBodies(tx, clientId, [...missing]))
      .finally(() => {
        for (const id of missing) loading.delete(id)
      })
    // A failure reaches the deliveries that need these bodies.
    bodies.catch(() => {})
    for (const id of missing) loading.set(id, bodies)
  }

  return {
    preload,
    /** Returns the content of a delivery, or a tombstone if the data or the user were erased. */
    async contentOf(
      clientId: string,
      delivery: DueDelivery,
      key: KeyObject | undefined,
    ): Promise<DeliveryContent> {
      const { event_id: id } = delivery
      if (!key || !delivery.has_body) return readContent({ ...delivery, body: null }, undefined)
      const cached = cache.get(id)
      if (cached) return cached
      preload(clientId, [delivery])
      const bodies = await loading.get(id)
      const decryptedMeanwhile = cache.get(id)
      if (decryptedMeanwhile) return decryptedMeanwhile
      const content = readContent({ ...delivery, body: bodies?.get(id) ?? null }, key)
      if (!content.isTombstone) cache.set(id, content)
      return content
    },
    close: () => clearInterval(purging),
  }
}
