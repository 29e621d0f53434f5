import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { whenEnded } from '../../platform/http/task-reply.ts'
import { Message, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import { DeviceHeaders, deviceOf } from '../accounts/login/device.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { IncomeConnectionResult, IncomeEntryPage, IncomeQuery, IncomeSubmissionPage } from './schemas.ts'
import {
  deleteEntry,
  listEntryPage,
  listSubmissionPage,
  readQuery,
  requestQuery,
  type TaxIncomeParts,
} from './service.ts'

const tags = ['Tax authority']
const page = PageQuery({ first: 1, max: 100, usual: 20 })

export async function taxIncomeRoutes(server: Server, parts: TaxIncomeParts) {
  // Once the caller has an answer, nobody needs to know about their device any more.
  const asked = new WeakMap<FastifyRequest, string>()

  server.route({
    method: 'POST',
    url: '/taxauth/entries/connections',
    config: {
      caller: 'user',
      afterTask: ({ tenant, body }, end) =>
        readQuery(tenant, (body as z.output<typeof IncomeQuery>).account_id, end),
    },
    async onResponse(request) {
      const taskId = asked.get(request)
      if (taskId) parts.desk.forget(taskId)
    },
    schema: {
      operationId: 'queryTaxauthConnection',
      summary: 'Fetch what is new at the tax authority',
      description:
        'Answers when the authority has. Nothing new: entry_id is null and the list is empty. It takes three requests a ' +
        'second from all clients together, so this may answer 503 and bring its result by webhook.',
      tags,
      headers: AuthorisationHeader.extend(DeviceHeaders.shape),
      body: IncomeQuery,
      response: { 201: IncomeConnectionResult },
    },
    async handler(request) {
      const { tenant, caller, headers, body } = request
      request.aboutUserId = caller.id
      const authorisationId = headers['x-svc-authorisation-id'] as string | undefined
      const asking = { tenant, caller, authorisationId, device: deviceOf(request) }
      const taskId = await requestQuery(asking, parts, body.account_id)
      asked.set(request, taskId)
      return whenEnded<z.output<typeof IncomeConnectionResult>>(taskId)
    },
  })

  server.route({
    method: 'GET',
    url: '/taxauth/entries',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listTaxauthEntries',
      summary: 'List the entries of a user from the tax authority, newest first',
      tags,
      querystring: z.strictObject({ user_id: Uuid, account_id: Uuid.optional(), ...page }),
      response: { 200: IncomeEntryPage },
      errors: [404],
    },
    handler: ({ tenant, query }) => listEntryPage(tenant, query),
  })

  server.route({
    method: 'DELETE',
    url: '/taxauth/entries/:entry_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'deleteTaxauthEntry',
      summary: 'Delete an entry with its submissions',
      description: 'What the authority still says is fetched again by the next query or check.',
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
    url: '/taxauth/:user_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'listIncomeSubmissions',
      summary: 'List what the tax authority says of a user, one submission per tax year, newest first',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({ account_id: Uuid.optional(), entry_id: Uuid.optional(), ...page }),
      response: { 200: IncomeSubmissionPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listSubmissionPage(tenant, { ...query, user_id }),
  })
}
