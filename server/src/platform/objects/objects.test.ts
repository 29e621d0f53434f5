import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { openObjectStore } from './objects.ts'

// Tests presigned URLs without an object store. features/documents tests them against a real store.

const keys = { region: 'eu-west-2', bucket: 'documents', accessKey: 'a', secretKey: 'b' }
const presign = async (settings: { endpoint?: string; publicEndpoint?: string }, length = {}) => {
  const options = { contentType: 'application/pdf', seconds: 900, ...length }
  return new URL((await openObjectStore({ ...keys, ...settings }).presignPut('quarantine/a/b', options)).url)
}

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

test('a presigned URL signs the length if it is known', async () => {
  const { searchParams } = await presign({}, { bytes: 1_000 })
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
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

/** Starts a store that implements everything except CORS rules of a bucket, as MinIO. */
async function startWithoutBucketCors(preflightHeaders: Record<string, string>) {
  const server = createServer((request, reply) => {
    request.resume()
    if (request.method === 'OPTIONS') return reply.writeHead(204, preflightHeaders).end()
    const isCors = request.url?.includes('?cors')
    reply.writeHead(isCors ? 501 : 200, { 'content-type': 'application/xml' })
    reply.end(isCors ? '<Error><Code>NotImplemented</Code><Message>Not implemented</Message></Error>' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store = openObjectStore({ ...keys, endpoint: `http://127.0.0.1:${port}` })
  atEnd(async () => {
    await store.close()
    server.close().closeAllConnections()
  })
  return store.ensureBuckets({ temporary: 'quarantine/', versionDays: 1 })
}

test('a store without CORS rules is accepted if it allows uploads from every page anyway', async () => {
  await expect(startWithoutBucketCors({ 'access-control-allow-origin': '*' })).resolves.toEqual({
    keepsVersions: false,
  })
  await expect(startWithoutBucketCors({})).rejects.toMatchObject({ status: 503 })
})

test.each(['no response', 'half a body'])(
  'a call to a store that stalls with %s ends with 503',
  async (stall) => {
    const server = createServer((_request, reply) => {
      if (stall === 'half a body') reply.writeHead(200, { 'content-length': '1000' }).write('half')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    atEnd(() => {
      server.closeAllConnections()
      server.close()
    })
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const objects = openObjectStore({ ...keys, endpoint, requestTimeoutMs: 300 })
    await expect(objects.get('documents/a', 10_000)).rejects.toMatchObject({ status: 503 })
    await objects.close()
  },
)
