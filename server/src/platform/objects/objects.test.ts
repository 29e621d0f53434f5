import { expect, test } from 'vitest'
import { openObjectStore } from './objects.ts'

// Presigned URLs without a store; features/documents tests them against a real one.

const keys = { region: 'eu-west-2', bucket: 'documents', accessKey: 'a', secretKey: 'b' }
const presign = async (settings: { endpoint?: string; publicEndpoint?: string }) =>
  new URL(
    await openObjectStore({ ...keys, ...settings }).presignPut('quarantine/a/b', {
      contentType: 'application/pdf',
      seconds: 900,
    }),
  )

test('a presigned URL uses the public endpoint if there is one', async () => {
  const internal = await presign({ endpoint: 'http://10.0.0.5:7480' })
  expect(internal.origin + internal.pathname).toBe('http://10.0.0.5:7480/documents/quarantine/a/b')
  const external = await presign({
    endpoint: 'http://10.0.0.5:7480',
    publicEndpoint: 'https://files.payproof.example',
  })
  expect(external.origin + external.pathname).toBe('https://files.payproof.example/documents/quarantine/a/b')
})

test('without an endpoint, presigned URLs point to AWS S3 in the configured region', async () => {
  const { origin, pathname } = await presign({})
  expect(origin + pathname).toBe('https://documents.s3.eu-west-2.amazonaws.com/quarantine/a/b')
})

test('a presigned URL signs content type, single use and expiry, and has no checksum of an empty body', async () => {
  const { searchParams } = await presign({})
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host;if-none-match')
  expect(searchParams.get('X-Amz-Expires')).toBe('900')
  expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
})

test('an unreachable store fails with 503 instead of looking empty', async () => {
  const unreachable = openObjectStore({ ...keys, endpoint: 'http://127.0.0.1:9' })
  const calls = [
    unreachable.head('x'),
    unreachable.get('x', 1),
    unreachable.list('x'),
    unreachable.deletePrefix('x'),
  ]
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ status: 503 })))
  await unreachable.close()
})
