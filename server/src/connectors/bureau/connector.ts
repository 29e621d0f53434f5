import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, DirectConnector, PayDateRange, PersonToMatch } from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { fetchAllPages, selectPayslips } from '../fetch-all.ts'
import { parseStored } from '../stored-session.ts'
import { isRefusedWith, type ProviderReply, requireBody, sendRequest } from '../transport.ts'
import { type BureauPayslip, Match, Page, Token } from './replies.ts'
import { transform } from './transform.ts'

/** The provider's error codes. An unknown code is treated as a protocol mismatch. */
const failures: Record<string, FailureCode> = {
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  invalid_token: 'session-ended',
}

const assertionTtlSeconds = 60

const StoredSession = z.object({
  person: z.object({
    ni_number: z.string(),
    date_of_birth: z.string(),
    forename: z.string(),
    surname: z.string(),
    post_codes: z.array(z.string()),
  }),
  reference: z.string(),
})

/**
 * Connector for payroll bureaus. We authenticate as a client and describe a person. The person does not take part, so
 * there is no session to end.
 */
export function bureau(entry: CatalogueEntryOf<'bureau'>): DirectConnector {
  const { address, client_id, client_secret } = entry

  return {
    authMethod: 'direct',
    dataType: 'payslips',
    entry,

    async matchPerson(person, context) {
      const reference = await findReference(person, await requestToken(context), context)
      if (reference === null) return null
      // The reference is valid for an hour. The search details are stored instead of a password, so that the person
      // can be found again.
      const session = JSON.stringify({ person, reference } satisfies z.output<typeof StoredSession>)
      return { outcome: 'signed-in', session, expiresAt: null }
    },

    renewSession: async () => null,

    async fetchPayslips(session, period, context) {
      const { person, reference } = parseStored(StoredSession, session)
      const token = await requestToken(context)
      const records =
        (await fetchRecords(reference, token, period, context)) ??
        (await fetchRecords(await findReferenceAgain(person, token, context), token, period, context))
      if (!records) throw new ConnectionFailure('provider-changed', { detail: 'a new reference is unknown' })
      return selectPayslips(records.map(transform), period)
    },

    endSession: async () => {},
  }

  /** Requests a token with a signed client assertion (RFC 7523) that contains issuer, audience and expiry. */
  async function requestToken(context: ConnectorContext): Promise<string> {
    const url = `${address}/oauth/token`
    const seconds = Math.floor(context.now().getTime() / 1_000)
    const client_assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(client_id)
      .setSubject(client_id)
      .setAudience(url)
      .setJti(randomUUID())
      .setExpirationTime(seconds + assertionTtlSeconds)
      .sign(new TextEncoder().encode(client_secret))
    const form = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
    }
    const reply = await sendRequest(context, { method: 'POST', url, form }, Token)
    return requireBody(reply, failures).access_token
  }

  async function findReference(
    person: PersonToMatch,
    bearer: string,
    context: ConnectorContext,
  ): Promise<string | null> {
    const request = { method: 'POST', url: `${address}/matches`, json: person, bearer } as const
    const reply = await sendRequest(context, request, Match)
    // Several matches are treated as none, because it must be certain that the payslips belong to this person.
    if (isRefusedWith(reply, 'no_match', 'ambiguous_match')) return null
    return requireBody(reply, failures).reference
  }

  async function findReferenceAgain(
    person: PersonToMatch,
    bearer: string,
    context: ConnectorContext,
  ): Promise<string> {
    const reference = await findReference(person, bearer, context)
    if (reference === null) throw new ConnectionFailure('session-ended')
    return reference
  }

  /** Returns null if the reference has expired. */
  async function fetchRecords(
    reference: string,
    bearer: string,
    { from, to }: PayDateRange,
    context: ConnectorContext,
  ): Promise<BureauPayslip[] | null> {
    let isExpired = false
    const records = await fetchAllPages<BureauPayslip, string>('', async (cursor) => {
      const url = `${address}/people/{reference}/payslips`
      const query = { from, to, cursor: cursor || null }
      const reply: ProviderReply<z.output<typeof Page>> = await sendRequest(
        context,
        { method: 'GET', url, ids: { reference }, query, bearer },
        Page,
      )
      isExpired ||= isRefusedWith(reply, 'not_found')
      if (isExpired || isRefusedWith(reply, 'no_data')) return { items: [], next: null }
      const { records: items, next_cursor } = requireBody(reply, failures)
      return { items, next: next_cursor }
    })
    return isExpired ? null : records
  }
}
