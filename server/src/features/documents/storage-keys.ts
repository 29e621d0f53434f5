// Where files lie in the object store. Everything of a person is under two prefixes, so that it can be found and erased.

/** Files that arrived and were not looked at; nothing is ever served from here. */
export const quarantine = 'quarantine/'
const kept = 'documents/'

type Owner = { client_id: string; user_id: string }

export const quarantinePrefix = ({ client_id, user_id }: Owner) => `${quarantine}${client_id}/${user_id}/`
export const documentPrefix = ({ client_id, user_id }: Owner) => `${kept}${client_id}/${user_id}/`

export const quarantineKey = (owner: Owner, uploadId: string) => `${quarantinePrefix(owner)}${uploadId}`
/** The documents of everybody of a client. */
export const documentsOf = (clientId: string) => `${kept}${clientId}/`

/** Whose document a key is of; nothing for other places. */
export function documentOf(key: string) {
  const [, client_id, user_id, document_id] = /^documents\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(key) ?? []
  return client_id && user_id && document_id ? { client_id, user_id, document_id } : undefined
}

export const documentKey = (owner: Owner, documentId: string) => `${documentPrefix(owner)}${documentId}`
