import type { Client, Dispatcher } from 'undici'
import type { Cancellation } from './cancellation.ts'

export type OutboundResponse = {
  status: number
  /** Header names are in lower case. Repeated headers are joined by commas. */
  headers: Record<string, string>
  /** The first 4 KiB of the body for post(), or the whole body for get(). */
  body: Buffer
  durationMs: number
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** The response and whether it was complete. Only after a complete response can the connection be reused. */
export type ExchangeResult = Omit<OutboundResponse, 'durationMs'> & { isComplete: boolean }

/** Thrown if the connection failed before the response headers were complete. */
export class NoResponseError extends Error {
  /** Whether any byte of a response was received. */
  readonly hasResponseStarted: boolean

  constructor(cause: unknown, hasResponseStarted: boolean) {
    super('the connection failed', { cause })
    this.name = 'NoResponseError'
    this.hasResponseStarted = hasResponseStarted
  }
}

export type OutboundMessage = {
  method: 'POST' | 'GET'
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
}

/** Limits of the response body: time after the headers, bytes returned to the caller, bytes read before the connection is closed. */
export type BodyLimits = { bodyMs: number; keptBytes: number; readBytes: number }

const maxHeaders = 100

/**
 * Sends one request. Complete headers count as a response, because the status determines success. The body gets a
 * short additional timeout, so that a receiver cannot occupy the connection by sending the body slowly.
 */
export function exchange(
  client: Client,
  message: OutboundMessage,
  { bodyMs, keptBytes, readBytes, cancellation }: BodyLimits & { cancellation: Cancellation },
) {
  return new Promise<ExchangeResult>((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let hasResponseStarted = false
    let head: Pick<OutboundResponse, 'status' | 'headers'> | undefined
    let timer: NodeJS.Timeout | undefined

    const finish = (isComplete: boolean, error?: unknown) => {
      clearTimeout(timer)
      cancellation.listen(undefined)
      if (head) resolve({ ...head, body: Buffer.concat(chunks), isComplete })
      else reject(new NoResponseError(error, hasResponseStarted))
    }
    const stop = () => finish(false, cancellation.reason)
    if (cancellation.isCancelled) return stop()
    cancellation.listen(stop)

    client.dispatch(message, {
      onRequestStart() {},
      onResponseStarted() {
        hasResponseStarted = true
      },
      onResponseStart(_, status, headers) {
        // Informational responses such as 103 Early Hints precede the final response.
        if (status < 200) return
        head = { status, headers: collectHeaders(headers) }
        timer = setTimeout(finish, bodyMs, false)
      },
      onResponseData(_, chunk) {
        if (bytes < keptBytes) chunks.push(Buffer.from(chunk.subarray(0, keptBytes - bytes)))
        bytes += chunk.length
        if (bytes > readBytes) finish(false)
      },
      onResponseEnd: () => finish(true),
      onResponseError: (_, error) => finish(false, error),
    })
  })
}

/** undici limits the total size of headers; this limits their number. */
function collectHeaders(headers: Headers): Record<string, string> {
  const collected: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers).slice(0, maxHeaders)) {
    if (value !== undefined) collected[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return collected
}
