import { setTimeout as sleep } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: replies have many shapes.
export type SoakReply = { status: number; code: string | null; body: any }
export type SoakCaller = ReturnType<typeof openSoakCaller>

type RequestOptions = { body?: object; key?: string; headers?: Record<string, string> }

// Longer than 25 s, the service's limit for waiting on a task, so that the caller receives the service's reply.
const timeoutMs = 30_000
const pauseMs = 250
const giveUpMs = 120_000
/** Error codes after which the request had no effect or an unknown one; it is repeated with the same key. */
const retryableCodes = new Set<string | null>(['unavailable', 'idempotency-key-running', 'overloaded'])

/** Opens a client that repeats a request with its Idempotency-Key until it gets a definite reply. */
export function openSoakCaller({ addresses, apiKey }: { addresses(): string[]; apiKey: string }) {
  const counts = { requests: 0, writes: 0, repeated: 0 }
  const unexpected: string[] = []
  let next = 0

  async function send(method: string, path: string, { body, key, headers }: RequestOptions) {
    const all = addresses()
    const address = all[next++ % all.length]
    if (!address) return undefined
    const reply = await fetch(address + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(headers ?? { 'x-api-key': apiKey }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (response): Promise<SoakReply> => {
        const text = await response.text()
        const isJson = response.headers.get('content-type')?.includes('json')
        return {
          status: response.status,
          code: response.headers.get('x-svc-error-code'),
          body: isJson ? JSON.parse(text) : text,
        }
      })
      .catch(() => undefined)
    return reply && (reply.status === 503 || retryableCodes.has(reply.code)) ? undefined : reply
  }

  return {
    counts,
    /** Replies with status 500, and requests without a definite reply. */
    unexpected,
    /** Returns the first definite reply; undefined if there was none in two minutes. */
    async call(method: string, path: string, options: RequestOptions = {}): Promise<SoakReply | undefined> {
      const endsAt = performance.now() + giveUpMs
      for (;;) {
        counts.requests++
        const reply = await send(method, path, options)
        if (reply && reply.status >= 500)
          unexpected.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
        if (reply) {
          if (method !== 'GET' && reply.status < 400) counts.writes++
          return reply
        }
        if (performance.now() > endsAt) {
          unexpected.push(`${method} ${path}: no definite reply in ${giveUpMs / 1_000} s`)
          return undefined
        }
        counts.repeated++
        await sleep(pauseMs)
      }
    },
  }
}
