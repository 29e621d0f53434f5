import { z } from 'zod'
import { Fault } from '../errors.ts'
import { openFrontDoor } from '../authentication.ts'
import { oauthErrorBodyOr } from '../oauth/provider.ts'
import { bureauEmployment, bureauRecord } from '../payslip-json.ts'
import { aDay, anId, bearerToken, check, prepare } from '../provider-http.ts'
import { jobsOf, pageAfter, payRecords } from '../pay-records.ts'
import { openShelf } from '../token-store.ts'
import type { Provider } from '../types.ts'
import { openAssertions } from './assertion.ts'
import { matching } from './matching.ts'

const hourMs = 3_600_000
const pageSize = 20

const tokenFields = z.object({
  grant_type: z.string().max(50),
  client_assertion_type: z.literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
  client_assertion: z.string().max(4_000),
})
const aName = z.string().trim().min(1).max(100)
const details = z.strictObject({
  ni_number: z.string().min(1).max(20),
  date_of_birth: aDay,
  forename: aName,
  surname: aName,
  post_codes: z.array(z.string().min(1).max(12)).min(1).max(20),
})
const listQuery = z.strictObject({ from: aDay.optional(), to: aDay.optional(), cursor: anId.optional() })

/** (d): a bureau that programs ask directly, about people whom they can describe well enough. */
export const bureau: Provider = async (server, surroundings) => {
  const { baseUrl, clock, switches, world } = surroundings
  const provider = 'sandbox-bureau'
  const door = openFrontDoor(provider, surroundings)
  const requireAssertion = openAssertions(clock)
  /** Who was found by whom; the session behind it is the person's. */
  const references = openShelf<{ session: string; clientId: string }>(clock)
  prepare(server, provider, {
    ...surroundings,
    errorBody: oauthErrorBodyOr(server, ({ code, message }) => ({ code, message })),
  })

  server.post('/oauth/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { grant_type, client_assertion } = check(tokenFields, request.body)
    if (grant_type !== 'client_credentials') throw new Fault('unsupported_grant_type')
    const origin = baseUrl ? new URL(baseUrl).origin : `${request.protocol}://${request.host}`
    const audience = `${origin}${server.prefix}/oauth/token`
    const { id } = requireAssertion(client_assertion, audience)
    // Under the name of the client, so that ending all sessions ends this one too.
    const access_token = switches.desk(provider).sessions.put({ userName: id, behaviour: {} }, hourMs)
    return { access_token, token_type: 'bearer', expires_in: hourMs / 1_000 }
  })

  server.post('/matches', async (request) => {
    const clientId = requireToken(bearerToken(request))
    const { ni_number, date_of_birth, forename, surname, post_codes } = check(details, request.body)
    const wanted = {
      niNumber: ni_number,
      dateOfBirth: date_of_birth,
      forename,
      surname,
      postCodes: post_codes,
    }
    const [person, another] = matching(world, wanted, clock.today())
    if (!person) throw new Fault('no_match')
    if (another) throw new Fault('ambiguous_match')
    const { userName } = person
    if (switches.desk(provider).attempts.isLocked(userName)) throw new Fault('account_locked')
    await door.attend(request, 'login', { userName, behaviour: {} })
    const { token: session, lifeMs } = door.openSession({ person, behaviour: {} }, hourMs)
    return {
      reference: references.put({ session, clientId }, lifeMs),
      employments: jobsOf(surroundings, person).map((job) => bureauEmployment(job, clock.today())),
    }
  })

  server.get<{ Params: { reference: string } }>('/people/:reference/payslips', async (request) => {
    const clientId = requireToken(bearerToken(request))
    const reference = references.find(request.params.reference)
    const session = reference?.clientId === clientId ? door.session(reference.session) : undefined
    if (!session) throw new Fault('not_found')
    await door.attend(request, 'list', session)
    const { cursor, ...days } = check(listQuery, request.query)
    const records = payRecords(surroundings, provider, session.person, days)
    const { page, nextCursor } = pageAfter(records, cursor, pageSize)
    return { records: page.map(bureauRecord), next_cursor: nextCursor }
  })

  /** The client whose token it is. Sessions of people are never given out under their own. */
  function requireToken(token: string): string {
    const session = switches.desk(provider).sessions.find(token)
    if (!session) throw new Fault('invalid_token')
    return session.userName
  }
}
