import { z } from 'zod'
import { TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { retentionDays } from './queries.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

const QueryValue = z
  .strictObject({
    name: z.string().describe('Name of the query parameter'),
    value: z.string().nullable().describe('Null if the value is left out, because it could identify someone'),
  })
  .meta({ id: 'LoggedQueryValue' })

const LoggedRequest = z
  .strictObject({
    request_id: z.string().describe('As in the X-Request-Id header'),
    at: Timestamp.describe('When the request arrived'),
    method: z.string().describe('HTTP method'),
    route: z.string().describe('Pattern of the path, such as `/users/{user_id}`'),
    path: z
      .string()
      .describe('For successful requests in the sandbox the path with its ids; otherwise the pattern'),
    operation_id: z.string().describe('Operation, as in openapi.json'),
    status: z.int().describe('HTTP status of the response'),
    duration_ms: z.int().describe('Time until the response was sent, in milliseconds'),
    actor_kind: z.enum(['api_key', 'member']).describe('Whether an API key or a member sent it'),
    actor_id: Uuid,
    error_code: z.string().nullable().describe('As in the X-Svc-Error-Code header'),
    query: z.array(QueryValue).describe('Query parameters; values only if they identify no one'),
    body_fields: z
      .array(z.string())
      .describe('Names of the fields in the request body, without their values'),
    error_fields: z.array(z.string()).describe('Fields that the errors are about'),
  })
  .meta({ id: 'LoggedRequest', description: 'A request to the API, without personal data.' })

export const RequestPage = z
  .strictObject({
    requests: z.array(LoggedRequest).describe('Requests, newest first'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RequestLogPage' })

export const RequestQuery = z.strictObject({
  limit: z.int().min(1).max(100).default(20),
  cursor: TextLine(100).optional().describe('The next_cursor of the previous page'),
  method: z.enum(methods).optional().describe('Only requests with this method'),
  status: z.enum(statusClasses).optional().describe('Only responses of this class'),
  operation_id: TextLine(80).optional().describe('Only requests of this operation'),
  error_code: TextLine(80).optional().describe('Only requests that failed with this code'),
  request_id: TextLine(80).optional().describe('Only the request with this id'),
  actor_kind: z.enum(['api_key', 'member']).optional().describe('Only requests of API keys, or of members'),
  actor_id: Uuid.optional().describe('Only requests of this API key or member'),
  from: Timestamp.optional().describe(`Earliest time; at most ${retentionDays} days ago`),
  to: Timestamp.optional().describe('Time before which the requests arrived'),
})
