import type { TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'
import { freshDocument } from './fresh-objects.ts'
import { atDocument } from './stored-documents.ts'

// Uploads, and the payslips and bank statements read from them.

async function freshMismatchedDocument(fixture: TenantFixture) {
  const { document_id } = await freshDocument(fixture)
  await fixture.api.sql("update documents set identity_match = 'none' where id = $1", [document_id])
  return { document_id }
}

const atStatement = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id', 'statement_id'],
    request: ({ user_id, statement_id }) => ({ path: `/bankstatements/${user_id}/${statement_id}${way}` }),
  })

const atSubmission = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id', 'submission_id'],
    request: ({ user_id, submission_id }) => ({ path: `/payroll/${user_id}/${submission_id}${way}` }),
  })

export const submittedDocumentEntries: Record<string, MatrixEntry> = {
  presignBankStatements: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/documents/bank-statements/presign', body: { files: [] } }),
  }),
  presignPayslips: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/payroll/entries/payslips/presign', body: { files: [] } }),
  }),
  listDocuments: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/documents?user_id=${user_id}` }),
  }),
  acceptDocumentIdentity: atDocument('client FullMember write +Underwriter', '/identity/accept', {
    fresh: freshMismatchedDocument,
  }),
  submitBankStatements: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/documents/bank-statements', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  submitPayslips: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/payroll/entries/payslips', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  listBankStatementSubmissions: shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/bankstatements/${user_id}` }),
  }),
  getBankStatementSubmission: atStatement(''),
  getBankStatementProvenance: atStatement('/provenance'),
  getSignedBankStatement: atStatement('/provenance/signed'),
  getPayrollSubmission: atSubmission(''),
  getPayrollProvenance: atSubmission('/provenance'),
  getSignedPayroll: atSubmission('/provenance/signed'),
  listMatches: shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/matches` }),
  }),
}
