import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { whenEnded } from '../../platform/http/task-reply.ts'
import { Message, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import {
  type Connecting,
  type ConnectingParts,
  deleteAccount,
  readConnected,
  requestAnswer,
  requestConnection,
  requestReconnection,
} from './login/connections.ts'
import { DeviceHeaders, deviceOf } from './login/device.ts'
import { requireResult } from './login/failures.ts'
import {
  Account,
  AccountHistory,
  AccountPage,
  ConnectedAccount,
  MfaAnswer,
  NewAccount,
  Reconnection,
} from './schemas.ts'
import { listAccountPage, listHistory, readAccount, requireAccount } from './service.ts'

const tags = ['Accounts']
const connectHeaders = AuthorisationHeader.extend(DeviceHeaders.shape)
const params = z.object({ account_id: PathId('Account') })
const page = PageQuery({ first: 1, max: 1000, usual: 500 })

type Reply = z.output<typeof ConnectedAccount>

export async function accountRoutes(server: Server, parts: ConnectingParts) {
  const { connectors, desk } = parts
  // Once the caller has an answer, nobody may use the secret any more.
  const asked = new WeakMap<FastifyRequest, string>()
  const onResponse = async (request: FastifyRequest) => {
    const taskId = asked.get(request)
    if (taskId) desk.forget(taskId)
  }
  const askingOf = (request: FastifyRequest) => ({
    tenant: request.tenant,
    caller: request.caller,
    authorisationId: request.headers['x-svc-authorisation-id'] as string | undefined,
    device: deviceOf(request),
  })
  const replyTo = (request: FastifyRequest, connecting: Connecting) => {
    request.aboutUserId = connecting.userId
    if ('account' in connecting) return connecting.account
    asked.set(request, connecting.taskId)
    return whenEnded<Reply>(connecting.taskId)
  }
  const afterTaskOf = async (request: FastifyRequest, end: TaskEnd | undefined) => {
    const { account_id: id } = request.params as { account_id: string }
    const { payroll_provider } = await request.tenant.transaction((tx) => requireAccount(tx, id))
    requireResult(end, entryOf(payroll_provider), { kind: 'Account', id })
    return id
  }
  const entryOf = (provider: string) => {
    const connector = connectors.get(provider)
    if (!connector) throw new Error(`[${provider}] is no longer in the catalogue`)
    return connector.entry
  }

  server.route({
    method: 'POST',
    url: '/accounts',
    config: {
      caller: 'either',
      async afterTask({ tenant, caller, body }, end) {
        const { user_id: id, payroll_provider } = body as z.output<typeof NewAccount>
        return readConnected(
          tenant,
          caller,
          requireResult(end, entryOf(payroll_provider), { kind: 'User', id }),
        )
      },
    },
    onResponse,
    schema: {
      operationId: 'createAccount',
      summary: 'Connect a user to a payroll provider',
      description:
        'Answers when the provider has. With mfa_method the account waits 15 minutes for the answer, with ' +
        'authorization_url for the person to sign in there. A login that was refused leaves no account.',
      tags,
      headers: connectHeaders,
      body: NewAccount,
      response: { 201: ConnectedAccount },
    },
    handler: async (request) =>
      replyTo(request, await requestConnection(askingOf(request), parts, request.body)),
  })

  server.route({
    method: 'GET',
    url: '/accounts',
    config: { caller: 'either', least: 'Support' },
    schema: {
      operationId: 'listAccounts',
      summary: 'List the accounts of a user, newest first',
      tags,
      querystring: z.strictObject({ user_id: Uuid, ...page }),
      response: { 200: AccountPage },
    },
    handler: ({ tenant, caller, query }) => listAccountPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/accounts/:account_id',
    config: { caller: 'either', least: 'Support' },
    schema: {
      operationId: 'getAccount',
      summary: 'Get an account',
      tags,
      params,
      response: { 200: Account },
    },
    handler: ({ tenant, caller, params: { account_id } }) => readAccount(tenant, caller, account_id),
  })

  server.route({
    method: 'GET',
    url: '/accounts/:account_id/history',
    config: { caller: 'either', least: 'Support' },
    schema: {
      operationId: 'getAccountHistory',
      summary: 'Every move of an account with its reason, newest first',
      tags,
      params,
      querystring: z.strictObject(page),
      response: { 200: AccountHistory },
    },
    handler: ({ tenant, caller, params: { account_id }, query }) =>
      listHistory(tenant, caller, account_id, query),
  })

  server.route({
    method: 'PUT',
    url: '/accounts/:account_id/mfa',
    config: {
      caller: 'either',
      isVital: true,
      async afterTask(request, end) {
        return readAccount(request.tenant, request.caller, await afterTaskOf(request, end))
      },
    },
    onResponse,
    schema: {
      operationId: 'answerMfa',
      summary: 'Answer the second step of a provider',
      tags,
      headers: AuthorisationHeader,
      params,
      body: MfaAnswer,
      response: { 200: Account },
    },
    async handler(request) {
      const { params, body } = request
      return replyTo(request, await requestAnswer(askingOf(request), parts, params.account_id, body))
    },
  })

  server.route({
    method: 'POST',
    url: '/accounts/:account_id/reconnect',
    config: {
      caller: 'either',
      async afterTask(request, end) {
        return readConnected(request.tenant, request.caller, await afterTaskOf(request, end))
      },
    },
    onResponse,
    schema: {
      operationId: 'reconnectAccount',
      summary: 'Connect an account again that is EXPIRED or INVALID',
      description: 'With the login fields of its provider; answers as the first connection does.',
      tags,
      headers: connectHeaders,
      params,
      body: Reconnection,
      response: { 200: ConnectedAccount },
    },
    async handler(request) {
      const { params, body } = request
      return replyTo(request, await requestReconnection(askingOf(request), parts, params.account_id, body))
    },
  })

  server.route({
    method: 'DELETE',
    url: '/accounts/:account_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'deleteAccount',
      summary: 'Delete an account with everything that came through it',
      tags,
      params,
      response: { 200: Message },
    },
    async handler({ tenant, params: { account_id } }) {
      await deleteAccount(tenant, parts, account_id)
      return { message: `Account [${account_id}] was deleted` }
    },
  })
}
