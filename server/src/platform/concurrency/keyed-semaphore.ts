type QueuedCaller = { key: string; resolve(): void }

/** FIFO semaphore with an additional limit per key (client): a client whose requests hang occupies only its own share. */
export function createKeyedSemaphore({
  maxConcurrent,
  maxPerKey,
}: {
  maxConcurrent: number
  maxPerKey: number
}) {
  const inUseByKey = new Map<string, number>()
  let queue: QueuedCaller[] = []
  let inUse = 0

  const hasFreeSlot = (key: string) => inUse < maxConcurrent && (inUseByKey.get(key) ?? 0) < maxPerKey

  function take(key: string) {
    inUse++
    inUseByKey.set(key, (inUseByKey.get(key) ?? 0) + 1)
  }

  function release(key: string) {
    inUse--
    const remaining = (inUseByKey.get(key) ?? 1) - 1
    if (remaining === 0) inUseByKey.delete(key)
    else inUseByKey.set(key, remaining)
    grantSlots()
  }

  function grantSlots() {
    if (queue.length === 0) return
    const stillQueued: QueuedCaller[] = []
    for (const caller of queue) {
      if (hasFreeSlot(caller.key)) {
        take(caller.key)
        caller.resolve()
      } else {
        stillQueued.push(caller)
      }
    }
    queue = stillQueued
  }

  return {
    inUseCount: () => inUse,
    queuedCount: () => queue.length,
    /** Resolves once a slot is free, to the function that releases it. */
    async acquire(key: string): Promise<() => void> {
      if (hasFreeSlot(key)) take(key)
      else await new Promise<void>((resolve) => queue.push({ key, resolve }))
      return () => release(key)
    },
  }
}

export type KeyedSemaphore = ReturnType<typeof createKeyedSemaphore>
