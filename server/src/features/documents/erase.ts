import { z } from 'zod'
import { clientIdOf, type Tx } from '../../platform/database/tenancy.ts'
import type { ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { defineTask, TaskFailure } from '../../platform/tasks/task.ts'
import { presignedUrlSeconds } from './limits.ts'
import { deleteUploads, hasFiles, lockUserExclusively, lockUserFiles } from './queries.ts'
import {
  documentKey,
  documentPrefix,
  parseDocumentKey,
  quarantineKey,
  quarantinePrefix,
} from './storage-keys.ts'

const minute = 60_000
const hour = 60 * minute
const uploadBatchSize = 100

/**
 * Deletes objects permanently. Retries for a month, because an outage of the object store must not prevent an
 * erasure.
 */
export const erase = defineTask({
  kind: 'documents.erase',
  lane: 'erase',
  isConfirmedFirst: true,
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
  async run({ input }, { objects, ledger }: { objects: ObjectStore; ledger?: ErasureLedger | undefined }) {
    try {
      for (const prefix of input.prefixes) {
        const document = parseDocumentKey(prefix)
        // A restored older backup still contains the row of the document. The ledger entry explains why its file is
        // missing.
        if (document) await ledger?.record(document)
        await objects.deletePrefix(prefix)
      }
    } catch (cause) {
      throw new TaskFailure('object store is unreachable', { cause })
    }
    return undefined
  },
})

/** Deletes all objects of a user. Called in the transaction that erases the user. */
export async function eraseUserFiles(tx: Tx, userId: string) {
  await lockUserExclusively(tx, userId)
  if (!(await hasFiles(tx, userId))) return
  const owner = { client_id: clientIdOf(tx), user_id: userId }
  const input = { prefixes: [quarantinePrefix(owner), documentPrefix(owner)] }
  await eraseTwice(tx, input)
}

/**
 * Schedules the erasure now, and again once all presigned URLs have expired: until then, an upload could recreate the
 * object.
 */
async function eraseTwice(tx: Tx, input: { prefixes: string[] }) {
  await erase.schedule(tx, input)
  await erase.schedule(tx, input, { at: new Date(Date.now() + presignedUrlSeconds * 1_000 + 5 * minute) })
}

/**
 * Erases a batch of uploads that did not become documents. Returns true if there may be more. Each upload is erased
 * by its own key instead of the user's prefix: the user remains, and the second deletion must not remove later
 * uploads.
 */
export async function eraseUserUploads(tx: Tx, userId: string, before?: Date) {
  await lockUserFiles(tx, userId)
  const owner = { client_id: clientIdOf(tx), user_id: userId }
  const ids = await deleteUploads(tx, userId, { before, limit: uploadBatchSize })
  for (const id of ids) await eraseTwice(tx, { prefixes: [quarantineKey(owner, id), documentKey(owner, id)] })
  return ids.length === uploadBatchSize
}

export async function eraseDocumentFile(tx: Tx, userId: string, documentId: string) {
  const owner = { client_id: clientIdOf(tx), user_id: userId }
  await erase.schedule(tx, { prefixes: [documentKey(owner, documentId)] })
}
