import { z } from 'zod'
import { keyScopes } from '../../platform/http/caller.ts'
import { matchAddresses } from '../../platform/http/caller-address.ts'
import { Body, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'

const KeyScope = z
  .enum(keyScopes)
  .meta({ id: 'KeyScope', description: 'What an API key may do. Each operation names the scope it needs.' })

const KeyScopes = z.array(KeyScope)

const maxAddresses = 50
// The longest text of an IPv6 range.
const maxAddressLength = 43
const AddressRange = TextLine(maxAddressLength).refine((range) => matchAddresses([range]) !== undefined, {
  error: 'must be an IP address or a range such as 203.0.113.0/24',
})
const AddressRanges = z
  .array(z.string())
  .describe('IP addresses and CIDR ranges from which the key may be used; null if from any address')

const apiKeyFields = {
  id: Uuid,
  name: z.string(),
  prefix: z.string().describe('The readable start of the key, which contains environment and cell'),
  last_four: z.string(),
  scopes: KeyScopes.nullable().describe('Operations that the key may call; null if it has every scope'),
  addresses: AddressRanges.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().describe('Accurate to half a minute'),
}

export const ApiKey = z.strictObject(apiKeyFields).meta({ id: 'ApiKey' })

export const CreatedApiKey = z
  .strictObject({ ...apiKeyFields, key: z.string().describe('The key itself, shown only once') })
  .meta({ id: 'CreatedApiKey' })

export const NewApiKey = Body({
  name: TextLine(200),
  expires_at: Timestamp.optional(),
  scopes: z
    .array(KeyScope)
    .min(1)
    .max(keyScopes.length)
    .optional()
    .describe('Omitted: the key has every scope'),
  addresses: z
    .array(AddressRange)
    .min(1)
    .max(maxAddresses)
    .optional()
    .describe('IP addresses and CIDR ranges from which the key may be used. Omitted: from any address'),
}).meta({ id: 'NewApiKey' })

export const ApiKeyPage = z
  .strictObject({ pagination: Pagination, api_keys: z.array(ApiKey) })
  .meta({ id: 'ApiKeyPage' })

export const UserReference = Body({ user_id: Uuid }).meta({ id: 'UserReference' })

export const UserToken = z
  .strictObject({ token: z.string(), webapp_link: z.string(), created_at: Timestamp })
  .meta({ id: 'UserToken' })

const Jwk = z
  .strictObject({
    kty: z.string(),
    crv: z.string(),
    x: z.string(),
    kid: z.string(),
    alg: z.string(),
    use: z.string(),
  })
  .meta({ id: 'Jwk', description: 'A public key (RFC 7517).' })

export const Jwks = z
  .strictObject({
    keys: z.array(Jwk),
  })
  .meta({ id: 'Jwks' })
