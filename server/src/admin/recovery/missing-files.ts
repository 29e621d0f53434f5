import { sql } from 'kysely'
import { clientDocumentsPrefix, documentKey } from '../../features/documents/storage-keys.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'

type Stores = { database: Tenancy; objects: ObjectStore }
type DocumentRow = { user_id: string; id: string }

const batchSize = 1_000
const nilUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Compares the documents of a client with a listing of the object store, and calls `onMissing` with the key of each
 * file that is not there. Both are read in the order of the key, a page at a time, so that millions of files need
 * neither memory nor a request each. Returns the number of documents.
 */
export async function findMissingFiles(
  { database, objects }: Stores,
  clientId: string,
  onMissing: (key: string, documentId: string) => Promise<unknown> | unknown,
) {
  const keys = listKeys(objects, clientDocumentsPrefix(clientId))
  let current: string | undefined
  let count = 0
  for await (const row of listDocuments(database, clientId)) {
    const key = documentKey({ client_id: clientId, user_id: row.user_id }, row.id)
    // A client without documents needs no object store, so the listing begins with the first document.
    if (count++ === 0) current = await nextOf(keys)
    while (current !== undefined && current < key) current = await nextOf(keys)
    if (current !== key) await onMissing(key, row.id)
  }
  return count
}

async function nextOf(keys: AsyncGenerator<string, void>) {
  const { value } = await keys.next()
  return value ?? undefined
}

async function* listKeys(objects: ObjectStore, prefix: string): AsyncGenerator<string, void> {
  for (let after: string | undefined; ; ) {
    const keys = await objects.list(prefix, after)
    yield* keys
    after = keys.at(-1)
    if (after === undefined) return
  }
}

async function* listDocuments(database: Tenancy, clientId: string): AsyncGenerator<DocumentRow, void> {
  for (let after: DocumentRow = { user_id: nilUuid, id: nilUuid }; ; ) {
    const { rows } = await database.system((tx) =>
      sql<DocumentRow>`
        select user_id, id from documents
          where client_id = ${clientId} and (user_id, id) > (${after.user_id}, ${after.id})
          order by user_id, id limit ${batchSize}`.execute(tx),
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}
