import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  after,
  type Breaker,
  type Change,
  closed,
  gate,
  isMostlyBad,
  isOpen,
  isTooManyInRow,
} from './breaker.ts'

const start = Date.parse('2026-11-15T12:00:00Z')
const minute = 60_000
const at = (now: number, random = 0) => ({ now, random })
const tripped = after(closed, { kind: 'tripped' }, at(start))
const claim = (breaker: Breaker, by: string, now: number) => after(breaker, { kind: 'claimed', by }, at(now))

test('five in a row are too many, and so is half of at least twenty', () => {
  expect([4, 5, 6].map(isTooManyInRow)).toEqual([false, true, true])
  expect(isMostlyBad({ calls: 19, bad: 19 })).toBe(false)
  expect(isMostlyBad({ calls: 20, bad: 10 })).toBe(true)
  expect(isMostlyBad({ calls: 21, bad: 10 })).toBe(false)
})

test('closed, every call goes; opened, none for a quarter of a minute, and who asks is told how long', () => {
  expect(gate(closed, start)).toBe('free')
  expect(gate(tripped, start)).toBe(15_000)
  expect(gate(tripped, start + 14_900)).toBe(1_000)
  expect(gate(tripped, start + 15_000)).toBe('probe')
})

test('opening what is open does not make it longer', () => {
  expect(after(tripped, { kind: 'tripped' }, at(start + 10_000))).toBe(tripped)
})

test('each failed probe doubles the wait, up to ten minutes, and chance takes a fifth of it at most', () => {
  for (const random of [0, 0.999]) {
    let breaker = after(closed, { kind: 'tripped' }, at(start, random))
    let now = start
    const waits: number[] = []
    for (let probes = 0; probes < 8; probes++) {
      waits.push((breaker.openUntil - now) / 1_000)
      now = breaker.openUntil
      breaker = after(claim(breaker, 'me', now), { kind: 'failed', by: 'me' }, at(now, random))
    }
    const longest = [15, 30, 60, 120, 240, 480, 600, 600]
    waits.forEach((wait, n) => {
      expect(wait).toBeCloseTo((longest[n] ?? 0) * (random === 0 ? 1 : 0.8), 0)
    })
  }
})

test('the one who tries keeps the others out until it ends, or has been away for two minutes', () => {
  const now = tripped.openUntil
  const tried = claim(tripped, 'me', now)
  expect(tried.probe?.by).toBe('me')
  expect(claim(tried, 'you', now + minute)).toBe(tried)
  expect(gate(tried, now + minute)).toBe(1_000)
  expect(claim(tried, 'you', now + 2 * minute).probe?.by).toBe('you')
})

test('an answer closes it with a clean sheet; a probe that was dropped leaves its place to the next', () => {
  const now = tripped.openUntil
  const tried = claim(tripped, 'me', now)
  const dropped = after(tried, { kind: 'dropped', by: 'me' }, at(now + 1))
  expect(gate(dropped, now + 1)).toBe('probe')
  const answered = after(tried, { kind: 'answered', by: 'me' }, at(now + 5))
  expect(answered).toEqual({ ...closed, since: now + 5 })
  expect(after(answered, { kind: 'tripped' }, at(now + 6)).opened).toBe(1)
})

test('a portal may take longer than two minutes: its answer counts also when another one tries by then, its failure does not', () => {
  const now = tripped.openUntil
  const another = claim(claim(tripped, 'me', now), 'you', now + 3 * minute)
  expect(after(another, { kind: 'failed', by: 'me' }, at(now + 4 * minute))).toBe(another)
  const answered = after(another, { kind: 'answered', by: 'me' }, at(now + 4 * minute))
  expect(isOpen(answered)).toBe(false)
  expect(after(answered, { kind: 'failed', by: 'you' }, at(now + 5 * minute))).toBe(answered)
})

type Step = { afterMs: number; kind: Change['kind']; who: string; random: number }

const steps = fc.array(
  fc.record<Step>({
    afterMs: fc.oneof(fc.constant(0), fc.nat(20_000), fc.nat(12 * minute)),
    kind: fc.constantFrom('tripped', 'claimed', 'claimed', 'answered', 'failed', 'dropped'),
    who: fc.constantFrom('ann', 'ben', 'cat'),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { maxLength: 100 },
)

test('whatever happens in whatever order, it does what a plain model of it says', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let breaker = closed
      let now = start
      // The model: how many failures in a row, who tries and since when, and when the last wait began.
      let failures = 0
      let waitingSince = 0
      let trying: { who: string; since: number } | undefined
      for (const { afterMs, kind, who, random } of all) {
        now += afterMs
        const mayTry = gate(breaker, now) === 'probe'
        breaker = after(breaker, kind === 'tripped' ? { kind } : { kind, by: who }, at(now, random))
        const isTheirs = trying?.who === who
        if (kind === 'tripped' && failures === 0) [failures, waitingSince] = [1, now]
        if (kind === 'claimed' && mayTry) {
          expect(failures).toBeGreaterThan(0)
          expect(trying === undefined || now - trying.since >= 2 * minute).toBe(true)
          expect(now - waitingSince).toBeGreaterThanOrEqual(
            Math.min(12_000 * 2 ** (failures - 1), 8 * minute),
          )
          trying = { who, since: now }
        }
        if (kind === 'failed' && isTheirs) [failures, waitingSince, trying] = [failures + 1, now, undefined]
        if (kind === 'answered' && failures > 0) [failures, trying] = [0, undefined]
        if (kind === 'dropped' && isTheirs) trying = undefined

        expect(breaker.opened).toBe(failures)
        expect(breaker.probe?.by).toBe(trying?.who)
        expect(isOpen(breaker)).toBe(gate(breaker, now) !== 'free')
        if (isOpen(breaker)) expect(breaker.openUntil - waitingSince).toBeLessThanOrEqual(10 * minute)
        // However bad it was: once the longest wait and a forgotten probe have passed, somebody may try.
        if (isOpen(breaker)) expect(gate(breaker, now + 12 * minute)).toBe('probe')
      }
    }),
    { numRuns: 2_000 },
  )
})
