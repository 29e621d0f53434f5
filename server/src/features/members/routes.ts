import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PageQuery, PathId, TextLine } from '../../platform/http/wire.ts'
import { forwardedByHeader } from '../access/other-cell-keys.ts'
import {
  Acceptance,
  Credentials,
  Invitation,
  InvitedMember,
  Member,
  MemberChanges,
  MemberPage,
  MfaAnswer,
  MfaSession,
  ResetConfirmation,
  ResetRequest,
  SignedIn,
} from './schemas.ts'
import { changeMember, inviteMember, listMemberPage, readMember, removeMember } from './service.ts'
import { acceptInvitation, answerMfa, confirmReset, type SignInDeps, signIn, startReset } from './sign-in.ts'

const tags = ['Members']
const params = z.object({ id: PathId('Member') })
const origin = ({ id, ip, headers }: FastifyRequest) => ({
  requestId: id,
  address: ip,
  isForwarded: headers[forwardedByHeader] !== undefined,
})

export async function memberRoutes(server: Server, deps: SignInDeps) {
  server.route({
    method: 'POST',
    url: '/members/signin',
    config: { caller: 'public' },
    schema: {
      operationId: 'signIn',
      summary: 'Sign in a member',
      description: 'Replies 202 with a session if a code was sent by e-mail.',
      tags,
      body: Credentials,
      response: { 200: SignedIn, 202: MfaSession },
      errors: [401, 403],
    },
    async handler(request, reply) {
      const outcome = await signIn(deps, origin(request), request.body)
      if ('session' in outcome) reply.code(202)
      return outcome
    },
  })

  server.route({
    method: 'POST',
    url: '/members/mfa/validate',
    config: { caller: 'public', priority: 'high' },
    schema: {
      operationId: 'validateMfa',
      summary: 'Validate the second factor',
      tags,
      body: MfaAnswer,
      response: { 200: SignedIn },
      errors: [401],
    },
    handler: (request) => answerMfa(deps, origin(request), request.body),
  })

  server.route({
    method: 'POST',
    url: '/members/password-reset/initiate',
    config: { caller: 'public' },
    schema: {
      operationId: 'initiatePasswordReset',
      summary: 'Request a password reset by e-mail',
      tags,
      body: ResetRequest,
      response: { 200: MessageReply },
    },
    async handler(request) {
      // Not awaited: a known address must not take longer to answer than an unknown one.
      startReset(deps, origin(request), request.body.username).catch((error) =>
        request.log.error({ err: error }, 'could not start password reset'),
      )
      return { message: 'If the address belongs to a member, a mail is on its way' }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/password-reset/confirm',
    config: { caller: 'public' },
    schema: {
      operationId: 'confirmPasswordReset',
      summary: 'Set a new password with the code from the e-mail',
      tags,
      body: ResetConfirmation,
      response: { 200: MessageReply },
      errors: [404],
    },
    async handler(request) {
      await confirmReset(deps, origin(request), request.body)
      return { message: 'The password was changed' }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/invitations/:code/accept',
    config: { caller: 'public' },
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation with a name and a password',
      tags,
      params: z.object({ code: TextLine(64).meta({ kind: 'Invitation' }) }),
      body: Acceptance,
      response: { 200: Member },
    },
    handler: (request) => acceptInvitation(deps, origin(request), request.params.code, request.body),
  })

  server.route({
    method: 'POST',
    url: '/members',
    config: { caller: 'client', minRole: 'Admin' },
    schema: {
      operationId: 'inviteMember',
      summary: 'Invite a member by e-mail',
      tags,
      body: Invitation,
      response: { 201: InvitedMember },
    },
    handler: ({ tenant, body }) => inviteMember(tenant, deps, body),
  })

  server.route({
    method: 'GET',
    url: '/members',
    config: { caller: 'client' },
    schema: {
      operationId: 'listMembers',
      summary: 'List members, newest first',
      tags,
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: MemberPage },
    },
    handler: ({ tenant, query }) => listMemberPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/members/:id',
    config: { caller: 'client' },
    schema: { operationId: 'getMember', summary: 'Get a member', tags, params, response: { 200: Member } },
    handler: ({ tenant, params: { id } }) => readMember(tenant, id),
  })

  server.route({
    method: 'PATCH',
    url: '/members/:id',
    config: { caller: 'client', minRole: 'Admin' },
    schema: {
      operationId: 'updateMember',
      summary: 'Update the role or second factor of a member',
      tags,
      params,
      body: MemberChanges,
      response: { 200: Member },
    },
    handler: ({ tenant, caller, params: { id }, body }) => changeMember(tenant, deps, caller, id, body),
  })

  server.route({
    method: 'DELETE',
    url: '/members/:id',
    config: { caller: 'client', minRole: 'Admin' },
    schema: {
      operationId: 'deleteMember',
      summary: 'Remove a member and revoke their tokens within a second',
      tags,
      params,
      response: { 200: MessageReply },
    },
    async handler({ tenant, caller, params: { id } }) {
      await removeMember(tenant, deps, caller, id)
      return { message: `Member [${id}] was deleted` }
    },
  })
}
