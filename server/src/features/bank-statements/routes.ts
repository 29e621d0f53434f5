import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userAccess } from '../../platform/http/caller.ts'
import type { Server } from '../../platform/http/server.ts'
import { replyAfterTask } from '../../platform/http/task-reply.ts'
import { PageQuery, PathId } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { SubmittedFiles } from '../documents/extraction-requests.ts'
import { provenanceRoutes } from '../documents/provenance-routes.ts'
import {
  BankStatementPage,
  BankStatementQuery,
  BankStatementSubmission,
  BankStatementsResult,
} from './schemas.ts'
import {
  listStatementPage,
  readStatement,
  readStatements,
  requestStatements,
  traceStatement,
} from './service.ts'

const tags = ['Bank statements']

export async function bankStatementRoutes(server: Server, { attestations }: { attestations: Attestations }) {
  server.route({
    method: 'PUT',
    url: '/documents/bank-statements',
    config: {
      access: userAccess,
      sharesData: true,
      async afterTask({ tenant, caller, body }, end, reply) {
        const { files } = body as SubmittedFiles
        const result = await readStatements(tenant, { userId: caller.id, files }, end)
        reply.code(result.bank_statement_submissions.length > 0 ? 201 : 200)
        return result
      },
    },
    schema: {
      operationId: 'submitBankStatements',
      summary: 'Submit uploaded bank statements',
      description:
        'Returns 201 if at least one file was extracted, otherwise 200. Replies within 25 seconds: files that take ' +
        'longer are listed as `still processing`, stored later and sent by webhook.',
      tags,
      headers: AuthorisationHeader,
      body: SubmittedFiles,
      response: { 200: BankStatementsResult, 201: BankStatementsResult },
    },
    async handler(request) {
      request.subjectUserId = request.caller.id
      const taskId = await requestStatements(extractionRequest(request), request.body.files)
      return replyAfterTask<z.output<typeof BankStatementsResult>>(taskId)
    },
  })

  server.route({
    method: 'GET',
    url: '/bankstatements/:user_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listBankStatementSubmissions',
      summary: 'List bank statement submissions of a user, newest first',
      description: 'Bank statements of one user with account, balances and transactions, newest first.',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({
        ...BankStatementQuery,
        ...PageQuery({ firstOffset: 0, maxLimit: 1000, defaultLimit: 100 }),
      }),
      response: { 200: BankStatementPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listStatementPage(tenant, { ...query, user_id }),
  })

  server.route({
    method: 'GET',
    url: '/bankstatements/:user_id/:submission_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getBankStatementSubmission',
      summary: 'Get a bank statement submission',
      description: 'One bank statement with account, balances and transactions.',
      tags,
      params: z.object({ user_id: PathId('User'), submission_id: PathId('Bank statement submission') }),
      response: { 200: BankStatementSubmission },
    },
    handler: ({ tenant, params: { user_id, submission_id: id } }) => readStatement(tenant, { user_id, id }),
  })

  provenanceRoutes(server, attestations, {
    tags,
    url: '/bankstatements/:user_id/:submission_id/provenance',
    subject: 'Bank statement submission',
    kind: 'bank_statement_submission',
    auditAction: 'bank_statement.traced',
    trace: traceStatement,
    docs: {
      provenance: {
        operationId: 'getBankStatementProvenance',
        summary: 'Get the provenance of each value of a bank statement submission',
        description:
          'Where every value was read: page, box, text and how certain it is, with the checks behind `verified`.',
      },
      signed: {
        operationId: 'getSignedBankStatement',
        summary: 'Get a bank statement submission with its provenance, signed',
        description:
          'The statement as a signed token (JWS), so that others can verify that this service issued it.',
      },
    },
  })
}

const extractionRequest = ({ tenant, caller, headers }: FastifyRequest) => ({
  tenant,
  userId: caller.id,
  authorisationId: headers['x-svc-authorisation-id'] as string | undefined,
})
