import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import type { SessionCookie } from '../../platform/http/session-cookie.ts'
import { requireRecentAuthentication } from '../../platform/http/step-up.ts'
import { MessageReply, PageQuery, PathId } from '../../platform/http/wire.ts'
import { memberOf, ownAccountAccess, ownAccountRequest } from './own-account.ts'
import {
  CurrentSession,
  MemberSessionPage,
  MfaSession,
  Reauthenticated,
  Reauthentication,
  ReauthenticationAnswer,
  SessionRevocation,
} from './schemas.ts'
import { endMemberSessions, readOwnSession } from './service.ts'
import { endOwnSession, endOwnSessions, listOwnSessions } from './sessions.ts'
import type { SignInDeps } from './sign-in.ts'
import { authenticateAgain, validateAuthentication } from './step-up.ts'

const tags = ['Members']

export async function sessionRoutes(server: Server, deps: SignInDeps & { sessionCookie: SessionCookie }) {
  const { revocations, sessionCookie } = deps

  server.route({
    method: 'GET',
    url: '/members/sessions',
    config: { access: ownAccountAccess },
    schema: {
      operationId: 'listSessions',
      summary: 'List your own sessions, newest first',
      description: 'The devices and programs on which you are signed in.',
      tags,
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: MemberSessionPage },
    },
    handler: (request) => listOwnSessions(request.tenant, memberOf(request), request.query),
  })

  server.route({
    method: 'GET',
    url: '/members/sessions/current',
    config: { access: ownAccountAccess, beforePasswordChange: true },
    schema: {
      operationId: 'getCurrentSession',
      summary: 'Get the session of this request and its member',
      description: 'Using a session of the console renews it for 15 minutes.',
      tags,
      response: { 200: CurrentSession },
    },
    handler: (request) => readOwnSession(request.tenant, memberOf(request)),
  })

  server.route({
    method: 'POST',
    url: '/members/sessions/current/authentications',
    config: { access: ownAccountAccess, beforePasswordChange: true, secretReply: 'fresh' },
    schema: {
      operationId: 'authenticateAgain',
      summary: 'Authenticate again in the current session',
      description:
        'Opens operations that need a recent authentication for 10 minutes. Replies 202 with a session if the member has a second factor. Wrong passwords count towards the limits of the sign-in.',
      tags,
      body: Reauthentication,
      response: { 201: Reauthenticated, 202: MfaSession },
    },
    async handler(request, reply) {
      const outcome = await authenticateAgain(deps, ownAccountRequest(request), request.body)
      reply.code('session' in outcome ? 202 : 201)
      return outcome
    },
  })

  server.route({
    method: 'POST',
    url: '/members/sessions/current/authentications/validate',
    config: { access: ownAccountAccess, beforePasswordChange: true },
    schema: {
      operationId: 'validateAuthentication',
      summary: 'Validate the second factor of a repeated authentication',
      description: 'Takes the code from the e-mail or of the authenticator app, or a recovery code.',
      tags,
      body: ReauthenticationAnswer,
      response: { 201: Reauthenticated },
    },
    handler: (request) => validateAuthentication(deps, ownAccountRequest(request), request.body),
  })

  server.route({
    method: 'DELETE',
    url: '/members/sessions/:id',
    config: { access: ownAccountAccess, priority: 'high', beforePasswordChange: true },
    schema: {
      operationId: 'endSession',
      summary: 'End one of your own sessions within a second',
      description:
        'Ending the current session signs you out. To end another one, you must have authenticated within the last 10 minutes.',
      tags,
      params: z.object({ id: PathId('Session') }),
      response: { 200: MessageReply },
    },
    async handler(request, reply) {
      const caller = memberOf(request)
      const { id } = request.params
      // A sign-out must always be possible.
      if (id !== caller.sessionId) await requireRecentAuthentication(caller)
      await endOwnSession(request.tenant, revocations, caller, id)
      if (id === caller.sessionId) reply.header('set-cookie', sessionCookie.expire())
      return { message: `Session [${id}] was ended` }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/sessions/revocations',
    config: { access: ownAccountAccess, priority: 'high', needsRecentAuthentication: true },
    schema: {
      operationId: 'endOwnSessions',
      summary: 'End your own sessions within a second',
      description: 'Signs you out on every other device or, with `keep_current` false, on every device.',
      tags,
      body: SessionRevocation,
      response: { 201: MessageReply },
    },
    async handler(request, reply) {
      const count = await endOwnSessions(request.tenant, revocations, memberOf(request), request.body)
      if (!request.body.keep_current) reply.header('set-cookie', sessionCookie.expire())
      return { message: `${count} sessions were ended` }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/:id/sessions/revocations',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null },
      priority: 'high',
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'endMemberSessions',
      summary: 'End all sessions of a member within a second',
      tags,
      params: z.object({ id: PathId('Member') }),
      response: { 201: MessageReply },
    },
    async handler({ tenant, caller, params: { id } }) {
      const count = await endMemberSessions(tenant, deps, caller, id)
      return { message: `${count} sessions of member [${id}] were ended` }
    },
  })
}
