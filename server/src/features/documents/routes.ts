import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { FileReply, Message, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { DocumentFields, readFields, type TraceOf } from './fields.ts'
import { DocumentPage, DocumentType, DocumentWithFile, PresignedUploads, PresignRequest } from './schemas.ts'
import { deleteDocument, listDocumentPage, readDocument, readFile } from './service.ts'
import { presignUploads } from './uploads.ts'

const tags = ['Documents']
const params = z.object({ document_id: PathId('Document') })

const howToPut =
  'PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` ' +
  'and `If-None-Match: *`. An address takes one file of at most 10 MB, once, within 15 minutes; the file is submitted ' +
  'by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents a user.'

type Parts = {
  objects: Objects
  /** Who keeps what was read from a document of each type. */
  traceOf: TraceOf
}

export async function documentRoutes(server: Server, { objects, traceOf }: Parts) {
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
    config: { caller: 'user', isVital: true },
    schema: {
      operationId: 'presignBankStatements',
      summary: 'Addresses to which bank statements can be uploaded',
      description: howToPut,
      tags,
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
    config: { caller: 'user', isVital: true },
    schema: {
      operationId: 'presignPayslips',
      summary: 'Addresses to which payslips can be uploaded',
      description: `Where payslip_upload_enabled is on for the user. ${howToPut}`,
      tags,
      headers: AuthorisationHeader,
      body: PresignRequest,
      response: { 200: PresignedUploads },
    },
    handler: async (request) => ({ presigned_urls: await presign(request, 'payslip', request.body) }),
  })

  server.route({
    method: 'GET',
    url: '/documents',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listDocuments',
      summary: 'List the documents of a user, newest first',
      tags,
      querystring: z.strictObject({
        user_id: Uuid,
        type: DocumentType.optional(),
        ...PageQuery({ first: 0, max: 500, usual: 500 }),
      }),
      response: { 200: DocumentPage },
      errors: [404],
    },
    handler: ({ tenant, caller, query }) => listDocumentPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/documents/:document_id',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getDocument',
      summary: 'Get a document with its file',
      tags,
      params,
      response: { 200: DocumentWithFile },
    },
    handler: ({ tenant, caller, params: { document_id } }) =>
      readDocument(tenant, caller, objects, document_id),
  })

  server.route({
    method: 'GET',
    url: '/documents/:document_id/file',
    config: { caller: 'client' },
    schema: {
      operationId: 'getDocumentFile',
      summary: 'Download the file of a document, as it was uploaded',
      tags,
      params,
      response: { 200: FileReply('application/pdf') },
    },
    async handler({ tenant, params: { document_id } }, reply) {
      const { bytes, file_name } = await readFile(tenant, objects, document_id)
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${safeName(file_name)}"`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      return bytes
    },
  })

  server.route({
    method: 'GET',
    url: '/documents/:document_id/fields',
    config: { caller: 'client' },
    schema: {
      operationId: 'getDocumentFields',
      summary: 'What was read from a document and where it stands, to be drawn over its pages',
      description:
        'The sizes of the pages, every value with its page and box, and what was found against the document with its ' +
        'places. Boxes fit the pages of GET /documents/{document_id}/file as a viewer shows them.',
      tags,
      params,
      response: { 200: DocumentFields },
    },
    handler: ({ tenant, params: { document_id } }) => readFields(tenant, traceOf, document_id),
  })

  server.route({
    method: 'DELETE',
    url: '/documents/:document_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'deleteDocument',
      summary: 'Delete a document with what was read from it',
      description: 'Its file and its submissions go too: a figure without its paper proves nothing.',
      tags,
      params,
      response: { 200: Message },
    },
    async handler({ tenant, params: { document_id } }) {
      await deleteDocument(tenant, document_id)
      return { message: `Document [${document_id}] was deleted` }
    },
  })
}

/** A name that no program on the way misunderstands; it always says what it is. */
const safeName = (name: string) =>
  `${
    name
      .replace(/\.pdf$/i, '')
      .replaceAll(/[^\w .()-]/g, '_')
      .slice(0, 100)
      .trim() || 'document'
  }.pdf`
