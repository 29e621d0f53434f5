import { createHash } from 'node:crypto'
import { correctCode } from '../second-factors.ts'
import { call, errorCodeOn, hiddenField, openBrowser, type TestReply } from './test-sandbox.ts'

export const verifier = 'a-verifier-that-is-long-enough-for-everybody-1234'
export const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'
export const client = { client_id: 'payproof-sandbox', client_secret: 'payproof-sandbox-secret' }

const codeChallenge = createHash('sha256').update(verifier).digest('base64url')

type ProviderAddress = { url: string }
type FlowOptions = {
  userName?: string
  password?: string
  answer?: string
  decision?: 'allow' | 'refuse'
  /** Overrides of the default query parameters; undefined omits a parameter. */
  query?: Record<string, string | undefined>
}

export function authorizeUrl({ url }: ProviderAddress, query: FlowOptions['query'] = {}) {
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    state: 'a state & more',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...query,
  }
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `${url}/oauth/authorize?${new URLSearchParams(given)}`
}

/** Takes a person through the OAuth2 pages; returns the last reply and its step. */
export async function runOAuthFlow(
  provider: ProviderAddress,
  options: FlowOptions = {},
): Promise<{ step: string; reply: TestReply }> {
  const {
    userName = 'wilhelmina.oakapple',
    password = 'pass',
    answer = correctCode,
    decision = 'allow',
  } = options
  const browse = openBrowser()
  const first = await browse('GET', authorizeUrl(provider, options.query))
  if (!first.text.includes('name="password"')) return { step: 'authorize', reply: first }
  const flow = hiddenField(first, 'flow')
  const post = (path: string, form: Record<string, string>) =>
    browse('POST', `${provider.url}/oauth/${path}`, { form: { flow, ...form } })
  let reply = await post('sign-in', { user_name: userName, password })
  if (reply.status === 200 && reply.text.includes('name="answer"')) {
    reply = await post('second-factor', { answer })
    if (!reply.text.includes('name="decision"')) return { step: 'mfa', reply }
  }
  if (!reply.text.includes('name="decision"')) return { step: 'login', reply }
  return { step: 'consent', reply: await post('consent', { decision }) }
}

/** Returns the target address and query parameters of a redirect. */
export function redirectOf({ headers }: TestReply) {
  const url = new URL(headers.get('location') ?? 'none:')
  return { address: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) } as Record<
    string,
    string
  >
}

export async function codeFor(provider: ProviderAddress, options: FlowOptions = {}): Promise<string> {
  const { step, reply } = await runOAuthFlow(provider, options)
  const { code } = step === 'consent' ? redirectOf(reply) : {}
  if (!code) throw new Error(`no code: stopped at ${step} with ${reply.status} ${errorCodeOn(reply)}`)
  return code
}

export const redeem = ({ url }: ProviderAddress, code: string, more: Record<string, string> = {}) =>
  call('POST', `${url}/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...client,
      ...more,
    },
  })

export const refresh = ({ url }: ProviderAddress, refreshToken: string) =>
  call('POST', `${url}/oauth/token`, {
    form: { grant_type: 'refresh_token', refresh_token: refreshToken, ...client },
  })

export async function tokensFor(provider: ProviderAddress, options: FlowOptions = {}) {
  const { body, status } = await redeem(provider, await codeFor(provider, options))
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`)
  return body as { access_token: string; refresh_token: string; expires_in: number; scope: string }
}
