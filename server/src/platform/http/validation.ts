import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, notFound } from '../problem.ts'

export type Parts = {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  /** Headers of ours, in lower case; all others are let through unread. */
  headers?: z.ZodObject
}

/** Checks every part of a request and names all problems at once. Returns what the handler receives. */
export function checkRequest(request: FastifyRequest, parts: Parts) {
  const params = requirePath(request.params, parts.params)
  const problems: string[] = []
  const query = check(parts.querystring, fromText(request.query, parts.querystring, problems), problems)
  const body = check(parts.body, bodyOf(request, problems), problems)
  if (parts.headers) checkHeaders(request, parts.headers, problems)
  if (problems.length > 0) throw invalid(...new Set(problems))
  return { params, query, body }
}

function requirePath(params: unknown, schema: z.ZodType | undefined) {
  if (!schema) return params
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    const value = (params as Record<string, string>)[name] ?? ''
    if (field.safeParse(value).success) continue
    const { kind = 'Resource', absence } = (field.meta() ?? {}) as { kind?: string; absence?: string }
    throw notFound(kind, value.slice(0, 100), absence)
  }
  throw parsed.error
}

function check(schema: z.ZodType | undefined, value: unknown, problems: string[]) {
  if (!schema) return value
  const parsed = schema.safeParse(value)
  if (parsed.success) return dropIgnored(schema, parsed.data)
  for (const issue of parsed.error.issues) problems.push(...describe(issue, value))
  return undefined
}

// Read-only fields are taken so that a fetched object can be sent back; no handler may see them.
function dropIgnored(schema: z.ZodType, value: unknown) {
  const ignored = (schema.meta()?.ignored ?? []) as string[]
  if (ignored.length === 0) return value
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !ignored.includes(name)))
}

/** Puts what was read in the place of what was sent: a handler sees the header as its schema gives it. */
function checkHeaders(request: FastifyRequest, schema: z.ZodObject, problems: string[]) {
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const parsed = field.safeParse(request.headers[name])
    if (parsed.success) Object.assign(request.headers, { [name]: parsed.data })
    else problems.push(`Header [${name}] is invalid: ${parsed.error.issues[0]?.message}`)
  }
}

function bodyOf(request: FastifyRequest, problems: string[]) {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  problems.push('Request body must be a JSON object')
  return {}
}

function describe(issue: z.core.$ZodIssue, input: unknown): string[] {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `Field [${[...issue.path, key].join('.')}] is unknown`)
  }
  if (isMissing(input, issue.path)) return [`Request is missing the required field [${field}]`]
  const reason = issue.message.replace(/^Invalid (input|option): /, '')
  return [`Field [${field}] is invalid: ${reason}`]
}

function isMissing(input: unknown, path: PropertyKey[]) {
  let value = input
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step]
  return value === undefined
}

// A query string knows only text. Whole numbers and true/false are read where the schema expects them.
function fromText(query: unknown, schema: z.ZodType | undefined, problems: string[]) {
  if (!schema) {
    problems.push(...Object.keys(query as object).map((name) => `Field [${name.slice(0, 100)}] is unknown`))
    return query
  }
  const shape = shapeOf(schema)
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => {
      const field = shape[name] && bare(shape[name])
      if (field instanceof z.ZodNumber && typeof value === 'string' && /^-?\d{1,15}$/.test(value))
        return [name, Number(value)]
      if (field instanceof z.ZodBoolean && (value === 'true' || value === 'false'))
        return [name, value === 'true']
      return [name, value]
    }),
  )
}

function bare(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? bare(field.unwrap() as z.ZodType)
    : field
}

const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject<Record<string, z.ZodType>>).shape ?? {}
