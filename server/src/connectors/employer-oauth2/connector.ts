import { z } from 'zod'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, ConnectorSession, OAuth2Connector, PersonToFind } from '../connector.ts'
import type { FailureCode } from '../failure.ts'
import { selectPayslips } from '../fetch-all.ts'
import { parseStored } from '../stored-session.ts'
import { requireBody, sendRequest } from '../transport.ts'
import { freeagent } from './freeagent/freeagent.ts'
import type { ConnectedEmployee, PayrollSystem } from './payroll-system.ts'
import { xero } from './xero/xero.ts'

const systems: Record<CatalogueEntryOf<'employer-oauth2'>['system'], (address: string) => PayrollSystem> = {
  freeagent,
  xero,
}

/** Errors of the token endpoint. An unknown code is treated as a protocol mismatch. */
const tokenFailures: Record<string, FailureCode> = {
  invalid_grant: 'consent-ended',
  invalid_scope: 'consent-ended',
}

/** Access tokens this close to their expiry are renewed, so that they do not expire during use. */
const renewBeforeExpiryMs = 5 * 60_000

const Tokens = z.object({
  access_token: z.string().min(1).max(8_000),
  refresh_token: z.string().min(1).max(4_000),
  expires_in: z.number().min(0).max(1e9),
  id_token: z.string().max(8_000).optional(),
})

const StoredTokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  access_ends_at: z.number(),
})
type StoredTokens = z.output<typeof StoredTokens>

const StoredSession = StoredTokens.extend({
  employee: z.object({
    company_name: z.string(),
    company_id: z.string().nullable(),
    connection_id: z.string().nullable(),
    employee_id: z.string(),
  }),
})

const unknownPerson: PersonToFind = {
  ni_number: null,
  date_of_birth: null,
  forename: null,
  surname: null,
}

/**
 * Connector for payroll systems where a user of the company grants access by OAuth2. It chooses the company, finds
 * exactly one employee and reads only their payslips.
 */
export function employerOAuth2(entry: CatalogueEntryOf<'employer-oauth2'>): OAuth2Connector {
  const { address, authorize_url, token_url, client_id, client_secret } = entry
  const basic = { id: client_id, secret: client_secret }
  const system = systems[entry.system](address)

  return {
    authMethod: 'oauth2',
    dataType: 'payslips',
    entry,

    // Neither system documents PKCE for a client with a secret. The state and the browser's cookie protect the redirect.
    authorizationUrl({ state, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        ...(system.scope !== null && { scope: system.scope }),
        state,
      })
      return `${authorize_url}?${parameters}`
    },

    async exchangeCode({ code, redirectUri, extra, person = unknownPerson }, context) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const { id_token = null, ...tokens } = await requestTokens(context, form)
      const { access_token } = tokens
      const wanted = { companyName: extra.company_name, person }
      try {
        const { employee, ...facts } = await system.connect({ access_token, id_token }, wanted, context)
        return { ...sessionOf(tokens, employee), ...facts }
      } catch (failure) {
        // Best effort: the failure of the login is the one to report.
        await system.abandon?.(access_token, context).catch(() => {})
        throw failure
      }
    },

    async renewSession(session, context) {
      const { access_token, refresh_token, access_ends_at, employee } = parse(session)
      if (
        access_ends_at - context.now().getTime() > renewBeforeExpiryMs &&
        (await system.isAccepted(access_token, employee, context))
      )
        return null
      const form = { grant_type: 'refresh_token', refresh_token }
      return sessionOf(await requestTokens(context, form), employee)
    },

    async fetchPayslips(session, period, context) {
      const { access_token, employee } = parse(session)
      return selectPayslips(await system.fetchPayslips(access_token, employee, period, context), period)
    },

    async endSession(session, context) {
      try {
        const { employee, ...tokens } = parse(session)
        await system.disconnect?.(await usableToken(tokens, context), employee, context)
      } catch {
        // Best effort: only the user of the company can end the consent then.
      }
    },
  }

  async function usableToken(
    { access_token, refresh_token, access_ends_at }: StoredTokens,
    context: ConnectorContext,
  ) {
    if (access_ends_at > context.now().getTime()) return access_token
    return (await requestTokens(context, { grant_type: 'refresh_token', refresh_token })).access_token
  }

  /** Requests tokens. This is never retried automatically, because codes are single-use. */
  async function requestTokens(context: ConnectorContext, form: Record<string, string>) {
    const reply = await sendRequest(context, { method: 'POST', url: token_url, form, basic }, Tokens)
    const { access_token, refresh_token, expires_in, id_token } = requireBody(reply, tokenFailures)
    const access_ends_at = context.now().getTime() + expires_in * 1_000
    return { access_token, refresh_token, access_ends_at, ...(id_token !== undefined && { id_token }) }
  }
}

/** How long the refresh token lasts depends on its use, so the session has no fixed end. */
function sessionOf(tokens: StoredTokens, employee: ConnectedEmployee): ConnectorSession {
  const { access_token, refresh_token, access_ends_at } = tokens
  const stored: z.output<typeof StoredSession> = { access_token, refresh_token, access_ends_at, employee }
  return { outcome: 'signed-in', session: JSON.stringify(stored), expiresAt: null }
}

const parse = (session: string) => parseStored(StoredSession, session)
