// API calls. Every request is retried after a network failure: GET requests are safe, and all others carry an
// Idempotency-Key.

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Options = {
  body?: unknown
  headers?: Record<string, string>
  keepalive?: boolean
  signal?: AbortSignal
  /** Sends the request without waiting for a token. */
  isPublic?: boolean
}

/** A failed API call. `code` is an error code from docs/errors.md, or `network` if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Number of attempts left, if the service returned it. */
  readonly triesLeft: number | undefined
  constructor(status: number, code: string, triesLeft?: number) {
    super(code)
    this.status = status
    this.code = code
    this.triesLeft = triesLeft
  }
}

const pauses = [500, 1_500, 4_000]
const longestPause = 15_000
// Errors after which the service allows the same request again, with a delay.
const passing = new Set(['idempotency-key-running', 'rate-limited', 'unavailable'])

let token: string | undefined
let pendingToken: Promise<unknown> | undefined
let skew = 0
const listeners = new Set<(error: ApiError) => void>()

export const setToken = (value: string | undefined) => {
  token = value
}

/** Holds requests back until the token has arrived. If it does not arrive, they fail with its error. */
export function waitForToken(arrival: Promise<unknown>) {
  pendingToken = arrival
  arrival.catch(() => {})
}

/** Adds a listener for rejected requests, so that the end of the session is detected in one place. */
export function onRefusal(listener: (error: ApiError) => void) {
  listeners.add(listener)
}

/**
 * Returns the time by the service's clock, because deadlines refer to it and a phone's clock may be wrong by minutes.
 */
export const now = () => Date.now() + skew

export async function call<Reply>(method: Method, path: string, options: Options = {}): Promise<Reply> {
  if (!options.isPublic) await pendingToken
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (token) headers.authorization = `Bearer ${token}`
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  if (method === 'POST' || method === 'PUT') headers['idempotency-key'] ??= crypto.randomUUID()
  for (let tries = 0; ; tries++) {
    const { reply, error, wait } = await attempt<Reply>(method, path, options, headers)
    if (!error) return reply as Reply
    const pause = wait ?? pauses[tries]
    const again = error.code === 'network' || passing.has(error.code)
    if (!again || pause === undefined || tries >= pauses.length || options.signal?.aborted) {
      for (const listener of listeners) listener(error)
      throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

type Attempt<Reply> = { reply?: Reply; error?: ApiError; wait?: number }

async function attempt<Reply>(
  method: Method,
  path: string,
  { body, keepalive, signal }: Options,
  headers: Record<string, string>,
): Promise<Attempt<Reply>> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers,
      keepalive: keepalive ?? false,
      cache: 'no-store',
      credentials: 'same-origin',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch {
    return { error: new ApiError(0, 'network') }
  }
  readClock(response.headers.get('date'))
  const content = await response.json().catch(() => undefined)
  if (response.ok) {
    // A truncated response counts as no response.
    return content === undefined ? { error: new ApiError(0, 'network') } : { reply: content }
  }
  const code =
    response.headers.get('x-svc-error-code') ?? (response.status >= 500 ? 'unavailable' : 'unexpected')
  const seconds = Number(response.headers.get('retry-after'))
  const left = response.headers.get('x-svc-attempts-left')
  return {
    error: new ApiError(response.status, code, left === null ? undefined : Number(left)),
    ...(seconds > 0 && { wait: Math.min(seconds * 1000, longestPause) }),
  }
}

export function readClock(date: string | null) {
  const serverTime = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(serverTime)) return
  // The Date header has whole seconds and some latency, so a small difference is ignored.
  const difference = serverTime - Date.now()
  skew = Math.abs(difference) > 5_000 ? difference : 0
}
