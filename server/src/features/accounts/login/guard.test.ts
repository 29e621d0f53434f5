import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startEngine } from '../../../../test/engine.ts'
import { runAdmin } from '../../../admin/commands.ts'
import { Entry } from '../../../connectors/catalogue.ts'
import { type Attempt, AttemptRefused, forgetOldAttempts, type LoginGuard, openLoginGuard } from './guard.ts'

const { database, sql, config, keyring } = await startEngine()
const key = randomBytes(32)
const guard = openLoginGuard({ database, key })
/** Never waits. */
const hasty = openLoginGuard({ database, key, waitMs: 0 })

const entryWith = (max_login_attempts: number) =>
  Entry.parse({
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
const attemptOn = (userName: string, entry = ofFive): Attempt => ({ entry, userName, taskId: randomUUID() })

/** Begins and ends one try; says what was left, or why it was refused. */
async function tryOnce(userName: string, outcome: Parameters<LoginGuard['end']>[1], entry = ofFive) {
  const attempt = attemptOn(userName, entry)
  const begun = await beginning(attempt)
  if (typeof begun === 'number') await hasty.end(attempt, outcome)
  return begun
}

async function beginning(attempt: Attempt, by = hasty) {
  try {
    return (await by.begin(attempt)).attemptsLeft
  } catch (error) {
    if (error instanceof AttemptRefused) return error.why
    throw error
  }
}

const letTimePass = (column: 'held_until' | 'lost_until' | 'counted_at', interval: string) =>
  sql(`update login_attempts set ${column} = ${column} - $1::interval`, [interval])

test('a login is tried one time less than the provider allows', async () => {
  const login = aLogin()
  const tries = []
  for (let n = 0; n < 6; n++) tries.push(await tryOnce(login, 'wrong'))
  expect(tries).toEqual([3, 2, 1, 0, 'spent', 'spent'])
})

test('where the provider allows one try only, none is made', async () => {
  expect(await tryOnce(aLogin(), 'right', entryWith(1))).toBe('spent')
})

test('a success forgets all, a right password before a second step or a try that never left forgets itself', async () => {
  const login = aLogin()
  expect(await tryOnce(login, 'wrong')).toBe(3)
  expect(await tryOnce(login, 'accepted')).toBe(2)
  expect(await tryOnce(login, 'unsent')).toBe(2)
  expect(await tryOnce(login, 'wrong')).toBe(2)
  expect(await tryOnce(login, 'right')).toBe(1)
  expect(await tryOnce(login, 'wrong')).toBe(3)
})

test('one budget for all writings of a user name, another for another provider', async () => {
  const login = aLogin()
  await tryOnce(login, 'wrong')
  expect(await tryOnce(` ${login.toUpperCase()} `, 'wrong')).toBe(2)
  expect(await tryOnce(login, 'wrong', entryWith(3))).toBe(1)
})

test('a hundred at once are sent one after another, and never more than the budget', async () => {
  const login = aLogin()
  const patient = openLoginGuard({ database, key, waitMs: 60_000 })
  let underWay = 0
  let most = 0
  let sent = 0
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const attempt = attemptOn(login)
      const begun = await beginning(attempt, patient)
      if (typeof begun !== 'number') return begun
      sent++
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay--
      await guard.end(attempt, 'wrong')
      return begun
    }),
  )
  expect({ sent, most }).toEqual({ sent: 4, most: 1 })
  expect(outcomes.filter((outcome) => typeof outcome === 'number').sort()).toEqual([0, 1, 2, 3])
  expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(96)
}, 90_000)

test('whoever finds another try under way waits for it, and is told when that takes too long', async () => {
  const login = aLogin()
  const first = attemptOn(login)
  await guard.begin(first)
  expect(await beginning(attemptOn(login), openLoginGuard({ database, key, waitMs: 300 }))).toBe('busy')
  const second = beginning(attemptOn(login), guard)
  setTimeout(() => guard.end(first, 'right'), 200)
  expect(await second).toBe(3)
})

test('a spent budget is not said before it is known what the last try under way comes to', async () => {
  const login = aLogin()
  for (let n = 0; n < 3; n++) await tryOnce(login, 'wrong')
  const last = attemptOn(login)
  expect(await beginning(last)).toBe(0)
  const next = beginning(attemptOn(login), guard)
  setTimeout(() => guard.end(last, 'right'), 200)
  expect(await next).toBe(3)
})

test('a task that comes again after its worker died sends nothing, and what it sent stays counted', async () => {
  const login = aLogin()
  const attempt = attemptOn(login)
  await hasty.begin(attempt)
  expect(await beginning(attemptOn(login))).toBe('busy')
  expect(await beginning(attempt)).toBe('unknown')
  expect(await beginning(attemptOn(login))).toBe(2)
})

test('what a dead worker sent may arrive after a success of somebody else: it stays counted for a while', async () => {
  const login = aLogin()
  const lost = attemptOn(login)
  await hasty.begin(lost)
  await beginning(lost)
  expect(await tryOnce(login, 'right')).toBe(2)
  expect(await tryOnce(login, 'right')).toBe(2)
  await letTimePass('lost_until', '121 seconds')
  expect(await tryOnce(login, 'right')).toBe(2)
  expect(await tryOnce(login, 'right')).toBe(3)
})

test('a login that nobody gave back is free after two minutes; its holder has no say any more', async () => {
  const login = aLogin()
  const slow = attemptOn(login)
  await hasty.begin(slow)
  await letTimePass('held_until', '121 seconds')
  const next = attemptOn(login)
  expect(await beginning(next)).toBe(2)
  await hasty.end(slow, 'right')
  expect(await beginning(attemptOn(login))).toBe('busy')
  await hasty.end(next, 'wrong')
  expect(await tryOnce(login, 'wrong')).toBe(1)
})

test('wrong tries are forgotten when the provider has forgotten them, and not before', async () => {
  const login = aLogin()
  for (let n = 0; n < 4; n++) await tryOnce(login, 'wrong')
  await letTimePass('counted_at', '24 hours')
  expect(await tryOnce(login, 'wrong')).toBe('spent')
  await letTimePass('counted_at', '3 minutes')
  expect(await tryOnce(login, 'wrong')).toBe(3)
})

test('old rows are taken away, younger ones stay', async () => {
  const [old, young] = [aLogin(), aLogin()]
  await tryOnce(old, 'wrong')
  await letTimePass('counted_at', '10 days')
  await tryOnce(young, 'wrong')
  await database.system((tx) => forgetOldAttempts(tx, [ofFive]))
  expect(await sql('select count(*)::int as rows from login_attempts')).toEqual([{ rows: 1 }])
  expect(await tryOnce(young, 'wrong')).toBe(2)
})

test('the operator releases a login that the person has reset at the provider', async () => {
  const admin = (...words: string[]) => runAdmin(config, ['release-login', ...words])
  const login = aLogin()
  const ofCell = openLoginGuard({ database, key: keyring.cellKey('login attempts'), waitMs: 0 })
  for (let n = 0; n < 4; n++) {
    const attempt = attemptOn(login)
    await ofCell.begin(attempt)
    await ofCell.end(attempt, 'wrong')
  }
  expect(await beginning(attemptOn(login), ofCell)).toBe('spent')
  const words = ['--provider', ofFive.id, '--user-name', login.toUpperCase()]
  expect(await admin(...words)).toEqual({ released: true })
  expect(await beginning(attemptOn(login), ofCell)).toBe(3)
  expect(await admin('--provider', 'another', '--user-name', login)).toEqual({ released: false })
  await expect(admin('--provider', ofFive.id)).rejects.toThrow('--user-name is missing')
})

test('the table tells no user name', async () => {
  const login = aLogin()
  await tryOnce(login, 'wrong')
  const rows = await sql('select * from login_attempts')
  expect(JSON.stringify(rows)).not.toContain(login)
  expect(rows.length).toBeGreaterThan(0)
})

type Password = 'right' | 'wrong'
/** A task. What it has sent may arrive long after its worker died. */
type Sent = { attempt: Attempt; password: Password; isOnTheWay: boolean; isDead: boolean }
type Act = 'begin' | 'arrive' | 'end' | 'die' | 'return' | 'wait'
const anyStep = fc.record({
  // Single acts in any order, and runs of them that a random order would seldom hit.
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

test('whatever dies and comes late, the provider never sees more wrong tries than it may between two right ones', async () => {
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
          const isBegun = typeof (await beginning(attempt)) === 'number'
          if (isBegun) sent.add({ attempt, password, isOnTheWay: true, isDead: false })
        } else if (act === 'arrive') {
          const one = pick(({ isOnTheWay }) => isOnTheWay)
          if (!one) continue
          one.isOnTheWay = false
          wrong = one.password === 'right' ? 0 : wrong + 1
          expect(wrong, 'wrong tries since the last right one').toBeLessThan(max)
        } else if (act === 'end') {
          const one = pick(({ isOnTheWay, isDead }) => !isOnTheWay && !isDead)
          if (!one) continue
          await hasty.end(one.attempt, one.password)
          sent.delete(one)
        } else if (act === 'die') {
          const one = pick(({ isDead }) => !isDead)
          if (one) one.isDead = true
        } else if (act === 'return') {
          const one = pick(({ isDead }) => isDead)
          if (!one) continue
          const begun = await beginning(one.attempt)
          // Somebody else may have taken over a login that was held for too long, or a return was made before.
          if (typeof begun === 'number') sent.add({ ...one, password, isOnTheWay: true, isDead: false })
        } else if (![...sent].some(({ isOnTheWay }) => isOnTheWay)) {
          // Nothing is on its way for longer than a hold lasts.
          for (const column of ['held_until', 'lost_until'] as const) await letTimePass(column, '1 hour')
        }
      }
    }),
    { numRuns: 60 },
  )
}, 180_000)
