import { expect, test } from 'vitest'
import { connectWebsites } from './website-connections.ts'

const count = 50
/** Starting the instance builds all pages; then each connection takes a few seconds. */
const timeoutMs = 40 * 60_000

test('fifty website connections in a row deliver under --watch', { timeout: timeoutMs }, async () => {
  const connections = await connectWebsites(count, () => {})
  expect(connections.filter(({ problem }) => problem !== null)).toEqual([])
  expect(connections).toHaveLength(count)
})
