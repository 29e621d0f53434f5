import { z } from 'zod'
import type { Log } from '../telemetry/log.ts'

/** The clock used for payroll data: the real time, or the clock of the sandbox, which each client can move. */
export type Clock = {
  now(clientId: string): Date
  /** Groups of clients by their time, for work over all clients. */
  groups(): ClockGroup[]
  /** False until the sandbox has returned its time. Until then, `now` returns the real time. */
  isSynchronised(): boolean
  /** Waits until the clock is synchronised, or until the timeout. */
  ready(timeoutMs: number): Promise<void>
  close(): void
}

/** One client with a time of its own, or all clients except those. */
export type ClockGroup = { now: Date; only: string } | { now: Date; except: readonly string[] }

export const realClock: Clock = {
  now: () => new Date(),
  groups: () => [{ now: new Date(), except: [] }],
  isSynchronised: () => true,
  ready: async () => {},
  close() {},
}

const pollIntervalMs = 500

const ClientId = z.uuid()
const SandboxTimes = z.object({
  now: z.iso.datetime(),
  tenants: z
    .array(z.object({ tenant: z.string().max(64), now: z.iso.datetime() }))
    .max(10_000)
    .default([]),
})

/**
 * Polls the clocks of the sandbox, so that moving one takes effect within half a second. While the sandbox is
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
  /** Offsets of clients that have moved their clock. */
  let ownOffsetsMs = new Map<string, number>()
  let isSynchronised = false
  let isUnreachable = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const synchronised = Promise.withResolvers<void>()

  async function poll() {
    try {
      const reply = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })
      const { now, tenants } = SandboxTimes.parse(await reply.json())
      const readAtMs = Date.now()
      offsetMs = Date.parse(now) - readAtMs
      // Anyone who can reach the sandbox can set a clock there under any name; only clients of the service count.
      const clients = tenants.filter(({ tenant }) => ClientId.safeParse(tenant).success)
      ownOffsetsMs = new Map(clients.map((one) => [one.tenant, Date.parse(one.now) - readAtMs]))
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
  const now = (clientId: string) => new Date(Date.now() + (ownOffsetsMs.get(clientId) ?? offsetMs))
  return {
    now,
    groups() {
      const clients = [...ownOffsetsMs.keys()]
      return [
        { now: new Date(Date.now() + offsetMs), except: clients },
        ...clients.map((only) => ({ now: now(only), only })),
      ]
    },
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
