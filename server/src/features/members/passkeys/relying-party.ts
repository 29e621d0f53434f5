import { isIP } from 'node:net'
import type { RelyingParty } from '../../../platform/secrets/webauthn.ts'

/** The host of the service. Passkeys need a name, so a service on a loopback address uses `localhost`. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin, protocol, port } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [`${protocol}//localhost${port ? `:${port}` : ''}`] }
}
