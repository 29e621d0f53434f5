import { expect, test } from 'vitest'
import { openClock } from '../clock.ts'
import { openShelf } from './token-store.ts'
import { openSwitches } from './switches.ts'

const someone = { userName: 'ada', behaviour: {} }

test('a provider is up and quick until it is changed, and the others stay as they are', () => {
  const switches = openSwitches(openClock())
  switches.change('taxauth', { isDown: true })
  switches.change('taxauth', { slowMs: 250 })
  expect(switches.state('taxauth')).toEqual({ isDown: true, slowMs: 250, lockedUserNames: [] })
  expect(switches.state('sandbox-cloud')).toEqual({ isDown: false, slowMs: 0, lockedUserNames: [] })
  switches.change('taxauth', { slowMs: 1e9 })
  expect(switches.state('taxauth').slowMs).toBe(60_000)
})

test('sessions end for one person or for all, and it is told how many', () => {
  const switches = openSwitches(openClock())
  const { sessions } = switches.desk('sandbox-payroll')
  const mine = sessions.put(someone, 1_000)
  const theirs = sessions.put({ ...someone, userName: 'bob' }, 1_000)
  expect(switches.endSessions('sandbox-payroll', 'ada')).toBe(1)
  expect([sessions.find(mine), sessions.find(theirs)?.userName]).toEqual([undefined, 'bob'])
  expect(switches.endSessions('sandbox-cloud')).toBe(0)
  expect(switches.endSessions('sandbox-payroll')).toBe(1)
})

test('the last wrong password locks; unlocking is for one or for all', () => {
  const switches = openSwitches(openClock())
  const { attempts } = switches.desk('sandbox-portal')
  expect([1, 2, 3, 4].map(() => attempts.fail('ada'))).toEqual([2, 1, 0, 0])
  attempts.lock('bob')
  expect(switches.state('sandbox-portal').lockedUserNames).toEqual(['ada', 'bob'])
  switches.unlock('sandbox-portal', 'ada')
  expect(switches.state('sandbox-portal').lockedUserNames).toEqual(['bob'])
  switches.unlock('sandbox-portal')
  expect(switches.state('sandbox-portal').lockedUserNames).toEqual([])
})

test('of a hundred thousand names that nobody has, few are remembered, and they open no lock', () => {
  const switches = openSwitches(openClock())
  const { attempts } = switches.desk('sandbox-portal')
  attempts.lock('ada')
  for (let n = 0; n < 100_000; n++) attempts.fail(`nobody.${n}`)
  expect(attempts.isLocked('ada')).toBe(true)
  expect(attempts.fail('nobody.1')).toBe(2)
  expect(attempts.fail('nobody.99999')).toBe(1)
})

test('a behaviour is set and taken back; one that the provider does not have is refused', () => {
  const switches = openSwitches(openClock())
  const set = () => switches.desk('taxauth').imposed('ada')
  switches.behave('taxauth', 'ada', 'error:not_found+slow:1')
  expect(set()).toEqual({ error: 'not_found', slowSeconds: 1 })
  switches.behave('taxauth', 'ada', null)
  expect(set()).toEqual({})
  expect(() => switches.behave('taxauth', 'ada', 'error:no_match')).toThrow(RangeError)
})

test('a reset puts everything back', () => {
  const switches = openSwitches(openClock())
  const token = switches.desk('taxauth').sessions.put(someone, 1_000)
  switches.change('taxauth', { isDown: true, slowMs: 5 })
  switches.desk('taxauth').attempts.lock('ada')
  switches.behave('taxauth', 'ada', 'lock')
  switches.reset()
  expect(switches.state('taxauth')).toEqual({ isDown: false, slowMs: 0, lockedUserNames: [] })
  expect(switches.desk('taxauth').imposed('ada')).toEqual({})
  expect(switches.desk('taxauth').sessions.find(token)).toBeUndefined()
})

test('what is kept ends by the clock, and the oldest make room', () => {
  const clock = openClock()
  const shelf = openShelf<number>(clock, 10)
  const tokens = Array.from({ length: 11 }, (_, n) => shelf.put(n, 60_000))
  expect(tokens.map(shelf.find)).toEqual([undefined, undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const [last = ''] = tokens.slice(-1)
  expect([shelf.take(last), shelf.take(last)]).toEqual([10, undefined])
  clock.advance(60_000)
  expect(tokens.map(shelf.find).every((thing) => thing === undefined)).toBe(true)
})

test('what is over makes room before anything else does', () => {
  const clock = openClock()
  const shelf = openShelf<string>(clock, 10)
  const long = shelf.put('long', 3_600_000)
  for (let n = 0; n < 9; n++) shelf.put('short', 60_000)
  clock.advance(60_000)
  shelf.put('another', 60_000)
  expect(shelf.find(long)).toBe('long')
})

test('what is kept ends too when the clock is set back by more than its life', () => {
  const clock = openClock()
  const shelf = openShelf<string>(clock)
  const token = shelf.put('one', 60_000)
  clock.advance(-30_000)
  expect(shelf.find(token)).toBe('one')
  clock.advance(-30_000)
  expect(shelf.find(token)).toBeUndefined()
})
