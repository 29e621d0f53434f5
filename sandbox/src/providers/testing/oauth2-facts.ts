import { expect } from 'vitest'
import { basicOf, clientId, type createVisitor, redirectUri } from './employer-visitor.ts'
import type { TestReply } from './test-sandbox.ts'

// Checks of OAuth2 facts that FreeAgent and Xero have in common; each is a fact in the list of both providers.

type Provider = { url: string }
type Visitor = Pick<ReturnType<typeof createVisitor>, 'consent' | 'redeem' | 'requestTokens'>

export const errorIn = ({ status, body }: TestReply) => [status, body?.error]

/** Query parameters of the redirect in a reply. */
export const redirectQueryOf = ({ headers }: TestReply) =>
  Object.fromEntries(new URL(headers.get('location') ?? 'none:').searchParams)

export const oauth2Checks = ({ consent, redeem, requestTokens }: Visitor) => ({
  async 'callback-has-code-and-state'(provider: Provider) {
    expect(await consent(provider)).toEqual({ code: expect.any(String), state: 'a state & more' })
  },
  async 'callback-has-denial'(provider: Provider) {
    const query = await consent(provider, { decision: 'refuse' })
    expect(query).toMatchObject({ error: 'access_denied', state: 'a state & more' })
  },
  async 'code-is-single-use'(provider: Provider) {
    const { code = '' } = await consent(provider)
    await redeem(provider, code)
    expect(errorIn(await redeem(provider, code))).toEqual([400, 'invalid_grant'])
  },
  async 'redirect-must-match'(provider: Provider) {
    const { code = '' } = await consent(provider)
    const reply = await redeem(provider, code, { redirect_uri: 'http://127.0.0.1:4001/oauth2/callback' })
    expect(errorIn(reply)).toEqual([400, 'invalid_grant'])
  },
  async 'token-needs-basic'(provider: Provider) {
    const { code = '' } = await consent(provider)
    const credentials = { client_id: clientId, client_secret: 'payproof-sandbox-secret' }
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...credentials }
    expect(errorIn(await requestTokens(provider, form, {}))).toEqual([401, 'invalid_client'])
  },
  async 'token-wrong-secret'(provider: Provider) {
    const form = { grant_type: 'refresh_token', refresh_token: 'any' }
    const reply = await requestTokens(provider, form, { authorization: basicOf('wrong') })
    expect(errorIn(reply)).toEqual([401, 'invalid_client'])
  },
  async 'token-grant-type'(provider: Provider) {
    const reply = await requestTokens(provider, { grant_type: 'password' })
    expect(errorIn(reply)).toEqual([400, 'unsupported_grant_type'])
  },
})
