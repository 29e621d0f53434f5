import { z } from 'zod'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, ConnectorSession, OAuth2Connector, PayDateRange } from '../connector.ts'
import type { FailureCode } from '../failure.ts'
import { fetchAllPages, fetchEach, selectPayslips } from '../fetch-all.ts'
import { textOrNull } from '../identity.ts'
import { loginErrorCodes } from '../provider-error-codes.ts'
import { parseStored } from '../stored-session.ts'
import { isRefusedWith, requireBody, sendRequest } from '../transport.ts'
import { OAuth2ApiPayslip, Page, Person, Tokens } from './replies.ts'
import { transform } from './transform.ts'

/** The provider's error codes. An unknown code is treated as a protocol mismatch. */
const failures: Record<string, FailureCode> = {
  ...loginErrorCodes,
  invalid_grant: 'consent-ended',
  // The granted scope is insufficient. Only the applicant can change it.
  invalid_scope: 'consent-ended',
  invalid_token: 'session-ended',
}

/** Access tokens this close to their expiry are renewed, so that they do not expire during use. */
const renewBeforeExpiryMs = 60_000

const StoredSession = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  access_ends_at: z.number(),
})

/** Connector for the OAuth2 authorisation code flow with refresh tokens. */
export function oauth2Api(entry: CatalogueEntryOf<'oauth2-api'>): OAuth2Connector {
  const { address, client_id, client_secret } = entry
  const basic = { id: client_id, secret: client_secret }

  return {
    authMethod: 'oauth2',
    dataType: 'payslips',
    entry,

    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        scope: 'identity payslips',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${address}/oauth/authorize?${parameters}`
    },

    async exchangeCode({ code, codeVerifier, redirectUri }, context) {
      const session = await requestTokens(context, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
      try {
        return { ...session, user_name: await fetchUserName(parse(session.session).access_token, context) }
      } catch (failure) {
        // These tokens will not be used, so revoke the consent.
        await revoke(session.session, context)
        throw failure
      }
    },

    async renewSession(session, context) {
      const { access_token, refresh_token, access_ends_at } = parse(session)
      if (
        access_ends_at - context.now().getTime() > renewBeforeExpiryMs &&
        (await isAccepted(access_token, context))
      )
        return null
      return requestTokens(context, { grant_type: 'refresh_token', refresh_token })
    },

    async fetchPayslips(session, period, context) {
      const { access_token } = parse(session)
      const ids = await listIds(access_token, period, context)
      return selectPayslips(
        await fetchEach(ids, (id) => fetchOne(access_token, id, context), context),
        period,
      )
    },

    endSession: revoke,
  }

  async function revoke(session: string, context: ConnectorContext) {
    try {
      const form = { token: parse(session).refresh_token }
      await sendRequest(context, { method: 'POST', url: `${address}/oauth/revoke`, form, basic }, z.unknown())
    } catch {
      // Best effort: the token expires in any case.
    }
  }

  /**
   * Requests tokens. This is never retried automatically: codes and refresh tokens are single-use, and a second use
   * ends the consent.
   */
  async function requestTokens(
    context: ConnectorContext,
    form: Record<string, string>,
  ): Promise<ConnectorSession> {
    const reply = await sendRequest(
      context,
      { method: 'POST', url: `${address}/oauth/token`, form, basic },
      Tokens,
    )
    const { access_token, refresh_token, expires_in } = requireBody(reply, failures)
    const access_ends_at = context.now().getTime() + expires_in * 1_000
    const stored: z.output<typeof StoredSession> = { access_token, refresh_token, access_ends_at }
    // The provider does not report how long the refresh token is valid.
    return { outcome: 'signed-in', session: JSON.stringify(stored), expiresAt: null }
  }

  function fetchPerson(bearer: string, context: ConnectorContext) {
    return sendRequest(context, { method: 'GET', url: `${address}/v1/me`, bearer }, Person)
  }

  /**
   * Asks the provider whether it accepts the token. The expiry alone is not sufficient: the provider can revoke a
   * token early, and clocks differ.
   */
  async function isAccepted(token: string, context: ConnectorContext) {
    return !isRefusedWith(await fetchPerson(token, context), 'invalid_token')
  }

  async function fetchUserName(token: string, context: ConnectorContext): Promise<string | null> {
    const reply = await fetchPerson(token, context)
    const { email } = isRefusedWith(reply, 'no_data') ? {} : requireBody(reply, failures)
    return textOrNull(email)
  }

  function listIds(bearer: string, { from, to }: PayDateRange, context: ConnectorContext): Promise<string[]> {
    return fetchAllPages<string, string>('', async (cursor) => {
      const query = { paid_from: from, paid_to: to, cursor: cursor || null }
      const reply = await sendRequest(
        context,
        { method: 'GET', url: `${address}/v1/payslips`, query, bearer },
        Page,
      )
      if (isRefusedWith(reply, 'no_data')) return { items: [], next: null }
      const { payslips, next_cursor } = requireBody(reply, failures)
      return { items: payslips.map(({ payslip_id }) => payslip_id), next: next_cursor }
    })
  }

  async function fetchOne(bearer: string, id: string, context: ConnectorContext): Promise<Payslip> {
    const url = `${address}/v1/payslips/{id}`
    const reply = await sendRequest(context, { method: 'GET', url, ids: { id }, bearer }, OAuth2ApiPayslip)
    return transform(requireBody(reply, failures))
  }
}

const parse = (session: string) => parseStored(StoredSession, session)
