import type { z } from 'zod'
import { publicAccess, userAccess } from '../../platform/http/caller.ts'
import type { Server } from '../../platform/http/server.ts'
import { replyAfterTask } from '../../platform/http/task-reply.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { requestDirectConnection } from '../payroll/service.ts'
import { type CurrentJourneyDeps, readCurrentJourney } from './current-journey.ts'
import { readDirectAccounts } from './direct-accounts.ts'
import { endJourney } from './end-journey.ts'
import {
  type InvitationDeps,
  invite,
  maxInvitationsPerClient,
  maxInvitationsPerUser,
} from './invitations/invitations.ts'
import {
  DirectAccounts,
  Invitation,
  Journey,
  JourneyCode,
  JourneyEnd,
  JourneyEnded,
  JourneySession,
  NewInvitation,
  Nothing,
} from './schemas.ts'
import { openSession, renewSession, type SessionDeps } from './sessions.ts'

const tags = ['Journeys']

type JourneyRouteDeps = SessionDeps & CurrentJourneyDeps & InvitationDeps

export async function journeyRoutes(server: Server, deps: JourneyRouteDeps) {
  server.route({
    method: 'POST',
    url: '/journeys/invitations',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'tokens', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'createJourneyInvitation',
      summary: 'Send a journey link to a user by email or text message',
      description:
        'Creates a link as POST /user-tokens does and sends it on behalf of the client: who asks, what is shared and how ' +
        'long the link is valid. Text messages need a gateway (SMS_GATEWAY_URL). The reply does not contain the link. Within 24 hours a user is sent at ' +
        `most ${maxInvitationsPerUser}, and a client sends at most ${maxInvitationsPerClient}; further requests return 429.`,
      tags,
      body: NewInvitation,
      response: { 202: Invitation },
      errors: [404],
    },
    handler: ({ tenant, body }) => invite(tenant, deps, body),
  })

  server.route({
    method: 'POST',
    url: '/journeys/sessions',
    config: { access: publicAccess },
    schema: {
      operationId: 'createJourneySession',
      summary: 'Exchange the code of a journey link for a user token',
      description:
        'The link can be used until it expires. The token is valid for an hour at most, never longer than the link.',
      tags,
      body: JourneyCode,
      response: { 201: JourneySession },
      errors: [404],
    },
    handler: ({ id, body }) => openSession(deps, id, body),
  })

  server.route({
    method: 'POST',
    url: '/journeys/sessions/renewals',
    config: { access: userAccess, secretReply: 'fresh' },
    schema: {
      operationId: 'renewJourneySession',
      summary: 'Renew the token of a journey while its link is valid',
      description: 'Exchanges the token of a journey for a new one before it expires.',
      tags,
      body: Nothing,
      response: { 201: JourneySession },
    },
    handler(request) {
      const { tenant, caller } = request
      request.subjectUserId = caller.id
      return renewSession(tenant, deps.tokens, caller)
    },
  })

  server.route({
    method: 'GET',
    url: '/journeys/current',
    config: { access: userAccess },
    schema: {
      operationId: 'getJourney',
      summary: 'Get the current journey',
      description:
        'Everything needed to show the journey, on first load and after a reload. Poll it while a retrieval is in progress.',
      tags,
      response: { 200: Journey },
    },
    handler: ({ tenant, caller }) => readCurrentJourney(tenant, caller, deps),
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/direct-connections',
    config: {
      access: userAccess,
      sharesData: true,
      afterTask: ({ tenant, caller }, end) => readDirectAccounts(tenant, caller.id, end),
    },
    schema: {
      operationId: 'createJourneyDirectConnection',
      summary: 'Connect the user at direct providers, without a login',
      description:
        'Looks the person up at all providers with direct connections. Responds when they have answered, after 25 seconds at most.',
      tags,
      headers: AuthorisationHeader,
      body: Nothing,
      response: { 201: DirectAccounts },
    },
    async handler(request) {
      const { tenant, caller, headers } = request
      request.subjectUserId = caller.id
      const authorisationId = headers['x-svc-authorisation-id'] as string | undefined
      const taskId = await requestDirectConnection({ tenant, caller, authorisationId }, caller.id)
      return replyAfterTask<z.output<typeof DirectAccounts>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/ends',
    config: { access: userAccess },
    schema: {
      operationId: 'endJourney',
      summary: 'End a journey and get the redirect URL',
      description:
        'The URL is client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended if nothing was shared), or error and user_id (failed).',
      tags,
      body: JourneyEnd,
      response: { 201: JourneyEnded },
      errors: [404],
    },
    handler(request) {
      const { tenant, caller, body } = request
      request.subjectUserId = caller.id
      return endJourney(tenant, caller, body)
    },
  })
}
