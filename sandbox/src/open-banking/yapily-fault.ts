import { randomUUID } from 'node:crypto'

/** An expected error of the simulated Yapily API, in one of its two documented formats. */
export class YapilyFault extends Error {
  readonly status: number
  readonly issues: { type: string; code: string; message: string; parameter?: string }[]

  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    issues: YapilyFault['issues'] = [],
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
    this.name = 'YapilyFault'
    this.status = status
    this.issues = issues
  }
}

const statusNames: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

/**
 * Formats a fault. Yapily has two formats: most operations return a message, and some (`hasIssues`) a list of issues with
 * a tracing id.
 */
export function yapilyErrorBody({ status, message, issues }: YapilyFault, hasIssues: boolean) {
  const tracingId = randomUUID()
  const facts = { tracingId, code: status, status: statusNames[status] ?? 'ERROR', source: 'YAPILY' }
  if (hasIssues) return { error: { ...facts, issues } }
  const parameters = issues.map(({ parameter, message: text }) => `${parameter}: ${text}`)
  return { error: { ...facts, message: [message, ...parameters].join('; ') } }
}
