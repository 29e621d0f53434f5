import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startEngine } from '../../../../test/engine.ts'
import { runAdmin } from '../../../admin/commands.ts'
import { CatalogueEntry } from '../../../connectors/catalogue.ts'
import {
  deleteOldAttempts,
  type LoginAttempt,
  LoginAttemptRefused,
  type LoginGuard,
  openLoginGuard,
} from './guard.ts'

const { database, sql, config, keyring } = await startEngine()
const key = randomBytes(32)
const guard = openLoginGuard({ database, key })
/** A guard that does not wait for concurrent attempts. */
const impatient = openLoginGuard({ database, key, waitMs: 0 })

const entryWith = (max_login_attempts: number) =>
  CatalogueEntry.parse({
    kind: 'login-api',
    id: `provider-of-${max_login_attempts}`,
    name: 'Tallowmere',
    url: 'http://localhost',
    logo_url: 'http://localhost',
    reset_url: 'http://localhost',
    address: 'http://localhost',
    max_login_attempts,
    attempts_forgotten_after_hours: 24,
  })
const ofFive = entryWith(5)
const aLogin = () => `quinta.${randomUUID()}`
const attemptOn = (userName: string, entry = ofFive): LoginAttempt => ({
  entry,
  userName,
  taskId: randomUUID(),
})

/** Begins and ends one attempt. Returns the number of attempts left, or why the attempt was refused. */
async function tryOnce(userName: string, outcome: Parameters<LoginGuard['end']>[1], entry = ofFive) {
  const attempt = attemptOn(userName, entry)
  const begun = await tryBegin(attempt)
  if (typeof begun === 'number') await impatient.end(attempt, outcome)
  return begun
}

async function tryBegin(attempt: LoginAttempt, by = impatient) {
  try {
    return (await by.begin(attempt)).attemptsLeft
  } catch (error) {
    if (error instanceof LoginAttemptRefused) return error.why
    throw error
  }
}

const letTimePass = (column: 'held_until' | 'lost_until' | 'counted_at', interval: string) =>
  sql(`update login_attempts set ${column} = ${column} - $1::interval`, [interval])

test('allows one attempt fewer than the provider', async () => {
  const login = aLogin()
  const tries = []
  for (let n = 0; n < 6; n++) tries.push(await tryOnce(login, 'wrong'))
  expect(tries).toEqual([3, 2, 1, 0, 'spent', 'spent'])
})

test('attempts still count after the key was rotated, whichever version a process uses', async () => {
  const login = aLogin()
  const newKey = randomBytes(32)
  const before = openLoginGuard({ database, key, waitMs: 0 })
  const during = openLoginGuard({ database, key: () => [key, newKey], waitMs: 0 })
  const after = openLoginGuard({ database, key: () => [newKey, key], waitMs: 0 })
  const left = []
  for (const one of [before, after, during, after, during, after]) {
    const attempt = attemptOn(login)
    const begun = await tryBegin(attempt, one)
    left.push(begun)
    if (typeof begun === 'number') await one.end(attempt, 'wrong')
  }
  expect(left).toEqual([3, 2, 1, 0, 'spent', 'spent'])
})

test('allows no attempt if the provider allows only one', async () => {
  expect(await tryOnce(aLogin(), 'right', entryWith(1))).toBe('spent')
})

test('resets the count after a success and does not count accepted or unsent attempts', async () => {
  const login = aLogin()
  expect(await tryOnce(login, 'wrong')).toBe(3)
  expect(await tryOnce(login, 'accepted')).toBe(2)
  expect(await tryOnce(login, 'unsent')).toBe(2)
  expect(await tryOnce(login, 'wrong')).toBe(2)
  expect(await tryOnce(login, 'right')).toBe(1)
  expect(await tryOnce(login, 'wrong')).toBe(3)
})

test('shares one budget between spellings of a user name, separately for each provider', async () => {
  const login = aLogin()
  await tryOnce(login, 'wrong')
  expect(await tryOnce(` ${login.toUpperCase()} `, 'wrong')).toBe(2)
  expect(await tryOnce(login, 'wrong', entryWith(3))).toBe(1)
})

test('sends a hundred concurrent attempts one at a time and never more than the budget', async () => {
  const login = aLogin()
  const patient = openLoginGuard({ database, key, waitMs: 60_000 })
  let inProgress = 0
  let maxInProgress = 0
  let sent = 0
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const attempt = attemptOn(login)
      const begun = await tryBegin(attempt, patient)
      if (typeof begun !== 'number') return begun
      sent++
      maxInProgress = Math.max(maxInProgress, ++inProgress)
      await new Promise((resolve) => setTimeout(resolve, 5))
      inProgress--
      await guard.end(attempt, 'wrong')
      return begun
    }),
  )
  expect({ sent, maxInProgress }).toEqual({ sent: 4, maxInProgress: 1 })
  expect(outcomes.filter((outcome) => typeof outcome === 'number').sort()).toEqual([0, 1, 2, 3])
  expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(96)
})

test('waits for a concurrent attempt and refuses as busy when that takes too long', async () => {
  const login = aLogin()
  const first = attemptOn(login)
  await guard.begin(first)
  expect(await tryBegin(attemptOn(login), openLoginGuard({ database, key, waitMs: 300 }))).toBe('busy')
  const second = tryBegin(attemptOn(login), guard)
  setTimeout(() => guard.end(first, 'right'), 200)
  expect(await second).toBe(3)
})

test('waits for the last attempt in progress before refusing as spent', async () => {
  const login = aLogin()
  for (let n = 0; n < 3; n++) await tryOnce(login, 'wrong')
  const last = attemptOn(login)
  expect(await tryBegin(last)).toBe(0)
  const next = tryBegin(attemptOn(login), guard)
  setTimeout(() => guard.end(last, 'right'), 200)
  expect(await next).toBe(3)
})

test('sends nothing again for a task whose worker died, and keeps its attempt counted', async () => {
  const login = aLogin()
  const attempt = attemptOn(login)
  await impatient.begin(attempt)
  expect(await tryBegin(attemptOn(login))).toBe('busy')
  expect(await tryBegin(attempt)).toBe('unknown')
  expect(await tryBegin(attemptOn(login))).toBe(2)
})

test('keeps the attempt of a dead worker counted for a while even after a later success', async () => {
  const login = aLogin()
  const lost = attemptOn(login)
  await impatient.begin(lost)
  await tryBegin(lost)
  expect(await tryOnce(login, 'right')).toBe(2)
  expect(await tryOnce(login, 'right')).toBe(2)
  await letTimePass('lost_until', '121 seconds')
  expect(await tryOnce(login, 'right')).toBe(2)
  expect(await tryOnce(login, 'right')).toBe(3)
})

test('releases a lock after two minutes and ignores its former holder', async () => {
  const login = aLogin()
  const slow = attemptOn(login)
  await impatient.begin(slow)
  await letTimePass('held_until', '121 seconds')
  const next = attemptOn(login)
  expect(await tryBegin(next)).toBe(2)
  await impatient.end(slow, 'right')
  expect(await tryBegin(attemptOn(login))).toBe('busy')
  await impatient.end(next, 'wrong')
  expect(await tryOnce(login, 'wrong')).toBe(1)
})

test('forgets wrong attempts when the provider does, not before', async () => {
  const login = aLogin()
  for (let n = 0; n < 4; n++) await tryOnce(login, 'wrong')
  await letTimePass('counted_at', '24 hours')
  expect(await tryOnce(login, 'wrong')).toBe('spent')
  await letTimePass('counted_at', '3 minutes')
  expect(await tryOnce(login, 'wrong')).toBe(3)
})

test('deletes old rows only', async () => {
  const [old, young] = [aLogin(), aLogin()]
  await tryOnce(old, 'wrong')
  await letTimePass('counted_at', '10 days')
  await tryOnce(young, 'wrong')
  await database.system((tx) => deleteOldAttempts(tx, [ofFive]))
  expect(await sql('select count(*)::int as rows from login_attempts')).toEqual([{ rows: 1 }])
  expect(await tryOnce(young, 'wrong')).toBe(2)
})

test('lets the operator release a login that was reset at the provider', async () => {
  const admin = (...words: string[]) => runAdmin(config, ['release-login', ...words])
  const login = aLogin()
  const ofCell = openLoginGuard({ database, key: keyring.cellKey('login attempts'), waitMs: 0 })
  for (let n = 0; n < 4; n++) {
    const attempt = attemptOn(login)
    await ofCell.begin(attempt)
    await ofCell.end(attempt, 'wrong')
  }
  expect(await tryBegin(attemptOn(login), ofCell)).toBe('spent')
  const words = ['--provider', ofFive.id, '--user-name', login.toUpperCase()]
  expect(await admin(...words)).toEqual({ released: true })
  expect(await tryBegin(attemptOn(login), ofCell)).toBe(3)
  expect(await admin('--provider', 'another', '--user-name', login)).toEqual({ released: false })
  await expect(admin('--provider', ofFive.id)).rejects.toThrow('--user-name is missing')
})

test('stores no user name in the table', async () => {
  const login = aLogin()
  await tryOnce(login, 'wrong')
  const rows = await sql('select * from login_attempts')
  expect(JSON.stringify(rows)).not.toContain(login)
  expect(rows.length).toBeGreaterThan(0)
})

type Password = 'right' | 'wrong'
/** A login attempt of a task. It may reach the provider long after its worker has died. */
type Sent = { attempt: LoginAttempt; password: Password; isInFlight: boolean; isDead: boolean }
type Act = 'begin' | 'arrive' | 'end' | 'die' | 'return' | 'wait'
const anyStep = fc.record({
  // Single steps in any order, and sequences that random order would rarely produce.
  acts: fc.constantFrom<Act[]>(
    ...([['begin'], ['arrive'], ['end'], ['die'], ['return'], ['wait']] as Act[][]),
    ...([
      ['begin', 'arrive', 'end'],
      ['begin', 'die', 'return'],
      ['begin', 'arrive', 'die'],
    ] as Act[][]),
  ),
  which: fc.constantFrom(0, 1, -1),
  password: fc.constantFrom<Password>('wrong', 'wrong', 'right'),
})

test('never sends more wrong attempts between two right ones than allowed, whatever dies or arrives late', async () => {
  const anySteps = fc.array(anyStep, { minLength: 20, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 3 }), anySteps, async (max, steps) => {
      await sql('delete from login_attempts')
      const login = aLogin()
      const sent = new Set<Sent>()
      let wrong = 0
      for (const { act, which, password } of steps.flatMap(({ acts, ...rest }) =>
        acts.map((act) => ({ act, ...rest })),
      )) {
        const pick = (fits: (one: Sent) => boolean) => [...sent].filter(fits).at(which)
        if (act === 'begin') {
          const attempt = attemptOn(login, entryWith(max))
          const isBegun = typeof (await tryBegin(attempt)) === 'number'
          if (isBegun) sent.add({ attempt, password, isInFlight: true, isDead: false })
        } else if (act === 'arrive') {
          const one = pick(({ isInFlight }) => isInFlight)
          if (!one) continue
          one.isInFlight = false
          wrong = one.password === 'right' ? 0 : wrong + 1
          expect(wrong, 'wrong tries since the last right one').toBeLessThan(max)
        } else if (act === 'end') {
          const one = pick(({ isInFlight, isDead }) => !isInFlight && !isDead)
          if (!one) continue
          await impatient.end(one.attempt, one.password)
          sent.delete(one)
        } else if (act === 'die') {
          const one = pick(({ isDead }) => !isDead)
          if (one) one.isDead = true
        } else if (act === 'return') {
          const one = pick(({ isDead }) => isDead)
          if (!one) continue
          const begun = await tryBegin(one.attempt)
          // Another task may have taken over the expired lock, or this task may already have released it.
          if (typeof begun === 'number') sent.add({ ...one, password, isInFlight: true, isDead: false })
        } else if (![...sent].some(({ isInFlight }) => isInFlight)) {
          // No attempt is in flight for longer than a lock is valid.
          for (const column of ['held_until', 'lost_until'] as const) await letTimePass(column, '1 hour')
        }
      }
    }),
    { numRuns: 60 },
  )
}, 180_000)
