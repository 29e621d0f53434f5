import { quarantine } from '../../features/documents/storage-keys.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import type { AdminCell } from '../with-cell.ts'

type CellPair = { source: AdminCell; target: AdminCell }

const maxConcurrent = 8
/** Larger than any sealed file that the service accepts. */
const maxBytes = 64 * 1024 * 1024

/** Prefixes of all files of a client. */
const prefixesOf = (clientId: string) => [`documents/${clientId}/`, `${quarantine}${clientId}/`]

/**
 * Mirrors the client's files to the target's store: copies missing files and deletes those that the source no longer
 * has. Files are immutable, so it is sufficient to compare names.
 */
export async function copyFiles(
  { source, target }: CellPair,
  clientId: string,
  progress: ProgressReporter = noProgress,
) {
  if (isSameStore({ source, target })) return 0
  let copied = 0
  for (const prefix of prefixesOf(clientId)) {
    const { missing, gone } = await compareFiles(source.objects, target.objects, prefix)
    if (missing.length > 0) progress.step('copying files', missing.length, 'files')
    for (let from = 0; from < missing.length; from += maxConcurrent) {
      const keys = missing.slice(from, from + maxConcurrent)
      await Promise.all(keys.map((key) => copyFile({ source, target }, key)))
      progress.add(keys.length)
    }
    for (const key of gone) await target.objects.deletePrefix(key)
    copied += missing.length
  }
  return copied
}

export async function findMissingFiles({ source, target }: CellPair, clientId: string) {
  if (isSameStore({ source, target })) return []
  const differences = await Promise.all(
    prefixesOf(clientId).map((prefix) => compareFiles(source.objects, target.objects, prefix)),
  )
  return differences.flatMap(({ missing }) => missing)
}

/**
 * Deletes the client's files in the source. Deletes nothing if both cells share one bucket, because the target uses
 * the files.
 */
export async function removeFiles({ source, target }: CellPair, clientId: string) {
  if (isSameStore({ source, target })) return 0
  let removed = 0
  for (const prefix of prefixesOf(clientId)) removed += await source.objects.deletePrefix(prefix)
  return removed
}

const isSameStore = ({ source, target }: CellPair) =>
  source.config.S3_ENDPOINT === target.config.S3_ENDPOINT &&
  source.config.S3_BUCKET === target.config.S3_BUCKET &&
  source.config.S3_UPLOADS_BUCKET === target.config.S3_UPLOADS_BUCKET

async function compareFiles(source: ObjectStore, target: ObjectStore, prefix: string) {
  const [ours, theirs] = await Promise.all([source, target].map((store) => listAll(store, prefix)))
  const [here, there] = [new Set(ours), new Set(theirs)]
  return { missing: [...here.difference(there)], gone: [...there.difference(here)] }
}

async function listAll(store: ObjectStore, prefix: string) {
  const keys: string[] = []
  for (;;) {
    const page = await store.list(prefix, keys.at(-1))
    if (page.length === 0) return keys
    keys.push(...page)
  }
}

/** Copies a file, unless it was deleted after it was listed. */
async function copyFile({ source, target }: CellPair, key: string) {
  const file = await source.objects.get(key, maxBytes)
  if (file) await target.objects.put(key, file)
}
