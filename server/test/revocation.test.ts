import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { runAdmin } from '../src/admin/commands.ts'
import { readConfig } from '../src/config.ts'
import { type Call, cloneDatabase } from './api.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './eventually.ts'
import { startOwnNats } from './own-nats.ts'
import { createUser, mailedCode, readMail } from './people.ts'
import { startApiProcess } from './processes.ts'
import { environmentFor } from './template.ts'

const pollMs = 20

const world = inject('world')
const database = await cloneDatabase(world)
atEnd(database.drop)
const faults = await startOwnNats()
const environment = { ...environmentFor(world, database.name), NATS_URL: faults.nats.url }
const processes = await Promise.all([
  startApiProcess(environment, 'all'),
  startApiProcess(environment, 'all'),
])
const [first, second] = processes
const acme = first.withKey(world.clients.acme.apiKey)
const ownerSignIn = await first.anonymous('POST', '/members/signin', {
  username: 'owner@acme.example',
  password: world.clients.acme.ownerPassword,
})
const owner = first.withToken(ownerSignIn.body.jwt)

const minAccepted = 5
// Number of refusals required. They take longer than the 800 ms for which a process caches a credential, so a process
// that missed the revocation would accept it again.
const minRefused = 100

/**
 * Sends requests to both processes continuously. They must be accepted before the revocation, and none may be
 * accepted after the first refusal.
 */
async function expectRefusal(calls: Call[], path: string, revoke: () => Promise<{ status: number }>) {
  const acceptedCounts = calls.map(() => 0)
  const requesting = calls.map(async (call, at) => {
    for (let refused = 0; refused < minRefused; ) {
      const { status } = await call('GET', path)
      if (status === 200) {
        expect(refused, 'accepted after it was refused').toBe(0)
        acceptedCounts[at] = (acceptedCounts[at] ?? 0) + 1
      } else if (status === 401) refused++
      else throw new Error(`answered ${status}`)
      await sleep(pollMs)
    }
  })
  // Wait until both processes have cached the credential, however slow the machine is.
  await Promise.race([
    expect.poll(() => Math.min(...acceptedCounts)).toBeGreaterThan(minAccepted),
    Promise.all(requesting),
  ])
  expect((await revoke()).status).toBeLessThan(300)
  await Promise.all(requesting)
}

async function newApiKey() {
  const { body } = await owner('POST', '/api-keys', { name: 'to be revoked' })
  return body as { id: string; key: string }
}

async function newMember() {
  const email = `${randomUUID()}@team.example`
  const { body } = await acme('POST', '/members', { email, role: 'FullMember' })
  const { text } = await readMail(world.inboxUrl, email, /invited/)
  const [, code] = mailedCode.invitation.exec(text) ?? []
  const password = 'correct horse battery staple'
  await first.anonymous('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password })
  await owner('PATCH', `/members/${body.id}`, { mfa_status: 'disabled' })
  const signedIn = await second.anonymous('POST', '/members/signin', { username: email, password })
  return { id: body.id as string, token: signedIn.body.jwt as string }
}

// The members are created while NATS runs; without NATS their invitation mails would wait.
const members = [await newMember(), await newMember()]
const others = [await newMember(), await newMember()]

const newToken = async (user_id: string, call = acme) =>
  (await call('POST', '/user-tokens', { user_id })).body.token as string

// The cache limit and the invalidation message are tested in access/authentication.test.ts.
describe.each([{ nats: 'running' }, { nats: 'stopped' }])('with NATS $nats', ({ nats }) => {
  const connected = async () =>
    /^payproof_bus_connected (\d)/m.exec((await first.anonymous('GET', '/metrics')).text)?.[1]

  beforeAll(async () => {
    if (nats === 'stopped') await faults.stopNats()
    await eventually(async () => (await connected()) === (nats === 'stopped' ? '0' : '1'))
    return async () => {
      if (nats === 'stopped') await faults.startNatsAgain()
      await eventually(async () => (await connected()) === '1')
    }
  })

  test('a revoked API key is refused by every process', async () => {
    const { id, key } = await newApiKey()
    const calls = processes.map(({ withKey }) => withKey(key))
    await expectRefusal(calls, '/users?limit=1', () => owner('DELETE', `/api-keys/${id}`))
  })

  test('the tokens of a deleted member are refused by every process', async () => {
    const { id, token } = members[nats === 'running' ? 0 : 1] as (typeof members)[0]
    const calls = processes.map(({ withToken }) => withToken(token))
    await expectRefusal(calls, '/users?limit=1', () => owner('DELETE', `/members/${id}`))
  })

  test('finding 14: the token of an ended session is refused by every process', async () => {
    const { token } = others[nats === 'running' ? 0 : 1] as (typeof others)[0]
    const calls = processes.map(({ withToken }) => withToken(token))
    const { body } = await first.withToken(token)('GET', '/members/sessions/current')
    await expectRefusal(calls, '/users?limit=1', () =>
      second.withToken(token)('DELETE', `/members/sessions/${body.session.id}`),
    )
  })

  test('the revoked tokens of a user are refused by every process, later ones are not', async () => {
    const { user_id } = await createUser(acme)
    const token = await newToken(user_id)
    const calls = processes.map(({ withToken }) => withToken(token))
    await expectRefusal(calls, '/providers', () => acme('POST', '/user-tokens/revocations', { user_id }))
    const later = await newToken(user_id)
    for (const { withToken } of processes) {
      expect((await withToken(later)('GET', '/providers')).status).toBe(200)
    }
  })

  test('the token of an erased user is refused by every process', async () => {
    const { user_id } = await createUser(acme)
    const token = await newToken(user_id)
    const calls = processes.map(({ withToken }) => withToken(token))
    await expectRefusal(calls, '/providers', () => acme('DELETE', `/users/${user_id}`))
  })
})

test('after a signing key rotation old and new tokens are valid everywhere and both keys are published', async () => {
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string
  const { user_id } = await createUser(acme)
  const old = await newToken(user_id)
  const { kid } = (await runAdmin(readConfig(environment), ['rotate-signing-key'])) as { kid: string }
  // A process that starts now signs with the new key, which the other processes have not fetched yet.
  const third = await startApiProcess(environment)
  const fresh = await newToken(user_id, third.withKey(world.clients.acme.apiKey))
  expect(kidOf(fresh)).toBe(kid)
  expect(kidOf(old)).not.toBe(kid)
  for (const { anonymous } of [...processes, third]) {
    const { body } = await anonymous('GET', '/.well-known/jwks.json')
    // The list also contains the keys of signed copies, after the keys of tokens.
    const kids = body.keys.map((key: { kid: string }) => key.kid)
    expect(kids.slice(0, 2)).toEqual([kid, kidOf(old)])
    expect(JSON.stringify(body)).not.toMatch(/"d":/)
  }
  for (const { withToken } of [...processes, third]) {
    // The requests are concurrent: the first triggers a fetch of the keys, and the others must wait for it.
    const replies = await Promise.all(
      [fresh, fresh, fresh, old].map((token) => withToken(token)('GET', '/providers')),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})
