import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { whenEnded } from '../../platform/http/task-reply.ts'
import { PageQuery, PathId } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { SignedSubmission, SubmissionProvenance } from '../documents/provenance.ts'
import { SubmittedFiles } from '../documents/extraction-requests.ts'
import { BankStatementPage, BankStatementQuery, BankStatementsResult } from './schemas.ts'
import { listStatementPage, readProvenance, readStatements, requestStatements } from './service.ts'

const tags = ['Bank statements']
const one = z.object({ user_id: PathId('User'), submission_id: PathId('Bank statement submission') })

export async function bankStatementRoutes(server: Server, { attestations }: { attestations: Attestations }) {
  server.route({
    method: 'PUT',
    url: '/documents/bank-statements',
    config: {
      caller: 'user',
      async afterTask({ tenant, caller, body }, end, reply) {
        const { files } = body as SubmittedFiles
        const result = await readStatements(tenant, { userId: caller.id, files }, end)
        reply.code(result.bank_statement_submissions.length > 0 ? 201 : 200)
        return result
      },
    },
    schema: {
      operationId: 'submitBankStatements',
      summary: 'Read bank statements that were uploaded',
      description:
        '201 when at least one file was read, else 200. Answers when all are read, within 25 seconds: what takes ' +
        'longer is listed as `still processing`, stored later and announced by webhook.',
      tags,
      headers: AuthorisationHeader,
      body: SubmittedFiles,
      response: { 200: BankStatementsResult, 201: BankStatementsResult },
    },
    async handler(request) {
      request.aboutUserId = request.caller.id
      const taskId = await requestStatements(askingOf(request), request.body.files)
      return whenEnded<z.output<typeof BankStatementsResult>>(taskId)
    },
  })

  server.route({
    method: 'GET',
    url: '/bankstatements/:user_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'listBankStatementSubmissions',
      summary: 'List the bank statement submissions of a user, newest first',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({
        ...BankStatementQuery,
        ...PageQuery({ first: 0, max: 1000, usual: 100 }),
      }),
      response: { 200: BankStatementPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listStatementPage(tenant, { ...query, user_id }),
  })

  server.route({
    method: 'GET',
    url: '/bankstatements/:user_id/:submission_id/provenance',
    config: { caller: 'client' },
    schema: {
      operationId: 'getBankStatementProvenance',
      summary: 'Where each value of a bank statement submission stands in its document',
      tags,
      params: one,
      response: { 200: SubmissionProvenance },
    },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      return (await readProvenance(tenant, { user_id, id })).provenance
    },
  })

  server.route({
    method: 'GET',
    url: '/bankstatements/:user_id/:submission_id/provenance/signed',
    config: { caller: 'client' },
    schema: {
      operationId: 'getSignedBankStatement',
      summary: 'A bank statement submission with its provenance, signed for others to check',
      tags,
      params: one,
      response: { 200: SignedSubmission },
    },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      const traced = await readProvenance(tenant, { user_id, id })
      const claims = { user_id, kind: 'bank_statement_submission', ...traced }
      return { jws: await attestations.sign(claims, new Date()) }
    },
  })
}

const askingOf = ({ tenant, caller, headers }: FastifyRequest) => ({
  tenant,
  userId: caller.id,
  authorisationId: headers['x-svc-authorisation-id'] as string | undefined,
})
