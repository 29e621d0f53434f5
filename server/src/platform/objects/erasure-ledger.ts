import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { unavailable } from '../problem.ts'
import { type RootKey, RootKeyRefused } from '../secrets/root-key.ts'
import type { ObjectStore } from './objects.ts'

/** Subject of an erasure: the whole user, the data that the user shared, or one document. */
export type ErasedSubject = {
  client_id: string
  user_id: string
  document_id?: string
  /** The user deleted what they had shared. The registration remains. */
  is_data_only?: true
}

/** An erasure that must be repeated after an older copy of the database is restored. */
export type Erasure = ErasedSubject & { at: Date; key: string }

export type ErasureLedger = ReturnType<typeof openErasureLedger>

const prefix = 'erasures/'
const dataOnly = 'data'
const keyBytes = 32
const maxEntryBytes = 4_096
const keyContext = 'erasure ledger'
/** A request waits for the entry to be written. */
const recordTimeoutMs = 10_000

/** A key that only the root key can unwrap, and the MAC of the entry's object key. */
const Entry = z.object({ key: z.base64(), mac: z.base64() })

/**
 * Records erasures in the object store before they are made in the database, because a restored backup does not
 * contain the erasures made after it was taken. The ledger contains only ids and times, as the keys of objects, which
 * the store lists in order of time. Each object contains a MAC of its key, so that write access to the
 * bucket is not enough to have a person erased.
 */
export function openErasureLedger(objects: ObjectStore, root: RootKey) {
  let ownKey: Promise<{ key: Buffer; wrapped: string }> | undefined
  const unwrapped = new Map<string, Buffer>()

  /** Each process makes its own key. Entries carry it wrapped, because a restored database lacks keys newer than its backup. */
  function signingKey() {
    ownKey ??= makeKey(root).catch((error: unknown) => {
      ownKey = undefined
      throw unavailable(error)
    })
    return ownKey
  }

  async function unwrap(wrapped: string) {
    const known = unwrapped.get(wrapped)
    if (known) return known
    const key = await root.unwrap(Buffer.from(wrapped, 'base64'), keyContext)
    unwrapped.set(wrapped, key)
    return key
  }

  /** Reads an entry, also one that was deleted from a bucket with versions: the service never deletes entries. */
  async function readEntry(key: string) {
    const body = await objects.get(key, maxEntryBytes)
    if (body || !(await objects.restoreDeleted(key))) return body
    return objects.get(key, maxEntryBytes)
  }

  return {
    async record(subject: ErasedSubject) {
      const name = `${prefix}${partsOf(subject).join('/')}`
      const { key, wrapped } = await signingKey()
      const entry = { key: wrapped, mac: macOf(key, name).toString('base64') }
      await objects.put(name, Buffer.from(JSON.stringify(entry)), { timeoutMs: recordTimeoutMs })
    },

    async *since(at: Date): AsyncGenerator<Erasure> {
      for (let after = `${prefix}${at.toISOString()}`; ; ) {
        const versions = await objects.versions(prefix, after)
        const keys = [...new Set(versions.map(({ Key }) => Key))].sort()
        yield* keys.map(parseKey)
        const last = keys.at(-1)
        if (last === undefined) return
        after = last
      }
    },

    /** Whether the service wrote this entry. */
    async isGenuine({ key: name }: Erasure) {
      const entry = Entry.safeParse(parseJson(await readEntry(name)))
      if (!entry.success) return false
      try {
        const expected = macOf(await unwrap(entry.data.key), name)
        const mac = Buffer.from(entry.data.mac, 'base64')
        return mac.length === expected.length && timingSafeEqual(mac, expected)
      } catch (error) {
        if (error instanceof RootKeyRefused) return false
        throw error
      }
    },
  }
}

async function makeKey(root: RootKey) {
  const key = randomBytes(keyBytes)
  return { key, wrapped: (await root.wrap(key, keyContext)).toString('base64') }
}

const macOf = (key: Buffer, name: string) => createHmac('sha256', key).update(name).digest()

const partsOf = ({ client_id, user_id, document_id, is_data_only }: ErasedSubject) => {
  const parts = [new Date().toISOString(), client_id, user_id]
  if (document_id) parts.push(document_id)
  if (is_data_only) parts.push(dataOnly)
  return parts
}

function parseKey(key: string): Erasure {
  const [at = '', client_id = '', user_id = '', last] = key.slice(prefix.length).split('/')
  const erasure = { key, at: new Date(at), client_id, user_id }
  if (last === dataOnly) return { ...erasure, is_data_only: true }
  return last ? { ...erasure, document_id: last } : erasure
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return body && JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
