import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { refusal } from '../../../../test/features/accounts.ts'
import { createReaders } from '../../../../test/features/payroll.ts'
import { createUser } from '../../../../test/people.ts'
import { startSandbox } from '../../../../test/sandbox.ts'

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true' })
const { acme, rival, sql, withToken } = api
const { stored, eventsOf, submissionsOf } = createReaders(api)

async function aPerson(changes: object = {}) {
  const { user_id } = await createUser(acme, changes)
  const { id } = (await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })).body
  return { user_id, authorisationId: id as string, revoke: () => acme('PUT', `/authorisations/${id}/revoke`) }
}

/** Creates a user with the details of a person whom the bureau knows. */
async function aKnownPerson(userName: string, changes: object = {}) {
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  return aPerson({
    forename: identity.forename,
    surname: identity.surname,
    ni_number: identity.ni_number,
    date_of_birth: `${identity.date_of_birth}T12:00:00.000Z`,
    post_codes: identity.addresses.map(({ post_code }: { post_code: string }) => post_code),
    payroll_period_months: 36,
    ...changes,
  })
}
const connect = (user_id: string, headers = {}) =>
  acme('POST', '/accounts/direct-connections', { user_id }, headers)
/**
 * Advances the sandbox clock and waits until the service, which polls it twice a second, has noticed. A bureau
 * rejects requests whose clock is weeks behind.
 */
async function advance(by: string) {
  await sandbox.advance(by)
  await sleep(2_000)
}
const netOf = (list: { income_information: { earnings: { net_pay: string | null } } }[]) =>
  list.map(({ income_information }) => income_information.earnings.net_pay)

test('matches a person by personal details and stores all payslips exactly', async () => {
  const { user_id, authorisationId } = await aKnownPerson('wilhelmina.oakapple')
  const reply = await connect(user_id)
  expect(reply.status, reply.text).toBe(201)
  const { pagination, payroll_submissions } = reply.body
  const { payslips } = await sandbox.control('GET', '/people/wilhelmina.oakapple/payslips?limit=100')
  expect(netOf(payroll_submissions)).toEqual(
    payslips.map((one: { totals: { net: string } }) => one.totals.net),
  )
  const count = payslips.length
  expect(pagination).toEqual({ offset: 1, limit: 100, count, total_count: count })
  expect(payroll_submissions[0]).toMatchObject({ source: 'Payroll (via Direct Connection)' })
  const { accounts } = (await acme('GET', `/accounts?user_id=${user_id}`)).body
  expect(accounts).toMatchObject([
    {
      payroll_provider: 'sandbox-bureau',
      user_name: 'QQ474852A',
      status: 'AUTHORISED',
      latest_pay_date: payroll_submissions[0].income_information.pay_date,
    },
  ])
  const { account_id } = accounts[0]
  expect(await eventsOf(user_id, 1)).toMatchObject([{ account_id, event: 'user-payroll-submitted' }])
  const { entries } = (await acme('GET', `/payroll/entries?user_id=${user_id}`)).body
  expect(entries).toMatchObject([{ account_id, authorisation_id: authorisationId }])
})

test('returns the same account and page when repeated, plus new payslips', async () => {
  const { user_id } = await aKnownPerson('barnaby.thistlewick')
  const [first, second] = await Promise.all([connect(user_id), connect(user_id)])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await stored(user_id)).toMatchObject({ entries: 1, events: 1 })
  await advance('P3W')
  const later = await connect(user_id)
  expect(later.body.pagination.count).toBeGreaterThan(first.body.pagination.count)
  expect(later.body.payroll_submissions).toEqual(await listAll(user_id))
  expect(await stored(user_id)).toMatchObject({ entries: 2, events: 2 })
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts.length).toBe(1)
})

async function listAll(user_id: string) {
  const found = []
  for (let offset = 1; ; offset += 100) {
    const some = await submissionsOf(user_id, `offset=${offset}`)
    found.push(...some)
    if (some.length < 100) return found
  }
}

test('accepts queries of a direct account like of any other', async () => {
  const { user_id } = await aKnownPerson('person.31')
  await connect(user_id)
  const [account] = (await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts
  await advance('P5W')
  const body = { account_id: account.account_id }
  const { token } = (await acme('POST', '/user-tokens', { user_id })).body
  const found = await withToken(token)('POST', '/payroll/entries/connections', body)
  expect(found.status).toBe(201)
  expect(found.body.payroll_submissions[0].source).toBe('Payroll (via Direct Connection)')
})

test('returns an empty page and creates no account if no provider has a match', async () => {
  const { user_id } = await aKnownPerson('wilhelmina.oakapple', { ni_number: 'QQ999999D' })
  expect(await connect(user_id)).toMatchObject({
    status: 201,
    body: { pagination: { offset: 1, limit: 100, count: 0, total_count: 0 }, payroll_submissions: [] },
  })
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts).toEqual([])
})

test('requires an NI number, a valid authorisation and enabled connections', async () => {
  const { user_id } = await aPerson()
  const reply = await connect(user_id)
  expect(refusal(reply)).toEqual([400, 'invalid-request'])
  expect(reply.body.errors).toEqual([expect.stringContaining('[ni_number]')])
  expect(refusal(await rival('POST', '/accounts/direct-connections', { user_id }))).toEqual([
    404,
    'not-found',
  ])
  const person = await aKnownPerson('person.32')
  const other = { 'x-svc-authorisation-id': (await aKnownPerson('person.33')).authorisationId }
  expect(refusal(await connect(person.user_id, other))).toEqual([403, 'authorisation-missing'])
  await acme('PATCH', `/users/${person.user_id}`, { payroll_connections_enabled: false })
  expect(refusal(await connect(person.user_id))).toEqual([403, 'connections-off'])
})

test('stores nothing if the authorisation is revoked while the bureau replies', async () => {
  const { user_id, revoke } = await aKnownPerson('person.34')
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { slow_seconds: 2 })
  const asking = connect(user_id)
  const running = () => sql(`select from tasks where kind = 'payroll.direct' and state = 'offered'`)
  await expect.poll(running).not.toEqual([])
  await revoke()
  const reply = await asking
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { slow_seconds: 0 })
  expect(refusal(reply)).toEqual([403, 'authorisation-missing'])
  expect(await stored(user_id)).toEqual({ entries: 0, submissions: 0, events: 0 })
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts).toEqual([])
})

test('replies provider-down while no bureau answers and succeeds afterwards', async () => {
  const { user_id } = await aKnownPerson('person.35')
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { is_down: true })
  expect(refusal(await connect(user_id))).toEqual([400, 'provider-down'])
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { is_down: false })
  await expect.poll(async () => (await connect(user_id)).status).toBe(201)
  const [{ count }] = await sql('select count(*)::int from accounts where user_id = $1', [user_id])
  expect(count).toBe(1)
})
