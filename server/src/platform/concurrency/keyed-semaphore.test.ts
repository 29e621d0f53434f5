import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSenders } from './keyed-semaphore.ts'

test('a client has its share and no more, however many it asks for', async () => {
  const senders = openSenders({ most: 8, clientMost: 2 })
  const asked = Array.from({ length: 5 }, () => senders.place('hanging'))
  const [first] = await Promise.all(asked.slice(0, 2))
  expect(senders.taken()).toBe(2)
  // The others of the house are not behind it in line.
  await Promise.all(['a', 'b', 'c'].map((client) => senders.place(client)))
  expect(senders.taken()).toBe(5)
  first?.()
  await asked[2]
  expect(senders.taken()).toBe(5)
})

test('when all places are taken they go in the order in which they were asked for', async () => {
  const senders = openSenders({ most: 2, clientMost: 2 })
  const held = [await senders.place('a'), await senders.place('b')]
  const order: string[] = []
  const asking = ['c', 'd', 'e'].map(async (client) => {
    const giveBack = await senders.place(client)
    order.push(client)
    return giveBack
  })
  await setImmediate()
  expect(order).toEqual([])
  held[0]?.()
  ;(await asking[0])?.()
  ;(await asking[1])?.()
  await asking[2]
  expect(order).toEqual(['c', 'd', 'e'])
  expect(senders.taken()).toBe(2)
})
