import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { mfaCode } from '../../../test/features/accounts.ts'
import { startPayroll } from '../../../test/features/payroll.ts'

const world = await startPayroll()
const { acme, proxy, sandbox, sql, newName, connect, connected, aPerson, settled } = world
const provider = 'sandbox-payroll'
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

const retrievalOf = async (accountId: string) =>
  (await acme('GET', `/accounts/${accountId}`)).body.retrieval as {
    state: string
    reason: string | null
    next_attempt_at: string | null
    last_success_at: string | null
  }
const done = { state: 'done', reason: null, next_attempt_at: null, last_success_at: moment }

test('is done after the first retrieval, in every reply with an account', async () => {
  const { account_id, user_id } = await connected()
  expect(await retrievalOf(account_id)).toEqual(done)
  const { accounts } = (await acme('GET', `/accounts?user_id=${user_id}`)).body
  expect(accounts).toMatchObject([{ account_id, retrieval: done }])
})

test('is running while the provider replies and pending while MFA is not answered', async () => {
  const person = await aPerson()
  const pending = await connect(person.user_id, { password: 'mfa:code' })
  const { account_id } = pending.body
  expect(pending.body.retrieval).toEqual({
    state: 'pending',
    reason: 'account-pending',
    next_attempt_at: null,
    last_success_at: null,
  })
  const held = proxy.hold('GET /payroll/payslips')
  expect((await acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })).status).toBe(200)
  await held.arrived
  expect(await retrievalOf(account_id)).toMatchObject({ state: 'running', reason: null })
  held.release()
  await settled(account_id)
  expect(await retrievalOf(account_id)).toEqual(done)
})

test('is retrying with the reason and the next attempt, then done', async () => {
  const user_name = newName()
  await sandbox.behave(provider, user_name, 'drop:list')
  const { user_id } = await aPerson()
  const { account_id } = (await connect(user_id, { user_name })).body
  const retrying = await eventually(async () => {
    const retrieval = await retrievalOf(account_id)
    return retrieval.state === 'retrying' && retrieval
  })
  expect(retrying).toEqual({
    state: 'retrying',
    reason: 'provider-unreachable',
    next_attempt_at: moment,
    last_success_at: null,
  })
  await sandbox.behave(provider, user_name, null)
  await sql('update tasks set wake_at = now() where key = $1', [`account ${account_id}`])
  await settled(account_id)
  expect(await retrievalOf(account_id)).toEqual(done)
})

test('is failed with the reason once no further attempt is planned', async () => {
  const { account_id, query } = await connected()
  await sql(`update accounts set retrieval_failure = 'provider-down' where id = $1`, [account_id])
  expect(await retrievalOf(account_id)).toMatchObject({ state: 'failed', reason: 'provider-down' })
  expect((await query()).status).toBe(201)
  expect(await retrievalOf(account_id)).toEqual(done)
})

test('is failed if the authorisation is withdrawn before the first retrieval', async () => {
  const { user_id, revoke } = await aPerson()
  const held = proxy.hold('GET /payroll/payslips')
  const { account_id } = (await connect(user_id)).body
  await held.arrived
  await revoke()
  held.release()
  await settled(account_id)
  expect(await retrievalOf(account_id)).toEqual({
    state: 'failed',
    reason: 'authorisation-missing',
    next_attempt_at: null,
    last_success_at: null,
  })
})

test('is failed after the session has ended, and done again after a reconnect', async () => {
  const user_name = newName()
  const { account_id, query } = await connected({ user_name })
  await sandbox.control('DELETE', `/providers/${provider}/sessions?user_name=${user_name}`)
  await query()
  const { status, retrieval } = (await acme('GET', `/accounts/${account_id}`)).body
  expect(status).toBe('EXPIRED')
  expect(retrieval).toMatchObject({ state: 'failed', reason: 'session-ended', last_success_at: moment })
  await acme('POST', `/accounts/${account_id}/reconnect`, { user_name, password: 'pass' })
  await settled(account_id)
  expect(await retrievalOf(account_id)).toEqual(done)
})

test('is failed with a reason of our own if the task is dead, until the next success', async () => {
  const { account_id, user_id, query } = await connected()
  await sql(
    `insert into dead_tasks (client_id, id, user_id, lane, kind, once, input, offers, attempts, due_at, reason)
      select client_id, gen_random_uuid(), user_id, 'retrieve', 'payroll.retrieve', false,
        jsonb_build_object('account_id', id, 'why', 'first'), 1, 8, now(), 'out of memory'
      from accounts where id = $1 and user_id = $2`,
    [account_id, user_id],
  )
  expect(await retrievalOf(account_id)).toMatchObject({ state: 'failed', reason: 'unexpected' })
  await query()
  expect(await retrievalOf(account_id)).toEqual(done)
})
