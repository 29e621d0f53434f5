import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { newUuidV7 } from './uuid-v7.ts'

const dayMs = 86_400_000
const now = Date.now()
const setClock = (offsetMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: now + offsetMs })
const msOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

afterEach(() => {
  vi.useRealTimers()
})

test('ids are monotonic within the process, even if the clock moves back by up to four seconds', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 1, max: 6_000 })), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(steps, (clocks) => {
      let last = ''
      for (const [offsetMs, count] of clocks) {
        setClock(offsetMs)
        for (let n = 0; n < count; n++) {
          const id = newUuidV7()
          if (id <= last) throw new Error(`${id} after ${last}`)
          last = id
        }
      }
      expect(last).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }),
    { numRuns: 30 },
  )
})

test('ids have the time of the clock again once a clock that was ahead is right', () => {
  setClock(38 * dayMs)
  expect(msOf(newUuidV7())).toBe(now + 38 * dayMs)
  setClock(0)
  expect(msOf(newUuidV7())).toBe(now)
})
