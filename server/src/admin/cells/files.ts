import { quarantine } from '../../features/documents/storage-keys.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import type { Cell } from '../with-cell.ts'

type Stores = { source: Cell; target: Cell }

const atOnce = 8
/** More than any file that we take, sealed. */
const mostBytes = 64 * 1024 * 1024

/** Every file of a client lies under these. */
const prefixesOf = (clientId: string) => [`documents/${clientId}/`, `${quarantine}${clientId}/`]

/** Makes the files under the client's prefixes the same in both stores. Files never change, so a name says enough. */
export async function copyFiles({ source, target }: Stores, clientId: string) {
  if (isSameStore({ source, target })) return 0
  let copied = 0
  for (const prefix of prefixesOf(clientId)) {
    const { missing, gone } = await compareFiles(source.objects, target.objects, prefix)
    for (let from = 0; from < missing.length; from += atOnce)
      await Promise.all(missing.slice(from, from + atOnce).map((key) => copyFile({ source, target }, key)))
    for (const key of gone) await target.objects.deletePrefix(key)
    copied += missing.length
  }
  return copied
}

export async function findMissingFiles({ source, target }: Stores, clientId: string) {
  if (isSameStore({ source, target })) return []
  const found = await Promise.all(
    prefixesOf(clientId).map((prefix) => compareFiles(source.objects, target.objects, prefix)),
  )
  return found.flatMap(({ missing }) => missing)
}

/** Files are where the client is now, if both cells keep theirs in one bucket: then nothing may be removed. */
export async function removeFiles({ source, target }: Stores, clientId: string) {
  if (isSameStore({ source, target })) return 0
  let removed = 0
  for (const prefix of prefixesOf(clientId)) removed += await source.objects.deletePrefix(prefix)
  return removed
}

const isSameStore = ({ source, target }: Stores) =>
  source.config.S3_ENDPOINT === target.config.S3_ENDPOINT &&
  source.config.S3_BUCKET === target.config.S3_BUCKET &&
  source.config.S3_UPLOADS_BUCKET === target.config.S3_UPLOADS_BUCKET

async function compareFiles(source: Objects, target: Objects, prefix: string) {
  const [ours, theirs] = await Promise.all([source, target].map((store) => listAll(store, prefix)))
  const [here, there] = [new Set(ours), new Set(theirs)]
  return { missing: [...here.difference(there)], gone: [...there.difference(here)] }
}

async function listAll(store: Objects, prefix: string) {
  const keys: string[] = []
  for (;;) {
    const page = await store.list(prefix, keys.at(-1))
    if (page.length === 0) return keys
    keys.push(...page)
  }
}

/** One that has gone since it was listed is gone. */
async function copyFile({ source, target }: Stores, key: string) {
  const file = await source.objects.get(key, mostBytes)
  if (file) await target.objects.put(key, file)
}
