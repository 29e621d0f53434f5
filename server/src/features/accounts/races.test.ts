import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { mfaCode, refusal, startAccounts } from '../../../test/features/accounts.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openRole } from '../../process/roles.ts'

// The API runs without a worker. The tests start and stop a worker, as if it were a separate process.
const world = await startAccounts({}, 'api')
const { acme, proxy, aPerson, newName, connect, sql, config } = world
const signIn = 'POST /payroll/session'
const signOut = 'DELETE /payroll/session'

const startWorkers = async () => {
  const log = openLog('silent')
  const [worker, dispatcher] = [
    await openRole('worker', config, log),
    await openRole('dispatcher', config, log),
  ]
  return async () => {
    await dispatcher.close()
    await worker.close()
  }
}

async function whileWorking(work: () => Promise<void>) {
  const stop = await startWorkers()
  try {
    await work()
  } finally {
    await stop()
  }
}

const accountsOf = (userId: string) => sql('select status from accounts where user_id = $1', [userId])

test('creates no account and signs out if the authorisation is revoked during the login', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const before = proxy.count(signOut)
    const held = proxy.hold(signIn)
    const connecting = connect(person.user_id)
    await held.arrived
    await person.revoke()
    held.release()
    expect(refusal(await connecting)).toEqual([403, 'authorisation-missing'])
    expect(await accountsOf(person.user_id)).toEqual([])
    await eventually(() => proxy.count(signOut) === before + 1)
  }))

test('stores nothing and signs out if the user is deleted during the login', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const before = proxy.count(signOut)
    const held = proxy.hold(signIn)
    const connecting = connect(person.user_id)
    await held.arrived
    expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
    held.release()
    expect(refusal(await connecting)).toEqual([404, 'not-found'])
    expect(await accountsOf(person.user_id)).toEqual([])
    await eventually(() => proxy.count(signOut) === before + 1)
  }))

test(
  'deletes a user completely even while the account is being created',
  () =>
    whileWorking(async () => {
      for (let round = 0; round < 8; round++) {
        const person = await aPerson()
        const held = proxy.hold(signIn)
        const connecting = connect(person.user_id)
        await held.arrived
        held.release()
        await new Promise((resolve) => setTimeout(resolve, round * 3))
        expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
        expect([201, 404]).toContain((await connecting).status)
        expect(await accountsOf(person.user_id)).toEqual([])
      }
    }),
  60_000,
)

test('keeps an account deleted if it is deleted while its MFA answer is in flight', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const { account_id } = (await connect(person.user_id, { password: 'mfa:code' })).body
    const before = proxy.count(signOut)
    const held = proxy.hold('POST /payroll/session/second-factor')
    const answering = acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    await held.arrived
    expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
    held.release()
    expect(refusal(await answering)).toEqual([404, 'not-found'])
    expect(await accountsOf(person.user_id)).toEqual([])
    await eventually(() => proxy.count(signOut) === before + 1)
  }))

test('stores no session if the authorisation is revoked while the MFA answer is in flight', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const { account_id } = (await connect(person.user_id, { password: 'mfa:code' })).body
    const held = proxy.hold('POST /payroll/session/second-factor')
    const answering = acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    await held.arrived
    await person.revoke()
    held.release()
    expect(refusal(await answering)).toEqual([403, 'authorisation-missing'])
    const [row] = await sql('select status, session from accounts where id = $1', [account_id])
    expect(row).toEqual({ status: 'PENDING', session: null })
  }))

test('accepts the MFA answer after the worker that started the login was replaced', async () => {
  const person = await aPerson()
  let account_id = ''
  await whileWorking(async () => {
    account_id = (await connect(person.user_id, { password: 'mfa:code' })).body.account_id
  })
  await whileWorking(async () => {
    const answered = await acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    expect(answered).toMatchObject({ status: 200, body: { status: 'AUTHORISED' } })
  })
})

test('fails a login that no worker handles in time and never sends its password', async () => {
  const person = await aPerson()
  const user_name = newName()
  const lost = await connect(person.user_id, { user_name })
  expect(refusal(lost)).toEqual([400, 'login-lost'])
  await whileWorking(async () => {
    await eventually(async () => {
      const ended = await sql(
        `select from ended_tasks where kind = 'account.connect' and input->>'user_id' = $1 and outcome->>'refused' = 'login-lost'`,
        [person.user_id],
      )
      return ended.length === 1
    })
  })
  expect(proxy.count(signIn, user_name)).toBe(0)
  expect(await accountsOf(person.user_id)).toEqual([])
})
