import { expect, test } from 'vitest'
import { openClock } from '../clock.ts'
import { runAsTenant } from '../tenants.ts'
import { openSwitches } from './switches.ts'
import { createTokenStore } from './token-store.ts'

const someone = { userName: 'ada', behaviour: {} }
const initialState = {
  isDown: false,
  slowMs: 0,
  lockedUserNames: [],
  overriddenUserNames: [],
  isOwn: false,
}

test('a provider is up and fast until changed; others are unaffected', () => {
  const switches = openSwitches(openClock())
  switches.change('taxauth', { isDown: true })
  switches.change('taxauth', { slowMs: 250 })
  expect(switches.state('taxauth')).toEqual({ ...initialState, isDown: true, slowMs: 250 })
  expect(switches.state('sandbox-cloud')).toEqual(initialState)
  switches.change('taxauth', { slowMs: 1e9 })
  expect(switches.state('taxauth').slowMs).toBe(60_000)
})

test('ends the sessions of one person or of all and returns their number', () => {
  const switches = openSwitches(openClock())
  const { sessions } = switches.store('sandbox-payroll')
  const mine = sessions.put(someone, 1_000)
  const theirs = sessions.put({ ...someone, userName: 'bob' }, 1_000)
  expect(switches.endSessions('sandbox-payroll', 'ada')).toBe(1)
  expect([sessions.find(mine), sessions.find(theirs)?.userName]).toEqual([undefined, 'bob'])
  expect(switches.endSessions('sandbox-cloud')).toBe(0)
  expect(switches.endSessions('sandbox-payroll')).toBe(1)
})

test('the last wrong password locks the account; unlock works for one person or all', () => {
  const switches = openSwitches(openClock())
  const { attempts } = switches.store('sandbox-portal')
  expect([1, 2, 3, 4].map(() => attempts.fail('ada'))).toEqual([2, 1, 0, 0])
  attempts.lock('bob')
  expect(switches.state('sandbox-portal').lockedUserNames).toEqual(['ada', 'bob'])
  switches.unlock('sandbox-portal', 'ada')
  expect(switches.state('sandbox-portal').lockedUserNames).toEqual(['bob'])
  switches.unlock('sandbox-portal')
  expect(switches.state('sandbox-portal').lockedUserNames).toEqual([])
})

test('a flood of unknown names is bounded and does not evict a lock', () => {
  const switches = openSwitches(openClock())
  const { attempts } = switches.store('sandbox-portal')
  attempts.lock('ada')
  for (let n = 0; n < 100_000; n++) attempts.fail(`nobody.${n}`)
  expect(attempts.isLocked('ada')).toBe(true)
  expect(attempts.fail('nobody.1')).toBe(2)
  expect(attempts.fail('nobody.99999')).toBe(1)
})

test('a behaviour override can be set and removed; unsupported ones are rejected', () => {
  const switches = openSwitches(openClock())
  const set = () => switches.store('taxauth').behaviourOverride('ada')
  switches.behave('taxauth', 'ada', 'error:not_found+slow:1')
  expect(set()).toEqual({ error: 'not_found', slowSeconds: 1 })
  switches.behave('taxauth', 'ada', null)
  expect(set()).toEqual({})
  expect(() => switches.behave('taxauth', 'ada', 'error:no_match')).toThrow(RangeError)
})

test('reset restores the initial state', () => {
  const switches = openSwitches(openClock())
  const token = switches.store('taxauth').sessions.put(someone, 1_000)
  switches.change('taxauth', { isDown: true, slowMs: 5 })
  switches.store('taxauth').attempts.lock('ada')
  switches.behave('taxauth', 'ada', 'lock')
  switches.resetAll()
  expect(switches.state('taxauth')).toEqual(initialState)
  expect(switches.store('taxauth').behaviourOverride('ada')).toEqual({})
  expect(switches.store('taxauth').sessions.find(token)).toBeUndefined()
})

test('stored values expire by the clock, and the oldest are evicted', () => {
  const clock = openClock()
  const shelf = createTokenStore<number>(clock, 10)
  const tokens = Array.from({ length: 11 }, (_, n) => shelf.put(n, 60_000))
  expect(tokens.map(shelf.find)).toEqual([undefined, undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const [last = ''] = tokens.slice(-1)
  expect([shelf.take(last), shelf.take(last)]).toEqual([10, undefined])
  clock.advance(60_000)
  expect(tokens.map(shelf.find).every((thing) => thing === undefined)).toBe(true)
})

test('expired values are evicted first', () => {
  const clock = openClock()
  const shelf = createTokenStore<string>(clock, 10)
  const long = shelf.put('long', 3_600_000)
  for (let n = 0; n < 9; n++) shelf.put('short', 60_000)
  clock.advance(60_000)
  shelf.put('another', 60_000)
  expect(shelf.find(long)).toBe('long')
})

test('values also expire when the clock is set back by more than their lifetime', () => {
  const clock = openClock()
  const shelf = createTokenStore<string>(clock)
  const token = shelf.put('one', 60_000)
  clock.advance(-30_000)
  expect(shelf.find(token)).toBe('one')
  // Some time has passed since the token was stored.
  clock.advance(-40_000)
  expect(shelf.find(token)).toBeUndefined()
})

test('a tenant that has been idle is evicted first, without its default settings', () => {
  const switches = openSwitches(openClock())
  const isDownFor = (tenant: string) => runAsTenant(tenant, () => switches.condition('taxauth').isDown)
  for (const tenant of ['idle', 'active'])
    runAsTenant(tenant, () => switches.change('taxauth', { isDown: true }))
  for (let n = 0; n < 1_500; n++) {
    runAsTenant(`other-${n}`, () => switches.change('taxauth', { slowMs: 1 }))
    isDownFor('active')
  }
  expect([isDownFor('idle'), isDownFor('active')]).toEqual([false, true])
})

test('reading creates no state, so it cannot evict a client', () => {
  const switches = openSwitches(openClock())
  const token = runAsTenant('ada', () => switches.store('taxauth').sessions.put(someone, 60_000))
  switches.behave('taxauth', 'bob', 'lock')
  for (let n = 0; n < 1_500; n++)
    runAsTenant(`visitor-${n}`, () => {
      const { sessions, challenges, attempts, behaviourOverride } = switches.store('taxauth')
      expect([sessions.find(token), challenges.take(token), attempts.isLocked('ada')]).toEqual([
        undefined,
        undefined,
        false,
      ])
      expect([behaviourOverride('bob').locksAccount, switches.condition('taxauth').isDown]).toEqual([
        true,
        false,
      ])
      switches.state('taxauth')
      switches.endSessions('taxauth')
      switches.unlock('taxauth')
      switches.reset()
    })
  expect(runAsTenant('ada', () => switches.store('taxauth').sessions.find(token)?.userName)).toBe('ada')
})

test('a store without state keeps what is written to it', () => {
  const switches = openSwitches(openClock())
  const [before, after] = runAsTenant('ada', () => {
    const store = switches.store('sandbox-portal')
    const token = store.sessions.put(someone, 60_000)
    store.attempts.lock('ada')
    return [
      [store.sessions.find(token)?.userName, store.attempts.isLocked('ada'), store.attempts.locked()],
      [
        switches.store('sandbox-portal').sessions.take(token)?.userName,
        switches.endSessions('sandbox-portal'),
      ],
    ]
  })
  expect([before, after]).toEqual([
    ['ada', true, ['ada']],
    ['ada', 0],
  ])
})
