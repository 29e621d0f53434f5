import type { Log } from '../telemetry/log.ts'

/** The clock used for payroll data: the real time, or the clock of the sandbox, which can be moved. */
export type Clock = {
  now(): Date
  /** False until the sandbox has returned its time. Until then, `now` returns the real time. */
  isSynchronised(): boolean
  /** Waits until the clock is synchronised, or until the timeout. */
  ready(timeoutMs: number): Promise<void>
  close(): void
}

export const realClock: Clock = {
  now: () => new Date(),
  isSynchronised: () => true,
  ready: async () => {},
  close() {},
}

const pollIntervalMs = 500

/**
 * Polls the clock of the sandbox, so that moving it takes effect within half a second. While the sandbox is
 * unreachable, time continues from its last reply.
 */
export function followSandboxClock({
  url,
  key,
  log,
}: {
  url: string
  key?: string | undefined
  log: Log
}): Clock {
  const headers: Record<string, string> = key ? { 'x-control-key': key } : {}
  let offsetMs = 0
  let isSynchronised = false
  let isUnreachable = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const synchronised = Promise.withResolvers<void>()

  async function poll() {
    try {
      const reply = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })
      const { now } = (await reply.json()) as { now: string }
      const sandboxMs = Date.parse(now)
      if (Number.isNaN(sandboxMs)) throw new Error('not a time')
      offsetMs = sandboxMs - Date.now()
      isUnreachable = false
      isSynchronised = true
      synchronised.resolve()
    } catch (error) {
      if (!isUnreachable && !isClosed) log.warn({ err: error }, 'could not read sandbox clock')
      isUnreachable = true
    }
  }
  async function follow() {
    await poll()
    if (!isClosed) timer = setTimeout(follow, pollIntervalMs).unref()
  }
  follow()
  return {
    now: () => new Date(Date.now() + offsetMs),
    isSynchronised: () => isSynchronised,
    async ready(timeoutMs) {
      const { promise: timedOut, resolve } = Promise.withResolvers<void>()
      const timeout = setTimeout(resolve, timeoutMs)
      await Promise.race([synchronised.promise, timedOut])
      clearTimeout(timeout)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
