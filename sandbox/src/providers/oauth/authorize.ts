import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tenantPath } from '../../tenants.ts'
import type { Authenticator } from '../authentication.ts'
import { type ErrorCode, errorSpec, ProviderFault } from '../errors.ts'
import { answerSchema, check, passwordSchema, sendPage, userNameSchema } from '../provider-http.ts'
import { createTokenStore, type TokenStore } from '../token-store.ts'
import type { ProviderDeps } from '../types.ts'
import { findClient, isRegisteredRedirect, type OAuthClient } from './clients.ts'
import {
  authorizeQuery,
  clientQuery,
  defaultCodeTtlMs,
  defaultPaths,
  flowTtlMs,
  type OAuthConfig,
  type OAuthFlow,
  withQuery,
} from './flow.ts'
import { consentPage, secondFactorPage, signInPage } from './pages.ts'

const withFlow = z.object({ flow: z.string().max(100) })
const credentials = withFlow.extend({ user_name: userNameSchema, password: passwordSchema })
const secondStep = withFlow.extend({ answer: answerSchema })
const decision = withFlow.extend({ decision: z.enum(['allow', 'refuse']) })

/** Adds the login and consent pages. Returns the store of issued authorisation codes. */
export function addAuthorizePages(
  server: FastifyInstance,
  { clock, redirectUris }: ProviderDeps,
  authenticator: Authenticator,
  terms: OAuthConfig,
): TokenStore<OAuthFlow> {
  const flows = createTokenStore<OAuthFlow>(clock)
  const codes = createTokenStore<OAuthFlow>(clock)
  const isPage = { config: { isPage: true } }
  const { authorize } = terms.paths ?? defaultPaths
  /** Folder of the pages, whose forms have relative addresses. */
  const folder = authorize.slice(0, authorize.lastIndexOf('/'))
  const resetUrl = () => `${tenantPath()}${server.prefix}/reset`

  server.get(authorize, isPage, (request, reply) => {
    const { client_id, redirect_uri } = check(clientQuery, request.query)
    const client = findClient(client_id)
    // Never redirect to an unregistered client or URI, not even with an error.
    if (!client) throw new ProviderFault('invalid_client')
    if (!isRegisteredRedirect(redirect_uri, redirectUris))
      throw new ProviderFault('invalid_request', { message: 'This redirect address is not registered.' })

    const authorizationRequest = parseRequest(request.query, client, redirect_uri)
    if ('error' in authorizationRequest)
      return reply.redirect(withQuery(redirect_uri, { ...authorizationRequest, iss: terms.issuer }), 303)

    // An existing cookie is reused, so that a second tab does not invalidate the first.
    const cookie = cookieOf(request) ?? randomBytes(16).toString('base64url')
    reply.header(
      'set-cookie',
      `signing_in=${cookie}; Path=${tenantPath()}${server.prefix}${folder}; HttpOnly; SameSite=Lax`,
    )
    return sendPage(
      reply,
      terms.provider,
      signInPage(flows.put({ ...authorizationRequest, cookie }, flowTtlMs), resetUrl()),
    )
  })

  function parseRequest(query: unknown, client: OAuthClient, redirectUri: string) {
    const { state } = z.object({ state: authorizeQuery.shape.state.catch(undefined) }).parse(query)
    const refused = (error: ErrorCode) => ({ error, error_description: errorSpec(error).text, state })
    const parsed = authorizeQuery.safeParse(query)
    if (!parsed.success) return refused('invalid_request')
    const { response_type, scope, code_challenge: codeChallenge, code_challenge_method } = parsed.data
    if (response_type !== 'code') return refused('unsupported_response_type')
    if (terms.isPkceRequired && !codeChallenge) return refused('invalid_request')
    if (codeChallenge && code_challenge_method !== 'S256') return refused('invalid_request')
    if (terms.isScopeRequired && !scope) return refused('invalid_scope')
    const scopes = scope === undefined ? Object.keys(terms.scopes) : scope.split(' ')
    if (!scopes.every((one) => Object.hasOwn(terms.scopes, one))) return refused('invalid_scope')
    return { client, redirectUri, state, scopes: [...new Set(scopes)], codeChallenge }
  }

  server.post(`${folder}/sign-in`, isPage, async (request, reply) => {
    const { flow: id, user_name, password } = check(credentials, request.body)
    const flow = flowOf(request, id)
    delete flow.signedIn
    try {
      const signIn = await authenticator.signIn(request, { userName: user_name, password })
      if (!('person' in signIn)) {
        flow.challengeId = signIn.challengeId
        return sendPage(reply, terms.provider, secondFactorPage(id, signIn))
      }
      flow.signedIn = signIn
      return sendPage(reply, terms.provider, consentPage(id, flow, terms.scopes))
    } catch (refusal) {
      return showFormAgain(reply, id, flow, refusal)
    }
  })

  server.post(`${folder}/second-factor`, isPage, async (request, reply) => {
    const { flow: id, answer } = check(secondStep, request.body)
    const flow = flowOf(request, id)
    if (flow.challengeId === undefined) throw new ProviderFault('invalid_request')
    try {
      flow.signedIn = await authenticator.answerChallenge(request, flow.challengeId, answer)
      return sendPage(reply, terms.provider, consentPage(id, flow, terms.scopes))
    } catch (refusal) {
      return showFormAgain(reply, id, flow, refusal)
    }
  })

  server.post(`${folder}/consent`, isPage, (request, reply) => {
    const { flow: id, decision: result } = check(decision, request.body)
    const flow = flowOf(request, id)
    if (!flow.signedIn) throw new ProviderFault('invalid_request')
    if (result === 'refuse') return sendBack(reply, id, flow, { error: 'access_denied' })
    return sendBack(reply, id, flow, { code: codes.put(flow, terms.codeTtlMs ?? defaultCodeTtlMs) })
  })

  function flowOf(request: FastifyRequest, id: string): OAuthFlow {
    const flow = flows.find(id)
    if (!flow || flow.cookie !== cookieOf(request))
      throw new ProviderFault('invalid_request', {
        message: 'This page is too old, or of another browser. Begin again.',
      })
    return flow
  }

  /**
   * Shows the form again after an error that the person can correct; other errors lead to the error page or back to
   * the client.
   */
  function showFormAgain(reply: FastifyReply, id: string, flow: OAuthFlow, refusal: unknown) {
    if (!(refusal instanceof ProviderFault)) throw refusal
    const { code } = refusal
    if (code === 'access_denied' || code === 'unsupported_response_type')
      return sendBack(reply, id, flow, { error: code })
    if (refusal.retryAfterSeconds !== undefined || errorSpec(code).status >= 500) throw refusal
    reply.code(errorSpec(code).status)
    const pendingChallenge =
      flow.challengeId === undefined ? undefined : authenticator.pendingChallenge(flow.challengeId)
    if (code === 'mfa_failed' && pendingChallenge)
      return sendPage(reply, terms.provider, secondFactorPage(id, pendingChallenge, refusal))
    delete flow.challengeId
    return sendPage(reply, terms.provider, signInPage(id, resetUrl(), refusal))
  }

  /** Ends the flow and redirects to the client. */
  function sendBack(
    reply: FastifyReply,
    id: string,
    { redirectUri, state }: OAuthFlow,
    result: { code: string } | { error: ErrorCode },
  ) {
    flows.take(id)
    const address = withQuery(redirectUri, { ...result, ...describe(result), state, iss: terms.issuer })
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  }

  function describe(result: { code: string } | { error: ErrorCode }) {
    if ('code' in result) return {}
    if (result.error === 'access_denied' && terms.denial) return terms.denial
    return { error_description: errorSpec(result.error).text }
  }

  return codes
}

const cookieOf = ({ headers }: FastifyRequest): string | undefined =>
  /(?:^|; )signing_in=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? '')?.[1]
