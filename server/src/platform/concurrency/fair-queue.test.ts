import { expect, test } from 'vitest'
import { createFairQueue, type FairQueueEntry } from './fair-queue.ts'

type NamedEntry = FairQueueEntry & { name: string }

function createQueue(...names: string[]) {
  const queue = createFairQueue<NamedEntry>()
  for (const [n, name] of names.entries()) queue.enqueue(createEntry(name, n))
  return queue
}
// The first letter of an entry's name is its group.
const createEntry = (name: string, queuedAt = 0): NamedEntry => ({ group: name.slice(0, 1), queuedAt, name })
const drain = (queue: ReturnType<typeof createQueue>) => {
  const names: string[] = []
  for (let next = queue.dequeue(); next; next = queue.dequeue()) names.push(next.name)
  return names
}

test('a single group is served in the order of arrival', () => {
  expect(drain(createQueue('a1', 'a2', 'a3'))).toEqual(['a1', 'a2', 'a3'])
})

test('groups are served in turn, however many entries one of them has', () => {
  expect(drain(createQueue('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'))).toEqual([
    'c1',
    'b1',
    'a1',
    'b2',
    'a2',
    'a3',
    'a4',
  ])
})

test('a late group with few entries is served next and cannot save up rounds', () => {
  const queue = createQueue('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3')
  for (let n = 0; n < 4; n++) queue.dequeue()
  queue.enqueue(createEntry('q1'))
  expect(queue.dequeue()?.name).toBe('q1')
  for (const name of ['q2', 'q3', 'q4']) queue.enqueue(createEntry(name))
  // The late group q gets one turn per round like every other group, not three for the time it was idle.
  expect(drain(queue)).toEqual(['b3', 'a3', 'q2', 'a4', 'q3', 'q4'])
})

test('three greedy groups and a small one get equal shares over many rounds', () => {
  const queue = createFairQueue<NamedEntry>()
  const served = new Map<string, number>()
  for (let round = 0; round < 1_000; round++) {
    for (const group of ['a', 'b', 'c']) for (let n = 0; n < 5; n++) queue.enqueue(createEntry(group, round))
    if (round % 10 === 0) queue.enqueue(createEntry('q', round))
    const group = queue.dequeue()?.group ?? ''
    served.set(group, (served.get(group) ?? 0) + 1)
    // Expire the entries of earlier rounds. Those of this round remain, so the queue never drains.
    queue.evictExpired(round, 0, 0)
  }
  expect(served.get('q')).toBe(100)
  for (const group of ['a', 'b', 'c']) expect(served.get(group)).toBe(300)
})

test('expired and removed entries are no longer queued', () => {
  const queue = createQueue('a0', 'a1', 'b2', 'a3', 'b4')
  expect(queue.evictExpired(4, 1, 1).map(({ name }) => name)).toEqual(['a0', 'a1', 'b2'])
  expect(queue.size()).toBe(2)
  const removed = createEntry('c5')
  queue.enqueue(removed)
  expect([queue.remove(removed), queue.remove(removed)]).toEqual([true, false])
  expect(drain(queue).toSorted()).toEqual(['a3', 'b4'])
  expect(queue.size()).toBe(0)
})

test('a group whose entries stay overdue gets a shorter wait limit than a burst', () => {
  const queue = createQueue('a0')
  for (let now = 10; now <= 100; now += 10) queue.enqueue(createEntry(`a${now}`, now))
  // Entries of a wait for more than 20 ms from the time 30 on.
  for (let now = 30; now <= 70; now += 10) expect(queue.evictExpired(now, 60, 20).length).toBeLessThan(2)
  queue.enqueue(createEntry('q50', 50))
  // The late group (a) keeps only entries of the last 20 ms; the other group keeps those of the last 60 ms.
  queue.evictExpired(100, 60, 20)
  expect(drain(queue).toSorted()).toEqual(['a100', 'a80', 'a90', 'q50'])
})

test('a queue that is never empty but is served keeps the longer limit', () => {
  const queue = createFairQueue<NamedEntry>()
  queue.enqueue(createEntry('a0', 0))
  // Every entry waits for 10 ms, and another one arrives before it leaves.
  for (let now = 10; now <= 500; now += 10) {
    queue.enqueue(createEntry(`a${now}`, now))
    queue.dequeue()
    expect(queue.evictExpired(now, 60, 20)).toEqual([])
  }
  // A single delay of 50 ms is a burst, although the queue has not been empty for half a second.
  expect(queue.evictExpired(550, 60, 20)).toEqual([])
  expect(queue.size()).toBe(1)
})

test('evictFromLongest removes the newest entry of the largest group', () => {
  const queue = createQueue('b1', 'a1', 'a2', 'a3', 'c1')
  expect(queue.evictFromLongest()?.name).toBe('a3')
  expect(queue.evictFromLongest()?.name).toBe('a2')
  expect(queue.size()).toBe(3)
})
