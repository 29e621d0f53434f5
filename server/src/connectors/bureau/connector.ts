import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { EntryOf } from '../catalogue.ts'
import type { DirectConnector, Period, PersonSought, Talk } from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { readKept } from '../stored-session.ts'
import { handOver, readPages } from '../fetch-all.ts'
import { ask, isRefusedWith, type Reply, requireBody } from '../transport.ts'
import { Match, Page, type Recorded, Token } from './replies.ts'
import { transform } from './transform.ts'

/** Their words for what went wrong. Any other means that we do not understand each other. */
const failures: Record<string, FailureCode> = {
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  invalid_token: 'session-ended',
}

const assertionLifeSeconds = 60

const Kept = z.object({
  person: z.object({
    ni_number: z.string(),
    date_of_birth: z.string(),
    forename: z.string(),
    surname: z.string(),
    post_codes: z.array(z.string()),
  }),
  reference: z.string(),
})

/** We prove who we are and describe a person; the person takes no part, so there is nothing to end but a reference. */
export function bureau(entry: EntryOf<'bureau'>): DirectConnector {
  const { address, client_id, client_secret } = entry

  return {
    way: 'direct',
    gives: 'payslips',
    entry,

    async match(person, talk) {
      const reference = await find(person, await tokenFor(talk), talk)
      if (reference === null) return null
      // The reference lasts for an hour. Whom it was for is kept instead of a password: they can be found again.
      const session = JSON.stringify({ person, reference } satisfies z.output<typeof Kept>)
      return { outcome: 'signed-in', session, endsAt: null }
    },

    renew: async () => null,

    async fetchPayslips(session, period, talk) {
      const { person, reference } = readKept(Kept, session)
      const token = await tokenFor(talk)
      const records =
        (await recordsOf(reference, token, period, talk)) ??
        (await recordsOf(await findAgain(person, token, talk), token, period, talk))
      if (!records) throw new ConnectionFailure('provider-down', { detail: 'a new reference is unknown' })
      return handOver(records.map(transform), period)
    },

    end: async () => {},
  }

  /** RFC 7523: a client signs who it is, whom it talks to and until when. */
  async function tokenFor(talk: Talk): Promise<string> {
    const url = `${address}/oauth/token`
    const seconds = Math.floor(talk.now().getTime() / 1_000)
    const client_assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(client_id)
      .setSubject(client_id)
      .setAudience(url)
      .setJti(randomUUID())
      .setExpirationTime(seconds + assertionLifeSeconds)
      .sign(new TextEncoder().encode(client_secret))
    const form = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
    }
    const reply = await ask(talk, { method: 'POST', url, form }, Token)
    return requireBody(reply, failures).access_token
  }

  async function find(person: PersonSought, bearer: string, talk: Talk): Promise<string | null> {
    const request = { method: 'POST', url: `${address}/matches`, json: person, bearer } as const
    const reply = await ask(talk, request, Match)
    // Two who agree in everything cannot be told apart, and whose payslips these are must be certain.
    if (isRefusedWith(reply, 'no_match', 'ambiguous_match')) return null
    return requireBody(reply, failures).reference
  }

  async function findAgain(person: PersonSought, bearer: string, talk: Talk): Promise<string> {
    const reference = await find(person, bearer, talk)
    if (reference === null) throw new ConnectionFailure('session-ended')
    return reference
  }

  /** Null where the reference is over. */
  async function recordsOf(
    reference: string,
    bearer: string,
    { from, to }: Period,
    talk: Talk,
  ): Promise<Recorded[] | null> {
    let isOver = false
    const records = await readPages<Recorded, string>('', async (cursor) => {
      const url = `${address}/people/${reference}/payslips`
      const query = { from, to, cursor: cursor || null }
      const reply: Reply<z.output<typeof Page>> = await ask(talk, { method: 'GET', url, query, bearer }, Page)
      isOver ||= isRefusedWith(reply, 'not_found')
      if (isOver || isRefusedWith(reply, 'no_data')) return { found: [], next: null }
      const { records: found, next_cursor } = requireBody(reply, failures)
      return { found, next: next_cursor }
    })
    return isOver ? null : records
  }
}
