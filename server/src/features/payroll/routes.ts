import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Connectors } from '../../connectors/registry.ts'
import type { Server } from '../../platform/http/server.ts'
import { whenEnded } from '../../platform/http/task-reply.ts'
import { Line, Message, PageQuery, PathId, Timestamp, Uuid } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { SignedSubmission, SubmissionProvenance } from '../documents/provenance.ts'
import { SubmittedFiles } from '../documents/extraction-requests.ts'
import type { ProviderHealth } from '../providers/health.ts'
import {
  ConnectionQuery,
  DirectConnection,
  PayrollConnectionResult,
  PayrollEntryPage,
  PayrollSubmissionPage,
  PayslipsResult,
} from './schemas.ts'
import {
  deleteEntry,
  listEntryPage,
  listSubmissionPage,
  readDirect,
  readQuery,
  requestDirect,
  requestQuery,
} from './service.ts'
import { readProvenance } from './submissions/provenance.ts'
import { readUploaded, requestPayslips } from './submissions/uploads.ts'

const tags = ['Payroll']

const one = z.object({ user_id: PathId('User'), submission_id: PathId('Payroll submission') })

type Parts = {
  connectors: Connectors
  health: Pick<ProviderHealth, 'openUntil'>
  attestations: Attestations
}

export async function payrollRoutes(server: Server, parts: Parts) {
  const askingOf = ({ tenant, caller, headers }: FastifyRequest) => ({
    tenant,
    caller,
    authorisationId: headers['x-svc-authorisation-id'] as string | undefined,
  })

  server.route({
    method: 'POST',
    url: '/payroll/entries/connections',
    config: {
      caller: 'user',
      afterTask: ({ tenant, body }, end) =>
        readQuery(tenant, (body as z.output<typeof ConnectionQuery>).account_id, end),
    },
    schema: {
      operationId: 'queryPayrollConnection',
      summary: 'Fetch what is new through an account',
      description:
        'Answers when the provider has. Nothing new: entry_id is null and the list is empty. While the first ' +
        'retrieval of the account runs, this waits for it.',
      tags,
      headers: AuthorisationHeader,
      body: ConnectionQuery,
      response: { 201: PayrollConnectionResult },
      errors: [404],
    },
    async handler(request) {
      request.aboutUserId = request.caller.id
      const taskId = await requestQuery(askingOf(request), parts, request.body.account_id)
      return whenEnded<z.output<typeof PayrollConnectionResult>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/payroll/entries/payslips',
    config: {
      caller: 'user',
      afterTask: ({ tenant, caller, body }, end) =>
        readUploaded(tenant, { userId: caller.id, files: (body as SubmittedFiles).files }, end),
    },
    schema: {
      operationId: 'submitPayslips',
      summary: 'Read payslips that were uploaded',
      description:
        'One entry for all that could be read; entry_id is null where that is nothing. Answers when all are read, ' +
        'within 25 seconds: what takes longer is listed as `still processing`, stored later as an entry of its own ' +
        'and announced by webhook.',
      tags,
      headers: AuthorisationHeader,
      body: SubmittedFiles,
      response: { 201: PayslipsResult },
    },
    async handler(request) {
      request.aboutUserId = request.caller.id
      const { tenant, authorisationId } = askingOf(request)
      const asking = { tenant, authorisationId, userId: request.caller.id }
      const taskId = await requestPayslips(asking, request.body.files)
      return whenEnded<z.output<typeof PayslipsResult>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/accounts/direct-connections',
    config: {
      caller: 'client',
      afterTask: ({ tenant, body }, end) =>
        readDirect(tenant, (body as z.output<typeof DirectConnection>).user_id, end),
    },
    schema: {
      operationId: 'createDirectConnection',
      summary: 'Ask every direct provider about a user, who need not sign in anywhere',
      description:
        'Makes an account for each provider that has data. One page with everything that the direct accounts of the ' +
        'user have, new or not: asked again, it is the same page and what has come since.',
      tags: ['Accounts'],
      headers: AuthorisationHeader,
      body: DirectConnection,
      response: { 201: PayrollSubmissionPage },
      errors: [404],
    },
    async handler(request) {
      const taskId = await requestDirect(askingOf(request), request.body.user_id)
      return whenEnded<z.output<typeof PayrollSubmissionPage>>(taskId)
    },
  })

  server.route({
    method: 'GET',
    url: '/payroll/entries',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listPayrollEntries',
      summary: 'List the entries of a user, newest first',
      tags,
      querystring: z.strictObject({
        user_id: Uuid,
        account_id: Uuid.optional(),
        ...PageQuery({ first: 1, max: 100, usual: 20 }),
      }),
      response: { 200: PayrollEntryPage },
      errors: [404],
    },
    handler: ({ tenant, query }) => listEntryPage(tenant, query),
  })

  server.route({
    method: 'DELETE',
    url: '/payroll/entries/:entry_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'deletePayrollEntry',
      summary: 'Delete an entry with its submissions',
      description: 'What was the newest of its account is fetched again by the next query or check.',
      tags,
      params: z.object({ entry_id: PathId('Entry') }),
      response: { 200: Message },
    },
    async handler({ tenant, params: { entry_id } }) {
      await deleteEntry(tenant, entry_id)
      return { message: `Entry [${entry_id}] was deleted` }
    },
  })

  server.route({
    method: 'GET',
    url: '/payroll/:user_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'listPayrollSubmissions',
      summary: 'List the payroll submissions of a user, newest first',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({
        account_id: Uuid.optional(),
        entry_id: Uuid.optional(),
        document_external_id: Line(255).optional(),
        created_after: Timestamp.optional().describe('Only what was stored later than this'),
        created_before: Timestamp.optional().describe('Only what was stored earlier than this'),
        ...PageQuery({ first: 1, max: 100, usual: 100 }),
      }),
      response: { 200: PayrollSubmissionPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listSubmissionPage(tenant, { ...query, user_id }),
  })

  server.route({
    method: 'GET',
    url: '/payroll/:user_id/:submission_id/provenance',
    config: { caller: 'client' },
    schema: {
      operationId: 'getPayrollProvenance',
      summary: 'Where each value of a payroll submission comes from',
      description: 'Of an uploaded payslip: the place in its document. Of a connection: the account.',
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
    url: '/payroll/:user_id/:submission_id/provenance/signed',
    config: { caller: 'client' },
    schema: {
      operationId: 'getSignedPayroll',
      summary: 'A payroll submission with its provenance, signed for others to check',
      tags,
      params: one,
      response: { 200: SignedSubmission },
    },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      const traced = await readProvenance(tenant, { user_id, id })
      const claims = { user_id, kind: 'payroll_submission', ...traced }
      return { jws: await parts.attestations.sign(claims, new Date()) }
    },
  })
}
