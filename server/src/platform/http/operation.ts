import { channel } from 'node:diagnostics_channel'
import type { z } from 'zod'
import { Problem } from '../problem.ts'
import type { RouteAccess } from './caller.ts'
import type { RequestSchemas } from './validation.ts'

/** A route as described by its options. openapi.ts generates openapi.json from all operations. */
export type ApiOperation = Required<RouteAccess> & {
  method: string
  url: string
  priority: 'high' | 'normal'
  /** Whether members must have authenticated recently. */
  needsRecentAuthentication: boolean
  schema: RequestSchemas & {
    operationId: string
    tags: string[]
    summary?: string
    description?: string
    response: Record<string, z.ZodType>
    errors?: readonly ErrorStatus[]
  }
}

/** Error statuses that an operation can declare, with their descriptions in openapi.json. */
const errorDescriptions = {
  400: 'A field is missing, unknown or invalid; every problem has its own string',
  401: 'The credential is missing or wrong',
  403: 'Not allowed: role, setting or authorisation; X-Svc-Error-Code says which',
  404: 'The addressed resource does not exist',
  409: 'The Idempotency-Key was used with another request, its first request is still running, or its reply held a secret',
  413: 'The request body is larger than 1 MiB',
  415: 'The request body is not application/json',
  429: 'Too many requests; retry after Retry-After',
  503: 'The service is overloaded or a dependency is unreachable; retry after Retry-After',
} as const

/** Added to the description of 409 for operations that take the version of the resource. */
const staleVersion = 'or the resource was changed since the `version` sent'

/** Describes an error status of an operation. */
export const describeError = ({ schema }: Pick<ApiOperation, 'schema'>, status: ErrorStatus) =>
  status === 409 && hasField(schema.body, 'version')
    ? `${errorDescriptions[409]}, ${staleVersion}`
    : errorDescriptions[status]

export type ErrorStatus = keyof typeof errorDescriptions

/**
 * Statuses that every operation can return and that are never declared. A 500 is always a bug on our side; clients
 * handle it in the same way for all operations.
 */
export const neverDeclared: readonly number[] = [500]

/**
 * Lists the error statuses of an operation: those that server.ts returns because of the caller, method and schemas of
 * the route, and those that the route adds in `schema.errors` because its handler throws them.
 */
export function errorStatusesOf({ method, caller, schema }: ApiOperation): ErrorStatus[] {
  const isPublic = caller === 'public'
  const isIdempotent = (method === 'POST' || method === 'PUT') && !isPublic
  const hasBody = method !== 'GET'
  const namesUser = [schema.querystring, schema.body].some((part) => hasField(part, 'user_id'))
  const expected: Record<ErrorStatus, boolean> = {
    // Every route rejects unknown query parameters.
    400: true,
    401: !isPublic,
    403: !isPublic,
    // A user token can only access its own user (404 for others), and that user may be erased during the request.
    404: schema.params !== undefined || caller === 'user' || (caller === 'either' && namesUser),
    409: isIdempotent,
    413: hasBody,
    415: hasBody,
    429: true,
    503: true,
  }
  const statuses = Object.keys(expected).map((status) => Number(status) as ErrorStatus)
  return statuses.filter((status) => expected[status] || schema.errors?.includes(status))
}

export const declaredStatuses = (operation: ApiOperation): number[] =>
  [...Object.keys(operation.schema.response).map(Number), ...errorStatusesOf(operation)].sort((a, b) => a - b)

/** A status that an operation returned, by its operationId. */
export type ReturnedStatus = { operation: string; status: number }

/** Publishes every status that an operation returns; an undeclared one as it was, before it becomes a 500. Tests subscribe to it. */
export const returnedStatuses = channel('payproof:returned-status')

/** A 500 that names the route and the missing declaration; undefined if the operation may return the status. */
export function undeclaredStatus(
  operation: ApiOperation,
  status: number,
  code?: string,
): Problem | undefined {
  const declared = declaredStatuses(operation)
  if (declared.includes(status) || neverDeclared.includes(status)) return undefined
  const { method, url, schema } = operation
  returnedStatuses.publish({ operation: schema.operationId, status } satisfies ReturnedStatus)
  const reply = code === undefined ? `${status}` : `${status} ${code}`
  return new Problem(500, 'unexpected', [
    `${method} ${url} (${schema.operationId}) returned ${reply}, but declares only ${declared.join(', ')}. ` +
      `Add ${status} to schema.${status < 400 ? 'response' : 'errors'} of the route, then run npm run generate.`,
  ])
}

const hasField = (schema: z.ZodType | undefined, name: string) =>
  name in ((schema as z.ZodObject | undefined)?.shape ?? {})

/** Whether a path, with or without a query string, matches the URL pattern of a route. */
export function isPathOf(url: string, path: string) {
  const wanted = url.split('/')
  const given = (path.split('?')[0] ?? '').split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  )
}
