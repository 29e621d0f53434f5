import { type MatrixEntry, type Shape, shapes } from './entry.ts'
import { freshDocument, freshReadDocument } from './fresh-objects.ts'

// Stored documents and their files.

export const atDocument = (policy: string, way: string, shape: Partial<Shape> = {}) =>
  shapes(policy, {
    names: ['document_id'],
    ...shape,
    request: ({ document_id }) => ({ path: `/documents/${document_id}${way}` }),
  })

export const storedDocumentEntries: Record<string, MatrixEntry> = {
  getDocument: atDocument('client Support read +Underwriter', ''),
  getDocumentFile: atDocument('client FullMember read +Underwriter', '/file'),
  getDocumentFields: atDocument('client FullMember read +Underwriter', '/fields'),
  correctDocumentFields: shapes('client FullMember write +Underwriter', {
    names: ['document_id'],
    fresh: freshReadDocument,
    request: ({ document_id }) => ({
      path: `/documents/${document_id}/fields`,
      body: { revision: 0, changes: [{ path: 'account_information.sort_code', action: 'confirm' }] },
    }),
  }),
  deleteDocument: atDocument('client FullMember erase', '', { fresh: freshDocument }),
}
