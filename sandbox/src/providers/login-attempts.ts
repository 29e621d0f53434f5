import { evictOldest } from './evict-oldest.ts'

/** Failed logins by user name. Unknown names are counted too, so that replies do not reveal which accounts exist. */
export type FailedLogins = {
  isLocked(userName: string): boolean
  locked(): string[]
  /** Counts a failed login and returns the number of attempts left; at zero the account is locked. */
  fail(userName: string): number
  lock(userName: string): void
  /** Clears failures and locks of one user, or of all users. */
  forget(userName?: string): void
}

const maxTrackedUsers = 10_000

export function createLoginAttempts(maxAttempts: number): FailedLogins {
  const failures = new Map<string, number>()
  // Locked names are stored separately, so that thousands of made-up names cannot evict a lock.
  const locked = new Set<string>()

  function lock(userName: string) {
    failures.delete(userName)
    locked.add(userName)
    evictOldest(locked, maxTrackedUsers)
  }

  return {
    isLocked: (userName) => locked.has(userName),
    locked: () => [...locked],
    fail(userName) {
      const count = locked.has(userName) ? maxAttempts : (failures.get(userName) ?? 0) + 1
      failures.delete(userName)
      if (count >= maxAttempts) lock(userName)
      else failures.set(userName, count)
      evictOldest(failures, maxTrackedUsers)
      return maxAttempts - count
    },
    lock,
    forget(userName) {
      for (const names of [failures, locked]) {
        if (userName === undefined) names.clear()
        else names.delete(userName)
      }
    },
  }
}
