import type { Log } from './telemetry/log.ts'

/** What time it is where payslips are made: the real time, or that of the sandbox. */
export type Clock = { now(): Date; close(): void }

export const realClock: Clock = { now: () => new Date(), close() {} }

const askEveryMs = 500

/**
 * Follows the clock of the sandbox, which can be moved: whoever moves it by a month sees at once what a month brings.
 * While the sandbox does not answer, time goes on from what it said last.
 */
export function followClock({ url, log }: { url: string; log: Log }): Clock & { ready: Promise<void> } {
  let aheadMs = 0
  let isLost = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function ask() {
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) })
      const { now } = (await reply.json()) as { now: string }
      const told = Date.parse(now)
      if (Number.isNaN(told)) throw new Error('not a time')
      aheadMs = told - Date.now()
      isLost = false
    } catch (error) {
      if (!isLost) log.warn({ err: error }, 'the clock of the sandbox does not answer')
      isLost = true
    }
  }
  async function follow() {
    await ask()
    if (!isClosed) timer = setTimeout(follow, askEveryMs).unref()
  }
  return {
    ready: follow(),
    now: () => new Date(Date.now() + aheadMs),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
