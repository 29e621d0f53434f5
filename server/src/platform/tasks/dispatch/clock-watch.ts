import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../database/tenancy.ts'
import type { Log } from '../../telemetry/log.ts'
import { watchStrandedSessions } from './stranded-sessions.ts'

type SetBack = { set_back: string; since: string; until: string }

const intervalMs = 2_000
/** A transaction that began before the clock was set back may commit a timer after the first move. */
const repeatAfterMs = [5_000, 15_000]

/**
 * Watches the database's clock. When it is set back, moves the timers that were set while it was ahead: otherwise leases
 * and retries of that time would wait until the clock has caught up. Ends sessions that would wait as long.
 */
export function watchClock({ database, log, onMoved }: { database: Tenancy; log: Log; onMoved(): void }) {
  const repeats = new Set<NodeJS.Timeout>()
  const stranded = watchStrandedSessions(database)

  async function check() {
    // First, because a stranded session may have locked what the rest needs.
    const ended = await stranded.end()
    if (ended > 0)
      log.warn({ sessions: ended }, 'ended database sessions stranded by a step back of the clock')
    const setBack = await database.system(followClock)
    if (!setBack) return
    log.warn({ setBack: setBack.set_back }, 'database clock was set back, moved timers')
    onMoved()
    for (const delayMs of repeatAfterMs) repeatLater(setBack, delayMs)
  }

  function repeatLater(setBack: SetBack, delayMs: number) {
    const timer = setTimeout(async () => {
      repeats.delete(timer)
      await database.system((tx) => moveTimers(tx, setBack)).then(onMoved, warn)
    }, delayMs)
    repeats.add(timer)
  }

  const warn = (error: unknown) => log.warn({ err: error }, 'could not follow the database clock, retrying')
  const timer = setInterval(() => check().catch(warn), intervalMs)
  return {
    close() {
      clearInterval(timer)
      for (const repeat of repeats) clearTimeout(repeat)
    },
  }
}

/** Records the clock. Moves timers and returns the change if the clock was set back since the last call. */
export async function followClock(tx: Tx): Promise<SetBack | undefined> {
  const { rows } = await sql<SetBack>`
    select set_back::text, since::text, until::text from follow_clock()`.execute(tx)
  const [setBack] = rows
  if (setBack) await moveTimers(tx, setBack)
  return setBack
}

const moveTimers = (tx: Tx, { set_back, since, until }: SetBack) =>
  sql`select move_timers(${set_back}::interval, ${since}::timestamptz, ${until}::timestamptz)`.execute(tx)
