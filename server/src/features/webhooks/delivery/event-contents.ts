import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import { readContent } from './content.ts'
import { type DueDelivery, readEventBodies } from './queue.ts'
import type { DeliveryContent } from './signed-message.ts'

/** The body of an event: sealed as it is stored, and decrypted once a delivery needs it. */
type CachedEvent = { sealed: Buffer; content?: DeliveryContent }

const maxCacheBytes = 16 * 1024 ** 2
/** The webhooks of an event are usually due together. Contents are personal data, so they do not stay for longer. */
const maxAgeMs = 5_000

export type EventContents = ReturnType<typeof openEventContents>

/**
 * Contents of events, shared by all couriers of a process: an event that several webhooks receive is read and
 * decrypted once. Whether a delivery may still have its content is decided by its row, never by the cache.
 */
export function openEventContents(database: Pick<Tenancy, 'system'>) {
  const cache = new LRUCache<string, CachedEvent>({
    maxSize: maxCacheBytes,
    // The decrypted content is as long as the sealed one.
    sizeCalculation: ({ sealed }) => 2 * sealed.length,
    ttl: maxAgeMs,
    ttlResolution: maxAgeMs / 10,
  })
  const purging = setInterval(() => cache.purgeStale(), maxAgeMs).unref()
  const loading = new Map<string, Promise<Map<string, CachedEvent>>>()

  async function load(clientId: string, ids: readonly string[]) {
    try {
      const bodies = await database.system((tx) => readEventBodies(tx, clientId, ids))
      const events = new Map<string, CachedEvent>()
      for (const [id, sealed] of bodies) if (sealed) events.set(id, { sealed })
      for (const [id, event] of events) cache.set(id, event)
      return events
    } finally {
      for (const id of ids) loading.delete(id)
    }
  }

  /** Loads the bodies of these events in one query, except those that are already cached or being loaded. */
  function preload(clientId: string, deliveries: readonly DueDelivery[]) {
    const missing = new Set<string>()
    for (const { event_id: id, has_body, wrapped } of deliveries)
      if (has_body && wrapped && !cache.has(id) && !loading.has(id)) missing.add(id)
    if (missing.size === 0) return
    const events = load(clientId, [...missing])
    // A failure reaches the deliveries that need these bodies.
    events.catch(() => {})
    for (const id of missing) loading.set(id, events)
  }

  async function findEvent(clientId: string, delivery: DueDelivery) {
    const { event_id: id } = delivery
    const cached = cache.get(id)
    if (cached) return cached
    preload(clientId, [delivery])
    return (await loading.get(id))?.get(id)
  }

  return {
    preload,
    /** Returns the content of a delivery, or a tombstone if the data or the user were erased. */
    async contentOf(
      clientId: string,
      delivery: DueDelivery,
      key: KeyObject | undefined,
    ): Promise<DeliveryContent> {
      const isErased = !key || !delivery.has_body
      const event = isErased ? undefined : await findEvent(clientId, delivery)
      if (!event) return readContent({ ...delivery, body: null }, undefined)
      event.content ??= readContent({ ...delivery, body: event.sealed }, key)
      return event.content
    },
    close: () => clearInterval(purging),
  }
}
