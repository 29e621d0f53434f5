import { z } from 'zod'
import { tenantPath } from '../../tenants.ts'
import { createAuthenticator } from '../authentication.ts'
import { ProviderFault } from '../errors.ts'
import { oauthErrorBodyOr } from '../oauth/provider.ts'
import { listPayRecords, pageAfter, startedJobs } from '../pay-records.ts'
import { bureauEmployment, bureauRecord } from '../payslip-json.ts'
import { bearerToken, check, configureProviderServer, dateSchema, idSchema } from '../provider-http.ts'
import { createTokenStore } from '../token-store.ts'
import type { ProviderPlugin } from '../types.ts'
import { createAssertionVerifier } from './assertion.ts'
import { findMatches } from './matching.ts'

const hourMs = 3_600_000
const pageSize = 20

const tokenFields = z.object({
  grant_type: z.string().max(50),
  client_assertion_type: z.literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
  client_assertion: z.string().max(4_000),
})
const nameSchema = z.string().trim().min(1).max(100)
const details = z.strictObject({
  ni_number: z.string().min(1).max(20),
  date_of_birth: dateSchema,
  forename: nameSchema,
  surname: nameSchema,
  // As many and as long as the service accepts for a user: a refusal here would look like an outage of the bureau.
  post_codes: z.array(z.string().min(1).max(16)).min(1).max(50),
})
const listQuery = z.strictObject({
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  cursor: idSchema.optional(),
})

/** Payroll bureau. Clients query it directly about people whom they identify by personal details. */
export const bureau: ProviderPlugin = async (server, deps) => {
  const { baseUrl, clock, switches, world } = deps
  const provider = 'sandbox-bureau'
  const authenticator = createAuthenticator(provider, deps)
  const requireAssertion = createAssertionVerifier(clock)
  /** Matched people by reference: the person's session and the client that found them. */
  const references = createTokenStore<{ session: string; clientId: string }>(clock)
  configureProviderServer(server, provider, {
    ...deps,
    errorBody: oauthErrorBodyOr(server, ({ code, message }) => ({ code, message })),
  })

  server.post('/oauth/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { grant_type, client_assertion } = check(tokenFields, request.body)
    if (grant_type !== 'client_credentials') throw new ProviderFault('unsupported_grant_type')
    const origin = baseUrl ? new URL(baseUrl).origin : `${request.protocol}://${request.host}`
    const audience = `${origin}${tenantPath()}${server.prefix}/oauth/token`
    const { id } = requireAssertion(client_assertion, audience)
    // The token is stored as a session under the client id, so that ending all sessions also ends this one.
    const access_token = switches.store(provider).sessions.put({ userName: id, behaviour: {} }, hourMs)
    return { access_token, token_type: 'bearer', expires_in: hourMs / 1_000 }
  })

  server.post('/matches', async (request) => {
    const clientId = requireToken(bearerToken(request))
    const { ni_number, date_of_birth, forename, surname, post_codes } = check(details, request.body)
    const matchDetails = {
      niNumber: ni_number,
      dateOfBirth: date_of_birth,
      forename,
      surname,
      postCodes: post_codes,
    }
    const [person, another] = findMatches(world, matchDetails, clock.today())
    if (!person) throw new ProviderFault('no_match')
    if (another) throw new ProviderFault('ambiguous_match')
    const { userName } = person
    if (switches.store(provider).attempts.isLocked(userName)) throw new ProviderFault('account_locked')
    await authenticator.applyBehaviour(request, 'login', { userName, behaviour: {} })
    const { token: session, ttlMs } = authenticator.openSession({ person, behaviour: {} }, hourMs)
    return {
      reference: references.put({ session, clientId }, ttlMs),
      employments: startedJobs(deps, person).map((job) => bureauEmployment(job, clock.today())),
    }
  })

  server.get<{ Params: { reference: string } }>('/people/:reference/payslips', async (request) => {
    const clientId = requireToken(bearerToken(request))
    const reference = references.find(request.params.reference)
    const session = reference?.clientId === clientId ? authenticator.session(reference.session) : undefined
    if (!session) throw new ProviderFault('not_found')
    await authenticator.applyBehaviour(request, 'list', session)
    const { cursor, ...days } = check(listQuery, request.query)
    const records = listPayRecords(deps, provider, session.person, days)
    const { page, nextCursor } = pageAfter(records, cursor, pageSize)
    return { records: page.map(bureauRecord), next_cursor: nextCursor }
  })

  /** Returns the id of the client to which the token was issued. */
  function requireToken(token: string): string {
    const session = switches.store(provider).sessions.find(token)
    if (!session) throw new ProviderFault('invalid_token')
    return session.userName
  }
}
