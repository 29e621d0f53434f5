import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import type { SessionCookie } from '../../platform/http/session-cookie.ts'
import { MessageReply, PageQuery, PathId } from '../../platform/http/wire.ts'
import { memberOf, ownAccountAccess } from './own-account.ts'
import { CurrentSession, MemberSessionPage, SessionRevocation } from './schemas.ts'
import { endMemberSessions, type MemberDeps, readOwnSession } from './service.ts'
import { endOwnSession, endOwnSessions, listOwnSessions } from './sessions.ts'

const tags = ['Members']

export async function sessionRoutes(server: Server, deps: MemberDeps & { sessionCookie: SessionCookie }) {
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
    method: 'DELETE',
    url: '/members/sessions/:id',
    config: { access: ownAccountAccess, priority: 'high', beforePasswordChange: true },
    schema: {
      operationId: 'endSession',
      summary: 'End one of your own sessions within a second',
      description: 'Ending the current session signs you out.',
      tags,
      params: z.object({ id: PathId('Session') }),
      response: { 200: MessageReply },
    },
    async handler(request, reply) {
      const caller = memberOf(request)
      const { id } = request.params
      await endOwnSession(request.tenant, revocations, caller, id)
      if (id === caller.sessionId) reply.header('set-cookie', sessionCookie.expire())
      return { message: `Session [${id}] was ended` }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/sessions/revocations',
    config: { access: ownAccountAccess, priority: 'high' },
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
    config: { access: { caller: 'client', minRole: 'Admin', keyScope: null }, priority: 'high' },
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
