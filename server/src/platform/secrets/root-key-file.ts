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
const MAX_VERSION = 0xffff_ffff
const ROTATION_WAIT_MS = 3_000
const ROTATION_POLL_MS = 10

/** Creates a root key file with version 1, readable only by its owner. Fails if the file exists. */
export async function createRootKeyFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(newKeyLine(1))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(path)
}

/** Opens a root key file and keeps its versions in memory. */
export async function openFileRootKey(path: string): Promise<RootKey> {
  let versions = (await readVersions(path)).versions

  // The file was readable at startup, so if it no longer is, the key store counts as unavailable.
  async function reload(): Promise<void> {
    versions = (await readVersions(path).catch(asUnavailable)).versions
  }

  return {
    async wrap(key, context) {
      // Another process may have rotated the key. Reloading is affordable because keys are wrapped rarely, once per
      // client.
      await reload()
      const version = newestVersion(versions)
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
        throw new RootKeyRefused('too short to be a wrapped key')
      const version = wrapped.readUInt32BE(1)
      if (!versions.has(version)) await reload()
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
        throw new RootKeyRefused('wrong context, tampered bytes or another root key')
      }
    },

    async rotate() {
      await appendVersion(path)
      await reload()
    },
  }
}

async function appendVersion(path: string): Promise<void> {
  const nextPath = `${path}.next`
  // The next file is also the lock: the process that created it holds the lock until the rename.
  const next = await createExclusively(nextPath)
  try {
    const { text, versions, ownerId, groupId } = await readVersions(path).catch(asUnavailable)
    if (newestVersion(versions) === MAX_VERSION) throw new Error(`${path} has no version left`)
    // Keep the owner when an administrator rotates the key, so that the service can still read the file.
    if (ownerId !== process.geteuid?.()) await next.chown(ownerId, groupId)
    await next.writeFile(text + newKeyLine(newestVersion(versions) + 1))
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

async function createExclusively(nextPath: string): Promise<FileHandle> {
  const deadlineMs = Date.now() + ROTATION_WAIT_MS
  for (;;) {
    try {
      return await open(nextPath, 'wx', 0o600)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') asUnavailable(error)
      if (Date.now() > deadlineMs) {
        throw new RootKeyUnavailable(`another rotation is running; if it crashed, delete ${nextPath}`)
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
      throw new Error(`${path} is readable by others than its owner: run chmod 600 ${path}`)
    const text = await file.readFile('utf8')
    return { text, versions: parse(text, path), ownerId: uid, groupId: gid }
  } finally {
    await file.close()
  }
}

function parse(text: string, path: string): Versions {
  const versions: Versions = new Map()
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new Error(`${path} is not a complete root key file`)
  for (const [index, row] of lines.entries()) {
    const [, digits = '', encoded = ''] = /^([1-9]\d{0,9}) ([A-Za-z0-9+/]{43}=)$/.exec(row) ?? []
    const version = Number(digits)
    // Only the line number is reported, because the text may contain most of a key.
    if (!digits || version > MAX_VERSION || version <= newestVersion(versions)) {
      throw new Error(
        `line ${index + 1} of ${path} is not "<version> <key in Base64>" with increasing versions`,
      )
    }
    versions.set(version, Buffer.from(encoded, 'base64'))
  }
  return versions
}

function newestVersion(versions: Versions): number {
  return [...versions.keys()].at(-1) ?? 0
}

function newKeyLine(version: number): string {
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
  throw code ? new RootKeyUnavailable(`cannot use the root key file: ${code}`) : error
}
