import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { startServices } from '../../dev/services/services.ts'
import { makeTestFolder } from '../../dev/services/test-folder.ts'
import { runAdmin } from '../src/admin.ts'
import { readConfig } from '../src/config.ts'
import { type Call, cloneDatabase } from './api.ts'
import { createUser, mailedCode, readMail } from './people.ts'
import { startApiProcess } from './processes.ts'
import { environmentFor } from './template.ts'

const limitMs = 1_000
const pollMs = 20

const world = inject('world')
const database = await cloneDatabase(world)
afterAll(database.drop)
const folder = makeTestFolder()
const services = await startServices({ folder, durable: false, only: ['nats'] })
afterAll(async () => {
  await services.remove()
  rmSync(folder, { recursive: true, force: true })
})
const environment = { ...environmentFor(world, database.name), NATS_URL: services.nats.url }
const processes = await Promise.all([
  startApiProcess(environment, 'all'),
  startApiProcess(environment, 'all'),
])
const [first, second] = processes
const acme = first.withKey(world.clients.acme.apiKey)

const enoughYes = 5

/** Asks both processes without pause and tells how long after the revocation a question was still answered with yes. */
async function measureRefusal(calls: Call[], path: string, revoke: () => Promise<{ status: number }>) {
  let revokedAt = Number.POSITIVE_INFINITY
  const yes = calls.map(() => 0)
  const asking = calls.map(async (call, at) => {
    let lastYes = 0
    for (;;) {
      const askedAt = performance.now()
      const { status } = await call('GET', path)
      if (status === 200) {
        lastYes = askedAt
        yes[at] = (yes[at] ?? 0) + 1
      } else if (status !== 401) throw new Error(`answered ${status}`)
      // Long past the limit: a process that forgot the revocation would say yes again by now.
      if (askedAt > revokedAt + limitMs + 500) return Math.max(0, lastYes - revokedAt)
      await sleep(pollMs)
    }
  })
  // Every process believes it by now, however slow the machine is.
  await Promise.race([
    expect.poll(() => Math.min(...yes), { timeout: 20_000 }).toBeGreaterThan(enoughYes),
    Promise.all(asking),
  ])
  const { status } = await revoke()
  expect(status).toBeLessThan(300)
  revokedAt = performance.now()
  return Math.max(...(await Promise.all(asking)))
}

async function newApiKey() {
  const { body } = await acme('POST', '/api-keys', { name: 'to be revoked' })
  return body as { id: string; key: string }
}

async function newMember() {
  const email = `m${Math.random().toString(36).slice(2)}@team.example`
  const { body } = await acme('POST', '/members', { email, role: 'FullMember' })
  const { text } = await readMail(world.inboxUrl, email, /invited/)
  const [, code] = mailedCode.invitation.exec(text) ?? []
  const password = 'correct horse battery staple'
  await first.nobody('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password })
  await acme('PATCH', `/members/${body.id}`, { mfa_status: 'disabled' })
  const signedIn = await second.nobody('POST', '/members/signin', { username: email, password })
  return { id: body.id as string, token: signedIn.body.jwt as string }
}

// Made while NATS runs: without it their invitations would wait.
const members = [await newMember(), await newMember()]

const newToken = async (user_id: string, call = acme) =>
  (await call('POST', '/user-tokens', { user_id })).body.token as string

describe.each([
  // Told by the bus, sooner than what was read is forgotten.
  { nats: 'running', expectedMs: 700 },
  // Nothing is believed for longer than 800 ms after it was read; the rest is one request.
  { nats: 'stopped', expectedMs: limitMs },
])('with NATS $nats', ({ nats, expectedMs }) => {
  const connected = async () =>
    /^payproof_bus_connected (\d)/m.exec((await first.nobody('GET', '/metrics')).text)?.[1]

  test('the processes know whether they reach NATS', async () => {
    if (nats === 'stopped') await services.nats.stop()
    await expect.poll(connected, { timeout: 5_000 }).toBe(nats === 'stopped' ? '0' : '1')
  })

  test('a revoked API key is refused by every process within a second', { retry: 2 }, async () => {
    const { id, key } = await newApiKey()
    const calls = processes.map(({ withKey }) => withKey(key))
    const ms = await measureRefusal(calls, '/users?limit=1', () => acme('DELETE', `/api-keys/${id}`))
    expect(ms).toBeLessThan(expectedMs)
  })

  test('the tokens of a deleted member are refused by every process within a second', async () => {
    const { id, token } = members[nats === 'running' ? 0 : 1] as (typeof members)[0]
    const calls = processes.map(({ withToken }) => withToken(token))
    const ms = await measureRefusal(calls, '/users?limit=1', () => acme('DELETE', `/members/${id}`))
    expect(ms).toBeLessThan(expectedMs)
  })

  test('the revoked tokens of a user are refused by every process within a second, later ones are not', {
    retry: 2,
  }, async () => {
    const { user_id } = await createUser(acme)
    const token = await newToken(user_id)
    const calls = processes.map(({ withToken }) => withToken(token))
    const ms = await measureRefusal(calls, '/providers', () =>
      acme('POST', '/user-tokens/revocations', { user_id }),
    )
    expect(ms).toBeLessThan(expectedMs)
    const later = await newToken(user_id)
    for (const { withToken } of processes) {
      expect((await withToken(later)('GET', '/providers')).status).toBe(200)
    }
  })

  test('the token of an erased user is refused by every process within a second', { retry: 2 }, async () => {
    const { user_id } = await createUser(acme)
    const token = await newToken(user_id)
    const calls = processes.map(({ withToken }) => withToken(token))
    const ms = await measureRefusal(calls, '/providers', () => acme('DELETE', `/users/${user_id}`))
    expect(ms).toBeLessThan(limitMs)
  })
})

test('after the signing key was rotated old and new tokens are good everywhere and both keys are published', async () => {
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string
  const { user_id } = await createUser(acme)
  const old = await newToken(user_id)
  const { kid } = (await runAdmin(readConfig(environment), ['rotate-signing-key'])) as { kid: string }
  // A process that starts now signs with the new key, while the others have not asked for keys yet.
  const third = await startApiProcess(environment)
  const fresh = await newToken(user_id, third.withKey(world.clients.acme.apiKey))
  expect(kidOf(fresh)).toBe(kid)
  expect(kidOf(old)).not.toBe(kid)
  for (const { nobody } of [...processes, third]) {
    const { body } = await nobody('GET', '/.well-known/jwks.json')
    // Behind those of tokens stand the keys of signed copies.
    const kids = body.keys.map((key: { kid: string }) => key.kid)
    expect(kids.slice(0, 2)).toEqual([kid, kidOf(old)])
    expect(JSON.stringify(body)).not.toMatch(/"d":/)
  }
  for (const { withToken } of [...processes, third]) {
    // All at once: the first of them makes the process ask for the keys, the others must wait for the answer.
    const replies = await Promise.all(
      [fresh, fresh, fresh, old].map((token) => withToken(token)('GET', '/providers')),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})
