import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import type { Tenancy, Tx } from '../../../platform/database/tenancy.ts'
import { type KeyVersions, versionsOf } from '../../../platform/secrets/key-versions.ts'

/** One login attempt at a provider: a password or an MFA answer. */
export type LoginAttempt = { entry: CatalogueEntry; userName: string; taskId: string }

export class LoginAttemptRefused extends Error {
  /**
   * `spent`: no attempts are left until the applicant resets the login. `busy`: another attempt is in progress.
   * `unknown`: this task has already sent an attempt whose result was lost.
   */
  readonly why: 'spent' | 'busy' | 'unknown'

  constructor(why: 'spent' | 'busy' | 'unknown') {
    super(`The attempt is refused: ${why}`)
    this.name = 'AttemptRefused'
    this.why = why
  }
}

/**
 * Prevents lock-outs at the provider: across all clients, a login is attempted at most max_login_attempts − 1 times
 * without success. An attempt is counted before it is sent, and counts as wrong until the provider has accepted it.
 */
export type LoginGuard = {
  /**
   * Counts the attempt, or throws LoginAttemptRefused. Waits a few seconds for a concurrent attempt with the same
   * login.
   */
  begin(attempt: LoginAttempt): Promise<{ attemptsLeft: number }>
  /**
   * Records the result of an attempt. `right`: signed in, which resets the count. `accepted`: the password was right
   * and an MFA challenge follows; not counted. `wrong`: refused by the provider. `unsent`: nothing reached the
   * provider; not counted. An attempt that is never ended counts as wrong.
   */
  end(attempt: LoginAttempt, outcome: 'right' | 'accepted' | 'wrong' | 'unsent'): Promise<void>
}

// Duration of the lock, longer than any login takes. When it is over, the task that held the lock is presumed dead,
// and its attempt stays counted.
const lockSeconds = 120
const lockTimeout = '55P03'

type GuardDeps = { database: Tenancy; key: Buffer | KeyVersions; waitMs?: number }
type AttemptsRow = {
  used: number
  lost: number
  held_by: string | null
  is_held: boolean
  is_forgotten: boolean
}
type BeginResult = { used: number } | 'held' | 'unknown' | 'spent'

/**
 * All times are taken from the database, because the clocks of processes differ. Only the task that holds the lock
 * can end its attempt. If a task has lost its lock, its attempt stays counted as wrong, because the order of events
 * at the provider is unknown.
 */
export function openLoginGuard({ database, key, waitMs = 8_000 }: GuardDeps): LoginGuard {
  const keys = versionsOf(key)

  async function tryBegin(attempt: LoginAttempt): Promise<BeginResult> {
    const { entry, taskId } = attempt
    const [hash, ...earlier] = hashesOf(keys, entry.id, attempt.userName)
    return database.system(async (tx) => {
      await renameRow(tx, hash, earlier)
      const { used, held_by, is_held, is_forgotten } = await lockRow(tx, hash, entry)
      if (held_by === taskId) {
        await release(tx, hash, used, { isLost: true })
        return 'unknown'
      }
      if (is_held) return 'held'
      const before = is_forgotten ? 0 : used
      if (before >= budgetOf(entry)) return 'spent'
      await sql`
        update login_attempts set used = ${before + 1}, held_by = ${taskId}, counted_at = clock_timestamp(),
          held_until = clock_timestamp() + ${lockSeconds} * interval '1 second'
        where login_hash = ${hash}`.execute(tx)
      return { used: before + 1 }
    })
  }

  return {
    async begin(attempt) {
      const deadline = performance.now() + waitMs
      for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 250)) {
        const begun = await tryBegin(attempt).catch((error): BeginResult => {
          if ((error as { code?: string }).code === lockTimeout) return 'held'
          throw error
        })
        if (typeof begun === 'object') return { attemptsLeft: budgetOf(attempt.entry) - begun.used }
        if (begun !== 'held') throw new LoginAttemptRefused(begun)
        if (performance.now() >= deadline) throw new LoginAttemptRefused('busy')
        // Jitter prevents waiters for the same login from polling at the same time.
        await sleep(pauseMs * (0.5 + Math.random()))
      }
    },

    async end({ entry, userName, taskId }, outcome) {
      const [hash, ...earlier] = hashesOf(keys, entry.id, userName)
      await database.system(async (tx) => {
        await renameRow(tx, hash, earlier)
        const row = await lockRow(tx, hash, entry)
        if (row.held_by === taskId) await release(tx, hash, countAfter[outcome](row))
      })
    },
  }
}

/** Number of unsuccessful attempts that remain counted after an attempt has ended. */
const countAfter: Record<Parameters<LoginGuard['end']>[1], (row: AttemptsRow) => number> = {
  right: ({ lost }) => lost,
  accepted: ({ used }) => used - 1,
  wrong: ({ used }) => used,
  unsent: ({ used }) => used - 1,
}

/**
 * Resets the count of a login. For operators, after the applicant has reset the login at the provider. Attempts in
 * flight stay counted. Returns false if nothing was counted.
 */
export async function releaseLogin(
  { database, key }: GuardDeps,
  login: { provider: string; userName: string },
) {
  const { numAffectedRows } = await database.system((tx) =>
    sql`update login_attempts set used = case when held_until > clock_timestamp() then 1 else 0 end
        + case when lost_until > clock_timestamp() then lost else 0 end
      where login_hash = any(${hashesOf(versionsOf(key), login.provider, login.userName)}) and used > 0`.execute(
      tx,
    ),
  )
  return numAffectedRows === 1n
}

/** Deletes up to 5,000 rows whose attempts no longer count. */
export async function deleteOldAttempts(tx: Tx, entries: CatalogueEntry[]) {
  const hours = Math.max(24, ...entries.map((entry) => entry.attempts_forgotten_after_hours))
  await sql`delete from login_attempts where login_hash in (
    select login_hash from login_attempts
    where counted_at < clock_timestamp() - ${hours} * interval '1 hour' - ${lockSeconds} * interval '1 second'
    limit 5000 for update skip locked)`.execute(tx)
}

/** The last attempt before a lock-out is never used. */
const budgetOf = (entry: CatalogueEntry) => entry.max_login_attempts - 1

// Spelling variants of a user name share one limit.
function hashesOf(keys: KeyVersions, provider: string, userName: string): [Buffer, ...Buffer[]] {
  const login = `${provider}\0${userName.normalize('NFKC').trim().toLowerCase()}`
  const [current, ...others] = keys()
  const hashOf = (key: Buffer) => createHmac('sha256', key).update(login).digest()
  return [hashOf(current), ...others.map(hashOf)]
}

/** Gives the row of a login its hash with the current key, if it still has one with another version. */
async function renameRow(tx: Tx, hash: Buffer, others: Buffer[]) {
  if (others.length === 0) return
  await sql`update login_attempts set login_hash = ${hash} where login_hash = any(${others})
    and not exists (select from login_attempts where login_hash = ${hash})`.execute(tx)
}

/** Locks the row of a login until the commit. Inserts the row if it is missing. */
async function lockRow(tx: Tx, hash: Buffer, { id, attempts_forgotten_after_hours: hours }: CatalogueEntry) {
  // An attempt reaches the provider up to lockSeconds after it was counted.
  const read = sql<AttemptsRow>`
    select used, case when lost_until > clock_timestamp() then lost else 0 end as lost, held_by, held_until > clock_timestamp() is true as is_held,
      counted_at < clock_timestamp() - ${hours} * interval '1 hour' - ${lockSeconds} * interval '1 second' as is_forgotten
    from login_attempts where login_hash = ${hash} for update`
  for (let reads = 0; reads < 3; reads++) {
    const [row] = (await read.execute(tx)).rows
    if (row) return row
    await sql`insert into login_attempts (login_hash, payroll_provider) values (${hash}, ${id})
      on conflict do nothing`.execute(tx)
  }
  throw new Error('The login attempts row was deleted concurrently three times')
}

/**
 * Releases the lock. A lost attempt may still reach the provider until its lock would have expired, so it stays
 * counted until then.
 */
async function release(tx: Tx, hash: Buffer, used: number, { isLost = false } = {}) {
  const loss = isLost
    ? sql`, lost_until = greatest(lost_until, held_until),
        lost = 1 + case when lost_until > clock_timestamp() then lost else 0 end`
    : sql``
  await sql`update login_attempts set used = ${Math.max(used, 0)}, held_by = null, held_until = null ${loss}
    where login_hash = ${hash}`.execute(tx)
}
