import type { FastifyInstance } from 'fastify'
import type { Fault } from '../errors.ts'
import { type FrontDoor, openFrontDoor } from '../front-door.ts'
import { addResetPage } from '../reset-page.ts'
import type { Surroundings } from '../types.ts'
import { addAuthorizePages } from './authorize.ts'
import type { OAuthTerms } from './flow.ts'
import { addTokenRoutes, type OAuthTokens } from './tokens.ts'

/** Sign-in, consent and tokens, and the page that opens locked accounts. */
export function addOAuth(
  server: FastifyInstance,
  surroundings: Surroundings,
  terms: OAuthTerms & { mostRequestsPerMinute?: number },
): OAuthTokens & Pick<FrontDoor, 'attend'> {
  const door = openFrontDoor(terms.provider, surroundings)
  addResetPage(server, door)
  const codes = addAuthorizePages(server, surroundings, door, terms)
  return { ...addTokenRoutes(server, surroundings, door, { ...terms, codes }), attend: door.attend }
}

/** RFC 6749, 5.2. */
export const oauthErrorBody = ({ code, message }: Fault) => ({ error: code, error_description: message })
