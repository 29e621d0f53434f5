// Keys in the object store. All objects of a user have one of two prefixes, so that they can be found and erased.

/** Prefix of uploaded files that have not been checked yet. Files with this prefix are never served. */
export const quarantine = 'quarantine/'
const documentsRoot = 'documents/'

type Owner = { client_id: string; user_id: string }

export const quarantinePrefix = ({ client_id, user_id }: Owner) => `${quarantine}${client_id}/${user_id}/`
export const documentPrefix = ({ client_id, user_id }: Owner) => `${documentsRoot}${client_id}/${user_id}/`

export const quarantineKey = (owner: Owner, uploadId: string) => `${quarantinePrefix(owner)}${uploadId}`
/** Prefix of all documents of a client. */
export const clientDocumentsPrefix = (clientId: string) => `${documentsRoot}${clientId}/`

/** Parses the key of a document. Returns undefined for other keys. */
export function parseDocumentKey(key: string) {
  const [, client_id, user_id, document_id] = /^documents\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(key) ?? []
  return client_id && user_id && document_id ? { client_id, user_id, document_id } : undefined
}

export const documentKey = (owner: Owner, documentId: string) => `${documentPrefix(owner)}${documentId}`
