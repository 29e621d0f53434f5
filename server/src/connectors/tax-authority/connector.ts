import { z } from 'zod'
import { dayOf, taxYearOf } from '../../vocabulary/days.ts'
import { formatTaxYear, type TaxYear } from '../../vocabulary/tax-income.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, ConnectorSession, TaxConnector } from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { parseStored } from '../stored-session.ts'
import {
  isRefusedWith,
  type ProviderReply,
  type ProviderRequest,
  requireBody,
  sendRequest,
} from '../transport.ts'
import { buildFraudPreventionHeaders } from './fraud-prevention.ts'
import { joinYear } from './join-tax-year.ts'
import { EmploymentSummary, IncomeSummary, TaxSummary, Tokens } from './replies.ts'

/**
 * HMRC's error codes. An unknown code is treated as a protocol mismatch. So are codes for which the operator's
 * application is to blame, such as RESOURCE_FORBIDDEN: it is not subscribed to the API.
 */
const failures: Record<string, FailureCode> = {
  // Errors of the token endpoint.
  invalid_grant: 'consent-ended',
  invalid_scope: 'consent-ended',
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  password_expired: 'password-expired',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
  // Errors of the data endpoints.
  INVALID_CREDENTIALS: 'session-ended',
  UNAUTHORIZED: 'session-ended',
  FORBIDDEN: 'session-ended',
  // The granted scope is insufficient. Only the applicant can change it.
  INVALID_SCOPE: 'consent-ended',
}

/** HMRC reports a code that is wrong, expired or was used before as a malformed request. */
const codeFailures: Record<string, FailureCode> = { ...failures, invalid_request: 'consent-ended' }

/**
 * Codes which mean that there is no data for that year, or that the year is too long ago. MATCHING_RESOURCE_NOT_FOUND
 * is not one of them: it means that the path is wrong.
 */
const noDataCodes = ['NOT_FOUND', 'TAX_YEAR_INVALID']
/** Codes which mean that the token is valid, but belongs to another person. */
const otherPersonCodes = ['UNAUTHORIZED', 'FORBIDDEN']

const summaries = {
  income: { path: 'individual-income', reply: IncomeSummary },
  employment: { path: 'individual-employment', reply: EmploymentSummary },
  tax: { path: 'individual-tax', reply: TaxSummary },
} as const

type Summary = keyof typeof summaries

/** Time after which a refresh that another process has started is certainly over. */
const refreshInProgressRetryMs = 30_000

/** Access tokens this close to their expiry are renewed, so that they do not expire during use. */
const renewBeforeExpiryMs = 5 * 60_000
const dayMs = 86_400_000

const StoredSession = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  access_ends_at: z.number(),
  consent_ends_at: z.number(),
  utr: z.string().regex(/^\d{10}$/),
})
type StoredSession = z.output<typeof StoredSession>

/**
 * Connector for HMRC. Returns annual figures of people who are registered for Self Assessment, with their consent.
 */
export function taxAuthority(entry: CatalogueEntryOf<'tax-authority'>): TaxConnector {
  const { address, authorize_url, revoke_url, client_id, client_secret, media_name, consent_days } = entry
  const { api_versions, scopes } = entry
  const client = { client_id, client_secret }
  const scope = [scopes.income, scopes.employment, scopes.tax].join(' ')

  /** HMRC counts every request towards its rate limit, so no request is retried automatically. */
  const sendRateLimited = <Schema extends z.ZodType>(
    context: ConnectorContext,
    request: ProviderRequest,
    schema: Schema,
  ) => context.withRateLimit(() => sendRequest(context, { ...request, noRetry: true }, schema))

  return {
    authMethod: 'oauth2',
    dataType: 'tax-years',
    entry,

    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${authorize_url}?${parameters}`
    },

    async exchangeCode({ code, codeVerifier, redirectUri, extra }, context) {
      const utr = extra.unique_tax_reference ?? ''
      const consent_ends_at = context.now().getTime() + consent_days * dayMs
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const tokens = await requestTokens(context, { ...form, code_verifier: codeVerifier })
      const stored = { ...requireBody(tokens, codeFailures), utr, consent_ends_at }
      try {
        await requireSamePerson(stored, context)
      } catch (failure) {
        // These tokens will not be used, so revoke the consent.
        await revoke(stored, context)
        throw failure
      }
      return { ...toSession(stored), user_name: utr }
    },

    async renewSession(session, context, isRefused = false) {
      const { refresh_token, access_ends_at, utr, consent_ends_at } = parseStored(StoredSession, session)
      if (!isRefused && access_ends_at - context.now().getTime() > renewBeforeExpiryMs) return null
      const tokens = await requestTokens(context, { grant_type: 'refresh_token', refresh_token })
      requireNoOtherRefresh(tokens)
      return toSession({ ...requireBody(tokens, failures), utr, consent_ends_at })
    },

    async fetchTaxYear(session, year, context) {
      const stored = parseStored(StoredSession, session)
      const income = await fetchSummary('income', stored, year, context)
      // The income summary is required. The other summaries only add details.
      if (income === null) return null
      const [employment, tax] = await Promise.all([
        fetchSummary('employment', stored, year, context),
        fetchSummary('tax', stored, year, context),
      ])
      return joinYear(year, { income, employment, tax })
    },

    async endSession(session, context) {
      try {
        await revoke(parseStored(StoredSession, session), context)
      } catch {
        // If the session cannot be parsed, there are no tokens to revoke.
      }
    },
  }

  /**
   * Requests tokens. This is never retried automatically: codes and refresh tokens are single-use, and a second use
   * ends the consent.
   */
  async function requestTokens(context: ConnectorContext, form: Record<string, string>) {
    const url = `${address}/oauth/token`
    const reply = await sendRateLimited(
      context,
      { method: 'POST', url, form: { ...client, ...form } },
      Tokens,
    )
    if ('refusal' in reply) return reply
    const { access_token, refresh_token, expires_in } = reply.body
    const access_ends_at = context.now().getTime() + expires_in * 1_000
    return { body: { access_token, refresh_token, access_ends_at } }
  }

  async function revoke({ refresh_token }: StoredSession, context: ConnectorContext) {
    if (!revoke_url) return
    try {
      const form = { ...client, token: refresh_token }
      await sendRateLimited(context, { method: 'POST', url: revoke_url, form }, z.unknown())
    } catch {
      // Best effort: the token expires in any case.
    }
  }

  function requestSummary<Name extends Summary>(
    name: Name,
    { access_token: bearer, utr }: StoredSession,
    year: TaxYear,
    context: ConnectorContext,
  ) {
    const { path, reply } = summaries[name]
    const request: ProviderRequest = {
      method: 'GET',
      url: `${address}/${path}/sa/{utr}/annual-summary/${year}`,
      ids: { utr },
      bearer,
      accept: `application/vnd.${media_name}.${api_versions[name]}+json`,
      headers: buildFraudPreventionHeaders(entry, context.device),
    }
    return sendRateLimited(context, request, reply) as Promise<
      ProviderReply<z.output<(typeof summaries)[Name]['reply']>>
    >
  }

  async function fetchSummary<Name extends Summary>(
    name: Name,
    stored: StoredSession,
    year: TaxYear,
    context: ConnectorContext,
  ) {
    const reply = await requestSummary(name, stored, year, context)
    return isRefusedWith(reply, ...noDataCodes) ? null : requireBody(reply, failures)
  }

  /**
   * Makes one request to verify whose token it is: a token only gives access to the figures of the person who logged
   * in.
   */
  async function requireSamePerson(stored: StoredSession, context: ConnectorContext) {
    const lastYear = formatTaxYear(taxYearOf(dayOf(context.now())) - 1)
    const reply = await requestSummary('income', stored, lastYear, context)
    if (isRefusedWith(reply, ...otherPersonCodes)) throw new ConnectionFailure('identity-mismatch')
    if (!isRefusedWith(reply, ...noDataCodes)) requireBody(reply, failures)
  }
}

/**
 * Another process is refreshing the same consent. Its new tokens will be in the stored session, so a later attempt
 * needs no refresh.
 */
function requireNoOtherRefresh(reply: ProviderReply<unknown>) {
  if (!isRefusedWith(reply, 'invalid_request') || !('refusal' in reply)) return
  if (!/in progress/i.test(reply.refusal.description ?? '')) return
  throw new ConnectionFailure('provider-rate-limited', {
    isOverloaded: true,
    retryAfterMs: refreshInProgressRetryMs,
    detail: 'another refresh of this consent is in progress',
  })
}

const toSession = (stored: StoredSession): ConnectorSession => ({
  outcome: 'signed-in',
  session: JSON.stringify(stored),
  expiresAt: new Date(stored.consent_ends_at),
})
