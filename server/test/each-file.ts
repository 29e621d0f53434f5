import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { endAll } from './at-end.ts'
import { describeLeaks, snapshot } from './leaks.ts'
import { fastCheckSeed } from './seed.ts'

// Vitest runs this before each test file, although files share a process and modules are loaded only once.

fc.configureGlobal({ seed: fastCheckSeed })
const listLeaks = snapshot()

// Hooks registered first run last: the file's own afterAll hooks have run by then.
afterAll(async () => {
  const [ending] = await Promise.allSettled([endAll()])
  const leaks = await listLeaks()
  if (ending.status === 'rejected') throw ending.reason
  if (leaks.length > 0) expect.fail(describeLeaks(expect.getState().testPath ?? 'this test file', leaks))
})
