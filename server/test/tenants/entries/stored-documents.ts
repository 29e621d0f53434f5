import { type MatrixEntry, type Shape, shapes } from './entry.ts'
import { freshDocument } from './fresh-objects.ts'

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
  deleteDocument: atDocument('client FullMember erase', '', { fresh: freshDocument }),
}
