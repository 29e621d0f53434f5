import type { ErrorCode } from './types.ts'

/** What goes wrong on this side of the wire, or on it. */
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

/** Every failure of a call. It holds nothing of what was sent, so it may be logged. */
export class PayproofError extends Error {
  /** The operationId that failed. */
  readonly operation: string
  /** One text for each problem, all problems at once. */
  readonly errors: readonly string[]
  /** A stable word; those of the API are explained in docs/errors.md. A newer API may have more. */
  readonly code: ErrorCode | LocalErrorCode | (string & {})
  /** Of the answer, if there was one. */
  readonly status: number | undefined
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined
  /** In how many seconds it may work. */
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

/** The error that an answer is, whoever it is from: a balancer in between does not speak as the API does. */
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

/** Retry-After is a number of seconds or a date. */
function secondsOf(text: string | null) {
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
