import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, noSuchRoute, notFound } from '../problem.ts'
import { describeIssue } from './messages.ts'

export type RequestSchemas = {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  /** Headers that the route validates, in lower case. All other headers are ignored. */
  headers?: z.ZodObject
}

/** Validates path, query, body and headers and reports all problems at once. Returns the parsed values for the handler. */
export function checkRequest(request: FastifyRequest, schemas: RequestSchemas) {
  const params = requirePath(request, schemas.params)
  const problems: string[] = []
  const query = check(
    schemas.querystring,
    coerceQuery(request.query, schemas.querystring, problems),
    problems,
  )
  const body = check(schemas.body, bodyOf(request, problems), problems)
  if (schemas.headers) checkHeaders(request, schemas.headers, problems)
  if (problems.length > 0) throw invalid(...new Set(problems))
  return { params, query, body }
}

function requirePath(request: FastifyRequest, schema: z.ZodType | undefined) {
  const { params } = request
  if (!schema) return params
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    const value = (params as Record<string, string>)[name] ?? ''
    if (field.safeParse(value).success) continue
    // The router also matches an empty segment, but /users/ does not mean a user without an id.
    if (value === '') throw noSuchRoute(request)
    const { kind = 'Resource', absence } = (field.meta() ?? {}) as { kind?: string; absence?: string }
    throw notFound(kind, value.slice(0, 100), absence)
  }
  throw parsed.error
}

function check(schema: z.ZodType | undefined, value: unknown, problems: string[]) {
  if (!schema) return value
  const parsed = parseSafely(schema, value)
  if (parsed?.success) return dropIgnored(schema, parsed.data)
  if (parsed) for (const issue of parsed.error.issues) problems.push(...describe(issue, value))
  else problems.push('Request contains a value of the wrong type')
  return undefined
}

/**
 * Returns undefined if a check throws: Zod compares the `length` of a value even if it is not text, and an object may
 * have a `length` that cannot be compared.
 */
function parseSafely(schema: z.ZodType, value: unknown) {
  try {
    return schema.safeParse(value, { error: describeIssue })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

// Clients may send a fetched object back with its read-only fields. Handlers must not see these fields.
function dropIgnored(schema: z.ZodType, value: unknown) {
  const ignored = (schema.meta()?.ignored ?? []) as string[]
  if (ignored.length === 0) return value
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !ignored.includes(name)))
}

/** Replaces each header with its parsed value. */
function checkHeaders(request: FastifyRequest, schema: z.ZodObject, problems: string[]) {
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const parsed = field.safeParse(request.headers[name], { error: describeIssue })
    if (parsed.success) Object.assign(request.headers, { [name]: parsed.data })
    else problems.push(`Header [${name}] is invalid: ${parsed.error.issues[0]?.message}`)
  }
}

function bodyOf(request: FastifyRequest, problems: string[]) {
  const { body } = request
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  problems.push('Request body must be a JSON object')
  return {}
}

function describe(issue: z.core.$ZodIssue, input: unknown): string[] {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `Field [${[...issue.path, key].join('.')}] is unknown`)
  }
  if (isMissing(input, issue.path)) return [`Request is missing the required field [${field}]`]
  return [`Field [${field}] is invalid: ${issue.message}`]
}

function isMissing(input: unknown, path: PropertyKey[]) {
  let value = input
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step]
  return value === undefined
}

// Query values are text, so integers and booleans are converted where the schema expects them.
function coerceQuery(query: unknown, schema: z.ZodType | undefined, problems: string[]) {
  if (!schema) {
    problems.push(...Object.keys(query as object).map((name) => `Field [${name.slice(0, 100)}] is unknown`))
    return query
  }
  const shape = shapeOf(schema)
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => {
      const field = shape[name] && unwrapOptional(shape[name])
      if (field instanceof z.ZodNumber && typeof value === 'string' && /^-?\d{1,15}$/.test(value))
        return [name, Number(value)]
      if (field instanceof z.ZodBoolean && (value === 'true' || value === 'false'))
        return [name, value === 'true']
      return [name, value]
    }),
  )
}

function unwrapOptional(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? unwrapOptional(field.unwrap() as z.ZodType)
    : field
}

const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject<Record<string, z.ZodType>>).shape ?? {}
