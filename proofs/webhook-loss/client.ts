import { setTimeout as sleep } from 'node:timers/promises'

export type Client = ReturnType<typeof openClient>

const tries = 100
const pauseMs = 300
const timeoutMs = 5_000

/** A client of the API who does not give up while processes die under their requests. */
export function openClient({ addresses, apiKey }: { addresses(): string[]; apiKey: string }) {
  let turn = 0

  /** The answer, or undefined if it is worth asking again. */
  async function ask(method: string, path: string, body: object | undefined) {
    const all = addresses()
    const address = all[turn++ % all.length]
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
      for (let asked = 0; asked < tries; asked++) {
        const answer = await ask(method, path, body)
        if (answer) return answer
        await sleep(pauseMs)
      }
      throw new Error(`${method} ${path}: no answer after ${tries} tries`)
    },
  }
}
