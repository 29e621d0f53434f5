import { expect, test } from 'vitest'
import { createPermits } from './permits.ts'

test('gives out a limited number of permits, and each again once released', () => {
  const permits = createPermits(2)
  expect([permits.tryAcquire(), permits.tryAcquire(), permits.tryAcquire()]).toEqual([true, true, false])
  permits.release()
  expect([permits.tryAcquire(), permits.tryAcquire()]).toEqual([true, false])
})
