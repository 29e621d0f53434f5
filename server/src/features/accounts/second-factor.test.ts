import { afterAll, expect, test } from 'vitest'
import { rightAnswer } from '../../../test/features/account-person.ts'
import { mfaCode, refusal, startAccounts } from '../../../test/features/accounts.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { expireOverdueAccounts } from './login/expire-pending.ts'

const world = await startAccounts()
const { acme, rival, proxy, sandbox, aPerson, newName, connect, historyOf, sql } = world
const { database } = await openCoreDependencies(world.config)
afterAll(() => database.close())
const signIn = 'POST /payroll/session'
const secondStep = 'POST /payroll/session/second-factor'

async function aPendingAccount(password = 'mfa:code') {
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

/** Creates an account and makes it INVALID with three wrong answers. */
async function anInvalidAccount() {
  const account = await aPendingAccount()
  for (const wrong of ['000001', '000002', '000003']) await account.answer(wrong)
  return account
}

test.each(['mfa:code', 'mfa:date', 'mfa:chars'])(
  'connects with a second factor of the kind %s',
  async (kind) => {
    const account = await aPendingAccount(kind)
    const { mfa_method, ...shown } = account.body
    expect(shown).toMatchObject({ status: 'PENDING', mfa_enabled: true, latest_pay_date: null })
    // Only the caller that connects the account sees the MFA method.
    expect((await acme('GET', account.path)).body).toEqual(shown)
    const { sign_in } = await sandbox.control('GET', `/people/${account.user_name}`)
    const answered = await account.answer(rightAnswer(mfa_method, sign_in))
    expect(answered).toMatchObject({
      status: 200,
      body: {
        ...shown,
        status: 'AUTHORISED',
        latest_pay_date: expect.toBeOneOf([null, expect.any(String)]),
        retrieval: { reason: null },
      },
    })
    expect(await historyOf(account.id)).toEqual([
      'AUTHORISED second-factor-answered',
      'PENDING second-factor-asked',
    ])
  },
)

test('says how many tries are left after a wrong answer; with none left the account is INVALID', async () => {
  const account = await aPendingAccount()
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

test('accepts a right answer after a wrong one', async () => {
  const account = await aPendingAccount()
  await account.answer('000001')
  expect((await account.answer(mfaCode)).body.status).toBe('AUTHORISED')
})

test('requires a valid authorisation of the user for an MFA answer', async () => {
  const account = await aPendingAccount()
  const other = await aPerson()
  const foreign = { 'x-svc-authorisation-id': other.authorisationId }
  expect(refusal(await account.answer(mfaCode, acme, foreign))).toEqual([403, 'authorisation-missing'])
  await account.revoke()
  expect(refusal(await account.answer(mfaCode))).toEqual([403, 'authorisation-missing'])
  expect(refusal(await account.answer(mfaCode, rival))).toEqual([404, 'not-found'])
  expect((await acme('GET', account.path)).body.status).toBe('PENDING')
})

test('records the authorisation named with the MFA answer', async () => {
  const account = await aPendingAccount()
  const { body: later } = await acme('POST', '/authorisations', {
    user_id: account.user_id,
    user_agent: 'Browser 2',
  })
  const header = { 'x-svc-authorisation-id': later.id }
  expect((await account.answer(mfaCode, acme, header)).status).toBe(200)
  const [row] = await sql('select authorisation_id from accounts where id = $1', [account.id])
  expect(row?.authorisation_id).toBe(later.id)
})

test('sends only one of two concurrent right answers', async () => {
  const account = await aPendingAccount()
  const before = proxy.count(secondStep)
  const replies = await Promise.all([account.answer(mfaCode), account.answer(mfaCode)])
  expect(replies.map(refusal).sort()).toEqual([
    [200, undefined],
    [400, 'mfa-not-expected'],
  ])
  expect(proxy.count(secondStep)).toBe(before + 1)
  expect(await historyOf(account.id)).toHaveLength(2)
})

test('shows EXPIRED as soon as 15 minutes have passed and refuses a late answer', async () => {
  const account = await aPendingAccount()
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

test('expires overdue accounts in the sweep after a grace period and records when they became overdue', async () => {
  const account = await aPendingAccount()
  const moment = new Date(Date.now() - 180_000)
  await sql("update account_moves set at = at - interval '1 hour' where account_id = $1", [account.id])
  const until = (at: Date) => sql('update accounts set pending_until = $1 where id = $2', [at, account.id])
  const storedStatus = async () =>
    (await sql('select status from accounts where id = $1', [account.id]))[0]?.status

  await until(new Date(Date.now() - 60_000))
  await database.system(expireOverdueAccounts)
  expect(await storedStatus(), 'an answer may be in flight').toBe('PENDING')
  await until(moment)
  await database.system(expireOverdueAccounts)
  expect(await storedStatus()).toBe('EXPIRED')
  const { history } = (await acme('GET', `${account.path}/history`)).body
  expect(history).toHaveLength(2)
  expect(history[0]).toEqual({
    from_status: 'PENDING',
    status: 'EXPIRED',
    reason: 'window-passed',
    at: moment.toISOString(),
  })
})

test('makes the account EXPIRED when the provider has ended the challenge', async () => {
  const account = await aPendingAccount()
  await sandbox.advance('PT6M')
  expect(refusal(await account.answer(mfaCode))).toEqual([400, 'mfa-timeout'])
  expect((await acme('GET', account.path)).body.status).toBe('EXPIRED')
})

test('keeps the account PENDING while the provider is down', async () => {
  const account = await aPendingAccount()
  await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: true })
  try {
    expect(refusal(await account.answer(mfaCode))).toEqual([400, 'provider-down'])
  } finally {
    await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: false })
  }
  expect((await acme('GET', account.path)).body.status).toBe('PENDING')
  expect((await account.answer(mfaCode)).status).toBe(200)
})

test('reconnects an INVALID account only with the same login', async () => {
  const account = await anInvalidAccount()
  expect((await account.reconnect({ user_name: newName() })).body.errors[0]).toContain('[user_name]')
  expect(refusal(await account.reconnect({ password: 'guess' }))).toEqual([400, 'login-refused'])
  expect((await acme('GET', account.path)).body.status).toBe('INVALID')
})

test('can ask for a second factor again on reconnect', async () => {
  const account = await anInvalidAccount()
  const pending = await account.reconnect({ password: 'mfa:code' })
  expect(pending).toMatchObject({ status: 200, body: { status: 'PENDING', mfa_method: { type: 'Code' } } })
  expect((await account.answer(mfaCode)).body.status).toBe('AUTHORISED')
  const again = await account.reconnect()
  expect(again.status).toBe(400)
  expect(again.body.errors[0]).toContain('is AUTHORISED')
})

test('calls the provider once for two concurrent reconnects', async () => {
  const account = await anInvalidAccount()
  const before = proxy.count(signIn, account.user_name)
  const replies = await Promise.all([account.reconnect(), account.reconnect()])
  expect(replies.map(({ body }) => body.status)).toEqual(['AUTHORISED', 'AUTHORISED'])
  expect(proxy.count(signIn, account.user_name)).toBe(before + 1)
  expect((await historyOf(account.id))[0]).toBe('AUTHORISED reconnected')
})

test('stores no session or challenge in clear text', async () => {
  const account = await aPendingAccount()
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
