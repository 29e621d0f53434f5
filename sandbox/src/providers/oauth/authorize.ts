import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, errorRow, Fault } from '../errors.ts'
import type { FrontDoor } from '../authentication.ts'
import { anAnswer, aPassword, aUserName, check, sendPage } from '../provider-http.ts'
import { openShelf, type Shelf } from '../token-store.ts'
import type { Surroundings } from '../types.ts'
import { type Client, findClient, isRegistered } from './clients.ts'
import {
  addressWith,
  authorizeQuery,
  codeLifeMs,
  type Flow,
  flowLifeMs,
  type OAuthTerms,
  whoAsks,
} from './flow.ts'
import { consentPage, secondFactorPage, signInPage } from './pages.ts'

const withFlow = z.object({ flow: z.string().max(100) })
const credentials = withFlow.extend({ user_name: aUserName, password: aPassword })
const secondStep = withFlow.extend({ answer: anAnswer })
const decision = withFlow.extend({ decision: z.enum(['allow', 'refuse']) })

/** The pages on which a person signs in and agrees. What comes out are codes on the shelf that is returned. */
export function addAuthorizePages(
  server: FastifyInstance,
  { clock, redirectUris }: Surroundings,
  door: FrontDoor,
  terms: OAuthTerms,
): Shelf<Flow> {
  const flows = openShelf<Flow>(clock)
  const codes = openShelf<Flow>(clock)
  const isPage = { config: { isPage: true } }

  server.get('/oauth/authorize', isPage, (request, reply) => {
    const { client_id, redirect_uri } = check(whoAsks, request.query)
    const client = findClient(client_id)
    // Whoever cannot be trusted with a person is not sent one, not even with an error.
    if (!client) throw new Fault('invalid_client')
    if (!isRegistered(redirect_uri, redirectUris))
      throw new Fault('invalid_request', { message: 'This redirect address is not registered.' })

    const wanted = wantedFrom(request.query, client, redirect_uri)
    if ('error' in wanted) return reply.redirect(addressWith(redirect_uri, wanted), 303)

    // The same one again, or else a second tab would take the first one's place.
    const cookie = cookieOf(request) ?? randomBytes(16).toString('base64url')
    reply.header('set-cookie', `signing_in=${cookie}; Path=${server.prefix}/oauth; HttpOnly; SameSite=Lax`)
    return sendPage(reply, terms.provider, signInPage(flows.put({ ...wanted, cookie }, flowLifeMs)))
  })

  function wantedFrom(query: unknown, client: Client, redirectUri: string) {
    const { state } = z.object({ state: authorizeQuery.shape.state.catch(undefined) }).parse(query)
    const refused = (error: ErrorCode) => ({ error, error_description: errorRow(error).text, state })
    const parsed = authorizeQuery.safeParse(query)
    if (!parsed.success) return refused('invalid_request')
    const { response_type, scope, code_challenge: codeChallenge, code_challenge_method } = parsed.data
    if (response_type !== 'code') return refused('unsupported_response_type')
    if (terms.isPkceRequired && !codeChallenge) return refused('invalid_request')
    if (codeChallenge && code_challenge_method !== 'S256') return refused('invalid_request')
    const scopes = scope === undefined ? Object.keys(terms.scopes) : scope.split(' ')
    if (!scopes.every((one) => Object.hasOwn(terms.scopes, one))) return refused('invalid_scope')
    return { client, redirectUri, state, scopes: [...new Set(scopes)], codeChallenge }
  }

  server.post('/oauth/sign-in', isPage, async (request, reply) => {
    const { flow: id, user_name, password } = check(credentials, request.body)
    const flow = flowOf(request, id)
    delete flow.signedIn
    try {
      const outcome = await door.signIn(request, { userName: user_name, password })
      if (!('person' in outcome)) {
        flow.challengeId = outcome.challengeId
        return sendPage(reply, terms.provider, secondFactorPage(id, outcome))
      }
      flow.signedIn = outcome
      return sendPage(reply, terms.provider, consentPage(id, flow, terms.scopes))
    } catch (refusal) {
      return again(reply, id, flow, refusal)
    }
  })

  server.post('/oauth/second-factor', isPage, async (request, reply) => {
    const { flow: id, answer } = check(secondStep, request.body)
    const flow = flowOf(request, id)
    if (flow.challengeId === undefined) throw new Fault('invalid_request')
    try {
      flow.signedIn = await door.answer(request, flow.challengeId, answer)
      return sendPage(reply, terms.provider, consentPage(id, flow, terms.scopes))
    } catch (refusal) {
      return again(reply, id, flow, refusal)
    }
  })

  server.post('/oauth/consent', isPage, (request, reply) => {
    const { flow: id, decision: said } = check(decision, request.body)
    const flow = flowOf(request, id)
    if (!flow.signedIn) throw new Fault('invalid_request')
    if (said === 'refuse') return sendBack(reply, id, flow, { error: 'access_denied' })
    return sendBack(reply, id, flow, { code: codes.put(flow, codeLifeMs) })
  })

  function flowOf(request: FastifyRequest, id: string): Flow {
    const flow = flows.find(id)
    if (!flow || flow.cookie !== cookieOf(request))
      throw new Fault('invalid_request', {
        message: 'This page is too old, or of another browser. Begin again.',
      })
    return flow
  }

  /** A mistake can be made good on the same page; anything else is for the page of errors or for whoever asked. */
  function again(reply: FastifyReply, id: string, flow: Flow, refusal: unknown) {
    if (!(refusal instanceof Fault)) throw refusal
    const { code } = refusal
    if (code === 'access_denied' || code === 'unsupported_response_type')
      return sendBack(reply, id, flow, { error: code })
    if (refusal.retryAfterSeconds !== undefined || errorRow(code).status >= 500) throw refusal
    reply.code(errorRow(code).status)
    const asked = flow.challengeId === undefined ? undefined : door.asked(flow.challengeId)
    if (code === 'mfa_failed' && asked)
      return sendPage(reply, terms.provider, secondFactorPage(id, asked, refusal))
    delete flow.challengeId
    return sendPage(reply, terms.provider, signInPage(id, refusal))
  }

  /** The end of a flow, whichever it is. */
  function sendBack(
    reply: FastifyReply,
    id: string,
    { redirectUri, state }: Flow,
    said: { code: string } | { error: ErrorCode },
  ) {
    flows.take(id)
    const more = 'error' in said ? { error_description: errorRow(said.error).text, state } : { state }
    const address = addressWith(redirectUri, { ...said, ...more })
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  }

  return codes
}

const cookieOf = ({ headers }: FastifyRequest): string | undefined =>
  /(?:^|; )signing_in=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? '')?.[1]
