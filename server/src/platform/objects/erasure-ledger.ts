import type { ObjectStore } from './objects.ts'

/**
 * An erasure that must be repeated after an older copy of the database is restored. Without document_id, the whole
 * user was erased.
 */
export type Erasure = { at: Date; client_id: string; user_id: string; document_id?: string }

export type ErasureLedger = ReturnType<typeof openErasureLedger>

const prefix = 'erasures/'

/**
 * Records erasures in the object store before they are made in the database, because a restored backup does not
 * contain the erasures made after it was taken. The ledger contains only ids and times, as the keys of empty objects,
 * which the store lists in order of time.
 */
export function openErasureLedger(objects: ObjectStore) {
  return {
    async record({ client_id, user_id, document_id }: Omit<Erasure, 'at'>) {
      const keyParts = [new Date().toISOString(), client_id, user_id, ...(document_id ? [document_id] : [])]
      await objects.put(`${prefix}${keyParts.join('/')}`, Buffer.alloc(0))
    },

    async *since(at: Date): AsyncGenerator<Erasure> {
      for (let after = `${prefix}${at.toISOString()}`; ; ) {
        const keys = await objects.list(prefix, after)
        yield* keys.map(parseKey)
        const last = keys.at(-1)
        if (last === undefined) return
        after = last
      }
    },
  }
}

function parseKey(key: string): Erasure {
  const [at = '', client_id = '', user_id = '', document_id] = key.slice(prefix.length).split('/')
  return { at: new Date(at), client_id, user_id, ...(document_id && { document_id }) }
}
