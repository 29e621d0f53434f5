import { z } from 'zod'
import { Body, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'

const apiKeyFields = {
  id: Uuid,
  name: z.string(),
  prefix: z.string().describe('The readable start of the key, which contains environment and cell'),
  last_four: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().describe('Accurate to half a minute'),
}

export const ApiKey = z.strictObject(apiKeyFields).meta({ id: 'ApiKey' })

export const CreatedApiKey = z
  .strictObject({ ...apiKeyFields, key: z.string().describe('The key itself, shown only once') })
  .meta({ id: 'CreatedApiKey' })

export const NewApiKey = Body({ name: TextLine(200), expires_at: Timestamp.optional() }).meta({
  id: 'NewApiKey',
})

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
