import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../secret-comparison.ts'
import { ProviderFault } from '../errors.ts'

/** Registered OAuth2 clients. Their secrets are published in the guide and not confidential. */
const clients = [{ id: 'payproof-sandbox', secret: 'payproof-sandbox-secret', name: 'Payproof' }] as const

export type OAuthClient = (typeof clients)[number]

export const findClient = (id: string): OAuthClient | undefined => clients.find((client) => client.id === id)

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** Whether a URI exactly matches a registered one, or is /oauth2/callback on any loopback port (RFC 8252). */
export function isRegisteredRedirect(redirectUri: string, registered: readonly string[] = []): boolean {
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

/** Authenticates the client by `Authorization: Basic`, if allowed, or by form fields; using both is an error. */
export function requireClient(
  request: FastifyRequest,
  { client_id, client_secret }: { client_id?: string | undefined; client_secret?: string | undefined },
  { acceptsBasic, acceptsForm }: { acceptsBasic: boolean; acceptsForm: boolean } = {
    acceptsBasic: true,
    acceptsForm: true,
  },
): OAuthClient {
  const basic = acceptsBasic ? basicCredentials(request) : undefined
  if (!basic && !acceptsForm) throw new ProviderFault('invalid_client')
  if (basic && (client_secret !== undefined || (client_id ?? basic.id) !== basic.id))
    throw new ProviderFault('invalid_request')
  const { id, secret } = basic ?? { id: client_id ?? '', secret: client_secret ?? '' }
  const client = findClient(id)
  if (!client || !isSameSecret(secret, client.secret)) throw new ProviderFault('invalid_client')
  return client
}

function basicCredentials({ headers }: FastifyRequest) {
  const [, encoded] = /^Basic ([\w+/=]{1,600})$/i.exec(headers.authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id: decodeFormText(id), secret: decodeFormText(rest.join(':')) }
}

/** Decodes client id and secret, which are form-encoded (RFC 6749, section 2.3.1). */
function decodeFormText(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
