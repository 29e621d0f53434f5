import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fault } from '../errors.ts'
import { type FrontDoor, openFrontDoor } from '../authentication.ts'
import { addResetPage } from '../reset-page.ts'
import type { Surroundings } from '../types.ts'
import { addAuthorizePages } from './authorize.ts'
import type { OAuthTerms } from './flow.ts'
import { addTokenRoutes, type OAuthTokens } from './tokens.ts'

/** Sign-in, consent and tokens, and the page that opens locked accounts. */
export function addOAuth(
  server: FastifyInstance,
  surroundings: Surroundings,
  terms: OAuthTerms,
): OAuthTokens & Pick<FrontDoor, 'attend'> {
  const door = openFrontDoor(terms.provider, surroundings)
  addResetPage(server, door)
  const codes = addAuthorizePages(server, surroundings, door, terms)
  return { ...addTokenRoutes(server, surroundings, door, { ...terms, codes }), attend: door.attend }
}

/** RFC 6749, 5.2. */
export const oauthErrorBody = ({ code, message }: Fault) => ({ error: code, error_description: message })

/** That under `/oauth`, and elsewhere in the provider's own words. */
export const oauthErrorBodyOr =
  ({ prefix }: FastifyInstance, own: (fault: Fault) => object) =>
  (fault: Fault, { url }: FastifyRequest) =>
    url.startsWith(`${prefix}/oauth/`) ? oauthErrorBody(fault) : own(fault)
