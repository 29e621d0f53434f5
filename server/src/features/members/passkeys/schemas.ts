import { z } from 'zod'
import { Body, Pagination, TextLine, Timestamp, Uuid } from '../../../platform/http/wire.ts'

// An authenticator may use credential ids of up to 1,023 bytes; the other values are shorter in practice.
const maxLength = 4096

const Base64Url = (description: string) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be Base64URL without padding')
    .describe(description)

export const Passkey = z
  .strictObject({
    id: Uuid,
    name: z.string().describe('As the member named it'),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().describe('When the member last used it; null if never'),
  })
  .meta({ id: 'Passkey' })

export const PasskeyPage = z
  .strictObject({ pagination: Pagination, passkeys: z.array(Passkey).describe('Newest first') })
  .meta({ id: 'PasskeyPage' })

const challengeFields = {
  challenge: z.string().describe('In Base64URL. Can be answered once, until it expires.'),
  relying_party_id: z.string().describe('Host name that passkeys belong to: `rpId` in the browser'),
  expires_at: Timestamp,
}

export const PasskeyRegistrationOptions = z
  .strictObject({
    ...challengeFields,
    user_handle: z.string().describe('`user.id` in the browser, in Base64URL'),
    user_name: z.string().describe('`user.name` in the browser'),
    known_credential_ids: z
      .array(z.string())
      .describe('`excludeCredentials` in the browser: an authenticator registers only once'),
  })
  .meta({ id: 'PasskeyRegistrationOptions' })

export const PasskeySignInOptions = z.strictObject(challengeFields).meta({ id: 'PasskeySignInOptions' })

const ClientData = Base64Url('`response.clientDataJSON` of the credential, in Base64URL')
const AuthenticatorData = Base64Url('`response.authenticatorData`, in Base64URL')

export const PasskeyRegistration = Body({
  name: TextLine(60).describe('For the list of passkeys, such as the name of the device'),
  client_data: ClientData,
  authenticator_data: AuthenticatorData,
  public_key: Base64Url('`response.getPublicKey()`, in Base64URL'),
}).meta({ id: 'PasskeyRegistration' })

const assertionFields = {
  credential_id: Base64Url('`id` of the credential'),
  client_data: ClientData,
  authenticator_data: AuthenticatorData,
  signature: Base64Url('`response.signature`, in Base64URL'),
}

export const PasskeyAssertion = Body(assertionFields).meta({ id: 'PasskeyAssertion' })

export const PasskeySignIn = Body({
  ...assertionFields,
  browser: z
    .boolean()
    .default(false)
    .describe('For pages of the console: keeps the token in an HttpOnly cookie instead of returning it'),
}).meta({ id: 'PasskeySignIn' })
