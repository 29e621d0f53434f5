import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'

/** An answer other than success, in plain words for whoever asked. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: string[]

  constructor(status: number, ...errors: string[]) {
    super(errors.join('; '))
    this.status = status
    this.errors = errors
  }
}

/** What an error of any kind says outside: our own words, and of others the name of the status alone. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string }
  return new Refusal(statusCode, known[code] ?? STATUS_CODES[statusCode] ?? 'Something went wrong')
}

const known: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not taken here; controls want application/json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON',
  FST_ERR_BAD_URL: 'The address is not in the right form',
}

/** The value as the schema has it, or a refusal that names every field at fault. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refusal(400, ...parsed.error.issues.map(plainWords))
}

type Issue = z.core.$ZodIssue

function plainWords(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `[${key}] is not known`).join('; ')
  const field = issue.path.join('.')
  return `[${field || 'body'}] ${fault(issue)}`
}

function fault(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('undefined') ? 'is missing' : `must be ${article(issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must ${have(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must ${have(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`
    default:
      return issue.code === 'custom' || issue.message.startsWith('must') ? issue.message : 'is not right'
  }
}

const units: Record<string, string> = { string: ' characters', array: ' entries' }
const unit = (origin: string) => units[origin] ?? ''
const have = (origin: string) => (unit(origin) ? 'have' : 'be')
const kinds: Record<string, string> = { int: 'a whole number', object: 'an object', array: 'a list' }
const article = (kind: string) => kinds[kind] ?? `a ${kind}`
