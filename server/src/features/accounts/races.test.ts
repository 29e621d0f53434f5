import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { mfaCode, refusal, startAccounts } from '../../../test/features/accounts.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openRole } from '../../process/roles.ts'

// The worker is a process of its own, as far as the tasks can tell: it can be stopped and started.
const world = await startAccounts({}, 'api')
const { acme, between, aPerson, newName, connect, sql, config } = world
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

test('an authorisation that is withdrawn while the provider is asked: no account, and signed out again', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const before = between.count(signOut)
    const held = between.hold(signIn)
    const connecting = connect(person.user_id)
    await held.arrived
    await person.revoke()
    held.release()
    expect(refusal(await connecting)).toEqual([403, 'authorisation-missing'])
    expect(await accountsOf(person.user_id)).toEqual([])
    await eventually(() => between.count(signOut) === before + 1)
  }))

test('a user who is deleted while the provider is asked: nothing is stored, and signed out again', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const before = between.count(signOut)
    const held = between.hold(signIn)
    const connecting = connect(person.user_id)
    await held.arrived
    expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
    held.release()
    expect(refusal(await connecting)).toEqual([404, 'not-found'])
    expect(await accountsOf(person.user_id)).toEqual([])
    await eventually(() => between.count(signOut) === before + 1)
  }))

test(
  'a user who is deleted in the very moment in which the account is made goes all the same',
  () =>
    whileWorking(async () => {
      for (let turn = 0; turn < 8; turn++) {
        const person = await aPerson()
        const held = between.hold(signIn)
        const connecting = connect(person.user_id)
        await held.arrived
        held.release()
        await new Promise((resolve) => setTimeout(resolve, turn * 3))
        expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
        expect([201, 404]).toContain((await connecting).status)
        expect(await accountsOf(person.user_id)).toEqual([])
      }
    }),
  60_000,
)

test('an account that is deleted while its second step is answered stays deleted', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const { account_id } = (await connect(person.user_id, { password: 'mfa:code' })).body
    const before = between.count(signOut)
    const held = between.hold('POST /payroll/session/second-factor')
    const answering = acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    await held.arrived
    expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
    held.release()
    expect(refusal(await answering)).toEqual([404, 'not-found'])
    expect(await accountsOf(person.user_id)).toEqual([])
    await eventually(() => between.count(signOut) === before + 1)
  }))

test('an authorisation that is withdrawn while the second step is answered: nothing is kept', () =>
  whileWorking(async () => {
    const person = await aPerson()
    const { account_id } = (await connect(person.user_id, { password: 'mfa:code' })).body
    const held = between.hold('POST /payroll/session/second-factor')
    const answering = acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    await held.arrived
    await person.revoke()
    held.release()
    expect(refusal(await answering)).toEqual([403, 'authorisation-missing'])
    const [row] = await sql('select status, session from accounts where id = $1', [account_id])
    expect(row).toEqual({ status: 'PENDING', session: null })
  }))

test('a worker may come and go between the question and the answer', async () => {
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

test('a request that nobody works on in time is lost, and its password with it', async () => {
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
    }, 30_000)
  })
  expect(between.count(signIn, user_name)).toBe(0)
  expect(await accountsOf(person.user_id)).toEqual([])
}, 60_000)
