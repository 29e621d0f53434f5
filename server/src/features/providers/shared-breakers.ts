import { randomUUID } from 'node:crypto'
import { ConnectionFailure } from '../../connectors/failure.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { repeat } from './background-loop.ts'
import {
  after,
  type Breaker,
  type Change,
  closed,
  gate,
  isOpen,
  isTooManyInRow,
  shortWaitMs,
} from './breaker.ts'
import { listBreakers, lockBreaker, readTime, updateBreaker } from './queries.ts'

const subject = 'providers.breaker'
/** How old a process's picture may be when the bus has lost a message. */
const lookEveryMs = 800

/** The breakers of all providers, one for all processes: kept in the database, remembered here. */
export function openSharedBreakers({ database, bus, log }: { database: Tenancy; bus: Bus; log: Log }) {
  let known = new Map<string, Breaker>()
  let aheadMs = 0
  let changes = 0
  /** Of calls since the breaker was opened or closed last. */
  const badInRow = new Map<string, { since: number; calls: number }>()
  const changing = new Set<string>()

  const of = (provider: string) => known.get(provider) ?? closed
  const now = () => Date.now() + aheadMs

  async function look() {
    const before = changes
    const [seen, time] = await database.system(
      async (tx) => [await listBreakers(tx), await readTime(tx)] as const,
    )
    aheadMs = time - Date.now()
    // What this process has changed meanwhile is newer than what was read.
    if (before === changes) known = seen
  }
  const looking = repeat(lookEveryMs, look, (error) =>
    log.warn({ err: error }, 'which providers are left alone could not be read; it will be tried again'),
  )
  const deafen = bus.hear(subject, looking.now)

  async function change(provider: string, what: Change) {
    const breaker = await database.system(async (tx) => {
      const old = await lockBreaker(tx, provider)
      const changed = after(old, what, { now: await readTime(tx), random: Math.random() })
      if (changed !== old) await updateBreaker(tx, provider, changed)
      return changed
    })
    changes++
    known = new Map(known).set(provider, breaker)
    bus.tell(subject, {})
    return breaker
  }

  /** One of this process at a time: the others would find that it has been done. */
  async function changeOnce(provider: string, what: Change) {
    if (changing.has(provider)) return of(provider)
    changing.add(provider)
    try {
      return await change(provider, what)
    } finally {
      changing.delete(provider)
    }
  }

  async function trip(provider: string, why: string) {
    badInRow.delete(provider)
    try {
      const { openUntil } = await changeOnce(provider, { kind: 'tripped' })
      log.warn({ provider, why, openUntil: new Date(openUntil) }, 'a provider is left alone for a while')
    } catch (error) {
      log.warn({ err: error, provider }, 'a provider that fails could not be marked; it will be tried again')
    }
  }

  return {
    begun: looking.begun,
    now,
    of,
    isOpen: (provider: string) => isOpen(of(provider)),
    /** When a call may go, if none may now; by the clock of this process. */
    openUntil(provider: string) {
      const waitMs = gate(of(provider), now())
      return typeof waitMs === 'number' ? new Date(Date.now() + waitMs) : undefined
    },
    /** Lets a call through or throws. What it returns is for `leave`: the name of the one that tries. */
    async enter(provider: string): Promise<string | undefined> {
      await looking.begun
      if (gate(of(provider), now()) === 'free') return undefined
      if (gate(of(provider), now()) === 'probe') {
        const by = randomUUID()
        const breaker = await changeOnce(provider, { kind: 'claimed', by })
        if (breaker.probe?.by === by) return by
        if (!isOpen(breaker)) return undefined
      }
      const waitMs = gate(of(provider), now())
      throw new ConnectionFailure('provider-down', {
        retryAfterMs: typeof waitMs === 'number' ? waitMs : shortWaitMs,
      })
    },
    /** How a call went that was begun at that time; undefined if it says nothing about the provider. */
    async leave(provider: string, call: { by: string | undefined; begunAt: number; isBad?: boolean }) {
      const { by, begunAt, isBad } = call
      if (by) {
        const kind = isBad === undefined ? 'dropped' : isBad ? 'failed' : 'answered'
        await change(provider, { kind, by }).catch((error) =>
          log.warn(
            { err: error, provider },
            'what came of a probe could not be written; there will be another',
          ),
        )
      } else if (isBad === false) {
        badInRow.delete(provider)
      } else if (isBad && !isOpen(of(provider)) && begunAt >= of(provider).since) {
        const { since } = of(provider)
        const before = badInRow.get(provider)
        const calls = (before?.since === since ? before.calls : 0) + 1
        badInRow.set(provider, { since, calls })
        if (isTooManyInRow(calls)) await trip(provider, `${calls} calls in a row failed`)
      }
    },
    trip,
    async close() {
      deafen()
      await looking.close()
    },
  }
}
