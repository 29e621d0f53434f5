import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'

/** An error response: HTTP status and messages for the caller. */
export class SandboxHttpError extends Error {
  readonly status: number
  readonly errors: string[]

  constructor(status: number, ...errors: string[]) {
    super(errors.join('; '))
    this.status = status
    this.errors = errors
  }
}

/** Converts any error to a response. Messages of foreign errors are replaced, because they may leak internals. */
export function toSandboxHttpError(error: unknown): SandboxHttpError {
  if (error instanceof SandboxHttpError) return error
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string }
  return new SandboxHttpError(
    statusCode,
    knownErrorTexts[code] ?? STATUS_CODES[statusCode] ?? 'Something went wrong',
  )
}

const knownErrorTexts: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted; send application/json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON',
  FST_ERR_BAD_URL: 'The address is not in the right form',
}

/** Parses the value, or throws a 400 that lists every invalid field. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new SandboxHttpError(400, ...parsed.error.issues.map(describeIssue))
}

type Issue = z.core.$ZodIssue

function describeIssue(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `[${key}] is not known`).join('; ')
  const field = issue.path.join('.')
  return `[${field || 'body'}] ${describeFault(issue)}`
}

function describeFault(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('undefined') ? 'is missing' : `must be ${article(issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must ${verbFor(issue.origin)} at least ${issue.minimum}${unitFor(issue.origin)}`
    case 'too_big':
      return `must ${verbFor(issue.origin)} at most ${issue.maximum}${unitFor(issue.origin)}`
    default:
      return issue.code === 'custom' || issue.message.startsWith('must') ? issue.message : 'is not right'
  }
}

const units: Record<string, string> = { string: ' characters', array: ' entries' }
const unitFor = (origin: string) => units[origin] ?? ''
const verbFor = (origin: string) => (unitFor(origin) ? 'have' : 'be')
const kinds: Record<string, string> = { int: 'a whole number', object: 'an object', array: 'a list' }
const article = (kind: string) => kinds[kind] ?? `a ${kind}`
