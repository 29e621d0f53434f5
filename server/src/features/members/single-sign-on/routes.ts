import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAccess, type RouteAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import type { SessionCookie } from '../../../platform/http/session-cookie.ts'
import { MessageReply } from '../../../platform/http/wire.ts'
import { crossSite } from '../../../platform/problem.ts'
import { endReplacedSession, type Origin } from '../sign-in.ts'
import { createSsoCookie } from './attempt-cookie.ts'
import { SsoAuthorisation, SsoSettings, SsoSettingsInput, SsoStart } from './schemas.ts'
import { changeSsoSettings, readSsoSettings, redirectUriOf, removeSsoSettings } from './settings.ts'
import {
  completeSingleSignOn,
  findAuthorisationUrl,
  type SsoDeps,
  type SsoRefusal,
  SsoRefused,
  startSingleSignOn,
} from './sign-in.ts'

const tags = ['Members']
const access = { caller: 'client', minRole: 'Admin', keyScope: null } as const satisfies RouteAccess

const originOf = ({ id, ip, headers }: FastifyRequest): Origin => ({
  requestId: id,
  address: ip,
  userAgent: headers['user-agent'] ?? null,
  isForwarded: false,
})

export async function singleSignOnRoutes(server: Server, deps: SsoDeps & { sessionCookie: SessionCookie }) {
  const { sessionCookie, baseUrl } = deps
  const ssoCookie = createSsoCookie(baseUrl, deps.keyring)

  server.route({
    method: 'GET',
    url: '/members/sso',
    config: { access },
    schema: {
      operationId: 'getSingleSignOn',
      summary: 'Get the settings of single sign-on',
      tags,
      response: { 200: SsoSettings },
      errors: [404],
    },
    handler: ({ tenant }) => readSsoSettings(tenant, deps),
  })

  server.route({
    method: 'PUT',
    url: '/members/sso',
    config: { access, needsRecentAuthentication: true },
    schema: {
      operationId: 'setSingleSignOn',
      summary: 'Set up single sign-on for members with OpenID Connect',
      description:
        'Members sign in at your OpenID provider. Owners keep their password. A changed issuer or client id needs the secret again.',
      tags,
      body: SsoSettingsInput,
      response: { 200: SsoSettings },
    },
    handler: ({ tenant, body }) => changeSsoSettings(tenant, deps, body),
  })

  server.route({
    method: 'DELETE',
    url: '/members/sso',
    config: { access, needsRecentAuthentication: true },
    schema: {
      operationId: 'deleteSingleSignOn',
      summary: 'Switch off single sign-on',
      description: 'Members without a password can then set one with a password reset.',
      tags,
      response: { 200: MessageReply },
      errors: [404],
    },
    async handler({ tenant }) {
      await removeSsoSettings(tenant, deps)
      return { message: 'Single sign-on was switched off' }
    },
  })

  server.route({
    method: 'POST',
    url: '/members/sso/authorisations',
    config: { access: publicAccess },
    schema: {
      operationId: 'startSingleSignOn',
      summary: 'Start a sign-in at the OpenID provider of an organisation',
      description:
        'For the sign-in page of the console. Sets a cookie that binds the sign-in to the browser.',
      tags,
      body: SsoStart,
      response: { 201: SsoAuthorisation },
      errors: [401, 404],
    },
    async handler(request, reply) {
      // Another site must not start a sign-in in the member's browser.
      if (isFromBrowser(request) && !sessionCookie.isFromOwnPage(request)) throw crossSite()
      const attempt = await startSingleSignOn(deps, request.body)
      reply.header('set-cookie', ssoCookie.create(attempt))
      return { authorisation_url: `${baseUrl}/members/sso/start` }
    },
  })

  const hidden = {
    config: { access: publicAccess, limitsReads: true },
    schema: { hide: true },
  } as const

  const consolePage = `${baseUrl}/console/sso`

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    if (!(error instanceof SsoRefused)) throw error
    const { reason, cause } = error
    request.log.warn({ reason, detail: describe(cause) }, 'refused single sign-on')
    // A response that is not for this browser must not end the sign-in that the browser has started.
    if (reason !== 'browser') reply.header('set-cookie', ssoCookie.expire())
    return reply.redirect(`${consolePage}?error=${reason satisfies SsoRefusal}`, 303)
  }

  function requireAttempt({ headers }: FastifyRequest) {
    const attempt = ssoCookie.read(headers)
    if (!attempt) throw new SsoRefused('browser')
    return attempt
  }

  server.get('/members/sso/start', hidden, async (request, reply) => {
    try {
      const attempt = requireAttempt(request)
      return reply.redirect(await findAuthorisationUrl(deps, originOf(request), attempt), 303)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })

  // The URL at which the provider sends the browser back. The console shows the result.
  server.get('/members/sso/callback', hidden, async (request, reply) => {
    const origin = originOf(request)
    try {
      const attempt = requireAttempt(request)
      const { search } = new URL(request.url, baseUrl)
      const response = new URL(redirectUriOf(baseUrl) + search)
      const { jwt } = await completeSingleSignOn(deps, origin, attempt, response)
      await endReplacedSession(deps, origin, sessionCookie.read(request.headers))
      reply.header('set-cookie', [ssoCookie.expire(), sessionCookie.create(jwt)])
      return reply.redirect(consolePage, 303)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })
}

/** Browsers send one of these headers with every POST; programs cannot be tricked by another site. */
const isFromBrowser = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** The code of an OpenID error. Its message may quote what the provider sent, so it is not logged. */
const describe = (cause: unknown) => (cause as { code?: unknown } | undefined)?.code ?? null
