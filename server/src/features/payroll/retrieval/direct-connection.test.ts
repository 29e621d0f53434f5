import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { refusal } from '../../../../test/features/accounts.ts'
import { lookInto } from '../../../../test/features/payroll.ts'
import { createUser } from '../../../../test/people.ts'
import { startSandbox } from '../../../../test/sandbox.ts'

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true' })
const { acme, rival, sql, withToken } = api
const { stored, eventsOf, submissionsOf } = lookInto(api)

async function aPerson(changes: object = {}) {
  const { user_id } = await createUser(acme, changes)
  const { id } = (await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })).body
  return { user_id, authorisationId: id as string, revoke: () => acme('PUT', `/authorisations/${id}/revoke`) }
}

/** A user whom the bureau knows, described as the person describes themselves. */
async function known(userName: string, changes: object = {}) {
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
/** Time goes on, for the service as well: it asks twice a second. A bureau believes nobody whose clock is weeks behind. */
async function advance(by: string) {
  await sandbox.advance(by)
  await sleep(2_000)
}
const netOf = (list: { income_information: { earnings: { net_pay: string | null } } }[]) =>
  list.map(({ income_information }) => income_information.earnings.net_pay)

test('a person is found by what they are, and all they were paid is there to the penny', async () => {
  const { user_id, authorisationId } = await known('wilhelmina.oakapple')
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

test('asked again it is the same page and the same account; what has come since is on it', async () => {
  const { user_id } = await known('barnaby.thistlewick')
  const [first, second] = await Promise.all([connect(user_id), connect(user_id)])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await stored(user_id)).toMatchObject({ entries: 1, events: 1 })
  await advance('P3W')
  const later = await connect(user_id)
  expect(later.body.pagination.count).toBeGreaterThan(first.body.pagination.count)
  expect(later.body.payroll_submissions).toEqual(await all(user_id))
  expect(await stored(user_id)).toMatchObject({ entries: 2, events: 2 })
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts.length).toBe(1)
})

async function all(user_id: string) {
  const found = []
  for (let offset = 1; ; offset += 100) {
    const some = await submissionsOf(user_id, `offset=${offset}`)
    found.push(...some)
    if (some.length < 100) return found
  }
}

test('the account can be asked for what is new like any other', async () => {
  const { user_id } = await known('person.31')
  await connect(user_id)
  const [account] = (await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts
  await advance('P5W')
  const body = { account_id: account.account_id }
  const { token } = (await acme('POST', '/user-tokens', { user_id })).body
  const found = await withToken(token)('POST', '/payroll/entries/connections', body)
  expect(found.status).toBe(201)
  expect(found.body.payroll_submissions[0].source).toBe('Payroll (via Direct Connection)')
})

test('nobody knows the person: an empty page and no account', async () => {
  const { user_id } = await known('wilhelmina.oakapple', { ni_number: 'QQ999999D' })
  expect(await connect(user_id)).toMatchObject({
    status: 201,
    body: { pagination: { offset: 1, limit: 100, count: 0, total_count: 0 }, payroll_submissions: [] },
  })
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts).toEqual([])
})

test('a user without an NI number is told so; others are refused as everywhere', async () => {
  const { user_id } = await aPerson()
  const reply = await connect(user_id)
  expect(refusal(reply)).toEqual([400, 'invalid-request'])
  expect(reply.body.errors).toEqual([expect.stringContaining('[ni_number]')])
  expect(refusal(await rival('POST', '/accounts/direct-connections', { user_id }))).toEqual([
    404,
    'not-found',
  ])
  const person = await known('person.32')
  const other = { 'x-svc-authorisation-id': (await known('person.33')).authorisationId }
  expect(refusal(await connect(person.user_id, other))).toEqual([403, 'authorisation-missing'])
  await acme('PATCH', `/users/${person.user_id}`, { payroll_connections_enabled: false })
  expect(refusal(await connect(person.user_id))).toEqual([403, 'connections-off'])
})

test('a revocation while the bureau answers: nothing is stored', async () => {
  const { user_id, revoke } = await known('person.34')
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { slow_seconds: 2 })
  const asking = connect(user_id)
  const running = () => sql(`select from tasks where kind = 'payroll.direct' and state = 'offered'`)
  await expect.poll(running, { timeout: 30_000 }).not.toEqual([])
  await revoke()
  const reply = await asking
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { slow_seconds: 0 })
  expect(refusal(reply)).toEqual([403, 'authorisation-missing'])
  expect(await stored(user_id)).toEqual({ entries: 0, submissions: 0, events: 0 })
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts).toEqual([])
})

test('no bureau answers: provider-down, and once it does all is well', async () => {
  const { user_id } = await known('person.35')
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { is_down: true })
  expect(refusal(await connect(user_id))).toEqual([400, 'provider-down'])
  await sandbox.control('PATCH', '/providers/sandbox-bureau', { is_down: false })
  await expect.poll(async () => (await connect(user_id)).status, { timeout: 25_000 }).toBe(201)
  const [{ count }] = await sql('select count(*)::int from accounts where user_id = $1', [user_id])
  expect(count).toBe(1)
})
