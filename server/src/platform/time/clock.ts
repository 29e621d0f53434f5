import type { Log } from '../telemetry/log.ts'

/** What time it is where payslips are made: the real time, or that of the sandbox. */
export type Clock = {
  now(): Date
  /** False until the sandbox has said what time it is; until then `now` is the real time. */
  isKnown(): boolean
  /** Waits for that, but not longer than this. */
  ready(withinMs: number): Promise<void>
  close(): void
}

export const realClock: Clock = {
  now: () => new Date(),
  isKnown: () => true,
  ready: async () => {},
  close() {},
}

const askEveryMs = 500

/**
 * Follows the clock of the sandbox, which can be moved: whoever moves it by a month sees at once what a month brings.
 * While the sandbox does not answer, time goes on from what it said last.
 */
export function followClock({ url, key, log }: { url: string; key?: string | undefined; log: Log }): Clock {
  const headers: Record<string, string> = key ? { 'x-control-key': key } : {}
  let aheadMs = 0
  let isKnown = false
  let isLost = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const known = Promise.withResolvers<void>()

  async function ask() {
    try {
      const reply = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })
      const { now } = (await reply.json()) as { now: string }
      const told = Date.parse(now)
      if (Number.isNaN(told)) throw new Error('not a time')
      aheadMs = told - Date.now()
      isLost = false
      isKnown = true
      known.resolve()
    } catch (error) {
      if (!isLost && !isClosed) log.warn({ err: error }, 'the clock of the sandbox does not answer')
      isLost = true
    }
  }
  async function follow() {
    await ask()
    if (!isClosed) timer = setTimeout(follow, askEveryMs).unref()
  }
  follow()
  return {
    now: () => new Date(Date.now() + aheadMs),
    isKnown: () => isKnown,
    async ready(withinMs) {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const waiting = setTimeout(resolve, withinMs)
      await Promise.race([known.promise, late])
      clearTimeout(waiting)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
