import type { ErrorCode } from './types.ts'

/** Error codes raised by the SDK rather than the API. */
export type LocalErrorCode =
  | 'no-answer'
  | 'timed-out'
  | 'unreadable-answer'
  | 'wrong-credential'
  | 'upload-refused'

type Facts = {
  operation: string
  errors: string[]
  code: string
  status?: number | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** Any failed call. It contains no data of the request, so it is safe to log. */
export class PayproofError extends Error {
  /** The operationId of the failed call. */
  readonly operation: string
  /** One message per problem. */
  readonly errors: readonly string[]
  /** Stable error code. The API's codes are explained in docs/errors.md; a newer API may return others. */
  readonly code: ErrorCode | LocalErrorCode | (string & {})
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Request id, to be quoted when contacting support. */
  readonly requestId: string | undefined
  /** Seconds until a retry may succeed. */
  readonly retryAfter: number | undefined

  constructor({ operation, errors, code, status, requestId, retryAfter }: Facts, options?: ErrorOptions) {
    const marks = [status, code, requestId].filter((mark) => mark !== undefined).join(' ')
    super(`${operation}: ${errors.join('; ')} (${marks})`, options)
    this.name = 'PayproofError'
    this.operation = operation
    this.errors = errors
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** Builds the error for a response, which may have been sent by a proxy in another format than the API's. */
export function errorOf(operation: string, status: number, headers: Headers, body: string): PayproofError {
  return new PayproofError({
    operation,
    status,
    errors: errorsIn(body) ?? [`The answer is ${status} and does not say why`],
    code: headers.get('x-svc-error-code') ?? 'unreadable-answer',
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  })
}

function errorsIn(body: string): string[] | undefined {
  try {
    const { errors } = JSON.parse(body)
    return Array.isArray(errors) && errors.every((text) => typeof text === 'string') ? errors : undefined
  } catch {
    return undefined
  }
}

/** Parses Retry-After, which is a number of seconds or a date. */
function secondsOf(text: string | null) {
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
