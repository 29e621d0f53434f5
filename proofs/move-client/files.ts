import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readConfig } from '../../server/src/config.ts'
import { openObjectStore } from '../../server/src/platform/objects/objects.ts'
import { objectSettings } from '../../server/src/process/dependencies.ts'

const bytes = 40_000
const concurrency = 8

export type StoredFile = { key: string; hash: string }

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

/** Stores random bytes under the keys that the service would use for encrypted documents. */
export async function storeFiles(
  environment: Record<string, string>,
  clientId: string,
  { users, count }: { users: string[]; count: number },
): Promise<StoredFile[]> {
  const objects = openObjectStore(objectSettings(readConfig(environment)))
  const files: StoredFile[] = []
  for (let first = 0; first < count; first += concurrency) {
    const some = Array.from({ length: Math.min(concurrency, count - first) }, (_, n) => ({
      key: `documents/${clientId}/${users[(first + n) % users.length]}/${randomUUID()}`,
      file: randomBytes(bytes),
    }))
    await Promise.all(some.map(({ key, file }) => objects.put(key, file)))
    files.push(...some.map(({ key, file }) => ({ key, hash: hashOf(file) })))
  }
  await objects.close()
  return files
}

/** Returns the keys of files that are missing in the cell's store or have changed. */
export async function findBadFiles(environment: Record<string, string>, files: StoredFile[]) {
  const objects = openObjectStore(objectSettings(readConfig(environment)))
  const bad: string[] = []
  for (const { key, hash } of files) {
    const file = await objects.get(key, 2 * bytes)
    if (!file || hashOf(file) !== hash) bad.push(key)
  }
  await objects.close()
  return bad
}
