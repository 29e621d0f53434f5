import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

test('limits one key to its share without delaying other keys', async () => {
  const semaphore = createKeyedSemaphore({ maxConcurrent: 8, maxPerKey: 2 })
  const requests = Array.from({ length: 5 }, () => semaphore.acquire('hanging'))
  const [first] = await Promise.all(requests.slice(0, 2))
  expect(semaphore.inUseCount()).toBe(2)
  await Promise.all(['a', 'b', 'c'].map((client) => semaphore.acquire(client)))
  expect(semaphore.inUseCount()).toBe(5)
  first?.()
  await requests[2]
  expect(semaphore.inUseCount()).toBe(5)
})

test('grants slots in the order of the requests when all are taken', async () => {
  const semaphore = createKeyedSemaphore({ maxConcurrent: 2, maxPerKey: 2 })
  const releases = [await semaphore.acquire('a'), await semaphore.acquire('b')]
  const order: string[] = []
  const waiters = ['c', 'd', 'e'].map(async (client) => {
    const release = await semaphore.acquire(client)
    order.push(client)
    return release
  })
  await setImmediate()
  expect(order).toEqual([])
  releases[0]?.()
  ;(await waiters[0])?.()
  ;(await waiters[1])?.()
  await waiters[2]
  expect(order).toEqual(['c', 'd', 'e'])
  expect(semaphore.inUseCount()).toBe(2)
})
