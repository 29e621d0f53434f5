import type { FastifyReply, FastifyRequest } from 'fastify'
import { SandboxHttpError } from '../http-error.ts'
import { isSameSecret } from '../secret-comparison.ts'

/**
 * Requires the control key, if configured, in its header or as the HTTP Basic password. A hostile page could make the
 * browser send the password, but not with the content type application/json (see requireJson).
 */
export function requireControlKey(controlKey: string | undefined) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (controlKey === undefined) return
    const given = headers['x-control-key'] ?? passwordIn(headers.authorization)
    if (typeof given === 'string' && isSameSecret(given, controlKey)) return
    reply.header(
      'www-authenticate',
      'Basic realm="Payproof sandbox, control key as password", charset="UTF-8"',
    )
    throw new SandboxHttpError(401, 'The header x-control-key is missing or wrong')
  }
}

function passwordIn(authorization: string | undefined) {
  const [, credentials] = /^Basic ([\w+/=]+)$/i.exec(authorization ?? '') ?? []
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? []
  return password
}

/** CSRF protection: forms on other sites cannot post application/json. */
export async function requireJson({ method, headers }: FastifyRequest) {
  if (method === 'POST' && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new SandboxHttpError(415, 'The content type must be application/json')
}

/** CSRF protection for HTML forms: the Origin header must match the host. */
export async function requireSameOrigin({ headers, host }: FastifyRequest) {
  const origin = headers.origin ?? ''
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    throw new SandboxHttpError(403, 'This form was sent from another site')
}
