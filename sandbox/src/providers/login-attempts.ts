import { makeRoom } from './evict-oldest.ts'

/** Wrong passwords by user name, of people and of names that nobody has: an answer must not tell which is which. */
export type Attempts = {
  isLocked(userName: string): boolean
  locked(): string[]
  /** Counts a wrong password and says how many are left; none left is locked. */
  fail(userName: string): number
  lock(userName: string): void
  /** Of one, or of all. */
  forget(userName?: string): void
}

const mostRemembered = 10_000

export function openAttempts(most: number): Attempts {
  const failures = new Map<string, number>()
  // Apart from the rest, so that names made up by the thousand push no lock out.
  const locked = new Set<string>()

  function lock(userName: string) {
    failures.delete(userName)
    locked.add(userName)
    makeRoom(locked, mostRemembered)
  }

  return {
    isLocked: (userName) => locked.has(userName),
    locked: () => [...locked],
    fail(userName) {
      const count = locked.has(userName) ? most : (failures.get(userName) ?? 0) + 1
      failures.delete(userName)
      if (count >= most) lock(userName)
      else failures.set(userName, count)
      makeRoom(failures, mostRemembered)
      return most - count
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
