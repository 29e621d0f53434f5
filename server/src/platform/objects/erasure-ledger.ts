import type { Objects } from './objects.ts'

/** What was erased, and must stay so in every copy of the database that is older. Without a document: the whole user. */
export type Erasure = { at: Date; client_id: string; user_id: string; document_id?: string }

export type ErasureLedger = ReturnType<typeof openErasureLedger>

const prefix = 'erasures/'

/**
 * Erasures, noted outside of the database before they are done there. A restored copy of the database does not know what
 * was erased after its time; this does. Only ids and times, as names of empty objects, which the store lists in the order
 * of time.
 */
export function openErasureLedger(objects: Objects) {
  return {
    async note({ client_id, user_id, document_id }: Omit<Erasure, 'at'>) {
      const place = [new Date().toISOString(), client_id, user_id, ...(document_id ? [document_id] : [])]
      await objects.put(`${prefix}${place.join('/')}`, Buffer.alloc(0))
    },

    async *since(at: Date): AsyncGenerator<Erasure> {
      for (let after = `${prefix}${at.toISOString()}`; ; ) {
        const keys = await objects.list(prefix, after)
        yield* keys.map(readKey)
        const last = keys.at(-1)
        if (last === undefined) return
        after = last
      }
    },
  }
}

function readKey(key: string): Erasure {
  const [at = '', client_id = '', user_id = '', document_id] = key.slice(prefix.length).split('/')
  return { at: new Date(at), client_id, user_id, ...(document_id && { document_id }) }
}
