import { afterAll, expect, test } from 'vitest'
import { rightAnswer } from '../../../test/features/account-person.ts'
import { mfaCode, refusal, startAccounts } from '../../../test/features/accounts.ts'
import { openFoundation } from '../../process/dependencies.ts'
import { expireLateAccounts } from './login/expire-pending.ts'

const world = await startAccounts()
const { acme, rival, between, sandbox, aPerson, newName, connect, historyOf, sql } = world
const { database } = await openFoundation(world.config)
afterAll(() => database.close())
const signIn = 'POST /payroll/session'
const secondStep = 'POST /payroll/session/second-factor'

async function aWaitingAccount(password = 'mfa:code') {
  const person = await aPerson()
  const user_name = newName()
  const { status, body } = await connect(person.user_id, { user_name, password })
  expect(status).toBe(201)
  const path = `/accounts/${body.account_id}`
  return {
    ...person,
    user_name,
    path,
    body,
    id: body.account_id as string,
    answer: (mfa: string, call = acme, headers = {}) => call('PUT', `${path}/mfa`, { mfa }, headers),
    reconnect: (login: object = {}) =>
      acme('POST', `${path}/reconnect`, { user_name, password: 'pass', ...login }),
    pass: () => sql('update accounts set pending_until = now() where id = $1', [body.account_id]),
  }
}

/** Three wrong answers are the end of it. */
async function anInvalidAccount() {
  const account = await aWaitingAccount()
  for (const wrong of ['000001', '000002', '000003']) await account.answer(wrong)
  return account
}

test.each(['mfa:code', 'mfa:date', 'mfa:chars'])(
  'a second step of the kind %s is asked and answered',
  async (kind) => {
    const account = await aWaitingAccount(kind)
    const { mfa_method, ...shown } = account.body
    expect(shown).toMatchObject({ status: 'PENDING', mfa_enabled: true, latest_pay_date: null })
    // Only its maker is told how.
    expect((await acme('GET', account.path)).body).toEqual(shown)
    const { sign_in } = await sandbox.control('GET', `/people/${account.user_name}`)
    const answered = await account.answer(rightAnswer(mfa_method, sign_in))
    expect(answered).toMatchObject({
      status: 200,
      body: { ...shown, status: 'AUTHORISED', latest_pay_date: expect.toBeOneOf([null, expect.any(String)]) },
    })
    expect(await historyOf(account.id)).toEqual([
      'AUTHORISED second-factor-answered',
      'PENDING second-factor-asked',
    ])
  },
)

test('wrong answers say how many tries are left; with none left the account is INVALID', async () => {
  const account = await aWaitingAccount()
  const refused = 'The provider refused the answer to its second step'
  const first = await account.answer('000001')
  expect(refusal(first)).toEqual([400, 'mfa-rejected'])
  expect(first.body.errors).toEqual([`${refused}; 2 tries are left`])
  expect((await account.answer('000002')).body.errors).toEqual([`${refused}; 1 try is left`])
  expect((await acme('GET', account.path)).body.status).toBe('PENDING')
  const last = await account.answer('000003')
  expect([last.headers['x-svc-attempts-left'], last.body.errors]).toEqual([
    '0',
    [`${refused}; no tries are left`],
  ])
  expect((await acme('GET', account.path)).body.status).toBe('INVALID')
  expect(await historyOf(account.id)).toEqual(['INVALID mfa-rejected', 'PENDING second-factor-asked'])
  expect(refusal(await account.answer(mfaCode))).toEqual([400, 'mfa-not-expected'])
})

test('a right answer after a wrong one still opens', async () => {
  const account = await aWaitingAccount()
  await account.answer('000001')
  expect((await account.answer(mfaCode)).body.status).toBe('AUTHORISED')
})

test('an answer needs an authorisation of the user that holds', async () => {
  const account = await aWaitingAccount()
  const other = await aPerson()
  const foreign = { 'x-svc-authorisation-id': other.authorisationId }
  expect(refusal(await account.answer(mfaCode, acme, foreign))).toEqual([403, 'authorisation-missing'])
  await account.revoke()
  expect(refusal(await account.answer(mfaCode))).toEqual([403, 'authorisation-missing'])
  expect(refusal(await account.answer(mfaCode, rival))).toEqual([404, 'not-found'])
  expect((await acme('GET', account.path)).body.status).toBe('PENDING')
})

test('an answer is carried by the authorisation it names', async () => {
  const account = await aWaitingAccount()
  const { body: later } = await acme('POST', '/authorisations', {
    user_id: account.user_id,
    user_agent: 'Browser 2',
  })
  const header = { 'x-svc-authorisation-id': later.id }
  expect((await account.answer(mfaCode, acme, header)).status).toBe(200)
  const [row] = await sql('select authorisation_id from accounts where id = $1', [account.id])
  expect(row?.authorisation_id).toBe(later.id)
})

test('of two right answers at once one is sent, the other finds nothing to answer', async () => {
  const account = await aWaitingAccount()
  const before = between.count(secondStep)
  const replies = await Promise.all([account.answer(mfaCode), account.answer(mfaCode)])
  expect(replies.map(refusal).sort()).toEqual([
    [200, undefined],
    [400, 'mfa-not-expected'],
  ])
  expect(between.count(secondStep)).toBe(before + 1)
  expect(await historyOf(account.id)).toHaveLength(2)
})

test('after 15 minutes it is read as EXPIRED at once, and an answer is too late', async () => {
  const account = await aWaitingAccount()
  await account.pass()
  expect((await acme('GET', account.path)).body.status).toBe('EXPIRED')
  expect(refusal(await account.answer(mfaCode))).toEqual([400, 'mfa-timeout'])
  expect((await account.reconnect()).body).toMatchObject({ status: 'AUTHORISED', mfa_enabled: false })
  expect(await historyOf(account.id)).toEqual([
    'AUTHORISED reconnected',
    'EXPIRED window-passed',
    'PENDING second-factor-asked',
  ])
})

test('the sweep moves what is late, some time after it has become so, and says when that was', async () => {
  const account = await aWaitingAccount()
  const moment = new Date(Date.now() - 180_000)
  await sql("update account_moves set at = at - interval '1 hour' where account_id = $1", [account.id])
  const until = (at: Date) => sql('update accounts set pending_until = $1 where id = $2', [at, account.id])
  const statusKept = async () =>
    (await sql('select status from accounts where id = $1', [account.id]))[0]?.status

  await until(new Date(Date.now() - 60_000))
  await database.system(expireLateAccounts)
  expect(await statusKept(), 'an answer may be under way').toBe('PENDING')
  await until(moment)
  await database.system(expireLateAccounts)
  expect(await statusKept()).toBe('EXPIRED')
  const { history } = (await acme('GET', `${account.path}/history`)).body
  expect(history).toHaveLength(2)
  expect(history[0]).toEqual({
    from_status: 'PENDING',
    status: 'EXPIRED',
    reason: 'window-passed',
    at: moment.toISOString(),
  })
})

test('a provider that waits no longer makes it EXPIRED', async () => {
  const account = await aWaitingAccount()
  await sandbox.advance('PT6M')
  expect(refusal(await account.answer(mfaCode))).toEqual([400, 'mfa-timeout'])
  expect((await acme('GET', account.path)).body.status).toBe('EXPIRED')
})

test('a provider that is down leaves the account waiting', async () => {
  const account = await aWaitingAccount()
  await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: true })
  try {
    expect(refusal(await account.answer(mfaCode))).toEqual([400, 'provider-down'])
  } finally {
    await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: false })
  }
  expect((await acme('GET', account.path)).body.status).toBe('PENDING')
  expect((await account.answer(mfaCode)).status).toBe(200)
})

test('an INVALID account is reconnected with the login it is of', async () => {
  const account = await anInvalidAccount()
  expect((await account.reconnect({ user_name: newName() })).body.errors[0]).toContain('[user_name]')
  expect(refusal(await account.reconnect({ password: 'guess' }))).toEqual([400, 'login-refused'])
  expect((await acme('GET', account.path)).body.status).toBe('INVALID')
})

test('reconnecting may ask for a second step again', async () => {
  const account = await anInvalidAccount()
  const asked = await account.reconnect({ password: 'mfa:code' })
  expect(asked).toMatchObject({ status: 200, body: { status: 'PENDING', mfa_method: { type: 'Code' } } })
  expect((await account.answer(mfaCode)).body.status).toBe('AUTHORISED')
  const again = await account.reconnect()
  expect(again.status).toBe(400)
  expect(again.body.errors[0]).toContain('is AUTHORISED')
})

test('of two reconnections at once the provider is asked once', async () => {
  const account = await anInvalidAccount()
  const before = between.count(signIn, account.user_name)
  const replies = await Promise.all([account.reconnect(), account.reconnect()])
  expect(replies.map(({ body }) => body.status)).toEqual(['AUTHORISED', 'AUTHORISED'])
  expect(between.count(signIn, account.user_name)).toBe(before + 1)
  expect((await historyOf(account.id))[0]).toBe('AUTHORISED reconnected')
})

test('nothing that opens a provider is stored in clear', async () => {
  const account = await aWaitingAccount()
  const [waiting] = await sql('select * from accounts where id = $1', [account.id])
  await account.answer(mfaCode)
  const [open] = await sql('select * from accounts where id = $1', [account.id])
  expect(waiting).toMatchObject({ session: null, pending: expect.any(Buffer) })
  expect(open).toMatchObject({ session: expect.any(Buffer), pending: null, pending_kind: null })
  for (const row of [waiting, open])
    expect(Buffer.concat(Object.values(row).filter(Buffer.isBuffer)).toString('latin1')).not.toMatch(
      new RegExp(`${account.user_name}|token|challenge`),
    )
})
