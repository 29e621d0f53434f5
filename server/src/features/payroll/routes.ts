import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ClientConnectors } from '../../connectors/registry.ts'
import { userAccess } from '../../platform/http/caller.ts'
import type { Server } from '../../platform/http/server.ts'
import { replyAfterTask } from '../../platform/http/task-reply.ts'
import { CreatedBetween, MessageReply, PageQuery, PathId, TextLine, Uuid } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { SubmittedFiles } from '../documents/extraction-requests.ts'
import { provenanceRoutes } from '../documents/provenance-routes.ts'
import type { ProviderHealth } from '../providers/health.ts'
import {
  ConnectionQuery,
  DirectConnection,
  PayrollConnectionResult,
  PayrollEntry,
  PayrollEntryPage,
  PayrollSubmission,
  PayrollSubmissionPage,
  PayslipsResult,
} from './schemas.ts'
import {
  deleteEntry,
  listEntryPage,
  listSubmissionPage,
  readDirectConnection,
  readEntry,
  readPayslipQuery,
  readSubmission,
  requestDirectConnection,
  requestPayslipQuery,
} from './service.ts'
import { tracePayslip } from './submissions/provenance.ts'
import { readUploaded, requestPayslips } from './submissions/uploads.ts'

const tags = ['Payroll']

type PayrollDeps = {
  connectors: ClientConnectors
  health: Pick<ProviderHealth, 'openUntil'>
  attestations: Attestations
}

export async function payrollRoutes(server: Server, deps: PayrollDeps) {
  const payrollRequestOf = ({ tenant, caller, headers }: FastifyRequest) => ({
    tenant,
    caller,
    authorisationId: headers['x-svc-authorisation-id'] as string | undefined,
  })

  server.route({
    method: 'POST',
    url: '/payroll/entries/connections',
    config: {
      access: userAccess,
      needsTrustedDevice: true,
      afterTask: ({ tenant, caller, body }, end) =>
        readPayslipQuery(tenant, caller, (body as z.output<typeof ConnectionQuery>).account_id, end),
    },
    schema: {
      operationId: 'queryPayrollConnection',
      summary: 'Retrieve new payslips through an account',
      description:
        'Replies once the provider has replied. If there is nothing new, entry_id is null and the list is empty. ' +
        'Waits for the first retrieval of the account if that is still running.',
      tags,
      headers: AuthorisationHeader,
      body: ConnectionQuery,
      response: { 201: PayrollConnectionResult },
      errors: [404],
    },
    async handler(request) {
      request.subjectUserId = request.caller.id
      const taskId = await requestPayslipQuery(payrollRequestOf(request), deps, request.body.account_id)
      return replyAfterTask<z.output<typeof PayrollConnectionResult>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/payroll/entries/payslips',
    config: {
      access: userAccess,
      sharesData: true,
      afterTask: ({ tenant, caller, body }, end) =>
        readUploaded(tenant, { userId: caller.id, files: (body as SubmittedFiles).files }, end),
    },
    schema: {
      operationId: 'submitPayslips',
      summary: 'Extract uploaded payslips',
      description:
        'Creates one entry for all payslips that could be extracted; entry_id is null if none could. Replies within 25 ' +
        'seconds: files that take longer are listed as `still processing`, stored later as a separate entry and ' +
        'announced by webhook.',
      tags,
      headers: AuthorisationHeader,
      body: SubmittedFiles,
      response: { 201: PayslipsResult },
    },
    async handler(request) {
      request.subjectUserId = request.caller.id
      const { tenant, authorisationId } = payrollRequestOf(request)
      const upload = { tenant, authorisationId, userId: request.caller.id }
      const taskId = await requestPayslips(upload, request.body.files)
      return replyAfterTask<z.output<typeof PayslipsResult>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/accounts/direct-connections',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' },
      afterTask: ({ tenant, body }, end) =>
        readDirectConnection(tenant, (body as z.output<typeof DirectConnection>).user_id, end),
    },
    schema: {
      operationId: 'createDirectConnection',
      summary: 'Connect a user to all direct providers, without a login',
      description:
        'Creates an account for each provider that has data. Returns one page with all submissions of the direct ' +
        'accounts of the user, new or not; repeat the request to retrieve what is new since.',
      tags: ['Accounts'],
      headers: AuthorisationHeader,
      body: DirectConnection,
      response: { 201: PayrollSubmissionPage },
      errors: [404],
    },
    async handler(request) {
      const taskId = await requestDirectConnection(payrollRequestOf(request), request.body.user_id)
      return replyAfterTask<z.output<typeof PayrollSubmissionPage>>(taskId)
    },
  })

  server.route({
    method: 'GET',
    url: '/payroll/entries',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listPayrollEntries',
      summary: 'List payroll entries of a user, newest first',
      description: 'Entries of one user: each is one retrieval or upload that brought payslips.',
      tags,
      querystring: z.strictObject({
        user_id: Uuid,
        account_id: Uuid.optional(),
        ...PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
      }),
      response: { 200: PayrollEntryPage },
      errors: [404],
    },
    handler: ({ tenant, query }) => listEntryPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/payroll/entries/:entry_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getPayrollEntry',
      summary: 'Get a payroll entry',
      description: 'Its submissions are listed by `GET /payroll/{user_id}?entry_id=`.',
      tags,
      params: z.object({ entry_id: PathId('Entry') }),
      response: { 200: PayrollEntry },
    },
    handler: ({ tenant, params: { entry_id } }) => readEntry(tenant, entry_id),
  })

  server.route({
    method: 'DELETE',
    url: '/payroll/entries/:entry_id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'erase' } },
    schema: {
      operationId: 'deletePayrollEntry',
      summary: 'Delete a payroll entry with its submissions',
      description: 'The next query or recurring check retrieves the newest payslips of the account again.',
      tags,
      params: z.object({ entry_id: PathId('Entry') }),
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { entry_id } }) {
      await deleteEntry(tenant, entry_id)
      return { message: `Entry [${entry_id}] was deleted` }
    },
  })

  server.route({
    method: 'GET',
    url: '/payroll/:user_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listPayrollSubmissions',
      summary: 'List payroll submissions of a user, newest first',
      description: 'Payslips of one user from all sources, newest first.',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({
        account_id: Uuid.optional(),
        entry_id: Uuid.optional(),
        document_external_id: TextLine(255).optional(),
        include_duplicates: z
          .boolean()
          .default(true)
          .describe(
            'false leaves out submissions with a duplicate_of, of any account or document of the user',
          ),
        ...CreatedBetween,
        ...PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 100 }),
      }),
      response: { 200: PayrollSubmissionPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listSubmissionPage(tenant, { ...query, user_id }),
  })

  server.route({
    method: 'GET',
    url: '/payroll/:user_id/:submission_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getPayrollSubmission',
      summary: 'Get a payroll submission',
      description: 'One payslip.',
      tags,
      params: z.object({ user_id: PathId('User'), submission_id: PathId('Payroll submission') }),
      response: { 200: PayrollSubmission },
    },
    handler: ({ tenant, params: { user_id, submission_id: id } }) => readSubmission(tenant, { user_id, id }),
  })

  provenanceRoutes(server, deps.attestations, {
    tags,
    url: '/payroll/:user_id/:submission_id/provenance',
    subject: 'Payroll submission',
    kind: 'payroll_submission',
    auditAction: 'payroll.traced',
    trace: tracePayslip,
    docs: {
      provenance: {
        operationId: 'getPayrollProvenance',
        summary: 'Get the provenance of each value of a payroll submission',
        description: 'For an uploaded payslip the position in its document; for a connection the account.',
      },
      signed: {
        operationId: 'getSignedPayroll',
        summary: 'Get a payroll submission with its provenance, signed',
        description:
          'The payslip as a signed token (JWS), so that others can verify that this service issued it.',
      },
    },
  })
}
