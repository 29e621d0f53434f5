import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { Line, Message, PageQuery, PathId } from '../../platform/http/wire.ts'
import { askedBy } from '../access/other-cell-keys.ts'
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
import { acceptInvitation, answerMfa, confirmReset, type SignInParts, signIn, startReset } from './sign-in.ts'

const tags = ['Members']
const params = z.object({ id: PathId('Member') })
const origin = ({ id, ip, headers }: FastifyRequest) => ({
  requestId: id,
  address: ip,
  isAsked: headers[askedBy] !== undefined,
})

export async function memberRoutes(server: Server, parts: SignInParts) {
  server.route({
    method: 'POST',
    url: '/members/signin',
    config: { caller: 'public' },
    schema: {
      operationId: 'signIn',
      summary: 'Sign in a member',
      description: 'Answers 202 with a session when a code was sent by e-mail.',
      tags,
      body: Credentials,
      response: { 200: SignedIn, 202: MfaSession },
      errors: [401, 403],
    },
    async handler(request, reply) {
      const outcome = await signIn(parts, origin(request), request.body)
      if ('session' in outcome) reply.code(202)
      return outcome
    },
  })

  server.route({
    method: 'POST',
    url: '/members/mfa/validate',
    config: { caller: 'public', isVital: true },
    schema: {
      operationId: 'validateMfa',
      summary: 'Answer the second factor',
      tags,
      body: MfaAnswer,
      response: { 200: SignedIn },
      errors: [401],
    },
    handler: (request) => answerMfa(parts, origin(request), request.body),
  })

  server.route({
    method: 'POST',
    url: '/members/password-reset/initiate',
    config: { caller: 'public' },
    schema: {
      operationId: 'initiatePasswordReset',
      summary: 'Ask for a new password by e-mail',
      tags,
      body: ResetRequest,
      response: { 200: Message },
    },
    async handler(request) {
      // Not awaited: a known address must not take longer to answer than an unknown one.
      startReset(parts, origin(request), request.body.username).catch((error) =>
        request.log.error({ err: error }, 'a password reset could not be started'),
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
      summary: 'Choose a new password with the code from the e-mail',
      tags,
      body: ResetConfirmation,
      response: { 200: Message },
      errors: [404],
    },
    async handler(request) {
      await confirmReset(parts, origin(request), request.body)
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
      params: z.object({ code: Line(64).meta({ kind: 'Invitation' }) }),
      body: Acceptance,
      response: { 200: Member },
    },
    handler: (request) => acceptInvitation(parts, origin(request), request.params.code, request.body),
  })

  server.route({
    method: 'POST',
    url: '/members',
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'inviteMember',
      summary: 'Invite a member by e-mail',
      tags,
      body: Invitation,
      response: { 201: InvitedMember },
    },
    handler: ({ tenant, body }) => inviteMember(tenant, parts, body),
  })

  server.route({
    method: 'GET',
    url: '/members',
    config: { caller: 'client' },
    schema: {
      operationId: 'listMembers',
      summary: 'List members, newest first',
      tags,
      querystring: z.strictObject(PageQuery({ first: 1, max: 100, usual: 20 })),
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
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'updateMember',
      summary: 'Change the role or the second factor of a member',
      tags,
      params,
      body: MemberChanges,
      response: { 200: Member },
    },
    handler: ({ tenant, caller, params: { id }, body }) => changeMember(tenant, parts, caller, id, body),
  })

  server.route({
    method: 'DELETE',
    url: '/members/:id',
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'deleteMember',
      summary: 'Remove a member; its tokens end within a second',
      tags,
      params,
      response: { 200: Message },
    },
    async handler({ tenant, caller, params: { id } }) {
      await removeMember(tenant, parts, caller, id)
      return { message: `Member [${id}] was deleted` }
    },
  })
}
