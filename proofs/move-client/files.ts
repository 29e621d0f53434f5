import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readConfig } from '../../server/src/config.ts'
import { openObjects } from '../../server/src/platform/objects/objects.ts'
import { objectSettings } from '../../server/src/process/dependencies.ts'

const bytes = 40_000
const atOnce = 8

export type StoredFile = { key: string; hash: string }

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

/** Files where the service would have put them, as it would have sealed them: bytes that say nothing. */
export async function storeFiles(
  environment: Record<string, string>,
  clientId: string,
  { users, count }: { users: string[]; count: number },
): Promise<StoredFile[]> {
  const objects = openObjects(objectSettings(readConfig(environment)))
  const files: StoredFile[] = []
  for (let first = 0; first < count; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - first) }, (_, n) => ({
      key: `documents/${clientId}/${users[(first + n) % users.length]}/${randomUUID()}`,
      file: randomBytes(bytes),
    }))
    await Promise.all(some.map(({ key, file }) => objects.put(key, file)))
    files.push(...some.map(({ key, file }) => ({ key, hash: hashOf(file) })))
  }
  await objects.close()
  return files
}

/** Which of them are not in the cell's store, or not as they were. */
export async function findBadFiles(environment: Record<string, string>, files: StoredFile[]) {
  const objects = openObjects(objectSettings(readConfig(environment)))
  const bad: string[] = []
  for (const { key, hash } of files) {
    const file = await objects.get(key, 2 * bytes)
    if (!file || hashOf(file) !== hash) bad.push(key)
  }
  await objects.close()
  return bad
}
