import { call, errorCodeOn, hiddenField, openBrowser } from './test-sandbox.ts'

// The OAuth2 steps of real payroll systems, whose paths differ from the sandbox's own providers.

export const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'
export const clientId = 'payproof-sandbox'
export const basicOf = (secret = 'payproof-sandbox-secret') =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`

export type EmployerApi = {
  authorize: string
  token: string
  scope?: string
  /** How the client authenticates at the token endpoint. */
  authentication?: 'basic' | 'form'
}
type Address = { url: string }
type Query = Record<string, string | undefined>

export function createVisitor({ authorize, token, scope, authentication = 'basic' }: EmployerApi) {
  const isBasic = authentication === 'basic'
  const folder = authorize.slice(0, authorize.lastIndexOf('/'))

  function authorizeUrl({ url }: Address, query: Query = {}) {
    const all = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'a state & more',
      scope,
      ...query,
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${url}${authorize}?${new URLSearchParams(given)}`
  }

  /** Signs in, decides and returns the query of the redirect. */
  async function consent(
    provider: Address,
    {
      userName = 'wilhelmina.oakapple',
      decision = 'allow',
      query = {},
    }: { userName?: string; decision?: string; query?: Query } = {},
  ) {
    const browse = openBrowser()
    const first = await browse('GET', authorizeUrl(provider, query))
    const flow = hiddenField(first, 'flow')
    const post = (page: string, form: Record<string, string>) =>
      browse('POST', `${provider.url}${folder}/${page}`, { form: { flow, ...form } })
    await post('sign-in', { user_name: userName, password: 'pass' })
    const reply = await post('consent', { decision })
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`no redirect: ${reply.status} ${errorCodeOn(reply)}`)
    return Object.fromEntries(new URL(location).searchParams) as Record<string, string>
  }

  const requestTokens = (
    { url }: Address,
    form: Record<string, string>,
    headers: Record<string, string> = isBasic ? { authorization: basicOf() } : {},
    credentials: Record<string, string> = isBasic
      ? {}
      : { client_id: clientId, client_secret: 'payproof-sandbox-secret' },
  ) => call('POST', `${url}${token}`, { form: { ...form, ...credentials }, headers })

  const redeem = (provider: Address, code: string, more: Record<string, string> = {}) =>
    requestTokens(provider, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more })

  const refresh = (provider: Address, refreshToken: string) =>
    requestTokens(provider, { grant_type: 'refresh_token', refresh_token: refreshToken })

  async function signIn(provider: Address, options: { userName?: string; query?: Query } = {}) {
    const { code = '' } = await consent(provider, options)
    const { body, status } = await redeem(provider, code)
    if (status !== 200) throw new Error(`no tokens: ${status}`)
    return body as Record<string, string> & {
      access_token: string
      refresh_token: string
      expires_in: number
    }
  }

  return { authorizeUrl, consent, requestTokens, redeem, refresh, signIn }
}
