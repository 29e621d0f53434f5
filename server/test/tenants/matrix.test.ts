import { expect, test } from 'vitest'
import { startApi } from '../api.ts'
import { runMatrix } from './matrix.ts'

const api = await startApi()

test('no credential opens what is not its own, whatever the operation', { timeout: 300_000 }, async () => {
  const { operations, credentials, cells, leaks } = await runMatrix(api)
  expect(leaks).toEqual([])
  expect(cells).toBe(operations * credentials)
})
