import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTestFolder } from '../../dev/services/test-folder.ts'
import {
  type Erasure,
  type ErasureLedger,
  openErasureLedger,
} from '../src/platform/objects/erasure-ledger.ts'
import { type ObjectStore, ObjectTooLarge } from '../src/platform/objects/objects.ts'
import { createRootKeyFile, openRootKey } from '../src/platform/secrets/root-key.ts'
import { atEnd } from './at-end.ts'

const contentType = 'application/pdf'
const putHeaders = { 'content-type': contentType, 'if-none-match': '*' }

/** Uploads to a presigned URL and returns the status. */
export const uploadTo = async (url: string, body: string, headers: Record<string, string> = putHeaders) => {
  const reply = await fetch(url, { method: 'PUT', headers, body })
  await reply.arrayBuffer()
  return reply.status
}

/** Creates a root key of the test's own. */
async function makeRootKey() {
  const folder = makeTestFolder()
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'root.key')
  await createRootKeyFile(file)
  return openRootKey(`file://${file}`)
}

/** Lists the entries of one client in the ledger. */
async function listEntries(ledger: ErasureLedger, client_id: string) {
  const own: Erasure[] = []
  for await (const entry of ledger.since(new Date(0))) if (entry.client_id === client_id) own.push(entry)
  return own
}

/** The tests that every object store must pass: S3 servers and the file store. */
export const testObjectStore = (name: string, objects: ObjectStore) =>
  describe(name, () => {
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

    test('lists keys in byte order after a key', async () => {
      const prefix = newPrefix()
      const keys = ['a', 'a.b', 'aé', 'b', 'c/d'].map((name) => prefix + name)
      for (const key of keys.toReversed()) await objects.put(key, Buffer.alloc(0))
      expect(await objects.list(prefix)).toEqual(keys)
      expect(await objects.list(prefix, `${prefix}a.b`)).toEqual(keys.slice(2))
      expect(await objects.list(`${prefix}c/`)).toEqual([`${prefix}c/d`])
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
      const ledger = openErasureLedger(objects, await makeRootKey())
      const client_id = `client-${newPrefix().replaceAll('/', '')}`
      for (const user_id of ['u1', 'u2']) await ledger.record({ client_id, user_id })
      await ledger.record({ client_id, user_id: 'u2', document_id: 'd1' })
      await ledger.record({ client_id, user_id: 'u3', is_data_only: true })
      const own = await listEntries(ledger, client_id)
      expect(
        own.map(({ user_id, document_id, is_data_only }) => [user_id, document_id, is_data_only]),
      ).toEqual([
        ['u1', undefined, undefined],
        ['u2', undefined, undefined],
        ['u2', 'd1', undefined],
        ['u3', undefined, true],
      ])
    })

    test('recognises the entries of the erasure ledger that the service did not write', async () => {
      const root = await makeRootKey()
      const ledger = openErasureLedger(objects, root)
      const client_id = `client-${newPrefix().replaceAll('/', '')}`
      await ledger.record({ client_id, user_id: 'u1' })
      const [genuine] = await listEntries(ledger, client_id)
      const content = (await objects.get(genuine?.key ?? '', 4_096)) as Buffer
      const nameOf = (user_id: string) => `erasures/${new Date().toISOString()}/${client_id}/${user_id}`
      await objects.put(nameOf('empty'), Buffer.alloc(0))
      await objects.put(nameOf('copied from another entry'), content)
      await objects.put(nameOf('not JSON'), Buffer.from('x'))
      const otherRoot = openErasureLedger(objects, await makeRootKey())
      await otherRoot.record({ client_id, user_id: 'signed with another root key' })
      const later = openErasureLedger(objects, root)
      const verdicts: Record<string, boolean> = {}
      for (const entry of await listEntries(later, client_id))
        verdicts[entry.user_id] = await later.isGenuine(entry)
      expect(verdicts).toEqual({
        u1: true,
        empty: false,
        'copied from another entry': false,
        'not JSON': false,
        'signed with another root key': false,
      })
    })

    test('a presigned URL stores one file, once', async () => {
      const key = `${newPrefix()}a`
      const { url, headers } = await presign(key)
      expect(headers).toEqual({ 'Content-Type': contentType, 'If-None-Match': '*' })
      expect(await uploadTo(url, 'first')).toBe(200)
      expect(await uploadTo(url, 'second')).toBe(412)
      expect(await objects.get(key, 100)).toEqual(Buffer.from('first'))
    })

    test('concurrent uploads to one presigned URL leave one complete file', async () => {
      const key = `${newPrefix()}a`
      const { url } = await presign(key)
      const files = ['a', 'b', 'c'].map((letter) => letter.repeat(50_000))
      const statuses = await Promise.all(files.map((file) => uploadTo(url, file)))
      expect(statuses).toContain(200)
      expect(files).toContain((await objects.get(key, 100_000))?.toString())
    })

    test('a presigned URL with a signed length takes a file of that length only', async () => {
      const key = `${newPrefix()}a`
      const { url, headers } = await presign(key, { bytes: 5 })
      expect(headers).toMatchObject({ 'Content-Length': '5' })
      for (const wrong of ['1234', '123456']) expect(await uploadTo(url, wrong)).toBe(403)
      expect(await objects.head(key)).toBeUndefined()
      expect(await uploadTo(url, '12345')).toBe(200)
    })

    test('rejects an expired presigned URL', async () => {
      const key = `${newPrefix()}a`
      const { url } = await presign(key, { seconds: 1 })
      await new Promise((resolve) => setTimeout(resolve, 2_100))
      expect(await uploadTo(url, 'late')).toBe(403)
      expect(await objects.head(key)).toBeUndefined()
    })

    test('rejects another key, type, signature or unsigned request, and other methods', async () => {
      const prefix = newPrefix()
      const { url } = await presign(`${prefix}a`)
      const statuses = await Promise.all([
        uploadTo(url.replace(/\/a\?/, '/b?'), 'x'),
        uploadTo(
          url.replace(/([Ss]ignature=)(.)/, (_, name, one) => name + (one === '0' ? '1' : '0')),
          'x',
        ),
        uploadTo(url.split('?')[0] ?? '', 'x'),
        uploadTo(url, 'x', { ...putHeaders, 'content-type': 'text/html' }),
      ])
      expect(statuses).toEqual(Array(4).fill(403))
      // MinIO answers 400 if a signed header is missing, or to POST.
      expect([400, 403]).toContain(await uploadTo(url, 'x', { 'content-type': contentType }))
      for (const method of ['GET', 'DELETE', 'POST'])
        expect([400, 403, 404, 405]).toContain((await fetch(url, { method, headers: putHeaders })).status)
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

/**
 * The test of a store in which an object may be the prefix of another. The service has no such keys, and MinIO does not
 * list them.
 */
export const testNestedKeys = (name: string, objects: ObjectStore) =>
  test(`${name}: an object may be the prefix of another`, async () => {
    const prefix = `quarantine/nested-${process.pid}-${Date.now()}/`
    const keys = ['a', 'a.b', 'a/b'].map((key) => prefix + key)
    for (const key of keys.toReversed()) await objects.put(key, Buffer.alloc(0))
    expect(await objects.list(prefix)).toEqual(keys)
    expect(await objects.list(`${prefix}a/`)).toEqual([`${prefix}a/b`])
  })

/**
 * The tests of a server with versions and object lock. `versioned` keeps versions, and `locked` is the client of a
 * bucket that does not exist yet. `hide` deletes an object without its versions.
 */
export const testVersionsAndLocks = (
  name: string,
  {
    versioned,
    locked,
    hide,
  }: { versioned: ObjectStore; locked: ObjectStore; hide: (key: string) => Promise<unknown> },
) =>
  describe(`${name}, versions and locks`, () => {
    test('restores a deleted object, and deletes all of its versions', async () => {
      const key = `documents/test-${Date.now()}/a`
      for (const text of ['first', 'second']) await versioned.put(key, Buffer.from(text))
      expect(await versioned.versions(key)).toHaveLength(2)
      expect(await versioned.restoreDeleted(key)).toBe(true)
      expect(await versioned.get(key, 100)).toEqual(Buffer.from('second'))
      expect(await versioned.deletePrefix(key)).toBe(3)
      expect(await versioned.restoreDeleted(key)).toBe(false)
    })

    test('an entry of the erasure ledger that was deleted is still read', async () => {
      const ledger = openErasureLedger(versioned, await makeRootKey())
      const client_id = `deleted-${Date.now()}`
      await ledger.record({ client_id, user_id: 'u1' })
      const [entry] = await listEntries(ledger, client_id)
      await hide(entry?.key ?? '')
      expect(await versioned.list(entry?.key ?? '')).toEqual([])
      const [found] = await listEntries(ledger, client_id)
      expect(found).toEqual(entry)
      expect(await ledger.isGenuine(found as Erasure)).toBe(true)
    })

    test('an upload to the bucket without versions is accepted once', async () => {
      const { url } = await versioned.presignPut(`quarantine/once-${Date.now()}`, {
        contentType,
        seconds: 900,
      })
      expect(await uploadTo(url, 'first')).toBe(200)
      expect(await uploadTo(url, 'second')).toBe(412)
    })

    test('keeps a locked object until its date', async () => {
      await locked.ensureLockedBucket()
      const key = `heads/${Date.now()}`
      await locked.putLocked(key, Buffer.from('head'), new Date(Date.now() + 3_600_000))
      await expect(locked.deletePrefix(key)).rejects.toThrow()
      expect(await locked.get(key, 100)).toEqual(Buffer.from('head'))
    })
  })
