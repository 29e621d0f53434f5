import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../http-error.ts'
import { isSameText } from '../secret-comparison.ts'

/**
 * Asks for the control key, where there is one: in its header, or as the password of a browser's own dialogue.
 * A page elsewhere could make a browser send that password along, but not a request of type application/json.
 */
export function guardWith(controlKey: string | undefined) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (controlKey === undefined) return
    const given = headers['x-control-key'] ?? passwordIn(headers.authorization)
    if (typeof given === 'string' && isSameText(given, controlKey)) return
    reply.header(
      'www-authenticate',
      'Basic realm="Payproof sandbox, control key as password", charset="UTF-8"',
    )
    throw new Refusal(401, 'The header x-control-key is missing or wrong')
  }
}

function passwordIn(authorization: string | undefined) {
  const [, credentials] = /^Basic ([\w+/=]+)$/i.exec(authorization ?? '') ?? []
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? []
  return password
}

/** What a form elsewhere cannot send: another site's page may post, but never this type. */
export async function requireJson({ method, headers }: FastifyRequest) {
  if (method === 'POST' && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'The content type must be application/json')
}

/** A form of our own page: the browser says where it comes from. */
export async function requireSameOrigin({ headers, host }: FastifyRequest) {
  const origin = headers.origin ?? ''
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    throw new Refusal(403, 'This form was not sent from its own page')
}
