import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startObjects } from '../../../test/objects.ts'
import { readConfig } from '../../config.ts'
import type { AdminCell } from '../with-cell.ts'
import { copyFiles, findMissingFiles, removeFiles } from './files.ts'

/** Opens the parts of a cell that the tests of files need: the object store and its settings. */
async function startStore() {
  const { objects, settings } = await startObjects()
  const rest = {
    BASE_URL: 'http://127.0.0.1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    ROOT_KEY: 'file:///none',
    NATS_URL: 'nats://127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1',
  }
  return { objects, config: readConfig({ ...rest, ...settings }) } as unknown as AdminCell
}

const [source, target] = [await startStore(), await startStore()]
const clientId = randomUUID()
const kept = `documents/${clientId}/${randomUUID()}/one`
const waiting = `quarantine/${clientId}/${randomUUID()}/two`
const ofAnotherClient = `documents/${randomUUID()}/${randomUUID()}/three`

test('mirrors the files of one client to the target store', async () => {
  for (const key of [kept, waiting, ofAnotherClient]) await source.objects.put(key, Buffer.from(key))
  const stale = `documents/${clientId}/${randomUUID()}/erased`
  await target.objects.put(stale, Buffer.from('erased at the source since'))
  expect(await findMissingFiles({ source, target }, clientId)).toEqual([kept, waiting])
  expect(await copyFiles({ source, target }, clientId)).toBe(2)
  expect(await target.objects.get(kept, 1_000)).toEqual(Buffer.from(kept))
  expect(await target.objects.get(waiting, 1_000)).toEqual(Buffer.from(waiting))
  expect(await target.objects.get(stale, 1_000)).toBeUndefined()
  expect(await target.objects.get(ofAnotherClient, 1_000)).toBeUndefined()
  expect(await copyFiles({ source, target }, clientId)).toBe(0)
})

test('deletes the source files, unless both cells share one store', async () => {
  expect(await removeFiles({ source, target: source }, clientId)).toBe(0)
  expect(await source.objects.get(kept, 1_000)).toBeDefined()
  await removeFiles({ source, target }, clientId)
  expect(await source.objects.get(kept, 1_000)).toBeUndefined()
  expect(await source.objects.get(ofAnotherClient, 1_000)).toBeDefined()
  expect(await target.objects.get(kept, 1_000)).toBeDefined()
})
