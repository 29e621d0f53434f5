import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forwardedByHeader } from '../../platform/cells/cell-requests.ts'
import { publicAccess } from '../../platform/http/caller.ts'
import type { Server } from '../../platform/http/server.ts'
import type { SessionCookie } from '../../platform/http/session-cookie.ts'
import { MessageReply, PageQuery, PathId, TextLine } from '../../platform/http/wire.ts'
import { crossSite } from '../../platform/problem.ts'
import { createKnownBrowserCookie } from './known-browser.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { changePolicy, readPolicy } from './policy.ts'
import {
  Acceptance,
  BrowserSignedIn,
  Credentials,
  Invitation,
  InvitedMember,
  Member,
  MemberChanges,
  MemberPage,
  MemberPolicy,
  MemberPolicyChanges,
  MfaAnswer,
  MfaSession,
  ResetConfirmation,
  ResetRequest,
  SignedIn,
} from './schemas.ts'
import { changeMember, inviteMember, listMemberPage, readMember, removeMember } from './service.ts'
import { sessionRoutes } from './session-routes.ts'
import {
  acceptInvitation,
  answerMfa,
  approveInvitation,
  confirmReset,
  endReplacedSession,
  signIn,
  startReset,
} from './sign-in.ts'
import { singleSignOnRoutes } from './single-sign-on/routes.ts'
import type { SsoDeps } from './single-sign-on/sign-in.ts'

const tags = ['Members']
const params = z.object({ id: PathId('Member') })
const origin = ({ id, ip, headers }: FastifyRequest) => ({
  requestId: id,
  address: ip,
  userAgent: headers['user-agent'] ?? null,
  isForwarded: headers[forwardedByHeader] !== undefined,
})

export type MemberRouteDeps = SsoDeps & { sessionCookie: SessionCookie }

export async function memberRoutes(server: Server, deps: MemberRouteDeps) {
  const { sessionCookie } = deps
  const knownBrowserCookie = createKnownBrowserCookie(deps.baseUrl, deps.keyring)

  const signInOrigin = (request: FastifyRequest & { body: { username: string } }) => ({
    ...origin(request),
    recognisedBy: knownBrowserCookie.read(request.headers, deps.emailHashes(request.body.username)),
  })

  // Only the cell that the browser called sets the cookie; a cell that forwarded the sign-in gets the token.
  function asksForCookie(request: FastifyRequest & { body: { browser: boolean } }) {
    if (!request.body.browser || origin(request).isForwarded) return false
    if (!sessionCookie.isFromOwnPage(request)) throw crossSite()
    return true
  }

  async function moveTokenToCookie(
    request: FastifyRequest & { body: { username: string } },
    reply: FastifyReply,
    { jwt, member }: z.output<typeof SignedIn>,
  ) {
    await endReplacedSession(deps, origin(request), sessionCookie.read(request.headers))
    const known = knownBrowserCookie.create(deps.emailHashes(request.body.username))
    reply.code(201).header('set-cookie', [sessionCookie.create(jwt), known])
    return { member }
  }

  server.route({
    method: 'POST',
    url: '/members/signin',
    config: { access: publicAccess },
    schema: {
      operationId: 'signIn',
      summary: 'Sign in a member',
      description:
        'Replies 202 with a session if the member has a second factor, and 201 with a cookie if a page of the console asked for one.',
      tags,
      body: Credentials,
      response: { 200: SignedIn, 201: BrowserSignedIn, 202: MfaSession },
      errors: [401, 403],
    },
    async handler(request, reply) {
      const isCookie = asksForCookie(request)
      const outcome = await signIn(deps, signInOrigin(request), request.body)
      if ('session' in outcome) {
        reply.code(202)
        return outcome
      }
      return isCookie ? moveTokenToCookie(request, reply, outcome) : outcome
    },
  })

  server.route({
    method: 'POST',
    url: '/members/mfa/validate',
    config: { access: publicAccess, priority: 'high' },
    schema: {
      operationId: 'validateMfa',
      summary: 'Validate the second factor',
      description:
        'Completes a sign-in with the code from the e-mail or of the authenticator app, or with a recovery code.',
      tags,
      body: MfaAnswer,
      response: { 200: SignedIn, 201: BrowserSignedIn },
      errors: [401],
    },
    async handler(request, reply) {
      const isCookie = asksForCookie(request)
      const signedIn = await answerMfa(deps, signInOrigin(request), request.body)
      return isCookie ? moveTokenToCookie(request, reply, signedIn) : signedIn
    },
  })

  server.route({
    method: 'POST',
    url: '/members/password-reset/initiate',
    config: { access: publicAccess },
    schema: {
      operationId: 'initiatePasswordReset',
      summary: 'Request a password reset by e-mail',
      description:
        'Sends a code by e-mail if the address belongs to a member. The response is the same if it does not.',
      tags,
      body: ResetRequest,
      response: { 200: MessageReply },
    },
    async handler(request) {
      // The reset is not awaited: the reply for a known address must not take longer than for an unknown one.
      startReset(deps, origin(request), request.body.username).catch((error) =>
        request.log.error({ err: error }, 'could not start password reset'),
      )
      return { message: 'If the address belongs to a member, a mail is on its way' }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/password-reset/confirm',
    config: { access: publicAccess },
    schema: {
      operationId: 'confirmPasswordReset',
      summary: 'Set a new password with the code from the e-mail',
      description: 'Sets a new password with the code from the e-mail.',
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
    config: { access: publicAccess },
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation with a name and a password',
      description: 'Sets name and password of an invited member. The token comes from the invitation e-mail.',
      tags,
      params: z.object({ code: TextLine(64).meta({ kind: 'Invitation' }) }),
      body: Acceptance,
      response: { 200: Member },
    },
    handler: (request) => acceptInvitation(deps, origin(request), request.params.code, request.body),
  })

  server.route({
    method: 'POST',
    url: '/members/invitations/:code/approve',
    config: { access: publicAccess },
    schema: {
      operationId: 'approveInvitation',
      summary: 'Approve the invitation of an Admin by an API key',
      description: 'Sends the invitation. The code comes from the e-mail to the administrators.',
      tags,
      params: z.object({ code: TextLine(64).meta({ kind: 'Approval' }) }),
      response: { 200: MessageReply },
    },
    async handler(request) {
      await approveInvitation(deps, origin(request), request.params.code)
      return { message: 'The invitation was sent' }
    },
  })

  server.route({
    method: 'POST',
    url: '/members',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'members' },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'inviteMember',
      summary: 'Invite a member by e-mail',
      description:
        'The invitation of an Admin by an API key is sent after an administrator has approved it by e-mail.',
      tags,
      body: Invitation,
      response: { 201: InvitedMember },
    },
    handler: ({ tenant, caller, body }) => inviteMember(tenant, deps, caller, body),
  })

  server.route({
    method: 'GET',
    url: '/members',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'members' } },
    schema: {
      operationId: 'listMembers',
      summary: 'List members, newest first',
      description: 'Members of the team, newest first.',
      tags,
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: MemberPage },
    },
    handler: ({ tenant, query }) => listMemberPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/members/:id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'members' } },
    schema: {
      operationId: 'getMember',
      summary: 'Get a member',
      description: 'One member of the team.',
      tags,
      params,
      response: { 200: Member },
    },
    handler: ({ tenant, params: { id } }) => readMember(tenant, id),
  })

  server.route({
    method: 'PATCH',
    url: '/members/:id',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null },
      needsRecentAuthentication: true,
    },
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
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null },
      needsRecentAuthentication: true,
    },
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

  server.route({
    method: 'GET',
    url: '/members/policy',
    config: { access: { caller: 'client', minRole: 'Admin', keyScope: null } },
    schema: {
      operationId: 'getMemberPolicy',
      summary: 'Get the rules for signing in',
      tags,
      response: { 200: MemberPolicy },
    },
    handler: ({ tenant }) => readPolicy(tenant),
  })

  server.route({
    method: 'PATCH',
    url: '/members/policy',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'updateMemberPolicy',
      summary: 'Change the rules for signing in',
      description: 'Takes effect with the next request of each member.',
      tags,
      body: MemberPolicyChanges,
      response: { 200: MemberPolicy },
    },
    handler: ({ tenant, body }) => changePolicy(tenant, deps, body),
  })

  await singleSignOnRoutes(server, deps)
  await passkeyRoutes(server, deps)
  await sessionRoutes(server, deps)
  await ownAccountRoutes(server, deps)
}
