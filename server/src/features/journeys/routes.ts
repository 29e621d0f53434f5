import type { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { whenEnded } from '../../platform/http/task-reply.ts'
import { AuthorisationHeader } from '../authorisations/schemas.ts'
import { requestDirect } from '../payroll/service.ts'
import { type CurrentParts, readCurrent } from './current-journey.ts'
import { readDirectAccounts } from './direct-accounts.ts'
import { endJourney } from './end-journey.ts'
import { invite, mostOfClient, mostOfUser } from './invitations/invitations.ts'
import {
  DirectFound,
  Invitation,
  Journey,
  JourneyCode,
  JourneyEnd,
  JourneyEnded,
  JourneySession,
  NewInvitation,
  Nothing,
} from './schemas.ts'
import { openSession, renewSession, type SessionParts } from './sessions.ts'

const tags = ['Journeys']

type Parts = SessionParts & CurrentParts & { baseUrl: string }

export async function journeyRoutes(server: Server, parts: Parts) {
  server.route({
    method: 'POST',
    url: '/journeys/invitations',
    config: { caller: 'client' },
    schema: {
      operationId: 'createJourneyInvitation',
      summary: 'Send a journey link to a user by e-mail',
      description:
        'Makes a link as POST /user-tokens does and mails it in the name of the client: who asks, what is shared, how ' +
        'long the link lives. The reply does not have the link: only the mailbox does. Within 24 hours a user is sent at ' +
        `most ${mostOfUser}, and a client sends at most ${mostOfClient}; more is refused with 429.`,
      tags,
      body: NewInvitation,
      response: { 202: Invitation },
      errors: [404],
    },
    handler: ({ tenant, body }) => invite(tenant, parts.baseUrl, body),
  })

  server.route({
    method: 'POST',
    url: '/journeys/sessions',
    config: { caller: 'public' },
    schema: {
      operationId: 'createJourneySession',
      summary: 'Exchange the code of a journey link for a user token',
      description:
        'The link stays good until it ends; the token lives an hour and never longer than the link.',
      tags,
      body: JourneyCode,
      response: { 201: JourneySession },
      errors: [404],
    },
    handler: ({ id, body }) => openSession(parts, id, body.code),
  })

  server.route({
    method: 'POST',
    url: '/journeys/sessions/renewals',
    config: { caller: 'user' },
    schema: {
      operationId: 'renewJourneySession',
      summary: 'A new token for the same journey, as long as its link lasts',
      tags,
      body: Nothing,
      response: { 201: JourneySession },
    },
    handler(request) {
      const { tenant, caller } = request
      request.aboutUserId = caller.id
      return renewSession(tenant, parts.tokens, caller)
    },
  })

  server.route({
    method: 'GET',
    url: '/journeys/current',
    config: { caller: 'user' },
    schema: {
      operationId: 'getJourney',
      summary: 'How the journey of a person stands',
      description:
        'All that is needed to go on, at the beginning as after a reload; to be asked again while something is under way.',
      tags,
      response: { 200: Journey },
    },
    handler: ({ tenant, caller }) => readCurrent(tenant, caller, parts),
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/direct-connections',
    config: {
      caller: 'user',
      afterTask: ({ tenant, caller }, end) => readDirectAccounts(tenant, caller.id, end),
    },
    schema: {
      operationId: 'createJourneyDirectConnection',
      summary: 'Ask every direct provider about the person, who need not sign in anywhere',
      tags,
      headers: AuthorisationHeader,
      body: Nothing,
      response: { 201: DirectFound },
    },
    async handler(request) {
      const { tenant, caller, headers } = request
      request.aboutUserId = caller.id
      const authorisationId = headers['x-svc-authorisation-id'] as string | undefined
      const taskId = await requestDirect({ tenant, caller, authorisationId }, caller.id)
      return whenEnded<z.output<typeof DirectFound>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/ends',
    config: { caller: 'user' },
    schema: {
      operationId: 'endJourney',
      summary: 'Where the person goes on when the journey is over',
      description:
        'client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended where nothing was shared), or error and user_id (failed).',
      tags,
      body: JourneyEnd,
      response: { 201: JourneyEnded },
      errors: [404],
    },
    handler(request) {
      const { tenant, caller, body } = request
      request.aboutUserId = caller.id
      return endJourney(tenant, caller, body)
    },
  })
}
