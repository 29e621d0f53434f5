import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Authenticator, createAuthenticator } from '../authentication.ts'
import type { ProviderFault } from '../errors.ts'
import { addResetPage } from '../reset-page.ts'
import type { ProviderDeps } from '../types.ts'
import { addAuthorizePages } from './authorize.ts'
import type { OAuthConfig } from './flow.ts'
import { addTokenRoutes, type OAuthTokens } from './tokens.ts'

/** Adds OAuth2 login, consent and token routes, and the account reset page. */
export function addOAuth(
  server: FastifyInstance,
  deps: ProviderDeps,
  terms: OAuthConfig,
): OAuthTokens & Pick<Authenticator, 'applyBehaviour'> {
  const authenticator = createAuthenticator(terms.provider, deps)
  addResetPage(server, authenticator)
  const codes = addAuthorizePages(server, deps, authenticator, terms)
  return {
    ...addTokenRoutes(server, deps, authenticator, { ...terms, codes }),
    applyBehaviour: authenticator.applyBehaviour,
  }
}

/** Error format of RFC 6749, section 5.2. */
export const oauthErrorBody = ({ code, message }: ProviderFault) => ({
  error: code,
  error_description: message,
})

/** Uses the error format of RFC 6749 under `/oauth`, and the provider's own format elsewhere. */
export const oauthErrorBodyOr =
  ({ prefix }: FastifyInstance, own: (fault: ProviderFault) => object | string) =>
  (fault: ProviderFault, { url }: FastifyRequest) =>
    url.startsWith(`${prefix}/oauth/`) ? oauthErrorBody(fault) : own(fault)
