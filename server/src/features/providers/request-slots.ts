import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'

/** Whose request it is, and how many of all clients together the provider takes in a second. */
export type Turn = { provider: string; perSecond: number; clientId: string; isUrgent: boolean }

export type Turns = {
  /**
   * Sends a request when it is its turn, over all processes and clients. Clients take turns, so one that has a
   * thousand requests waiting delays nobody; among those of one client the urgent ones go first.
   */
  take<T>(turn: Turn, signal: AbortSignal, send: () => Promise<T>): Promise<T>
  waiting(): number
  close(): Promise<void>
}

type Waiter = { clientId: string; isUrgent: boolean; go(): void }
type Line = { provider: string; stepMs: number; waiters: Map<string, Waiter>; isServed: boolean }

/** What the network does to two requests on their way must not bring them into the same second. */
const margin = 1.02
/** A turn that was given longer ago than this is not used: somebody else's may have begun. */
const freshMs = 1_500
const heldMs = 3_000
/** A waiter must say so at least this often; who has not done so for a while is gone with its process. */
const askEveryMs = 400
const goneMs = 1_600
const afterFailureMs = 500
/** For a turn to be told as spent; a busy pool of connections takes a quarter of a second to say so. */
const mostTries = 8

export function openTurns({ database, log }: { database: Tenancy; log: Log }): Turns {
  const lines = new Map<string, Line>()
  const serving = new Set<Promise<void>>()
  let isClosed = false

  async function serve(line: Line) {
    line.isServed = true
    while (line.waiters.size > 0 && !isClosed) {
      try {
        const waitMs = await takeOne(line)
        if (waitMs > 0) await sleep(Math.min(waitMs, askEveryMs))
      } catch (error) {
        log.warn({ err: error }, 'a turn could not be asked for; it will be tried again')
        await sleep(afterFailureMs)
      }
    }
    line.isServed = false
  }

  /** Sends one request if it is somebody's turn; else says when to ask again. */
  async function takeOne(line: Line) {
    const askedAt = performance.now()
    const { turn, wait_ms } = await database.system((tx) => {
      const waiters = [...line.waiters.values()]
      return sql<{ turn: string | null; wait_ms: number }>`
        select * from take_turn(${line.provider}, ${[...line.waiters.keys()]}::uuid[],
          ${waiters.map(({ clientId }) => clientId)}::uuid[], ${waiters.map(({ isUrgent }) => isUrgent)}::boolean[],
          ${heldMs}, ${goneMs})`
        .execute(tx)
        .then(({ rows }) => rows[0] ?? { turn: null, wait_ms: askEveryMs })
    })
    if (turn === null) return wait_ms
    const waiter = line.waiters.get(turn)
    if (waiter && performance.now() - askedAt < freshMs) {
      line.waiters.delete(turn)
      waiter.go()
    }
    await spend(line)
    return line.stepMs
  }

  /** Else everybody would wait until the turn is taken for lost. */
  async function spend({ provider, stepMs }: Line) {
    for (let tries = 1; ; tries++) {
      try {
        return await database.system((tx) => sql`select spend_turn(${provider}, ${stepMs})`.execute(tx))
      } catch (error) {
        if (tries >= mostTries) throw error
      }
    }
  }

  function join(provider: string, perSecond: number) {
    const known = lines.get(provider)
    if (known) return known
    const stepMs = (1_000 / perSecond) * margin
    const line: Line = { provider, stepMs, waiters: new Map(), isServed: false }
    lines.set(provider, line)
    return line
  }

  /** Its place must not hold anybody up. */
  const leave = (provider: string, id: string) =>
    database
      .system((tx) =>
        sql`delete from turn_waiters where payroll_provider = ${provider} and id = ${id}`.execute(tx),
      )
      .catch(() => {})

  return {
    take<T>({ provider, perSecond, clientId, isUrgent }: Turn, signal: AbortSignal, send: () => Promise<T>) {
      const line = join(provider, perSecond)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const id = randomUUID()
      const onAbort = () => {
        line.waiters.delete(id)
        leave(provider, id)
        reject(signal.reason)
      }
      if (signal.aborted) return Promise.reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      line.waiters.set(id, {
        clientId,
        isUrgent,
        go() {
          signal.removeEventListener('abort', onAbort)
          resolve(send())
        },
      })
      if (!line.isServed) {
        const round: Promise<void> = serve(line).finally(() => serving.delete(round))
        serving.add(round)
      }
      return promise
    },
    waiting: () => [...lines.values()].reduce((sum, { waiters }) => sum + waiters.size, 0),
    async close() {
      isClosed = true
      await Promise.all(serving)
    },
  }
}
