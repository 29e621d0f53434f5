import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type RetryingCaller = ReturnType<typeof openCaller>

type Reply = { status: number; body: Record<string, unknown> }

const timeoutMs = 30_000
const giveUpMs = 180_000

/** Opens a client that sends every write with an Idempotency-Key and retries after 503 with Retry-After. */
export function openCaller(url: string, headers: Record<string, string>) {
  const counts = { answered: 0, refused: 0 }
  const refusals = new Set<string>()
  let longestMs = 0

  async function send(method: string, path: string, body: object | undefined, key: string): Promise<Reply> {
    const reply = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (reply.status !== 503) return { status: reply.status, body: text ? JSON.parse(text) : {} }
    counts.refused++
    refusals.add(reply.headers.get('x-svc-error-code') ?? 'none')
    const seconds = Number(reply.headers.get('retry-after'))
    if (!(seconds > 0)) throw new Error(`${method} ${path}: 503 without Retry-After`)
    await sleep(Math.min(seconds * 1_000, 1_000))
    return { status: 503, body: {} }
  }

  return {
    counts,
    refusals,
    /** Returns the longest duration of one request including its retries. */
    longestMs: () => Math.round(longestMs),
    /** Sends a request and retries it until the reply is not a 503. */
    async call(method: string, path: string, body?: object): Promise<Reply> {
      const startedAt = performance.now()
      const key = randomUUID()
      for (;;) {
        const reply = await send(method, path, body, key)
        const tookMs = performance.now() - startedAt
        if (reply.status === 503 && tookMs < giveUpMs) continue
        counts.answered++
        longestMs = Math.max(longestMs, tookMs)
        return reply
      }
    },
  }
}
