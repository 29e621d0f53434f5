import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tenant } from '../../platform/database/tenancy.ts'
import type { Server } from '../../platform/http/server.ts'
import { replyAfterTask } from '../../platform/http/task-reply.ts'
import { MessageReply, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { decideConsent } from './bank-consent.ts'
import {
  type ConnectionDeps,
  type ConnectionReply,
  deleteAccount,
  readConnectedAccount,
  requestConnection,
  requestReconnection,
  submitMfaAnswer,
} from './login/connections.ts'
import { DeviceHeaders, deviceOf } from './login/device.ts'
import { requireResult } from './login/failures.ts'
import { createOAuth2Cookies, requesterToken } from './oauth2/cookies.ts'
import { ticketOf } from './oauth2/redirects.ts'
import {
  Account,
  AccountHistory,
  AccountPage,
  ConnectedAccount,
  ConsentDecision,
  MfaAnswer,
  NewAccount,
  Reconnection,
} from './schemas.ts'
import { listAccountPage, listHistory, readAccount, requireAccount } from './service.ts'

const tags = ['Accounts']
const connectHeaders = AuthorisationHeader.extend(DeviceHeaders.shape)
const params = z.object({ account_id: PathId('Account') })
const page = PageQuery({ firstOffset: 1, maxLimit: 1000, defaultLimit: 500 })

type Reply = z.output<typeof ConnectedAccount>

export async function accountRoutes(server: Server, deps: ConnectionDeps) {
  const { connectors, credentialHandoff } = deps
  const cookies = createOAuth2Cookies(deps.baseUrl)
  // The handed-off secret is discarded once the caller has received the reply.
  const taskByRequest = new WeakMap<FastifyRequest, string>()
  const onResponse = async (request: FastifyRequest) => {
    const taskId = taskByRequest.get(request)
    if (taskId) credentialHandoff.discard(taskId)
  }
  const connectionRequestOf = (request: FastifyRequest) => ({
    tenant: request.tenant,
    caller: request.caller,
    authorisationId: request.headers['x-svc-authorisation-id'] as string | undefined,
    device: deviceOf(request),
    address: request.caller.kind === 'user' ? request.ip : null,
  })
  const replyTo = (request: FastifyRequest, reply: ConnectionReply) => {
    request.subjectUserId = reply.userId
    if ('account' in reply) return reply.account
    taskByRequest.set(request, reply.taskId)
    return replyAfterTask<Reply>(reply.taskId)
  }
  /**
   * Binds the link to the provider to the browser of the journey. This is a hook, because an idempotent replay does not
   * run the handler.
   */
  const bindToBrowser = async ({ caller, tenant }: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const link = (payload as Partial<Reply> | null)?.authorization_url
    if (link !== undefined && caller?.kind === 'user' && caller.journeyId !== null) {
      const ticket = ticketOf(deps.baseUrl, link)
      reply.header('set-cookie', cookies.set('requester', ticket, requesterToken(tenant.keys, ticket)))
    }
    return payload
  }
  const requireTaskResult = async (request: FastifyRequest, end: TaskEnd | undefined) => {
    const { account_id: id } = request.params as { account_id: string }
    const { payroll_provider } = await request.tenant.transaction((tx) => requireAccount(tx, id))
    requireResult(end, entryOf(request.tenant, payroll_provider), { kind: 'Account', id })
    return id
  }
  const entryOf = ({ clientId }: Tenant, provider: string) => {
    const connector = connectors.of(clientId).get(provider)
    if (!connector) throw new Error(`[${provider}] is no longer in the catalogue`)
    return connector.entry
  }

  server.route({
    method: 'POST',
    url: '/accounts',
    config: {
      access: { caller: 'either', minRole: 'FullMember', keyScope: 'write' },
      sharesData: true,
      async afterTask({ tenant, caller, body }, end) {
        const { user_id: id, payroll_provider } = body as z.output<typeof NewAccount>
        return readConnectedAccount(
          tenant,
          caller,
          requireResult(end, entryOf(tenant, payroll_provider), { kind: 'User', id }),
        )
      },
    },
    preSerialization: bindToBrowser,
    onResponse,
    schema: {
      operationId: 'createAccount',
      summary: 'Connect a user to a payroll provider',
      description:
        'Replies once the provider has replied. A reply with mfa_method needs an MFA answer within 15 minutes; one with ' +
        'authorization_url needs the person to sign in there within 15 minutes. A refused login creates no account. ' +
        'If the user has an AUTHORISED account with this provider and user name, the reply is that account: the password ' +
        'is not sent, and from and to are ignored.',
      tags,
      headers: connectHeaders,
      body: NewAccount,
      response: { 201: ConnectedAccount },
    },
    handler: async (request) =>
      replyTo(request, await requestConnection(connectionRequestOf(request), deps, request.body)),
  })

  server.route({
    method: 'GET',
    url: '/accounts',
    config: {
      access: { caller: 'either', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
      needsTrustedDevice: true,
    },
    schema: {
      operationId: 'listAccounts',
      summary: 'List accounts of a user, newest first',
      description:
        'Accounts of one user, newest first, with their status and the progress of the first retrieval.',
      tags,
      querystring: z.strictObject({ user_id: Uuid, ...page }),
      response: { 200: AccountPage },
    },
    handler: ({ tenant, caller, query }) => listAccountPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/accounts/:account_id',
    config: {
      access: { caller: 'either', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
      needsTrustedDevice: true,
    },
    schema: {
      operationId: 'getAccount',
      summary: 'Get an account',
      description: 'One account with its status and the progress of its retrieval.',
      tags,
      params,
      response: { 200: Account },
    },
    handler: ({ tenant, caller, params: { account_id } }) => readAccount(tenant, caller, account_id),
  })

  server.route({
    method: 'GET',
    url: '/accounts/:account_id/history',
    config: {
      access: { caller: 'either', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getAccountHistory',
      summary: 'List the status changes of an account with their reasons, newest first',
      description: 'Every status change of the account with its reason, newest first.',
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
      access: { caller: 'either', minRole: 'FullMember', keyScope: 'write' },
      sharesData: true,
      priority: 'high',
      async afterTask(request, end) {
        return readAccount(request.tenant, request.caller, await requireTaskResult(request, end))
      },
    },
    onResponse,
    schema: {
      operationId: 'answerMfa',
      summary: 'Answer the MFA challenge of a provider',
      description:
        'Sends the answer to the pending challenge to the provider, once. Responds when the provider has answered, after 25 seconds at most.',
      tags,
      headers: AuthorisationHeader,
      params,
      body: MfaAnswer,
      response: { 200: Account },
    },
    async handler(request) {
      const { params, body } = request
      return replyTo(
        request,
        await submitMfaAnswer(connectionRequestOf(request), deps, params.account_id, body),
      )
    },
  })

  server.route({
    method: 'POST',
    url: '/accounts/:account_id/reconnect',
    config: {
      access: { caller: 'either', minRole: 'FullMember', keyScope: 'write' },
      sharesData: true,
      async afterTask(request, end) {
        return readConnectedAccount(request.tenant, request.caller, await requireTaskResult(request, end))
      },
    },
    preSerialization: bindToBrowser,
    onResponse,
    schema: {
      operationId: 'reconnectAccount',
      summary: 'Reconnect an EXPIRED or INVALID account',
      description: 'Takes the login fields of the provider and replies like the first connection.',
      tags,
      headers: connectHeaders,
      params,
      body: Reconnection,
      response: { 200: ConnectedAccount },
    },
    async handler(request) {
      const { params, body } = request
      return replyTo(
        request,
        await requestReconnection(connectionRequestOf(request), deps, params.account_id, body),
      )
    },
  })

  server.route({
    method: 'POST',
    url: '/accounts/:account_id/consent',
    config: {
      access: { caller: 'either', minRole: 'FullMember', keyScope: 'write' },
      needsTrustedDevice: true,
      async afterTask(request, end) {
        return readAccount(request.tenant, request.caller, await requireTaskResult(request, end))
      },
    },
    schema: {
      operationId: 'decideAccountConsent',
      summary: 'Keep or stop sharing a bank account',
      description:
        'Call it after the person has decided. Keeping confirms the consent at the bank for another 90 days, also after ' +
        'it was paused. Stopping ends it at the bank; the stored statements stay. The error `consent-ended` means that ' +
        'the account has to be reconnected.',
      tags,
      headers: AuthorisationHeader,
      params,
      body: ConsentDecision,
      response: { 200: Account },
    },
    async handler(request) {
      const {
        tenant,
        caller,
        params: { account_id: id },
        body,
      } = request
      const authorisationId = request.headers['x-svc-authorisation-id'] as string | undefined
      const { userId, taskId } = await decideConsent({ tenant, caller, authorisationId }, deps, id, body)
      request.subjectUserId = userId
      return taskId === undefined
        ? readAccount(tenant, caller, id)
        : replyAfterTask<z.output<typeof Account>>(taskId)
    },
  })

  server.route({
    method: 'DELETE',
    url: '/accounts/:account_id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'erase' } },
    schema: {
      operationId: 'deleteAccount',
      summary: 'Delete an account and all data retrieved through it',
      description:
        'Ends the session at the provider and deletes the account with its history, entries, payslips and tax data.',
      tags,
      params,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { account_id } }) {
      await deleteAccount(tenant, deps, account_id)
      return { message: `Account [${account_id}] was deleted` }
    },
  })
}
