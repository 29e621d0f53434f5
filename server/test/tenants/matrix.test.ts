import { expect, test } from 'vitest'
import { startApi } from '../api.ts'
import { runMatrix } from './matrix.ts'

// No name is looked up: what a test of a webhook sends must not leave the machine. No provider is asked either.
const api = await startApi({ OUTBOUND_DNS: '127.0.0.1:9', SANDBOX_URL: 'http://127.0.0.1:9' })

test('no credential opens what is not its own, whatever the operation', { timeout: 600_000 }, async () => {
  const { operations, credentials, cells, leaks } = await runMatrix(api)
  expect(leaks).toEqual([])
  expect(cells).toBe(operations * credentials)
})
