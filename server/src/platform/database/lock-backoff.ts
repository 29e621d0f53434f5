import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isLockOrTimeout } from './transient-errors.ts'

export type LockBackoff = {
  /** Maximum time this work may block other sessions before it is cancelled. */
  maxBlockingMs: number
  /** Time after which the work is no longer retried and fails. */
  giveUpAfterMs: number
}

const checkEveryMs = 25
const firstPauseMs = 100
const maxPauseMs = 5_000

// Includes sessions queued behind a lock request that is itself still waiting, because PostgreSQL grants locks in
// order.
const longestBlockedSql = `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float as ms from pg_locks
  where not granted and waitstart is not null and $1::int = any (pg_blocking_pids(pid))`

/**
 * Runs work that locks tables in use (DDL). Work that blocks another session for longer than `maxBlockingMs` is
 * cancelled and retried with backoff, so live traffic never waits longer. The work must be one transaction or safe to
 * repeat.
 */
export async function runWithLockBackoff<T>(
  client: pg.Client,
  watcher: pg.Client,
  { maxBlockingMs, giveUpAfterMs }: LockBackoff,
  work: () => Promise<T>,
  onRetry: (reason: string) => void = () => {},
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  const deadline = Date.now() + giveUpAfterMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const watch = cancelWhenBlocking(watcher, pid, maxBlockingMs)
    const outcome = await work().then(
      (value) => ({ value }),
      (error: Error) => ({ error }),
    )
    const hasBlockedOthers = await watch.stop()
    if ('value' in outcome) return outcome.value
    const { error } = outcome
    if (!isLockOrTimeout(error)) throw error
    const reason = hasBlockedOthers
      ? `it blocked other sessions for ${maxBlockingMs} ms`
      : 'it timed out waiting for a lock'
    if (Date.now() + pauseMs > deadline) {
      throw new Error(`${reason} on every attempt for ${Math.round(giveUpAfterMs / 1000)} s`, {
        cause: error,
      })
    }
    onRetry(reason)
    // Jitter prevents every retry from coinciding with a periodic job.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Cancels the statement of `pid` once it has blocked another session for `maxBlockingMs`. */
function cancelWhenBlocking(watcher: pg.Client, pid: number | undefined, maxBlockingMs: number) {
  let isOver = false
  let hasBlockedOthers = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await watcher.query<{ ms: number | null }>(longestBlockedSql, [pid])
      if (!isOver && (rows[0]?.ms ?? 0) >= maxBlockingMs) {
        hasBlockedOthers = true
        await watcher.query('select pg_cancel_backend($1)', [pid])
      }
      await sleep(checkEveryMs)
    }
  })()
  // If the watcher fails, the work continues: lock_timeout still limits the wait for each lock.
  watching.catch(() => {})
  return {
    async stop() {
      isOver = true
      await watching.catch(() => {})
      return hasBlockedOthers
    },
  }
}
