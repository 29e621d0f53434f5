import * as oidc from 'openid-client'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

// The OpenID Connect protocol: authorisation code flow with PKCE. Every request to the provider goes through the
// SSRF guard, because a client chose its URL.

export type OpenIdRegistration = { issuer: string; clientId: string; clientSecret: string }

/** Values that bind the provider's response to the browser and the request that started the sign-in. */
export type SignInSecrets = { state: string; nonce: string; codeVerifier: string }

/** Claims about the person, of the ID token and, if it has no e-mail address, of the userinfo endpoint. */
export type OpenIdClaims = { sub: string; [claim: string]: unknown }

const maxReplyBytes = 256 * 1024

/** Longest time since the person entered their credentials at the provider, if a new authentication was requested. */
const reauthenticationMaxAgeSeconds = 120

export const createSignInSecrets = (): SignInSecrets => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  codeVerifier: oidc.randomPKCECodeVerifier(),
})

type AuthorisationRequest = {
  redirectUri: string
  secrets: SignInSecrets
  reauthenticate: boolean
}

/** Returns the URL at the provider that the browser opens. */
export async function buildAuthorisationUrl(
  outbound: Outbound,
  registration: OpenIdRegistration,
  { redirectUri, secrets: { state, nonce, codeVerifier }, reauthenticate }: AuthorisationRequest,
) {
  const configuration = await discover(outbound, registration)
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(reauthenticate && { prompt: 'login', max_age: '0' }),
  })
  const refusal = outbound.refusalOf(url.href)
  if (refusal) throw new Error(`the authorisation endpoint ${refusal}`)
  return url.href
}

/**
 * Exchanges the code of the provider's response. Throws unless state, issuer, nonce, audience, signature and, if a new
 * authentication was requested, its time are right.
 */
export async function redeemResponse(
  outbound: Outbound,
  registration: OpenIdRegistration,
  response: URL,
  { secrets: { state, nonce, codeVerifier }, reauthenticate }: Omit<AuthorisationRequest, 'redirectUri'>,
): Promise<OpenIdClaims> {
  const configuration = await discover(outbound, registration)
  const tokens = await oidc.authorizationCodeGrant(configuration, response, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    ...(reauthenticate && { maxAge: reauthenticationMaxAgeSeconds }),
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the response has no ID token')
  if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims
  // Some providers keep the ID token small. The subject of both must be the same.
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

function discover(outbound: Outbound, { issuer, clientId, clientSecret }: OpenIdRegistration) {
  // The guard allows plain HTTP in the sandbox only.
  const isPlainHttp = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, undefined, authenticateWith(clientSecret), {
    [oidc.customFetch]: fetchThrough(outbound),
    // Without these, the signature of an ID token from the token endpoint would not be verified.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlainHttp ? [oidc.allowInsecureRequests] : [])],
  })
}

/** Authenticates with the method that the provider supports; Basic is the default of the standard. */
const authenticateWith =
  (clientSecret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const usesBasic = methods === undefined || methods.includes('client_secret_basic')
    const authenticate = usesBasic
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret)
    return authenticate(server, ...rest)
  }

const fetchThrough =
  (outbound: Outbound): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const reply =
      method === 'GET'
        ? await outbound.get({ url, headers, maxBytes: maxReplyBytes })
        : await outbound.post({ url, headers, body: String(body ?? ''), maxBytes: maxReplyBytes })
    const content = reply.body.length > 0 ? new Uint8Array(reply.body) : null
    return new Response(content, { status: reply.status, headers: reply.headers })
  }
