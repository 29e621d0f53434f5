import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  FILE_FORMAT,
  type RootKey,
  RootKeyRefused,
  RootKeyUnavailable,
  requireFormat,
} from './root-key-contract.ts'

type Versions = Map<number, Buffer>

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const HEADER_BYTES = 5
const IV_BYTES = 12
const TAG_BYTES = 16
const LARGEST_VERSION = 0xffff_ffff
const ROTATION_WAIT_MS = 3_000
const ROTATION_POLL_MS = 10

/** Writes a new root key of version 1 that only its owner may read; fails if the file exists. */
export async function createRootKeyFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(line(1))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(path)
}

/** Opens a root key file and holds its versions in memory. */
export async function openFileRootKey(path: string): Promise<RootKey> {
  let versions = (await readVersions(path)).versions

  // A file that could be opened at the start and no longer can is a keeper gone away.
  async function readAgain(): Promise<void> {
    versions = (await readVersions(path).catch(asUnavailable)).versions
  }

  return {
    async wrap(key, context) {
      // Another process may have rotated; wraps are rare, one per client.
      await readAgain()
      const version = newest(versions)
      const header = Buffer.alloc(HEADER_BYTES)
      header.writeUInt8(FILE_FORMAT)
      header.writeUInt32BE(version, 1)
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, versions.get(version) as Buffer, iv)
      cipher.setAAD(associatedData(header, context))
      return Buffer.concat([header, iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
    },

    async unwrap(wrapped, context) {
      requireFormat(wrapped, FILE_FORMAT, 'a root key file')
      if (wrapped.length < HEADER_BYTES + IV_BYTES + TAG_BYTES)
        throw new RootKeyRefused('too short to be a key')
      const version = wrapped.readUInt32BE(1)
      if (!versions.has(version)) await readAgain()
      const rootKey = versions.get(version)
      if (!rootKey) throw new RootKeyRefused(`the root key file has no version ${version}`)
      const header = wrapped.subarray(0, HEADER_BYTES)
      const iv = wrapped.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES)
      const decipher = createDecipheriv(CIPHER, rootKey, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(associatedData(header, context))
      decipher.setAuthTag(wrapped.subarray(-TAG_BYTES))
      try {
        const sealed = wrapped.subarray(HEADER_BYTES + IV_BYTES, -TAG_BYTES)
        return Buffer.concat([decipher.update(sealed), decipher.final()])
      } catch {
        throw new RootKeyRefused('another context, changed bytes or another root key')
      }
    },

    async rotate() {
      await appendVersion(path)
      await readAgain()
    },
  }
}

async function appendVersion(path: string): Promise<void> {
  const nextPath = `${path}.next`
  // The next file is also the lock: whoever creates it reads, appends, and frees it by the rename.
  const next = await createOnceFree(nextPath)
  try {
    const { text, versions, ownerId, groupId } = await readVersions(path).catch(asUnavailable)
    if (newest(versions) === LARGEST_VERSION) throw new Error(`${path} has no version left`)
    // An administrator who rotates must not take the file away from the service.
    if (ownerId !== process.geteuid?.()) await next.chown(ownerId, groupId)
    await next.writeFile(text + line(newest(versions) + 1))
    await next.sync()
    await rename(nextPath, path)
  } catch (error) {
    await unlink(nextPath)
    throw error
  } finally {
    await next.close()
  }
  await syncFolder(path)
}

async function createOnceFree(nextPath: string): Promise<FileHandle> {
  const endsAtMs = Date.now() + ROTATION_WAIT_MS
  for (;;) {
    try {
      return await open(nextPath, 'wx', 0o600)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') asUnavailable(error)
      if (Date.now() > endsAtMs) {
        throw new RootKeyUnavailable(`another rotation is under way; if it crashed, delete ${nextPath}`)
      }
      await sleep(ROTATION_POLL_MS)
    }
  }
}

async function readVersions(path: string) {
  const file = await open(path, 'r')
  try {
    const { mode, uid, gid } = await file.stat()
    if ((mode & 0o077) !== 0)
      throw new Error(`${path} is open to others than its owner: run chmod 600 ${path}`)
    const text = await file.readFile('utf8')
    return { text, versions: parse(text, path), ownerId: uid, groupId: gid }
  } finally {
    await file.close()
  }
}

function parse(text: string, path: string): Versions {
  const versions: Versions = new Map()
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new Error(`${path} is not a whole root key file`)
  for (const [index, row] of lines.entries()) {
    const [, digits = '', encoded = ''] = /^([1-9]\d{0,9}) ([A-Za-z0-9+/]{43}=)$/.exec(row) ?? []
    const version = Number(digits)
    // Only the number of the line is told: its text may be most of a key.
    if (!digits || version > LARGEST_VERSION || version <= newest(versions)) {
      throw new Error(`line ${index + 1} of ${path} is not "<version> <key in Base64>" with a rising version`)
    }
    versions.set(version, Buffer.from(encoded, 'base64'))
  }
  return versions
}

function newest(versions: Versions): number {
  return [...versions.keys()].at(-1) ?? 0
}

function line(version: number): string {
  return `${version} ${randomBytes(KEY_BYTES).toString('base64')}\n`
}

function associatedData(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context)])
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

function asUnavailable(error: unknown): never {
  const code = codeOf(error)
  throw code ? new RootKeyUnavailable(`the root key file cannot be used: ${code}`) : error
}
