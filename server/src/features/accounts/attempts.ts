import type { Entry } from '../../connectors/catalogue.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'

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

export function openLoginGuard(_parts: { database: Tenancy; key: Buffer }): LoginGuard {
  const later = () => Promise.reject(new Error('not built yet'))
  return { begin: later, end: later }
}
