import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userAccess } from '../../platform/http/caller.ts'
import type { Server } from '../../platform/http/server.ts'
import { replyAfterTask } from '../../platform/http/task-reply.ts'
import { MessageReply, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import { DeviceHeaders, deviceOf } from '../accounts/login/device.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import {
  IncomeConnectionResult,
  IncomeEntry,
  IncomeEntryPage,
  IncomeQuery,
  IncomeSubmissionPage,
} from './schemas.ts'
import {
  deleteEntry,
  listEntryPage,
  listSubmissionPage,
  readEntry,
  readTaxYearQuery,
  requestTaxYearQuery,
  type TaxIncomeDeps,
} from './service.ts'

const tags = ['Tax authority']
const page = PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })

export async function taxIncomeRoutes(server: Server, deps: TaxIncomeDeps) {
  // The handed-off device data is discarded once the caller has received the reply.
  const taskByRequest = new WeakMap<FastifyRequest, string>()

  server.route({
    method: 'POST',
    url: '/taxauth/entries/connections',
    config: {
      access: userAccess,
      needsTrustedDevice: true,
      afterTask: ({ tenant, body }, end) =>
        readTaxYearQuery(tenant, (body as z.output<typeof IncomeQuery>).account_id, end),
    },
    async onResponse(request) {
      const taskId = taskByRequest.get(request)
      if (taskId) deps.credentialHandoff.discard(taskId)
    },
    schema: {
      operationId: 'queryTaxauthConnection',
      summary: 'Retrieve new tax years through an account',
      description:
        'Replies once the authority has replied. If there is nothing new, entry_id is null and the list is empty. The ' +
        'authority accepts three requests a second from all clients together, so the reply may be 503; the result then ' +
        'follows by webhook.',
      tags,
      headers: AuthorisationHeader.extend(DeviceHeaders.shape),
      body: IncomeQuery,
      response: { 201: IncomeConnectionResult },
    },
    async handler(request) {
      const { tenant, caller, headers, body } = request
      request.subjectUserId = caller.id
      const authorisationId = headers['x-svc-authorisation-id'] as string | undefined
      const incomeRequest = { tenant, caller, authorisationId, device: deviceOf(request) }
      const taskId = await requestTaxYearQuery(incomeRequest, deps, body.account_id)
      taskByRequest.set(request, taskId)
      return replyAfterTask<z.output<typeof IncomeConnectionResult>>(taskId)
    },
  })

  server.route({
    method: 'GET',
    url: '/taxauth/entries',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listTaxauthEntries',
      summary: 'List tax authority entries of a user, newest first',
      description: 'Entries of one user: each is one retrieval from the tax authority.',
      tags,
      querystring: z.strictObject({ user_id: Uuid, account_id: Uuid.optional(), ...page }),
      response: { 200: IncomeEntryPage },
      errors: [404],
    },
    handler: ({ tenant, query }) => listEntryPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/taxauth/entries/:entry_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getTaxauthEntry',
      summary: 'Get a tax authority entry',
      description: 'Its submissions are listed by `GET /taxauth/{user_id}?entry_id=`.',
      tags,
      params: z.object({ entry_id: PathId('Entry') }),
      response: { 200: IncomeEntry },
    },
    handler: ({ tenant, params: { entry_id } }) => readEntry(tenant, entry_id),
  })

  server.route({
    method: 'DELETE',
    url: '/taxauth/entries/:entry_id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'erase' } },
    schema: {
      operationId: 'deleteTaxauthEntry',
      summary: 'Delete a tax authority entry with its submissions',
      description: 'The next query or recurring check retrieves the data again.',
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
    url: '/taxauth/:user_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listIncomeSubmissions',
      summary: 'List tax authority data of a user, one submission per tax year, newest first',
      description: 'Income per tax year from the tax authority, newest first.',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({ account_id: Uuid.optional(), entry_id: Uuid.optional(), ...page }),
      response: { 200: IncomeSubmissionPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listSubmissionPage(tenant, { ...query, user_id }),
  })
}
