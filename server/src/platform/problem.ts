/**
 * An error that the caller can understand and act on. Any other error is a bug, for which the caller gets a plain 500
 * without details.
 */
export class Problem extends Error {
  readonly status: number
  readonly errors: string[]
  /** Stable error code, sent as X-Svc-Error-Code. docs/errors.md lists all codes. */
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  /** Number of attempts the applicant has left, sent as X-Svc-Attempts-Left. */
  readonly attemptsLeft: number | undefined

  constructor(
    status: number,
    code: string,
    errors: string[],
    options: { retryAfterSeconds?: number; attemptsLeft?: number; cause?: unknown } = {},
  ) {
    super(errors.join('; '), { cause: options.cause })
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfterSeconds = options.retryAfterSeconds
    this.attemptsLeft = options.attemptsLeft
  }
}

export const invalid = (...errors: string[]) => new Problem(400, 'invalid-request', errors)

export const unauthorised = (error: string, code = 'credentials-refused') => new Problem(401, code, [error])

export const forbidden = (code: string, error: string) => new Problem(403, code, [error])

/** A request with the session cookie, or a sign-in that asks for the cookie, from a page of another origin. */
export const crossSite = () =>
  unauthorised('The session cookie is accepted only from pages of the console', 'cross-site-request')

export const doesNotExist = 'does not exist'

export const notFound = (kind: string, id: string, absence = doesNotExist) =>
  new Problem(404, 'not-found', [`${kind} [${id}] ${absence}`])

export const deletedMeanwhile = (cause: unknown) =>
  new Problem(
    404,
    'not-found',
    ['A resource that the request names was deleted while the request was running'],
    {
      cause,
    },
  )

export const noSuchRoute = ({ method, url }: { method: string; url: string }) =>
  new Problem(404, 'no-such-route', [`There is no ${method} ${url.split('?')[0]?.slice(0, 200)}`])

export const tooManyRequests = (code: string, error: string, retryAfterSeconds: number) =>
  new Problem(429, code, [error], { retryAfterSeconds })

export const clientMoving = (cause?: unknown) =>
  new Problem(
    503,
    'client-moving',
    [
      'This client is being moved to another cell, which takes a few seconds. Most reads still work; please retry.',
    ],
    { retryAfterSeconds: 1, cause },
  )

export const unavailable = (cause: unknown, retryAfterSeconds = 1) =>
  new Problem(503, 'unavailable', ['The service is overloaded or partly unavailable. Please try again.'], {
    retryAfterSeconds,
    cause,
  })
