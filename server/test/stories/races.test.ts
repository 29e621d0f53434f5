import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Reply, startApi } from '../api.ts'
import { atEnd } from '../at-end.ts'
import { eventually } from '../engine.ts'
import { startOutside } from '../outside/start.ts'
import { startSandbox } from '../sandbox.ts'
import { code, sendAnswer, sendConnect, sendQuery } from './model/commands.ts'
import type { ModelAccount } from './model/model.ts'
import { begin, codeOf, mustBe, openLane, openPool, provider, type Real } from './model/real.ts'

// The races of the model, made sure of: a provider that takes its time, and somebody who changes their mind meanwhile.

const sandbox = await startSandbox()
const receiver = await startOutside('receiver.ts')
atEnd(() => receiver.stop())
const api = await startApi({
  ...{ SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true', OUTBOUND_LOOPBACK: 'true' },
})
const pool = openPool(api)
atEnd(pool.close)
const lane = await openLane({ api, sandbox, receiver: receiver.url, sql: pool.sql })

/** Somebody who has agreed. */
async function aPerson() {
  const real = await begin(lane, api)
  const accepted = { user_id: real.user_id, term_id: real.term_id, user_agent: 'races' }
  const { id } = mustBe(await lane.call('POST', '/authorisations', accepted), '201')
  return { real, revoke: () => lane.call('PUT', `/authorisations/${id}/revoke`) }
}

async function anAccount(real: Real, password: 'pass' | 'mfa:code' = 'pass', isEarly = true) {
  const { account_id } = mustBe(await sendConnect(real, 0, password, isEarly), '201')
  await real.settle()
  return { id: account_id, login: 0 } as ModelAccount
}

const makeSlow = (real: Real) => sandbox.behave(provider, real.logins[0] as string, 'slow:1')

/** Until a worker has begun with a task of this kind, and half a second more: it is at the provider by then. */
async function atProvider(real: Real, kind: string) {
  await eventually(async () => {
    const [row] = await real.sql(`select from tasks where user_id = $1 and kind = $2 and state = 'offered'`, [
      ...[real.user_id, kind],
    ])
    return row !== undefined
  }, 30_000)
  await sleep(500)
}

const storedOf = async ({ sql, user_id }: Real) =>
  (await sql('select pay_date::text from payroll_submissions where user_id = $1', [user_id])).length

const announcedOf = async ({ received, user_id }: Real) =>
  (await received()).filter((one) => one.user_id === user_id).length

/** Nothing more comes after everything that was under way has ended. */
async function expectStays(real: Real, stored: number, announced: number) {
  await real.settle()
  await sleep(300)
  expect([await storedOf(real), await announcedOf(real)]).toEqual([stored, announced])
}

test('revoked while a query is at the provider: what was fetched is thrown away', async () => {
  const { real, revoke } = await aPerson()
  const account = await anAccount(real)
  await makeSlow(real)
  const query = sendQuery(real, account)
  await atProvider(real, 'payroll.retrieve')
  mustBe(await revoke(), '200')
  mustBe(await query, '403 authorisation-missing')
  await expectStays(real, 1, 1)
})

test('revoked while the first retrieval is at the provider: nothing is stored, nothing is sent', async () => {
  const { real, revoke } = await aPerson()
  await makeSlow(real)
  mustBe(await sendConnect(real, 0, 'pass', false), '201')
  await atProvider(real, 'payroll.retrieve')
  mustBe(await revoke(), '200')
  await expectStays(real, 0, 0)
})

test('the term is switched off meanwhile: the same', async () => {
  const { real } = await aPerson()
  const account = await anAccount(real)
  await makeSlow(real)
  const query = sendQuery(real, account)
  await atProvider(real, 'payroll.retrieve')
  mustBe(await real.call('PATCH', `/authorisations/terms/${real.term_id}`, { is_active: false }), '200')
  mustBe(await query, '403 authorisation-missing')
  await expectStays(real, 1, 1)
})

test('the user is deleted while a retrieval runs: nothing of it is left', async () => {
  const { real } = await aPerson()
  const account = await anAccount(real)
  await makeSlow(real)
  const query = sendQuery(real, account)
  await atProvider(real, 'payroll.retrieve')
  mustBe(await real.call('DELETE', `/users/${real.user_id}`), '200')
  mustBe(await query, '404 not-found', '401 credentials-refused')
  await expectStays(real, 0, 1)
  expect(await real.sql('select from accounts where user_id = $1', [real.user_id])).toEqual([])
})

test('the account is deleted while a retrieval runs: nothing of it is left', async () => {
  const { real } = await aPerson()
  const account = await anAccount(real)
  await makeSlow(real)
  const query = sendQuery(real, account)
  await atProvider(real, 'payroll.retrieve')
  mustBe(await real.call('DELETE', `/accounts/${account.id}`), '200')
  mustBe(await query, '404 not-found')
  await expectStays(real, 0, 1)
})

test('the user is deleted while an account is being connected: there is none', async () => {
  const { real } = await aPerson()
  await makeSlow(real)
  const connect = sendConnect(real, 0, 'pass', false)
  await atProvider(real, 'account.connect')
  mustBe(await real.call('DELETE', `/users/${real.user_id}`), '200')
  mustBe(await connect, '404 not-found')
  await expectStays(real, 0, 0)
  expect(await real.sql('select from accounts where user_id = $1', [real.user_id])).toEqual([])
})

test('revoked while an account is being connected: there is none', async () => {
  const { real, revoke } = await aPerson()
  await makeSlow(real)
  const connect = sendConnect(real, 0, 'pass', false)
  await atProvider(real, 'account.connect')
  mustBe(await revoke(), '200')
  mustBe(await connect, '403 authorisation-missing')
  await expectStays(real, 0, 0)
  expect(await real.sql('select from accounts where user_id = $1', [real.user_id])).toEqual([])
})

test('the account is deleted while its second step is at the provider', async () => {
  const { real } = await aPerson()
  const account = await anAccount(real, 'mfa:code')
  await makeSlow(real)
  const answer = sendAnswer(real, account, code.right)
  await atProvider(real, 'account.answer')
  mustBe(await real.call('DELETE', `/accounts/${account.id}`), '200')
  mustBe(await answer, '404 not-found')
  await expectStays(real, 0, 0)
})

test('of two right answers at once one wins, and there is one first retrieval', async () => {
  const { real } = await aPerson()
  const account = await anAccount(real, 'mfa:code', false)
  const replies = await Promise.all([1, 2].map(() => sendAnswer(real, account, code.right)))
  expect(replies.map(codeOf).sort()).toEqual(['200', '400 mfa-not-expected'])
  await real.settle()
  await eventually(async () => (await announcedOf(real)) > 0)
  await expectStays(real, 3, 1)
})

test('what two queries at once find is stored once and announced once', async () => {
  const { real } = await aPerson()
  const account = await anAccount(real)
  await makeSlow(real)
  const replies = await Promise.all([1, 2].map(() => sendQuery(real, account)))
  const found = replies.map((reply: Reply) => mustBe(reply, '201').payroll_submissions.length as number)
  expect(found.sort()).toEqual([0, 2])
  await eventually(async () => (await announcedOf(real)) === 2)
  await expectStays(real, 3, 2)
})
