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

  function remember(userName: string, count: number) {
    failures.delete(userName)
    failures.set(userName, count)
    const [oldest] = failures.keys()
    if (failures.size > mostRemembered && oldest !== undefined) failures.delete(oldest)
  }

  return {
    isLocked: (userName) => (failures.get(userName) ?? 0) >= most,
    locked: () => [...failures].filter(([, count]) => count >= most).map(([userName]) => userName),
    fail(userName) {
      const count = Math.min((failures.get(userName) ?? 0) + 1, most)
      remember(userName, count)
      return most - count
    },
    lock: (userName) => remember(userName, most),
    forget(userName) {
      if (userName === undefined) failures.clear()
      else failures.delete(userName)
    },
  }
}
