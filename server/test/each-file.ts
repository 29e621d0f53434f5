import fc from 'fast-check'
import { afterAll, expect, inject } from 'vitest'
import { endAll } from './at-end.ts'
import { describeLeaks, snapshot } from './leaks.ts'
import { watchRequests } from './request-log.ts'
import { fastCheckSeed } from './seed.ts'

// Vitest runs this file before each test file, although test files share a process and modules are loaded only once.

fc.configureGlobal({ seed: fastCheckSeed })
const listLeaks = snapshot()
const world = inject('world')
// Unit tests have no services, and so no world.
const listUndeclared = world ? watchRequests(world.requestLog) : () => []

// Hooks registered first run last, so the test file's own afterAll hooks have already run.
afterAll(async () => {
  const [ending] = await Promise.allSettled([endAll()])
  const leaks = await listLeaks()
  if (ending.status === 'rejected') throw ending.reason
  const undeclared = listUndeclared()
  if (undeclared.length > 0) expect.fail(undeclared.join('\n'))
  if (leaks.length > 0) expect.fail(describeLeaks(expect.getState().testPath ?? 'this test file', leaks))
})
