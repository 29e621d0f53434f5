import { createHash } from 'node:crypto'
import { rightCode } from '../second-factors.ts'
import { call, errorOn, hidden, openBrowser, type Reply } from './test-sandbox.ts'

export const verifier = 'a-verifier-that-is-long-enough-for-everybody-1234'
export const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'
export const client = { client_id: 'payproof-sandbox', client_secret: 'payproof-sandbox-secret' }

const codeChallenge = createHash('sha256').update(verifier).digest('base64url')

type Place = { url: string }
type Visit = {
  userName?: string
  password?: string
  answer?: string
  decision?: 'allow' | 'refuse'
  /** Parameters of the request that differ; undefined leaves one out. */
  query?: Record<string, string | undefined>
}

export function authorizeUrl({ url }: Place, query: Visit['query'] = {}) {
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

/** A person's way through the pages, as far as it goes: the last reply, and at which step it came. */
export async function visit(place: Place, wanted: Visit = {}): Promise<{ step: string; reply: Reply }> {
  const {
    userName = 'wilhelmina.oakapple',
    password = 'pass',
    answer = rightCode,
    decision = 'allow',
  } = wanted
  const browse = openBrowser()
  const first = await browse('GET', authorizeUrl(place, wanted.query))
  if (!first.text.includes('name="password"')) return { step: 'authorize', reply: first }
  const flow = hidden(first, 'flow')
  const post = (path: string, form: Record<string, string>) =>
    browse('POST', `${place.url}/oauth/${path}`, { form: { flow, ...form } })
  let reply = await post('sign-in', { user_name: userName, password })
  if (reply.status === 200 && reply.text.includes('name="answer"')) {
    reply = await post('second-factor', { answer })
    if (!reply.text.includes('name="decision"')) return { step: 'mfa', reply }
  }
  if (!reply.text.includes('name="decision"')) return { step: 'login', reply }
  return { step: 'consent', reply: await post('consent', { decision }) }
}

/** Where a reply sends the browser, and with what. */
export function sentTo({ headers }: Reply) {
  const url = new URL(headers.get('location') ?? 'none:')
  return { address: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) } as Record<
    string,
    string
  >
}

export async function codeFor(place: Place, wanted: Visit = {}): Promise<string> {
  const { step, reply } = await visit(place, wanted)
  const { code } = step === 'consent' ? sentTo(reply) : {}
  if (!code) throw new Error(`no code: stopped at ${step} with ${reply.status} ${errorOn(reply)}`)
  return code
}

export const redeem = ({ url }: Place, code: string, more: Record<string, string> = {}) =>
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

export const refresh = ({ url }: Place, refreshToken: string) =>
  call('POST', `${url}/oauth/token`, {
    form: { grant_type: 'refresh_token', refresh_token: refreshToken, ...client },
  })

export async function tokensFor(place: Place, wanted: Visit = {}) {
  const { body, status } = await redeem(place, await codeFor(place, wanted))
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`)
  return body as { access_token: string; refresh_token: string; expires_in: number; scope: string }
}
