import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

test('sends calls made together as one batch and returns each its own result', async () => {
  const batches: number[][] = []
  const batcher = createBatcher(async (entries: number[]) => {
    batches.push(entries)
    return (entry) => entry * 10
  })
  expect(await Promise.all([1, 2, 3].map(batcher.add))).toEqual([10, 20, 30])
  expect(batches).toEqual([[1, 2, 3]])
})

test('splits at maxBatch', async () => {
  const sizes: number[] = []
  const batcher = createBatcher(
    async (entries: number[]) => {
      sizes.push(entries.length)
      return () => undefined
    },
    { maxBatch: 2 },
  )
  await Promise.all([1, 2, 3, 4, 5].map(batcher.add))
  expect(sizes).toEqual([2, 2, 1])
})

test('an entry error fails only its own entry, any other error the whole batch', async () => {
  const send = async (entries: number[]) => {
    if (entries.includes(2)) throw new Error('bad entry')
    return (entry: number) => entry
  }
  const settle = async (isEntryError: () => boolean) => {
    const batcher = createBatcher(send, { isEntryError })
    return (await Promise.allSettled([1, 2, 3].map(batcher.add))).map(({ status }) => status)
  }
  expect(await settle(() => true)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await settle(() => false)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('flush sends queued entries without waiting', async () => {
  const batches: number[][] = []
  const batcher = createBatcher(
    async (entries: number[]) => {
      batches.push(entries)
      return () => undefined
    },
    { maxDelayMs: 60_000 },
  )
  // After a batch of 1000 entries, the next batch would wait 500 ms without the flush.
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => batcher.add(n)))
  const last = batcher.add(1_000)
  batcher.flush()
  expect(batches[1]).toEqual([1_000])
  await last
})
