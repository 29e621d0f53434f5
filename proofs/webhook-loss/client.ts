import { setTimeout as sleep } from 'node:timers/promises'

export type RetryingClient = ReturnType<typeof openClient>

const maxAttempts = 100
const pauseMs = 300
const timeoutMs = 5_000

/** Opens an API client that retries while processes are being killed. */
export function openClient({ addresses, apiKey }: { addresses(): string[]; apiKey: string }) {
  let requestCount = 0

  /** Sends one request; returns undefined if it should be retried. */
  async function send(method: string, path: string, body: object | undefined) {
    const all = addresses()
    const address = all[requestCount++ % all.length]
    if (!address) return undefined
    const reply = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (!reply || reply.status >= 500) return undefined
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return JSON.parse(text)
  }

  return {
    async call(method: string, path: string, body?: object) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const reply = await send(method, path, body)
        if (reply) return reply
        await sleep(pauseMs)
      }
      throw new Error(`${method} ${path}: no reply after ${maxAttempts} attempts`)
    },
  }
}
