import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { SimulatedPerson } from '../../people/types.ts'
import { xeroId } from './payslip.ts'

let signingKey: KeyObject | undefined

/** The ID token of OpenID Connect, which names the user who signed in. */
export function issueIdToken(
  person: SimulatedPerson,
  scopes: readonly string[],
  clientId: string,
  now: Date,
) {
  const seconds = Math.floor(now.getTime() / 1_000)
  const claims = {
    iss: 'https://identity.xero.example',
    aud: clientId,
    sub: xeroId('user', person.userName).replaceAll('-', ''),
    iat: seconds,
    exp: seconds + 300,
    xero_userid: xeroId('user', person.userName),
    ...(scopes.includes('profile') && { given_name: person.forename, family_name: person.surname }),
    ...(scopes.includes('email') && { email: person.email }),
  }
  signingKey ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), signingKey).toString('base64url')}`
}
