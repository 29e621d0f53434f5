import { expect, test } from 'vitest'
import { listMissingScenes } from '../../../python/tests/scenes.ts'
import { startApi } from '../api.ts'
import { compareWithEntries } from './matrix.ts'

// The proof `tenants` tries every operation with every credential. This test checks in seconds that the proof knows
// all operations.
test('every operation has an entry in the tenant matrix with the same policy, and every entry an operation', async () => {
  const { server } = await startApi({}, 'api')
  expect(server.operations.length).toBeGreaterThan(100)
  expect(compareWithEntries(server.operations)).toEqual([])
})

test('the Python SDK’s tests have a request that succeeds for every operation', () => {
  // Add the missing ones to python/tests/scenes.ts.
  expect(listMissingScenes()).toEqual([])
})
