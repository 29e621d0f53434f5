import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startObjects } from '../../../test/objects.ts'
import { testNestedKeys, testObjectStore, uploadTo } from '../../../test/store-conformance.ts'
import type { Server } from '../http/server.ts'
import { openFileStore } from './file-store.ts'
import { fileUploadRoutes } from './file-upload-routes.ts'
import { openObjectStore } from './objects.ts'

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

for (const [name, objects] of Object.entries(stores)) {
  testObjectStore(name, objects)
  testNestedKeys(name, objects)
}

const { 'file store': fileStore } = stores

test('the file store rejects a file above the limit', async () => {
  const key = 'quarantine/too-large'
  const { url } = await fileStore.presignPut(key, { contentType, seconds: 900 })
  expect(await uploadTo(url, 'x'.repeat(maxUploadBytes + 1))).toBe(413)
  expect(await fileStore.head(key)).toBeUndefined()
})

test('a presigned URL of the file store stays used after its object was deleted', async () => {
  const key = 'quarantine/used'
  const { url } = await fileStore.presignPut(key, { contentType, seconds: 900 })
  expect(await uploadTo(url, 'first')).toBe(200)
  await fileStore.deletePrefix(key)
  expect(await uploadTo(url, 'second')).toBe(412)
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
