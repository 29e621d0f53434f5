import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userAccess } from '../../platform/http/caller.ts'
import type { DownloadBudget } from '../../platform/http/download-budget.ts'
import { filePolicy } from '../../platform/http/response-headers.ts'
import type { Server } from '../../platform/http/server.ts'
import { FileReply, MessageReply, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { correctFields, type SubmissionCorrectors } from './correct-fields.ts'
import { FieldChanges } from './corrections.ts'
import { DocumentFields, readFields, type SubmissionTracers } from './fields.ts'
import { DocumentPage, DocumentType, DocumentWithFile, PresignedUploads, PresignRequest } from './schemas.ts'
import { deleteDocument, listDocumentPage, readDocument, readFile } from './service.ts'
import { presignUploads } from './uploads.ts'

// Presigning belongs to the flow of its document type. The second tag is its former place, which SDKs still have.
const tags = ['Documents']
const params = z.object({ document_id: PathId('Document') })

const uploadInstructions =
  'PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, ' +
  '`If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path ' +
  'within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user.'

type DocumentRouteDeps = {
  objects: ObjectStore
  /** Functions that find the submission extracted from a document, by document type. */
  tracers: SubmissionTracers
  /** Functions that correct that submission. */
  correctors: SubmissionCorrectors
  downloads: DownloadBudget
}

export async function documentRoutes(
  server: Server,
  { objects, tracers, correctors, downloads }: DocumentRouteDeps,
) {
  const reserveFor =
    ({ tenant }: FastifyRequest, reply: FastifyReply) =>
    (bytes: number) =>
      downloads.reserve(tenant.clientId, bytes, reply.raw)
  const presign = (
    { tenant, caller, headers }: FastifyRequest,
    type: z.output<typeof DocumentType>,
    { files }: z.output<typeof PresignRequest>,
  ) => {
    const authorisationId = headers['x-svc-authorisation-id'] as string | undefined
    return presignUploads({ tenant, userId: caller.id, authorisationId, type }, objects, files)
  }

  server.route({
    method: 'PUT',
    url: '/documents/bank-statements/presign',
    config: { access: userAccess, priority: 'high' },
    schema: {
      operationId: 'presignBankStatements',
      summary: 'Create presigned URLs for uploading bank statements',
      description: uploadInstructions,
      tags: ['Bank statements', 'Documents'],
      headers: AuthorisationHeader,
      body: PresignRequest,
      response: { 200: PresignedUploads },
    },
    handler: async (request) => ({
      presigned_urls: await presign(request, 'bank_statement', request.body),
    }),
  })

  server.route({
    method: 'POST',
    url: '/payroll/entries/payslips/presign',
    config: { access: userAccess, priority: 'high' },
    schema: {
      operationId: 'presignPayslips',
      summary: 'Create presigned URLs for uploading payslips',
      description: `Requires payslip_upload_enabled for the user. ${uploadInstructions}`,
      tags: ['Payroll', 'Documents'],
      headers: AuthorisationHeader,
      body: PresignRequest,
      response: { 200: PresignedUploads },
    },
    handler: async (request) => ({ presigned_urls: await presign(request, 'payslip', request.body) }),
  })

  server.route({
    method: 'GET',
    url: '/documents',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listDocuments',
      summary: 'List documents of a user, newest first',
      description: 'Uploaded documents of one user, newest first.',
      tags,
      querystring: z.strictObject({
        user_id: Uuid,
        type: DocumentType.optional().describe('Only documents of this type.'),
        ...PageQuery({ firstOffset: 0, maxLimit: 500, defaultLimit: 500 }),
      }),
      response: { 200: DocumentPage },
      errors: [404],
    },
    handler: ({ tenant, caller, query }) => listDocumentPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/documents/:document_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getDocument',
      summary: 'Get a document with its file',
      description: 'One document with its type, trust score, findings and metadata.',
      tags,
      params,
      response: { 200: DocumentWithFile },
    },
    handler: (request, reply) =>
      readDocument(
        request.tenant,
        request.caller,
        { objects, reserve: reserveFor(request, reply) },
        request.params.document_id,
      ),
  })

  server.route({
    method: 'GET',
    url: '/documents/:document_id/file',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getDocumentFile',
      summary: 'Download the original file of a document',
      description: 'The file as it was uploaded.',
      tags,
      params,
      response: { 200: FileReply('application/pdf') },
    },
    async handler(request, reply) {
      const { bytes, file_name } = await readFile(
        request.tenant,
        objects,
        request.params.document_id,
        reserveFor(request, reply),
      )
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${safeFileName(file_name)}"`,
        'content-security-policy': filePolicy,
      })
      return bytes
    },
  })

  server.route({
    method: 'GET',
    url: '/documents/:document_id/fields',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getDocumentFields',
      summary: 'Get the values extracted from a document with their positions',
      description:
        'Page sizes, every value with its page and box, and the trust findings with their locations. Boxes match the ' +
        'pages of GET /documents/{document_id}/file as a viewer shows them.',
      tags,
      params,
      response: { 200: DocumentFields },
    },
    handler: ({ tenant, caller, params: { document_id } }) =>
      readFields(tenant, caller, tracers, document_id),
  })

  server.route({
    method: 'PATCH',
    url: '/documents/:document_id/fields',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'correctDocumentFields',
      summary: 'Correct, confirm or restore values extracted from a document',
      description:
        'All figures then use the corrected values, with the provenance `member`, and the income summary and report mark ' +
        'them. The values as read are kept and can be restored. A correction never makes a document `verified`, and ' +
        'leaves its trust score and findings as they are. Fields that show the same printed text change together. Send the ' +
        '`revision` that you read: a stale one is refused with 409 and the code `fields-changed`.',
      tags,
      params,
      body: FieldChanges,
      response: { 200: DocumentFields },
      errors: [409],
    },
    handler: ({ tenant, caller, params: { document_id }, body }) =>
      correctFields(tenant, caller, { tracers, correctors }, document_id, body),
  })

  server.route({
    method: 'DELETE',
    url: '/documents/:document_id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'erase' } },
    schema: {
      operationId: 'deleteDocument',
      summary: 'Delete a document and its submissions',
      description:
        'Also deletes its file and the submissions extracted from it, since they could no longer be verified.',
      tags,
      params,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { document_id } }) {
      await deleteDocument(tenant, document_id)
      return { message: `Document [${document_id}] was deleted` }
    },
  })
}

/**
 * Restricts a file name to characters that are safe in a header and in file systems. The result always ends in .pdf.
 */
const safeFileName = (name: string) =>
  `${
    name
      .replace(/\.pdf$/i, '')
      .replaceAll(/[^\w .()-]/g, '_')
      .slice(0, 100)
      .trim() || 'document'
  }.pdf`
