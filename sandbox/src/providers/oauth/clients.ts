import type { FastifyRequest } from 'fastify'
import { isSameText } from '../../secret-comparison.ts'
import { Fault } from '../errors.ts'

/** Programs that may ask people for their data. Published, so these are no secrets. */
const clients = [{ id: 'payproof-sandbox', secret: 'payproof-sandbox-secret', name: 'Payproof' }] as const

export type Client = (typeof clients)[number]

export const findClient = (id: string): Client | undefined => clients.find((client) => client.id === id)

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** Exactly one that is registered; on the own machine any port will do, as nobody else can listen there. */
export function isRegistered(redirectUri: string, registered: readonly string[] = []): boolean {
  if (registered.includes(redirectUri)) return true
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, pathname, href } = new URL(redirectUri)
  return (
    protocol === 'http:' &&
    loopbackHosts.includes(hostname) &&
    pathname === '/oauth2/callback' &&
    href === redirectUri &&
    /^http:\/\/[^/@]+\/oauth2\/callback$/.test(redirectUri)
  )
}

/** By `Authorization: Basic` or by fields of the form; by both at once is an error. */
export function requireClient(
  request: FastifyRequest,
  { client_id, client_secret }: { client_id?: string | undefined; client_secret?: string | undefined },
): Client {
  const basic = basicOf(request)
  if (basic && (client_secret !== undefined || (client_id ?? basic.id) !== basic.id))
    throw new Fault('invalid_request')
  const { id, secret } = basic ?? { id: client_id ?? '', secret: client_secret ?? '' }
  const client = findClient(id)
  if (!client || !isSameText(secret, client.secret)) throw new Fault('invalid_client')
  return client
}

function basicOf({ headers }: FastifyRequest) {
  const [, encoded] = /^Basic ([\w+/=]{1,600})$/i.exec(headers.authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id: decoded(id), secret: decoded(rest.join(':')) }
}

/** Both halves are written as form fields are, says RFC 6749 in 2.3.1. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
