import { randomBytes } from 'node:crypto'
import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { aMember } from '../../../test/people.ts'
import { randomAddress, startTeam } from '../../../test/team.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import {
  type AttemptLimitDeps,
  type CountedAttempt,
  countAttemptAsFailed,
  forgiveAttempt,
  uncountStepUp,
} from './attempt-limits.ts'

// Finding 12 of the security review: failed sign-ins of a stranger blocked the name for everyone.

const { api, attempt, extendBlocks, lift } = await startTeam()
const { acme, anonymous, sql } = api
const ownOrigin = 'http://127.0.0.1:8080'

/** Raises the stored failures of every counted name and source, so that a test need not guess a hundred times. */
const raiseFailures = (count: number) => sql('update sign_in_failures set failures = failures + $1', [count])

async function guess(email: string, times: number, headers = randomAddress()) {
  for (let n = 0; n < times; n++) expect((await attempt(email, 'wrong', headers)).status).toBe(401)
}

test('finding 12: a stranger who guesses does not block the member at another address', async () => {
  const { email, password } = await aMember(api, acme, 'Support')
  const stranger = randomAddress()
  await guess(email, 5, stranger)
  await extendBlocks()
  expect((await attempt(email, password, stranger)).status).toBe(429)
  expect((await attempt(email, password)).status).toBe(200)
  // The success of the member does not help the stranger.
  expect((await attempt(email, password, stranger)).status).toBe(429)
  await lift()
})

test('finding 12: guesses at one name from many addresses are slowed down', async () => {
  const { email, password } = await aMember(api, acme, 'Support')
  await sql('delete from sign_in_failures')
  await guess(email, 1)
  await raiseFailures(98)
  await guess(email, 1)
  await extendBlocks()
  expect((await attempt(email, password)).status).toBe(429)
  await lift()
})

const signInBrowser = (username: string, password: string, cookie = '') =>
  anonymous(
    'POST',
    '/members/signin',
    { username, password, browser: true },
    { ...randomAddress(), origin: ownOrigin, 'sec-fetch-site': 'same-origin', cookie },
  )

const knownBrowserOf = (reply: { headers: Record<string, string | string[]> }) =>
  [reply.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('payproof_known=')) ?? ''

test('finding 12: guesses from many addresses do not block the member’s own browser', async () => {
  const { email, password } = await aMember(api, acme, 'Support')
  const known = knownBrowserOf(await signInBrowser(email, password))
  expect(known).toMatch(
    /^payproof_known=\d{10}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
  )
  const cookie = known.split(';')[0] ?? ''
  await sql('delete from sign_in_failures')
  await guess(email, 1)
  await raiseFailures(98)
  await guess(email, 1)
  await extendBlocks()
  expect((await signInBrowser(email, password)).status).toBe(429)
  expect((await signInBrowser(email, password, cookie)).status).toBe(201)
  // The cookie of one member helps with no other name, and neither does an invented one.
  const other = await aMember(api, acme, 'Support')
  await sql('delete from sign_in_failures')
  await guess(other.email, 1)
  await raiseFailures(98)
  await guess(other.email, 1)
  await extendBlocks()
  expect((await signInBrowser(other.email, other.password, cookie)).status).toBe(429)
  const forged = `payproof_known=9999999999.${randomBytes(32).toString('base64url')}`
  expect((await signInBrowser(other.email, other.password, forged)).status).toBe(429)
  await lift()
})

test('finding 12: a known browser has its own limit', async () => {
  const { email, password } = await aMember(api, acme, 'Support')
  const cookie = knownBrowserOf(await signInBrowser(email, password)).split(';')[0] ?? ''
  for (let n = 0; n < 5; n++) expect((await signInBrowser(email, 'wrong', cookie)).status).toBe(401)
  await extendBlocks()
  expect((await signInBrowser(email, password, cookie)).status).toBe(429)
  expect((await signInBrowser(email, password)).status).toBe(201)
  await lift()
})

/** True once a statement of another session waits for a lock. */
const isWaitingForLock = async () => {
  const [row] = await sql(
    `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.waiting > 0 || undefined
}

const successes: [
  name: string,
  uncount: (deps: AttemptLimitDeps, attempt: CountedAttempt) => Promise<void>,
][] = [
  ['sign-in', forgiveAttempt],
  ['step-up', uncountStepUp],
]

test.for(successes)('a successful %s does not deadlock with a concurrent attempt', async ([, uncount]) => {
  const { database, keyring } = await openCoreDependencies(api.config)
  try {
    const deps = { database, keyring }
    const attempt = await countAttemptAsFailed(deps, { address: '10.1.2.3' }, randomBytes(32))
    const lock = (hash: Buffer) =>
      statement`select from sign_in_failures where subject_hash = ${hash} for update nowait`
    // A concurrent attempt counts the address first, then source and name.
    const uncounting = await database.system(async (tx) => {
      await lock(attempt.address).execute(tx)
      const uncounting = uncount(deps, attempt)
      await eventually(isWaitingForLock)
      await lock(attempt.source).execute(tx)
      return [uncounting]
    })
    await Promise.all(uncounting)
  } finally {
    await database.close()
  }
})
