import { errorOf, PayproofError } from './errors.ts'

export type Fetch = typeof fetch

export type Attempt = {
  operation: string
  url: string
  init: { method: string; headers: Record<string, string>; body?: NonNullable<RequestInit['body']> }
  /** Whether the browser adds the cookies of its own origin, and stores those of the response. */
  usesCookies?: boolean
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** Sends one request and reads the whole response. Throws on timeout and for any response other than success. */
export async function attempt<T>(
  fetch: Fetch,
  { operation, url, init, usesCookies = false, timeoutMs, signal }: Attempt,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => ending.abort(), timeoutMs)
  try {
    // Redirects are not followed, because that would send the API key to another host.
    const credentials = usesCookies ? 'same-origin' : 'omit'
    const fixed = { redirect: 'error', credentials, signal: ending.signal } as const
    const response = await fetch(url, { ...init, ...fixed })
    if (!response.ok) throw errorOf(operation, response.status, response.headers, await response.text())
    return await read(response)
  } catch (error) {
    if (error instanceof PayproofError) throw error
    signal?.throwIfAborted()
    throw ending.signal.aborted
      ? localError(operation, 'timed-out', `There was no answer within ${timeoutMs} ms`, error)
      : localError(operation, 'no-answer', 'The connection failed', error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/**
 * Parses the response as JSON. The error of JSON.parse is not passed on, because it quotes the text and errors are
 * often logged.
 */
export async function readJson(operation: string, response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw localError(operation, 'unreadable-answer', `The answer is ${response.status}, but not JSON`)
  }
}

function localError(operation: string, code: string, error: string, cause?: unknown) {
  return new PayproofError({ operation, code, errors: [error] }, { cause })
}
