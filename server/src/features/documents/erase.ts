import { z } from 'zod'
import { clientIdOf, type Tx } from '../../platform/database/tenancy.ts'
import type { ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { defineTask, TaskFailure } from '../../platform/tasks/task.ts'
import { addressSeconds } from './limits.ts'
import { deleteUploads, hasFiles, holdUserAlone, holdUserFiles } from './queries.ts'
import { documentKey, documentOf, documentPrefix, quarantineKey, quarantinePrefix } from './storage-keys.ts'

const minute = 60_000
const hour = 60 * minute
const uploadsAtOnce = 100

/** Removes objects for good. Tried for a month: a store may be away for long, but what was erased may not come back. */
export const erase = defineTask({
  kind: 'documents.erase',
  lane: 'erase',
  input: z.strictObject({ prefixes: z.array(z.string().min(20)).min(1).max(2) }),
  retry: [
    1_000,
    5_000,
    30_000,
    2 * minute,
    10 * minute,
    30 * minute,
    ...Array.from({ length: 48 }, () => hour),
    ...Array.from({ length: 28 }, () => 24 * hour),
  ],
  async run({ input }, { objects, ledger }: { objects: Objects; ledger?: ErasureLedger | undefined }) {
    try {
      for (const prefix of input.prefixes) {
        const document = documentOf(prefix)
        // A copy of the database that is older has its row: the note says why there is no file.
        if (document) await ledger?.note(document)
        await objects.deletePrefix(prefix)
      }
    } catch (cause) {
      throw new TaskFailure('the object store is away', { cause })
    }
    return undefined
  },
})

/**
 * In the transaction that erases a user: everything in the store goes, now and once more when no address that was made for
 * them can be used any longer and no reader that had begun is still at work.
 */
export async function eraseFilesOf(tx: Tx, userId: string) {
  await holdUserAlone(tx, userId)
  if (!(await hasFiles(tx, userId))) return
  const owner = { client_id: clientIdOf(tx), user_id: userId }
  const input = { prefixes: [quarantinePrefix(owner), documentPrefix(owner)] }
  await eraseTwice(tx, input)
}

/** At once, and when no address is good any longer. */
async function eraseTwice(tx: Tx, input: { prefixes: string[] }) {
  await erase.schedule(tx, input)
  await erase.schedule(tx, input, { at: new Date(Date.now() + addressSeconds * 1_000 + 5 * minute) })
}

/**
 * Some uploads of a user that are no documents, with what was put there; true while there may be more. One by one and not by
 * prefix: the user stays, and what they send later must not go by the second erasing.
 */
export async function eraseUploadsOf(tx: Tx, userId: string) {
  await holdUserFiles(tx, userId)
  const owner = { client_id: clientIdOf(tx), user_id: userId }
  const ids = await deleteUploads(tx, userId, uploadsAtOnce)
  for (const id of ids) await eraseTwice(tx, { prefixes: [quarantineKey(owner, id), documentKey(owner, id)] })
  return ids.length === uploadsAtOnce
}

export async function eraseFileOf(tx: Tx, userId: string, documentId: string) {
  const owner = { client_id: clientIdOf(tx), user_id: userId }
  await erase.schedule(tx, { prefixes: [documentKey(owner, documentId)] })
}
