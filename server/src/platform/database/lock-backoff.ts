import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isBusy } from './transient-errors.ts'

export type Patience = {
  /** How long anybody may wait for us before we give way. */
  holdMs: number
  /** How long we go on trying. */
  limitMs: number
}

const lookEveryMs = 25
const firstPauseMs = 100
const longestPauseMs = 5_000

// Waiters behind a lock that we wait for ourselves count too: they wait because of us.
const longestWait = `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float as ms from pg_locks
  where not granted and waitstart is not null and $1::int = any (pg_blocking_pids(pid))`

/**
 * Runs work that takes locks on tables in use. As soon as somebody has waited too long for it, it is cancelled and tried
 * again after a pause, so that no caller ever waits longer than that. Work must be one transaction, or leave nothing half done.
 */
export async function runPatiently<T>(
  client: pg.Client,
  watcher: pg.Client,
  { holdMs, limitMs }: Patience,
  work: () => Promise<T>,
  onWait: (reason: string) => void = () => {},
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  const deadline = Date.now() + limitMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const watch = watchWaiters(watcher, pid, holdMs)
    const outcome = await work().then(
      (value) => ({ value }),
      (error: Error) => ({ error }),
    )
    const isInTheWay = await watch.stop()
    if ('value' in outcome) return outcome.value
    const { error } = outcome
    if (!isBusy(error)) throw error
    const reason = isInTheWay ? `others waited ${holdMs} ms for it` : 'it waited for a lock'
    if (Date.now() + pauseMs > deadline) {
      throw new Error(`${reason} at every try for ${Math.round(limitMs / 1000)} s`, { cause: error })
    }
    onWait(reason)
    // Not always at the same point of somebody else's rhythm.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Cancels what `pid` is doing when somebody has waited too long because of it. */
function watchWaiters(watcher: pg.Client, pid: number | undefined, holdMs: number) {
  let isOver = false
  let isInTheWay = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await watcher.query<{ ms: number | null }>(longestWait, [pid])
      if (!isOver && (rows[0]?.ms ?? 0) >= holdMs) {
        isInTheWay = true
        await watcher.query('select pg_cancel_backend($1)', [pid])
      }
      await sleep(lookEveryMs)
    }
  })()
  // Without its watcher the work goes on: each single lock has a time limit of its own.
  watching.catch(() => {})
  return {
    async stop() {
      isOver = true
      await watching.catch(() => {})
      return isInTheWay
    },
  }
}
