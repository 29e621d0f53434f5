import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyChange,
  type BreakerChange,
  checkAdmission,
  closedBreaker,
  hasTooManyFailures,
  isMostlyBad,
  isOpen,
  type ProviderBreaker,
} from './breaker.ts'

const start = Date.parse('2026-11-15T12:00:00Z')
const minute = 60_000
const at = (now: number, random = 0) => ({ now, random })
const tripped = applyChange(closedBreaker, { kind: 'tripped' }, at(start))
const claim = (breaker: ProviderBreaker, by: string, now: number) =>
  applyChange(breaker, { kind: 'claimed', by }, at(now))

test('trips after five failures in a row, or half of at least twenty calls', () => {
  expect([4, 5, 6].map(hasTooManyFailures)).toEqual([false, true, true])
  expect(isMostlyBad({ calls: 19, bad: 19 })).toBe(false)
  expect(isMostlyBad({ calls: 20, bad: 10 })).toBe(true)
  expect(isMostlyBad({ calls: 21, bad: 10 })).toBe(false)
})

test('admits all calls while closed and none for 15 seconds after opening', () => {
  expect(checkAdmission(closedBreaker, start)).toBe('free')
  expect(checkAdmission(tripped, start)).toBe(15_000)
  expect(checkAdmission(tripped, start + 14_900)).toBe(1_000)
  expect(checkAdmission(tripped, start + 15_000)).toBe('probe')
})

test('ignores a trip while open', () => {
  expect(applyChange(tripped, { kind: 'tripped' }, at(start + 10_000))).toBe(tripped)
})

test('doubles the open time after each failed probe, up to ten minutes, with at most 20 % jitter', () => {
  for (const random of [0, 0.999]) {
    let breaker = applyChange(closedBreaker, { kind: 'tripped' }, at(start, random))
    let now = start
    const waits: number[] = []
    for (let probes = 0; probes < 8; probes++) {
      waits.push((breaker.openUntil - now) / 1_000)
      now = breaker.openUntil
      breaker = applyChange(claim(breaker, 'me', now), { kind: 'failed', by: 'me' }, at(now, random))
    }
    const longest = [15, 30, 60, 120, 240, 480, 600, 600]
    waits.forEach((wait, n) => {
      expect(wait).toBeCloseTo((longest[n] ?? 0) * (random === 0 ? 1 : 0.8), 0)
    })
  }
})

test('admits one probe until it ends or two minutes have passed', () => {
  const now = tripped.openUntil
  const probing = claim(tripped, 'me', now)
  expect(probing.probe?.by).toBe('me')
  expect(claim(probing, 'you', now + minute)).toBe(probing)
  expect(checkAdmission(probing, now + minute)).toBe(1_000)
  expect(claim(probing, 'you', now + 2 * minute).probe?.by).toBe('you')
})

test('closes completely after a reply and admits another probe after a dropped one', () => {
  const now = tripped.openUntil
  const probing = claim(tripped, 'me', now)
  const dropped = applyChange(probing, { kind: 'dropped', by: 'me' }, at(now + 1))
  expect(checkAdmission(dropped, now + 1)).toBe('probe')
  const answered = applyChange(probing, { kind: 'answered', by: 'me' }, at(now + 5))
  expect(answered).toEqual({ ...closedBreaker, since: now + 5 })
  expect(applyChange(answered, { kind: 'tripped' }, at(now + 6)).opened).toBe(1)
})

test('accepts the late reply of a timed-out probe, but not its late failure', () => {
  const now = tripped.openUntil
  const another = claim(claim(tripped, 'me', now), 'you', now + 3 * minute)
  expect(applyChange(another, { kind: 'failed', by: 'me' }, at(now + 4 * minute))).toBe(another)
  const answered = applyChange(another, { kind: 'answered', by: 'me' }, at(now + 4 * minute))
  expect(isOpen(answered)).toBe(false)
  expect(applyChange(answered, { kind: 'failed', by: 'you' }, at(now + 5 * minute))).toBe(answered)
})

type Step = { afterMs: number; kind: BreakerChange['kind']; who: string; random: number }

const steps = fc.array(
  fc.record<Step>({
    afterMs: fc.oneof(fc.constant(0), fc.nat(20_000), fc.nat(12 * minute)),
    kind: fc.constantFrom('tripped', 'claimed', 'claimed', 'answered', 'failed', 'dropped'),
    who: fc.constantFrom('ann', 'ben', 'cat'),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { maxLength: 100 },
)

test('matches a simple model for any sequence of changes', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let breaker = closedBreaker
      let now = start
      // The model consists of the consecutive failures, the current probe and its start, and the time when the
      // circuit was last opened.
      let failures = 0
      let openSince = 0
      let probe: { who: string; since: number } | undefined
      for (const { afterMs, kind, who, random } of all) {
        now += afterMs
        const mayProbe = checkAdmission(breaker, now) === 'probe'
        breaker = applyChange(breaker, kind === 'tripped' ? { kind } : { kind, by: who }, at(now, random))
        const isTheirs = probe?.who === who
        if (kind === 'tripped' && failures === 0) [failures, openSince] = [1, now]
        if (kind === 'claimed' && mayProbe) {
          expect(failures).toBeGreaterThan(0)
          expect(probe === undefined || now - probe.since >= 2 * minute).toBe(true)
          expect(now - openSince).toBeGreaterThanOrEqual(Math.min(12_000 * 2 ** (failures - 1), 8 * minute))
          probe = { who, since: now }
        }
        if (kind === 'failed' && isTheirs) [failures, openSince, probe] = [failures + 1, now, undefined]
        if (kind === 'answered' && failures > 0) [failures, probe] = [0, undefined]
        if (kind === 'dropped' && isTheirs) probe = undefined

        expect(breaker.opened).toBe(failures)
        expect(breaker.probe?.by).toBe(probe?.who)
        expect(isOpen(breaker)).toBe(checkAdmission(breaker, now) !== 'free')
        if (isOpen(breaker)) expect(breaker.openUntil - openSince).toBeLessThanOrEqual(10 * minute)
        // Once the longest open time and the probe timeout have passed, a probe is always admitted.
        if (isOpen(breaker)) expect(checkAdmission(breaker, now + 12 * minute)).toBe('probe')
      }
    }),
    { numRuns: 2_000 },
  )
})
