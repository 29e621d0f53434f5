import { z } from 'zod'
import type { ConnectorContext } from './connector.ts'
import type { FailureCode } from './failure.ts'
import { requireBody, sendRequest } from './transport.ts'

// The token endpoint of payroll systems with OAuth2. They differ in how the client authenticates.

/** Errors of the token endpoint. An unknown code is treated as a protocol mismatch. */
const tokenFailures: Record<string, FailureCode> = {
  invalid_grant: 'consent-ended',
  invalid_scope: 'consent-ended',
  // TrueLayer's name for a code that is unknown, used or expired.
  invalid_authorization_code: 'consent-ended',
}

/** Access tokens this close to their expiry are renewed, so that they do not expire during use. */
const renewBeforeExpiryMs = 5 * 60_000

const TokenReply = z.object({
  access_token: z.string().min(1).max(8_000),
  refresh_token: z.string().min(1).max(4_000),
  expires_in: z.number().min(0).max(1e9),
  id_token: z.string().max(8_000).optional(),
})

export const StoredTokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  access_ends_at: z.number(),
})
export type StoredTokens = z.output<typeof StoredTokens>

type TokenClient = {
  token_url: string
  client_id: string
  client_secret: string
  /** Whether the client sends its credentials by HTTP Basic or as form fields. */
  authentication: 'basic' | 'form'
}

export function createTokenClient({ token_url: url, client_id, client_secret, authentication }: TokenClient) {
  const isBasic = authentication === 'basic'

  /** The form with the client's credentials. */
  const withCredentials = (form: Record<string, string>) =>
    isBasic
      ? { form, basic: { id: client_id, secret: client_secret } }
      : { form: { ...form, client_id, client_secret } }

  /** Requests tokens. This is never retried automatically, because codes are single-use. */
  async function request(context: ConnectorContext, form: Record<string, string>) {
    const reply = await sendRequest(context, { method: 'POST', url, ...withCredentials(form) }, TokenReply)
    const { access_token, refresh_token, expires_in, id_token } = requireBody(reply, tokenFailures)
    const access_ends_at = context.now().getTime() + expires_in * 1_000
    return { access_token, refresh_token, access_ends_at, ...(id_token !== undefined && { id_token }) }
  }

  const refresh = ({ refresh_token }: Pick<StoredTokens, 'refresh_token'>, context: ConnectorContext) =>
    request(context, { grant_type: 'refresh_token', refresh_token })

  return {
    withCredentials,
    exchange: (context: ConnectorContext, grant: { code: string; redirectUri: string }) =>
      request(context, {
        grant_type: 'authorization_code',
        code: grant.code,
        redirect_uri: grant.redirectUri,
      }),
    refresh,
    /** Whether the access token is valid for long enough to start a retrieval. */
    isFresh: ({ access_ends_at }: StoredTokens, { now }: ConnectorContext) =>
      access_ends_at - now().getTime() > renewBeforeExpiryMs,
    /** An access token for one last request; an expired one is refreshed. */
    async usableToken(tokens: StoredTokens, context: ConnectorContext) {
      if (tokens.access_ends_at > context.now().getTime()) return tokens.access_token
      return (await refresh(tokens, context)).access_token
    },
  }
}
