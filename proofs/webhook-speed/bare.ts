import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'

// The baseline: a loop that POSTs the same prepared bytes to the same receiver.
const [url = '', bytes = '', concurrency = ''] = process.argv.slice(2)
const pool = new Pool(url, { connections: Number(concurrency), pipelining: 1 })
const body = randomBytes(Number(bytes)).toString('base64')
const headers = {
  'content-type': 'text/plain',
  'x-svc-signature': '0'.repeat(128),
  'x-svc-encryption-iv': '0'.repeat(16),
  'webhook-id': '0198c7a2-5b1e-7c3d-9f00-000000000000',
  'webhook-timestamp': '1700000000',
  'webhook-signature': `v1,${'0'.repeat(44)}`,
}

process.on('message', async ({ count }: { count: number }) => {
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const { body: reply, statusCode } = await pool.request({
        path: '/bare',
        method: 'POST',
        headers,
        body,
      })
      await reply.dump()
      if (statusCode !== 204) throw new Error(`the receiver returned ${statusCode}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: Number(concurrency) }, one))
  process.send?.({ seconds: (performance.now() - startedAt) / 1_000 })
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
