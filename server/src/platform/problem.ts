/** A failure the caller can understand and act on. Any other error is a bug of ours and says nothing outside. */
export class Problem extends Error {
  readonly status: number
  readonly errors: string[]
  /** The stable word sent as X-Svc-Error-Code; docs/errors.md lists them all. */
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  /** How often the person may still try; sent as X-Svc-Attempts-Left. */
  readonly attemptsLeft: number | undefined

  constructor(
    status: number,
    code: string,
    errors: string[],
    more: { retryAfterSeconds?: number; attemptsLeft?: number; cause?: unknown } = {},
  ) {
    super(errors.join('; '), { cause: more.cause })
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.attemptsLeft = more.attemptsLeft
  }
}

export const invalid = (...errors: string[]) => new Problem(400, 'invalid-request', errors)

export const unauthorised = (error: string, code = 'credentials-refused') => new Problem(401, code, [error])

export const forbidden = (code: string, error: string) => new Problem(403, code, [error])

export const doesNotExist = 'does not exist'

export const notFound = (kind: string, id: string, absence = doesNotExist) =>
  new Problem(404, 'not-found', [`${kind} [${id}] ${absence}`])

export const tooMany = (code: string, error: string, retryAfterSeconds: number) =>
  new Problem(429, code, [error], { retryAfterSeconds })

export const moving = (cause?: unknown) =>
  new Problem(
    503,
    'client-moving',
    [
      'This client is being moved to another place, which takes a few seconds. What exists can mostly be read; please send the request again.',
    ],
    { retryAfterSeconds: 1, cause },
  )

export const unavailable = (cause: unknown, retryAfterSeconds = 1) =>
  new Problem(503, 'unavailable', ['The service is busy or a part of it is away. Please try again.'], {
    retryAfterSeconds,
    cause,
  })
