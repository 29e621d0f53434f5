import { afterAll } from 'vitest'

type Ending = () => unknown

const endings: Ending[] = []

// Registered once, when the test file is read: a hook that a running test adds is never called.
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

/** Does this when the test file is done; may be called from inside a test. The last comes first. */
export function atEnd(end: Ending) {
  endings.push(end)
}
