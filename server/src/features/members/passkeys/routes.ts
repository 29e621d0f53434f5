import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { publicAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import type { SessionCookie } from '../../../platform/http/session-cookie.ts'
import { MessageReply, PageQuery, PathId } from '../../../platform/http/wire.ts'
import { crossSite } from '../../../platform/problem.ts'
import { ownAccountAccess, ownAccountRequest } from '../own-account.ts'
import { BrowserSignedIn, Reauthenticated, SignedIn } from '../schemas.ts'
import { endReplacedSession, type Origin, type SignInDeps } from '../sign-in.ts'
import { createPasskeyChallenges } from './challenges.ts'
import {
  listOwnPasskeys,
  registerPasskey,
  removeMemberPasskeys,
  removeOwnPasskey,
  startPasskeyRegistration,
} from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import {
  Passkey,
  PasskeyAssertion,
  PasskeyPage,
  PasskeyRegistration,
  PasskeyRegistrationOptions,
  PasskeySignIn,
  PasskeySignInOptions,
} from './schemas.ts'
import { authenticateAgainWithPasskey, createSignInOptions, signInWithPasskey } from './sign-in.ts'

const tags = ['Members']

const originOf = ({ id, ip, headers }: FastifyRequest): Origin => ({
  requestId: id,
  address: ip,
  userAgent: headers['user-agent'] ?? null,
  isForwarded: false,
})

export async function passkeyRoutes(
  server: Server,
  memberDeps: SignInDeps & { sessionCookie: SessionCookie },
) {
  const { sessionCookie } = memberDeps
  const deps = {
    ...memberDeps,
    challenges: createPasskeyChallenges(memberDeps.keyring),
    relyingParty: relyingPartyOf(memberDeps.baseUrl),
  }

  server.route({
    method: 'GET',
    url: '/members/passkeys',
    config: { access: ownAccountAccess },
    schema: {
      operationId: 'listPasskeys',
      summary: 'List your own passkeys, newest first',
      tags,
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: PasskeyPage },
    },
    handler: (request) => listOwnPasskeys(ownAccountRequest(request), request.query),
  })

  server.route({
    method: 'POST',
    url: '/members/passkeys/registration-options',
    config: { access: ownAccountAccess, needsRecentAuthentication: true },
    schema: {
      operationId: 'startPasskeyRegistration',
      summary: 'Get what the browser needs to create a passkey',
      description: 'For the console: the values of `navigator.credentials.create()`.',
      tags,
      response: { 201: PasskeyRegistrationOptions },
    },
    handler: (request) => startPasskeyRegistration(deps, ownAccountRequest(request)),
  })

  server.route({
    method: 'POST',
    url: '/members/passkeys',
    config: { access: ownAccountAccess, needsRecentAuthentication: true },
    schema: {
      operationId: 'registerPasskey',
      summary: 'Add a passkey to your account',
      description: 'Takes the credential that the browser has created. We notify you by e-mail.',
      tags,
      body: PasskeyRegistration,
      response: { 201: Passkey },
    },
    handler: (request) => registerPasskey(deps, ownAccountRequest(request), request.body),
  })

  server.route({
    method: 'DELETE',
    url: '/members/passkeys/:id',
    config: { access: ownAccountAccess, needsRecentAuthentication: true },
    schema: {
      operationId: 'deletePasskey',
      summary: 'Remove one of your own passkeys',
      tags,
      params: z.object({ id: PathId('Passkey') }),
      response: { 200: MessageReply },
    },
    async handler(request) {
      const { id } = request.params
      await removeOwnPasskey(deps, ownAccountRequest(request), id)
      return { message: `Passkey [${id}] was removed` }
    },
  })

  server.route({
    method: 'DELETE',
    url: '/members/:id/passkeys',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'deleteMemberPasskeys',
      summary: 'Remove all passkeys of a member',
      description: 'For a member who has lost a device. We notify the member by e-mail.',
      tags,
      params: z.object({ id: PathId('Member') }),
      response: { 200: MessageReply },
    },
    async handler({ tenant, caller, params: { id } }) {
      const count = await removeMemberPasskeys(deps, tenant, caller, id)
      return { message: `${count} passkeys of member [${id}] were removed` }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/passkeys/sign-in-options',
    config: { access: publicAccess },
    schema: {
      operationId: 'startPasskeySignIn',
      summary: 'Get what the browser needs to use a passkey',
      description: 'For the console: the values of `navigator.credentials.get()`.',
      tags,
      response: { 201: PasskeySignInOptions },
    },
    handler: async () => createSignInOptions(deps),
  })

  server.route({
    method: 'POST',
    url: '/members/passkeys/signin',
    config: { access: publicAccess },
    schema: {
      operationId: 'signInWithPasskey',
      summary: 'Sign in a member with a passkey',
      description:
        'Needs neither password nor code. Replies 201 with a cookie if a page of the console asked for one.',
      tags,
      body: PasskeySignIn,
      response: { 200: SignedIn, 201: BrowserSignedIn },
      errors: [401, 403],
    },
    async handler(request, reply) {
      const { browser } = request.body
      if (browser && !sessionCookie.isFromOwnPage(request)) throw crossSite()
      const signedIn = await signInWithPasskey(deps, originOf(request), request.body)
      if (!browser) return signedIn
      await endReplacedSession(deps, originOf(request), sessionCookie.read(request.headers))
      reply.code(201).header('set-cookie', sessionCookie.create(signedIn.jwt))
      return { member: signedIn.member }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/sessions/current/authentications/passkey',
    config: { access: ownAccountAccess },
    schema: {
      operationId: 'authenticateAgainWithPasskey',
      summary: 'Authenticate again in the current session with a passkey',
      description: 'Opens operations that need a recent authentication for 10 minutes.',
      tags,
      body: PasskeyAssertion,
      response: { 201: Reauthenticated },
    },
    handler: (request) => authenticateAgainWithPasskey(deps, ownAccountRequest(request), request.body),
  })
}
