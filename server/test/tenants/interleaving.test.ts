import { expect, inject, test } from 'vitest'
import { runInterleaving } from './interleaving.ts'

test('clients that share five connections never meet', { timeout: 120_000 }, async () => {
  const result = await runInterleaving(inject('world'), { connections: 5, clients: 8, requests: 1_500 })
  expect(result.foreign).toEqual([])
  expect(result.faults).toEqual([])
  // One more is kept aside for opening keys.
  expect(result.peakConnections).toBeLessThanOrEqual(6)
  expect(result.answers).toMatchObject({
    200: expect.any(Number),
    404: expect.any(Number),
    aborted: expect.any(Number),
  })
})
