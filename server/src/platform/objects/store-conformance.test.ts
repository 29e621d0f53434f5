import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startObjects } from '../../../test/objects.ts'
import type { Server } from '../http/server.ts'
import { type Erasure, openErasureLedger } from './erasure-ledger.ts'
import { openFileStore } from './file-store.ts'
import { fileUploadRoutes } from './file-upload-routes.ts'
import { type ObjectStore, ObjectTooLarge, openObjectStore } from './objects.ts'

// The same tests for both stores: what passes in the sandbox on the file store must also work on S3.

const maxUploadBytes = 100_000
const contentType = 'application/pdf'
const putHeaders = { 'content-type': contentType, 'if-none-match': '*' }

async function startFileStore() {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-files-'))
  const server = fastify() as unknown as Server
  const settings = { folder, publicUrl: '', maxUploadBytes }
  await server.register(fileUploadRoutes, settings)
  const publicUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  atEnd(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return openObjectStore({ region: '', bucket: '', fileStore: { ...settings, publicUrl } })
}

const stores = { S3: (await startObjects()).objects, 'file store': await startFileStore() }

const put = async (url: string, body: string, headers: Record<string, string> = putHeaders) => {
  const reply = await fetch(url, { method: 'PUT', headers, body })
  await reply.arrayBuffer()
  return reply.status
}

describe.each(Object.entries(stores))('%s', (_, objects: ObjectStore) => {
  let counter = 0
  const newPrefix = () => `quarantine/test-${process.pid}-${counter++}-${Date.now()}/`
  const presign = (key: string, options: { seconds?: number; bytes?: number } = {}) =>
    objects.presignPut(key, { contentType, seconds: 900, ...options })

  test('stores, overwrites, reads and measures an object', async () => {
    const key = `${newPrefix()}a`
    expect([await objects.head(key), await objects.get(key, 10)]).toEqual([undefined, undefined])
    await objects.put(key, Buffer.from('first'))
    await objects.put(key, Buffer.from('second'))
    expect(await objects.head(key)).toEqual({ bytes: 6 })
    expect(await objects.get(key, 6)).toEqual(Buffer.from('second'))
    await expect(objects.get(key, 5)).rejects.toBeInstanceOf(ObjectTooLarge)
  })

  test('lists keys in byte order after a key, and an object may be the prefix of another', async () => {
    const prefix = newPrefix()
    const keys = ['a', 'a.b', 'a/b', 'aé', 'b'].map((name) => prefix + name)
    for (const key of keys.toReversed()) await objects.put(key, Buffer.alloc(0))
    expect(await objects.list(prefix)).toEqual(keys)
    expect(await objects.list(prefix, `${prefix}a.b`)).toEqual(keys.slice(2))
    expect(await objects.list(`${prefix}a/`)).toEqual([`${prefix}a/b`])
  })

  test('deletes everything under a prefix and nothing else', async () => {
    const prefix = newPrefix()
    for (const name of ['a/1', 'a/2', 'b']) await objects.put(prefix + name, Buffer.from('x'))
    expect(await objects.versions(`${prefix}a/`)).toHaveLength(2)
    expect(await objects.deletePrefix(`${prefix}a/`)).toBe(2)
    expect(await objects.deletePrefix(`${prefix}a/`)).toBe(0)
    expect(await objects.list(prefix)).toEqual([`${prefix}b`])
  })

  test('keeps the erasure ledger in order of time', async () => {
    const ledger = openErasureLedger(objects)
    const [client_id, at] = [`client-${newPrefix().replaceAll('/', '')}`, new Date()]
    for (const user_id of ['u1', 'u2']) await ledger.record({ client_id, user_id })
    await ledger.record({ client_id, user_id: 'u2', document_id: 'd1' })
    const own: Erasure[] = []
    for await (const entry of ledger.since(at)) if (entry.client_id === client_id) own.push(entry)
    expect(own.map(({ user_id, document_id }) => [user_id, document_id])).toEqual([
      ['u1', undefined],
      ['u2', undefined],
      ['u2', 'd1'],
    ])
  })

  test('a presigned URL stores one file, once', async () => {
    const key = `${newPrefix()}a`
    const { url, headers } = await presign(key)
    expect(headers).toEqual({ 'Content-Type': contentType, 'If-None-Match': '*' })
    expect(await put(url, 'first')).toBe(200)
    expect(await put(url, 'second')).toBe(412)
    expect(await objects.get(key, 100)).toEqual(Buffer.from('first'))
  })

  test('concurrent uploads to one presigned URL leave one complete file', async () => {
    const key = `${newPrefix()}a`
    const { url } = await presign(key)
    const files = ['a', 'b', 'c'].map((letter) => letter.repeat(50_000))
    const statuses = await Promise.all(files.map((file) => put(url, file)))
    expect(statuses).toContain(200)
    expect(files).toContain((await objects.get(key, 100_000))?.toString())
  })

  test('a presigned URL with a signed length takes a file of that length only', async () => {
    const key = `${newPrefix()}a`
    const { url, headers } = await presign(key, { bytes: 5 })
    expect(headers).toMatchObject({ 'Content-Length': '5' })
    for (const wrong of ['1234', '123456']) expect(await put(url, wrong)).toBe(403)
    expect(await objects.head(key)).toBeUndefined()
    expect(await put(url, '12345')).toBe(200)
  })

  test('rejects an expired presigned URL', async () => {
    const key = `${newPrefix()}a`
    const { url } = await presign(key, { seconds: 1 })
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(await put(url, 'late')).toBe(403)
    expect(await objects.head(key)).toBeUndefined()
  })

  test('rejects another key, type, signature or unsigned request, and other methods', async () => {
    const prefix = newPrefix()
    const { url } = await presign(`${prefix}a`)
    const attempts = [
      put(url.replace(/\/a\?/, '/b?'), 'x'),
      put(
        url.replace(/([Ss]ignature=)(.)/, (_, name, one) => name + (one === '0' ? '1' : '0')),
        'x',
      ),
      put(url.split('?')[0] ?? '', 'x'),
      put(url, 'x', { ...putHeaders, 'content-type': 'text/html' }),
      put(url, 'x', { 'content-type': contentType }),
    ]
    expect(await Promise.all(attempts)).toEqual(Array(5).fill(403))
    for (const method of ['GET', 'DELETE', 'POST'])
      expect([403, 404, 405]).toContain((await fetch(url, { method, headers: putHeaders })).status)
    expect(await objects.list(prefix)).toEqual([])
  })

  test('rejects a body of unknown length', async () => {
    const key = `${newPrefix()}a`
    const { url } = await presign(key)
    const body = new Blob(['of unknown length']).stream()
    const reply = await fetch(url, {
      method: 'PUT',
      headers: putHeaders,
      body,
      duplex: 'half',
    } as RequestInit)
    expect([400, 403, 411]).toContain(reply.status)
    expect(await objects.head(key)).toBeUndefined()
  })

  test('browsers of any origin may upload', async () => {
    const { url } = await presign(`${newPrefix()}a`)
    const headers = {
      origin: 'https://lender.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-none-match',
    }
    const preflight = await fetch(url, { method: 'OPTIONS', headers })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/lender\.example)$/)
  })
})

const { 'file store': fileStore } = stores

test('the file store rejects a file above the limit', async () => {
  const key = 'quarantine/too-large'
  const { url } = await fileStore.presignPut(key, { contentType, seconds: 900 })
  expect(await put(url, 'x'.repeat(maxUploadBytes + 1))).toBe(413)
  expect(await fileStore.head(key)).toBeUndefined()
})

test('a presigned URL of the file store stays used after its object was deleted', async () => {
  const key = 'quarantine/used'
  const { url } = await fileStore.presignPut(key, { contentType, seconds: 900 })
  expect(await put(url, 'first')).toBe(200)
  await fileStore.deletePrefix(key)
  expect(await put(url, 'second')).toBe(412)
  expect(await fileStore.head(key)).toBeUndefined()
})

test('the file store keeps keys inside its folder, and its signing key across restarts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-files-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const open = () => openFileStore({ folder, publicUrl: 'http://127.0.0.1:1', maxUploadBytes })
  const first = open()
  for (const key of ['..', '../outside', '.']) {
    await first.put(key, Buffer.from(key))
    expect(await open().get(key, 100)).toEqual(Buffer.from(key))
  }
  expect(await first.list('')).toEqual(['.', '..', '../outside'])
  const { url } = await first.presignPut('a', { contentType, seconds: 60 })
  const query = Object.fromEntries(new URL(url).searchParams)
  const headers = { ...putHeaders, 'content-length': '1' }
  expect(await open().receive({ key: 'a', query, headers, body: Readable.from(['x']) })).toBe(200)
})
