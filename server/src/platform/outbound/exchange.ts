import type { Client, Dispatcher } from 'undici'

export type Answer = {
  status: number
  /** Names in lower case; several of one name are joined by commas. */
  headers: Record<string, string>
  /** The first 4 KiB, or all of it where it was asked for. */
  body: Buffer
  durationMs: number
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** What came back, and whether the connection may be used again. */
export type Exchanged = Omit<Answer, 'durationMs'> & { isComplete: boolean }

/** The connection failed before the headers were complete. */
export class Unanswered extends Error {
  /** Whether anything at all came back. */
  readonly hasBegun: boolean

  constructor(cause: unknown, hasBegun: boolean) {
    super('the connection failed', { cause })
    this.name = 'Unanswered'
    this.hasBegun = hasBegun
  }
}

export type Message = {
  method: 'POST' | 'GET'
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
}

/** For the body: how long it may take once the headers are there, and how much of it is kept and read. */
export type BodyLimits = { bodyMs: number; keptBytes: number; readBytes: number }

const mostHeaders = 100

/**
 * One request and its answer. The status decides, so complete headers are an answer: a body gets a moment more, for
 * whoever reads the log, and no receiver can hold a sender by letting it drip.
 */
export function exchange(
  client: Client,
  message: Message,
  { bodyMs, keptBytes, readBytes, signal }: BodyLimits & { signal: AbortSignal },
) {
  return new Promise<Exchanged>((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let hasBegun = false
    let head: Pick<Answer, 'status' | 'headers'> | undefined
    let timer: NodeJS.Timeout | undefined

    const finish = (isComplete: boolean, error?: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      if (head) resolve({ ...head, body: Buffer.concat(chunks), isComplete })
      else reject(new Unanswered(error, hasBegun))
    }
    const stop = () => finish(false, signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })

    client.dispatch(message, {
      onRequestStart() {},
      onResponseStarted() {
        hasBegun = true
      },
      onResponseStart(_, status, headers) {
        // Early hints and the like come before the answer.
        if (status < 200) return
        head = { status, headers: readHeaders(headers) }
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

/** Their size is limited where they are read. */
function readHeaders(headers: Headers): Record<string, string> {
  const read: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers).slice(0, mostHeaders)) {
    if (value !== undefined) read[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return read
}
