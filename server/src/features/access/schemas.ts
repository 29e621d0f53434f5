import { z } from 'zod'
import { Body, Line, Pagination, Timestamp, Uuid } from '../../platform/http/wire.ts'

const shown = {
  id: Uuid,
  name: z.string(),
  prefix: z.string().describe('The readable start of the key; it names environment and cell'),
  last_four: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().describe('To the nearest half minute'),
}

export const ApiKey = z.strictObject(shown).meta({ id: 'ApiKey' })

export const CreatedApiKey = z
  .strictObject({ ...shown, key: z.string().describe('The key itself, shown this once') })
  .meta({ id: 'CreatedApiKey' })

export const NewApiKey = Body({ name: Line(200), expires_at: Timestamp.optional() }).meta({ id: 'NewApiKey' })

export const ApiKeyPage = z
  .strictObject({ pagination: Pagination, api_keys: z.array(ApiKey) })
  .meta({ id: 'ApiKeyPage' })

export const UserReference = Body({ user_id: Uuid }).meta({ id: 'UserReference' })

export const UserToken = z
  .strictObject({ token: z.string(), webapp_link: z.string(), created_at: Timestamp })
  .meta({ id: 'UserToken' })

export const Jwks = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({ id: 'Jwks' })
