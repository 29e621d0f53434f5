import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../database/tenancy.ts'
import { noSuchRoute } from '../problem.ts'
import { type ApiOperation, isPathOf } from './operation.ts'

/** Returns the origins whose pages may read replies to requests with the client's user tokens. */
export type RegisteredOrigins = (tenant: Tenant) => Promise<readonly string[]>

const preflightSeconds = 600
const requestHeaders = 'Authorization, Content-Type, Idempotency-Key'
const responseHeaders =
  'X-Request-Id, X-Svc-Error-Code, X-Svc-Attempts-Left, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After'

/**
 * Lets a page of a registered origin read the reply to a request with a user token. Other pages get no CORS header,
 * so the browser hides the reply from them. API keys and member tokens do not belong in web pages, so replies to them
 * get no CORS header either.
 */
export async function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  originsOf: RegisteredOrigins | undefined,
) {
  const { origin } = request.headers
  if (origin === undefined || request.caller.kind !== 'user' || !originsOf) return
  reply.header('vary', 'Origin')
  if (!(await originsOf(request.tenant)).includes(origin)) return
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': responseHeaders })
}

/**
 * Answers preflight requests. A preflight carries no token, so the client is unknown: every origin is allowed to send
 * the request, and the headers of the actual reply decide whether its page may read it.
 */
export function replyToPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  operations: readonly ApiOperation[],
) {
  const { origin, 'access-control-request-method': method } = request.headers
  const methods = operations
    .filter(({ caller, url }) => caller !== 'public' && caller !== 'client' && isPathOf(url, request.url))
    .map((operation) => operation.method)
  if (origin === undefined || method === undefined || methods.length === 0) throw noSuchRoute(request)
  return reply
    .code(204)
    .headers({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': preflightSeconds,
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
    .send()
}
