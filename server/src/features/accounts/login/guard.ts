import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Entry } from '../../../connectors/catalogue.ts'
import type { Tenancy, Tx } from '../../../platform/database/tenancy.ts'

/** One try to get in at a provider: a password, or the answer to a second step. */
export type Attempt = { entry: Entry; userName: string; taskId: string }

/** Why a try is not made. */
export class AttemptRefused extends Error {
  /** spent: no more tries before the person resets the login; busy: another try is under way; unknown: this task has sent one already and nobody knows what came of it. */
  readonly why: 'spent' | 'busy' | 'unknown'

  constructor(why: 'spent' | 'busy' | 'unknown') {
    super(`The attempt is refused: ${why}`)
    this.name = 'AttemptRefused'
    this.why = why
  }
}

/**
 * Keeps people from being locked out: over all clients, a login is tried at most max_login_attempts − 1 times without
 * success. A try is counted before it is sent; what is not known to be right counts as wrong.
 */
export type LoginGuard = {
  /** Counts, or throws AttemptRefused. Waits a few seconds for another try of the same login to end. */
  begin(attempt: Attempt): Promise<{ attemptsLeft: number }>
  /**
   * right: signed in, all is forgotten; accepted: the password was right and a second step is asked, this one is not
   * counted; wrong: refused; unsent: nothing reached the provider. Whoever never says counts as wrong.
   */
  end(attempt: Attempt, outcome: 'right' | 'accepted' | 'wrong' | 'unsent'): Promise<void>
}

// No login takes longer. Whoever holds one for so long has died, and another may go on; what it sent stays counted.
const heldSeconds = 120
const lockTimeout = '55P03'

type Parts = { database: Tenancy; key: Buffer; waitMs?: number }
type Standing = {
  used: number
  lost: number
  held_by: string | null
  is_held: boolean
  is_forgotten: boolean
}
type Begun = { used: number } | 'held' | 'unknown' | 'spent'

/**
 * All times are the database's: processes may disagree about the hour. Only the task that holds a login can end its
 * try. One that was too slow, and lost its hold, stays counted as wrong, for nobody knows any more what came first.
 */
export function openLoginGuard({ database, key, waitMs = 8_000 }: Parts): LoginGuard {
  async function tryToBegin(attempt: Attempt): Promise<Begun> {
    const { entry, taskId } = attempt
    const hash = hashOf(key, entry.id, attempt.userName)
    return database.system(async (tx) => {
      const { used, held_by, is_held, is_forgotten } = await hold(tx, hash, entry)
      if (held_by === taskId) {
        await release(tx, hash, used, { isLost: true })
        return 'unknown'
      }
      if (is_held) return 'held'
      const before = is_forgotten ? 0 : used
      if (before >= budgetOf(entry)) return 'spent'
      await sql`
        update login_attempts set used = ${before + 1}, held_by = ${taskId}, counted_at = clock_timestamp(),
          held_until = clock_timestamp() + ${heldSeconds} * interval '1 second'
        where login_hash = ${hash}`.execute(tx)
      return { used: before + 1 }
    })
  }

  return {
    async begin(attempt) {
      const deadline = performance.now() + waitMs
      for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 250)) {
        const begun = await tryToBegin(attempt).catch((error): Begun => {
          if ((error as { code?: string }).code === lockTimeout) return 'held'
          throw error
        })
        if (typeof begun === 'object') return { attemptsLeft: budgetOf(attempt.entry) - begun.used }
        if (begun !== 'held') throw new AttemptRefused(begun)
        if (performance.now() >= deadline) throw new AttemptRefused('busy')
        // Those who wait for one login do not all look in the same moment.
        await sleep(pauseMs * (0.5 + Math.random()))
      }
    },

    async end({ entry, userName, taskId }, outcome) {
      const hash = hashOf(key, entry.id, userName)
      await database.system(async (tx) => {
        const standing = await hold(tx, hash, entry)
        if (standing.held_by === taskId) await release(tx, hash, after[outcome](standing))
      })
    },
  }
}

/** How many tries without success remain counted when one has ended. */
const after: Record<Parameters<LoginGuard['end']>[1], (standing: Standing) => number> = {
  right: ({ lost }) => lost,
  accepted: ({ used }) => used - 1,
  wrong: ({ used }) => used,
  unsent: ({ used }) => used - 1,
}

/**
 * The operator knows that the person has reset the login at the provider. What may be under way stays
 * counted. False where nothing was counted.
 */
export async function releaseLogin({ database, key }: Parts, login: { provider: string; userName: string }) {
  const { numAffectedRows } = await database.system((tx) =>
    sql`update login_attempts set used = case when held_until > clock_timestamp() then 1 else 0 end
        + case when lost_until > clock_timestamp() then lost else 0 end
      where login_hash = ${hashOf(key, login.provider, login.userName)} and used > 0`.execute(tx),
  )
  return numAffectedRows === 1n
}

/** Takes rows away that count for nobody any more, some thousand at a time. */
export async function forgetOldAttempts(tx: Tx, entries: Entry[]) {
  const hours = Math.max(24, ...entries.map((entry) => entry.attempts_forgotten_after_hours))
  await sql`delete from login_attempts where login_hash in (
    select login_hash from login_attempts
    where counted_at < clock_timestamp() - ${hours} * interval '1 hour' - ${heldSeconds} * interval '1 second'
    limit 5000 for update skip locked)`.execute(tx)
}

/** The last try before a lock-out is never ours. */
const budgetOf = (entry: Entry) => entry.max_login_attempts - 1

// Different writings of one name must not have a budget each.
const hashOf = (key: Buffer, provider: string, userName: string) =>
  createHmac('sha256', key)
    .update(`${provider}\0${userName.normalize('NFKC').trim().toLowerCase()}`)
    .digest()

/** The row of a login, made if it is missing, which nobody else can change until the commit. */
async function hold(tx: Tx, hash: Buffer, { id, attempts_forgotten_after_hours: hours }: Entry) {
  // A try reaches the provider some time after it was counted.
  const read = sql<Standing>`
    select used, case when lost_until > clock_timestamp() then lost else 0 end as lost, held_by, held_until > clock_timestamp() is true as is_held,
      counted_at < clock_timestamp() - ${hours} * interval '1 hour' - ${heldSeconds} * interval '1 second' as is_forgotten
    from login_attempts where login_hash = ${hash} for update`
  for (let looks = 0; looks < 3; looks++) {
    const [row] = (await read.execute(tx)).rows
    if (row) return row
    await sql`insert into login_attempts (login_hash, payroll_provider) values (${hash}, ${id})
      on conflict do nothing`.execute(tx)
  }
  throw new Error('The row of a login was taken away again and again')
}

/** A lost try may still be on its way to the provider, as long as its hold would have lasted. */
async function release(tx: Tx, hash: Buffer, used: number, { isLost = false } = {}) {
  const loss = isLost
    ? sql`, lost_until = greatest(lost_until, held_until),
        lost = 1 + case when lost_until > clock_timestamp() then lost else 0 end`
    : sql``
  await sql`update login_attempts set used = ${Math.max(used, 0)}, held_by = null, held_until = null ${loss}
    where login_hash = ${hash}`.execute(tx)
}
