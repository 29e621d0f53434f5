import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unavailable } from '../problem.ts'
import { type ObjectStore, type ObjectStoreCall, ObjectTooLarge } from './object-store.ts'
import { hashOfSignature, type SignedUpload, signUpload, verifyUpload } from './upload-signature.ts'

/** Settings of the sandbox's file store. */
export type FileStoreSettings = {
  folder: string
  /** Base URL of the API, which receives the uploads. */
  publicUrl: string
  /** Largest upload in bytes. */
  maxUploadBytes: number
}

export type FileStore = ObjectStore & {
  /** Stores the body of a PUT request to a presigned URL. Returns the HTTP status of the response. */
  receive(upload: UploadRequest): Promise<number>
}

type UploadRequest = {
  key: string
  query: Partial<Record<string, string>>
  headers: Partial<Record<string, string | string[]>>
  body: Readable
}

/** Path of presigned URLs below the API's base URL. */
export const uploadPath = '/sandbox-files/'

const maxKeysPerRequest = 1_000
const dayMs = 86_400_000

/**
 * Opens an object store in a folder, for trying out the service without an S3 server. It keeps no versions, and it is
 * refused in production: a restored disk would restore the erasure ledger with it.
 */
export function openFileStore(
  { folder, publicUrl, maxUploadBytes }: FileStoreSettings,
  onCall: (call: ObjectStoreCall) => void = () => {},
): FileStore {
  const objectsFolder = join(folder, 'objects')
  const incomingFolder = join(folder, 'incoming')
  const usedFolder = join(folder, 'used-signatures')
  for (const path of [objectsFolder, incomingFolder, usedFolder])
    mkdirSync(path, { recursive: true, mode: 0o700 })
  const signingKey = readOrCreateKey(join(folder, 'signing-key'))
  // One flat folder: `a` and `a/b` are both valid keys, but cannot be both a file and a folder.
  const fileOf = (key: string) => join(objectsFolder, encodeURIComponent(key).replaceAll('.', '%2E'))
  const newTemporaryFile = () => join(incomingFolder, randomUUID())

  async function measured<T>(operation: string, call: () => Promise<T>): Promise<T | undefined> {
    const startedAt = performance.now()
    const report = (outcome: ObjectStoreCall['outcome']) =>
      onCall({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
    try {
      const result = await call()
      report('done')
      return result
    } catch (error) {
      const isMissing = hasCode(error, 'ENOENT')
      report(isMissing ? 'missing' : 'failed')
      if (isMissing) return undefined
      throw error instanceof ObjectTooLarge ? error : unavailable(error)
    }
  }

  async function listKeys(prefix: string) {
    const names = await measured('ListObjectsV2', () => readdir(objectsFolder))
    const keys = (names ?? []).map(decodeURIComponent).filter((key) => key.startsWith(prefix))
    return keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  }

  async function listPage(prefix: string, after = '') {
    const isAfter = (key: string) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0
    return (await listKeys(prefix)).filter(isAfter).slice(0, maxKeysPerRequest)
  }

  /** Returns false if the object exists or the URL was used before. */
  async function storeOnce(file: string, { key, signature }: SignedUpload) {
    try {
      await (await open(join(usedFolder, hashOfSignature(signature)), 'wx', 0o600)).close()
      // link() is atomic: of two concurrent uploads, one gets EEXIST.
      await link(file, fileOf(key))
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
  }

  return {
    async presignPut(key, { contentType, seconds, bytes }) {
      const expiresAt = Date.now() + seconds * 1000
      const query = signUpload(signingKey, { key, contentType, expiresAt, bytes })
      const headers: Record<string, string> = {
        'Content-Type': contentType,
        'If-None-Match': '*',
        ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
      }
      const path = key.split('/').map(encodeURIComponent).join('/')
      return { url: `${publicUrl}${uploadPath}${path}?${query}`, headers }
    },

    async receive({ key, query, headers, body }) {
      const upload = verifyUpload(signingKey, { key, query, now: Date.now() })
      if (!upload || headers['content-type'] !== upload.contentType || headers['if-none-match'] !== '*')
        return 403
      const bytes = Number(headers['content-length'])
      if (headers['content-length'] === undefined || !Number.isSafeInteger(bytes)) return 411
      if (upload.bytes !== undefined && upload.bytes !== bytes) return 403
      if (bytes > maxUploadBytes) return 413
      const temporary = newTemporaryFile()
      try {
        await pipeline(body, createWriteStream(temporary, { mode: 0o600 }))
        // A sender that disconnects early leaves a shorter file.
        if ((await stat(temporary)).size !== bytes) return 400
        return (await storeOnce(temporary, upload)) ? 200 : 412
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async head(key) {
      const found = await measured('HeadObject', () => stat(fileOf(key)))
      return found && { bytes: found.size }
    },

    get: (key, maxBytes) =>
      measured('GetObject', async () => {
        if ((await stat(fileOf(key))).size > maxBytes) throw new ObjectTooLarge()
        return readFile(fileOf(key))
      }),

    async put(key, bytes) {
      await measured('PutObject', async () => {
        const temporary = newTemporaryFile()
        await writeFile(temporary, bytes, { mode: 0o600 })
        await rename(temporary, fileOf(key))
      })
    },

    // Files of a folder cannot be locked, so the configuration refuses a bucket for audit heads beside a file store.
    putLocked: refuseLock,
    ensureLockedBucket: refuseLock,

    list: listPage,

    async versions(prefix, after) {
      const keys = await listPage(prefix, after)
      return keys.map((Key) => ({ Key, VersionId: 'null', isDeleteMarker: false }))
    },

    async deletePrefix(prefix) {
      const keys = await listKeys(prefix)
      await measured('DeleteObjects', () => Promise.all(keys.map((key) => rm(fileOf(key), { force: true }))))
      return keys.length
    },

    async restoreDeleted(key) {
      return (await measured('HeadObject', () => stat(fileOf(key)))) !== undefined
    },

    async ensureBuckets({ temporary }) {
      const uploads = (await listKeys(temporary)).map(fileOf)
      const others = await Promise.all([incomingFolder, usedFolder].map(listFiles))
      for (const file of [...uploads, ...others.flat()]) await removeIfOld(file)
      return { keepsVersions: false }
    },

    async close() {},
  }
}

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

async function listFiles(folder: string) {
  await mkdir(folder, { recursive: true })
  return (await readdir(folder)).map((name) => join(folder, name))
}

/** Deletes a file that is older than a day, as the lifecycle rule of an uploads bucket does. */
async function removeIfOld(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > dayMs) await rm(file, { force: true })
}

/** Reads the key that signs upload URLs. All processes of the sandbox share it. */
function readOrCreateKey(file: string) {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(32), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file)
}

async function refuseLock(): Promise<never> {
  throw new Error('A file store cannot lock objects; use a bucket')
}
