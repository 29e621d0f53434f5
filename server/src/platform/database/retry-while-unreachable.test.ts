import { expect, test } from 'vitest'
import { retryWhileDatabaseUnreachable } from './retry-while-unreachable.ts'

const unreachable = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const lockTimeout = Object.assign(new Error('lock timeout'), { code: '55P03' })

/** Returns work that fails with these errors, one per call, and then succeeds with the number of calls. */
function failWith(...errors: Error[]) {
  let calls = 0
  return async () => {
    const error = errors[calls++]
    if (error) throw error
    return calls
  }
}

test('retries outages, lock conflicts and timeouts until the operation succeeds', async () => {
  const work = failWith(unreachable, lockTimeout, unreachable)
  expect(await retryWhileDatabaseUnreachable(work, { delayMs: 1 })).toBe(4)
})

test('throws other errors at once', async () => {
  const failure = new Error('violates a constraint')
  await expect(retryWhileDatabaseUnreachable(failWith(failure), { delayMs: 1 })).rejects.toBe(failure)
})

test('limits all attempts by maxAttempts, and only lock conflicts by maxLockAttempts', async () => {
  const twice = () => failWith(unreachable, unreachable)
  await expect(retryWhileDatabaseUnreachable(twice(), { delayMs: 1, maxAttempts: 2 })).rejects.toBe(
    unreachable,
  )
  expect(await retryWhileDatabaseUnreachable(twice(), { delayMs: 1, maxLockAttempts: 2 })).toBe(3)
  const locked = failWith(lockTimeout, lockTimeout)
  await expect(retryWhileDatabaseUnreachable(locked, { delayMs: 1, maxLockAttempts: 2 })).rejects.toBe(
    lockTimeout,
  )
})

test('stops retrying when aborted or stopped', async () => {
  const aborted = { delayMs: 1, signal: AbortSignal.abort() }
  await expect(retryWhileDatabaseUnreachable(failWith(unreachable), aborted)).rejects.toBe(unreachable)
  const stopped = new Error('stopped')
  const options = {
    delayMs: 1,
    throwIfStopped() {
      throw stopped
    },
  }
  await expect(retryWhileDatabaseUnreachable(failWith(unreachable), options)).rejects.toBe(stopped)
})
