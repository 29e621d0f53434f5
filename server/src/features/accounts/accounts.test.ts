import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { refusal, startAccounts } from '../../../test/features/accounts.ts'
import { aMember, anId } from '../../../test/people.ts'

const world = await startAccounts()
const { acme, rival, proxy, sandbox, aPerson, newName, connect, historyOf, sql } = world
const signIn = 'POST /payroll/session'

test('creates an account with the documented fields after a correct login', async () => {
  const { user_id } = await aPerson()
  const user_name = newName()
  const created = await connect(user_id, { user_name })
  expect(created).toMatchObject({ status: 201 })
  expect(created.body).toEqual({
    account_id: expect.any(String),
    payroll_provider: 'sandbox-payroll',
    user_name,
    created_at: expect.stringMatching(/Z$/),
    status: 'AUTHORISED',
    mfa_enabled: false,
    // The first retrieval runs concurrently and may finish before the reply.
    latest_pay_date: expect.toBeOneOf([null, expect.stringMatching(/T12:00:00.000Z$/)]),
    retrieval: expect.objectContaining({ state: expect.toBeOneOf(['pending', 'running', 'done']) }),
    identity_match: expect.toBeOneOf(['unknown', 'none']),
    identity_accepted_at: null,
    self_administered: null,
    consent: null,
  })
  const { account_id } = created.body
  expect((await acme('GET', `/accounts/${account_id}`)).body).toMatchObject({ account_id, user_name })
  expect(await historyOf(account_id)).toEqual(['AUTHORISED connected'])
})

test('returns the AUTHORISED account of the same login without sending the password', async () => {
  const { user_id } = await aPerson()
  const user_name = newName()
  const first = await connect(user_id, { user_name })
  const again = await connect(user_id, { user_name: ` ${user_name.toUpperCase()} `, password: 'wrong' })
  expect([again.status, again.body.account_id]).toEqual([201, first.body.account_id])
  expect(again.body.user_name).toBe(user_name)
  expect(proxy.count(signIn, user_name)).toBe(1)
  expect(await accountsOf(user_id)).toEqual([first.body.account_id])
  // A login of another user, or of an account that is no longer AUTHORISED, creates a new account.
  const other = await connect((await aPerson()).user_id, { user_name })
  expect(other.body.account_id).not.toBe(first.body.account_id)
  await sql(`update accounts set status = 'EXPIRED', session = null where id = $1`, [first.body.account_id])
  const anew = await connect(user_id, { user_name })
  expect(anew.body.account_id).not.toBe(first.body.account_id)
  expect(proxy.count(signIn, user_name)).toBe(3)
})

test('still requires an authorisation to return an existing account', async () => {
  const { user_id, revoke } = await aPerson()
  const user_name = newName()
  await connect(user_id, { user_name })
  await revoke()
  expect(refusal(await connect(user_id, { user_name }))).toEqual([403, 'authorisation-missing'])
})

test('creates one account if the same login is connected twice at once', async () => {
  const { user_id } = await aPerson()
  const user_name = newName()
  const replies = await Promise.all([connect(user_id, { user_name }), connect(user_id, { user_name })])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  const [first, second] = replies.map(({ body }) => body.account_id)
  expect(second).toBe(first)
  expect(await accountsOf(user_id)).toEqual([first])
})

const accountsOf = async (user_id: string) =>
  (await acme('GET', `/accounts?user_id=${user_id}`)).body.accounts.map(
    ({ account_id }: { account_id: string }) => account_id,
  )

test('lists the accounts of one user in pages, newest first', async () => {
  const { user_id } = await aPerson()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.unshift((await connect(user_id)).body.account_id)
  const listed = await acme('GET', `/accounts?user_id=${user_id}`)
  expect(listed.body.pagination).toEqual({ offset: 1, limit: 500, count: 3, total_count: 3 })
  expect(listed.body.accounts.map((account: { account_id: string }) => account.account_id)).toEqual(ids)
  const second = await acme('GET', `/accounts?user_id=${user_id}&offset=2&limit=1`)
  expect(second.body).toMatchObject({
    pagination: { offset: 2, limit: 1, count: 1, total_count: 3 },
    accounts: [{ account_id: ids[1] }],
  })
  for (const query of ['offset=0', 'limit=1001', 'limit=0']) {
    expect((await acme('GET', `/accounts?user_id=${user_id}&${query}`)).status, query).toBe(400)
  }
  expect((await acme('GET', '/accounts')).body.errors).toEqual([
    'Request is missing the required field [user_id]',
  ])
  expect((await acme('GET', `/accounts?user_id=${anId()}`)).status).toBe(404)
})

test.each([
  ['wrong password', 'quagga', 'login-refused'],
  ['locked', 'lock', 'login-locked'],
  ['password expired', 'error:password_expired', 'password-expired'],
  ['closed', 'error:account_disabled', 'login-disabled'],
  ['terms not accepted', 'error:terms_not_accepted', 'terms-not-accepted'],
  ['a second step of an unknown kind', 'error:mfa_unsupported', 'mfa-unsupported'],
  ['maintenance', 'error:maintenance', 'provider-maintenance'],
  ['a broken server', 'error:server_error', 'provider-down'],
  ['a connection that is cut', 'drop:login', 'provider-unreachable'],
])('stores no account when the first login is refused: %s', async (_what, password, code) => {
  const { user_id } = await aPerson()
  const reply = await connect(user_id, { password })
  expect(refusal(reply)).toEqual([400, code])
  expect(reply.text).not.toContain('quagga')
  expect((await acme('GET', `/accounts?user_id=${user_id}`)).body.pagination.total_count).toBe(0)
})

test('counts wrong passwords per login across all clients and never sends the last attempt before a lock-out', async () => {
  const user_name = newName()
  const [ours, theirs] = [await aPerson(), await aPerson(rival)]
  const guess = { user_name, password: 'guess' }
  const first = await connect(ours.user_id, guess)
  expect([first.headers['x-svc-attempts-left'], first.body.errors]).toEqual([
    '3',
    ['The provider does not know this user name and password; 3 tries are left'],
  ])
  await connect(theirs.user_id, guess, { call: rival })
  await connect(ours.user_id, guess)
  const last = await connect(theirs.user_id, guess, { call: rival })
  expect(last.body.errors[0]).toContain('no tries are left, the login can be reset at')
  const spent = await connect(ours.user_id, { user_name })
  expect(refusal(spent)).toEqual([400, 'attempts-spent'])
  expect(spent.body.errors[0]).toContain(
    `[${proxy.url}/tenants/${world.world.clients.acme.clientId}/payroll/reset]`,
  )
  expect(proxy.count(signIn, user_name)).toBe(4)
})

test('validates login fields against the catalogue, names each problem and sends nothing', async () => {
  const { user_id } = await aPerson()
  const send = (body: object) => acme('POST', '/accounts', { user_id, ...body })
  const provider = { payroll_provider: 'sandbox-payroll' }
  expect((await send(provider)).body.errors).toEqual([
    'Request is missing the required field [user_name]',
    'Request is missing the required field [password]',
  ])
  const login = { ...provider, user_name: newName(), password: 'pass' }
  expect(
    (
      await send({
        ...login,
        extra_login_params: { employee_number: '', shoe_size: '9' },
        from: '2026-02-01',
        to: '2026-01-01',
      })
    ).body.errors,
  ).toEqual([
    'Field [extra_login_params.employee_number] is invalid: needs at least 1 characters',
    'Field [extra_login_params.shoe_size] is unknown',
    'Field [to] is invalid: must not be before [from]',
  ])
  expect((await send({ ...login, payroll_provider: 'nobody' })).body.errors).toEqual([
    'Field [payroll_provider] is invalid: there is no provider [nobody]',
  ])
  expect((await send({ ...login, payroll_provider: 'sandbox-bureau' })).body.errors[0]).toContain(
    'direct-connections',
  )
  expect((await send({ ...login, payroll_provider: 'sandbox-cloud' })).body.errors[0]).toContain('[password]')
  expect((await send({ ...login, user_name: 'x'.repeat(321) })).status).toBe(400)
  expect((await send({ ...login, password: 'x'.repeat(1025) })).status).toBe(400)
  expect(proxy.count(signIn, login.user_name)).toBe(0)
})

test('stores from and to for the first retrieval', async () => {
  const { user_id } = await aPerson()
  const { body } = await connect(user_id, { from: '2026-01-31T23:30:00-02:00', to: '2026-04-01' })
  const [kept] = await sql('select period_from::text, period_to::text from accounts where id = $1', [
    body.account_id,
  ])
  expect(kept).toEqual({ period_from: '2026-02-01', period_to: '2026-04-01' })
})

test('requires a user, enabled connections and a valid authorisation to connect', async () => {
  expect(refusal(await connect(anId()))).toEqual([404, 'not-found'])
  const off = await aPerson(acme, { payroll_connections_enabled: false })
  expect(refusal(await connect(off.user_id))).toEqual([403, 'connections-off'])
  const person = await aPerson()
  const other = await aPerson()
  const named = { headers: { 'x-svc-authorisation-id': other.authorisationId } }
  expect(refusal(await connect(person.user_id, {}, named))).toEqual([403, 'authorisation-missing'])
  await person.revoke()
  expect(refusal(await connect(person.user_id))).toEqual([403, 'authorisation-missing'])
})

test('shows a user only their own accounts and another client none', async () => {
  const [one, other] = [await aPerson(), await aPerson()]
  const [asOne, asOther] = [await one.asUser(), await other.asUser()]
  const { account_id } = (await connect(one.user_id, {}, { call: asOne })).body
  const paths = [`/accounts/${account_id}`, `/accounts/${account_id}/history`]
  for (const path of paths) {
    expect((await asOne('GET', path)).status).toBe(200)
    for (const call of [asOther, rival]) expect(refusal(await call('GET', path))).toEqual([404, 'not-found'])
  }
  expect((await asOther('GET', `/accounts?user_id=${one.user_id}`)).status).toBe(404)
  expect((await asOther('PUT', `/accounts/${account_id}/mfa`, { mfa: '1' })).status).toBe(404)
  expect((await asOther('POST', `/accounts/${account_id}/reconnect`, {})).status).toBe(404)
  expect((await asOne('DELETE', `/accounts/${account_id}`)).status).toBe(401)
  expect((await rival('DELETE', `/accounts/${account_id}`)).status).toBe(404)
  expect((await acme('GET', '/accounts/nonsense')).body.errors).toEqual(['Account [nonsense] does not exist'])
})

test('shows the status to the Support role, but never the user name', async () => {
  const { user_id } = await aPerson()
  const { account_id } = (await connect(user_id)).body
  const support = world.withToken((await aMember(world, acme, 'Support')).token)
  for (const path of [`/accounts/${account_id}`, `/accounts?user_id=${user_id}`]) {
    const { body } = await support('GET', path)
    const shown = body.accounts?.[0] ?? body
    expect(shown).toMatchObject({ account_id, status: 'AUTHORISED' })
    expect(shown).not.toHaveProperty('user_name')
  }
  expect((await support('GET', `/accounts/${account_id}/history`)).body.history).toHaveLength(1)
  expect(refusal(await connect(user_id, {}, { call: support }))).toEqual([403, 'role-too-low'])
})

test('replays the reply for the same Idempotency-Key and calls the provider once', async () => {
  const { user_id } = await aPerson()
  const login = { user_name: newName(), password: 'mfa:code' }
  const headers = { 'idempotency-key': anId() }
  const first = await connect(user_id, login, { headers })
  const again = await connect(user_id, login, { headers })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(proxy.count(signIn, login.user_name)).toBe(1)
  expect(
    (await connect(user_id, { ...login, password: 'pass' }, { headers })).headers['x-svc-error-code'],
  ).toBe('idempotency-key-reused')
})

test('deletes stored replies about an account together with its user', async () => {
  const { user_id } = await aPerson()
  const headers = { 'idempotency-key': anId() }
  const { account_id } = (await connect(user_id, { password: 'mfa:code' })).body
  await acme('PUT', `/accounts/${account_id}/mfa`, { mfa: '246810' }, headers)
  const stored = () => sql('select from idempotent_replies where user_id = $1', [user_id])
  expect(await stored()).toHaveLength(1)
  await acme('DELETE', `/users/${user_id}`)
  expect(await stored()).toHaveLength(0)
})

test.each(['0000-01-01', '9999-12-31T23:59:59-12:00'])(
  'refuses a date that cannot be stored (%s) before calling the provider',
  async (day) => {
    const { user_id } = await aPerson()
    const user_name = newName()
    const oauth2 = { payroll_provider: 'sandbox-cloud', user_name: undefined, password: undefined }
    for (const login of [{ user_name }, oauth2]) {
      const { status, body } = await connect(user_id, { ...login, from: day })
      expect([status, body.errors]).toEqual([400, [expect.stringContaining('[from]')]])
    }
    expect((await acme('PATCH', `/users/${user_id}`, { recurring_check_end_date: day })).status).toBe(400)
    expect(proxy.count('POST /payroll/session', user_name)).toBe(0)
  },
)

test('replies 429 to a concurrent attempt with the same login, which can be repeated with the same Idempotency-Key', async () => {
  const { user_id } = await aPerson()
  const user_name = newName()
  const headers = { 'idempotency-key': `busy-${user_name}` }
  const held = proxy.hold('POST /payroll/session')
  const first = connect(user_id, { user_name })
  await held.arrived
  const busy = await connect(user_id, { user_name }, { headers })
  expect(refusal(busy)).toEqual([429, 'login-busy'])
  expect(busy.headers['retry-after']).toBe('5')
  held.release()
  expect((await first).status).toBe(201)
  expect((await connect(user_id, { user_name }, { headers })).status).toBe(201)
  expect(proxy.count('POST /payroll/session', user_name)).toBe(1)
})

test('replays a refusal, so that repeating a request uses up no further attempt', async () => {
  const { user_id } = await aPerson()
  const user_name = newName()
  const wrong = () =>
    connect(user_id, { user_name, password: 'no' }, { headers: { 'idempotency-key': user_name } })
  for (let n = 0; n < 2; n++) expect(refusal(await wrong())).toEqual([400, 'login-refused'])
  expect(proxy.count('POST /payroll/session', user_name)).toBe(1)
})

test('deletes an account with all its data and signs out at the provider', async () => {
  const { user_id } = await aPerson()
  const { account_id } = (await connect(user_id)).body
  const before = proxy.count('DELETE /payroll/session')
  expect(await acme('DELETE', `/accounts/${account_id}`)).toMatchObject({
    status: 200,
    body: { message: `Account [${account_id}] was deleted` },
  })
  expect((await acme('GET', `/accounts/${account_id}`)).status).toBe(404)
  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(404)
  expect(await sql('select from account_moves where account_id = $1', [account_id])).toHaveLength(0)
  await eventually(() => proxy.count('DELETE /payroll/session') === before + 1)
})

test('accepts the login once a provider that was down is back', async () => {
  const { user_id } = await aPerson()
  const user_name = newName()
  await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: true })
  try {
    expect(refusal(await connect(user_id, { user_name }))).toEqual([400, 'provider-down'])
  } finally {
    await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: false })
  }
  expect((await connect(user_id, { user_name })).status).toBe(201)
})

test('security finding 2: 24 different logins with one token stop at the limit', async () => {
  const { user_id, asUser } = await aPerson()
  const call = await asUser()
  const names = Array.from({ length: 24 }, newName)
  const guess = (user_name: string) => connect(user_id, { user_name, password: 'guess' }, { call })
  const replies = await Promise.all(names.map(guess))
  const codes = replies.map((reply) => String(refusal(reply)))
  expect(codes.filter((code) => code === '400,login-refused')).toHaveLength(3)
  expect(codes.filter((code) => code === '429,too-many-logins')).toHaveLength(21)
  const limited = replies.find(({ status }) => status === 429)
  expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(80_000)
  // The right password of another person is not sent either, and no other credential helps.
  expect(refusal(await connect(user_id, { user_name: newName() }, { call }))).toEqual([
    429,
    'too-many-logins',
  ])
  expect(refusal(await connect(user_id, { user_name: newName() }))).toEqual([429, 'too-many-logins'])
  expect(names.reduce((sent, name) => sent + proxy.count(signIn, name), 0)).toBe(3)
  const { items } = (await acme('GET', '/attention')).body
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: 'login-limit-reached',
      reason: 'person',
      examples: expect.arrayContaining([expect.objectContaining({ id: user_id, user_id })]),
    }),
  )
  const lines = await sql('select action from audit_lines where subject_id = $1 and action like $2', [
    user_id,
    '%limit%',
  ])
  // Each refusal writes the line while the limit is reached; the three were sent at the same time.
  expect(new Set(lines.map(({ action }) => action))).toEqual(new Set(['account.login_limit_reached']))
  // Another person can connect, and this one can again after a day.
  expect((await connect((await aPerson()).user_id)).status).toBe(201)
  await sql("update login_tries set at = at - interval '25 hours' where user_id = $1", [user_id])
  expect((await connect(user_id, {}, { call })).status).toBe(201)
})

test('security finding 2: one person has six refused logins a day; accepted passwords do not count', async () => {
  const { user_id } = await aPerson()
  const failures = () => sql('select is_wrong from login_tries where user_id = $1 and is_wrong', [user_id])
  for (let n = 0; n < 4; n++) expect((await connect(user_id)).status).toBe(201)
  expect((await connect(user_id, { password: 'mfa:code' })).status).toBe(201)
  expect(await failures()).toEqual([])
  const [one, other] = [newName(), newName()]
  for (const user_name of [one, one, one, other, other, other])
    expect(refusal(await connect(user_id, { user_name, password: 'guess' }))).toEqual([400, 'login-refused'])
  expect(refusal(await connect(user_id, { user_name: other }))).toEqual([429, 'too-many-logins'])
  expect(await failures()).toHaveLength(6)
})

test('security finding 2: refused logins from one address and of one client are limited', async () => {
  const [one, other] = [await aPerson(rival), await aPerson(rival)]
  const send = async (person: typeof one) => connect(person.user_id, {}, { call: await person.asUser() })
  const refused = await connect(one.user_id, { password: 'guess' }, { call: await one.asUser() })
  expect(refused.status).toBe(400)
  const copy = (rows: number, address: string) =>
    sql(
      `insert into login_tries (client_id, task_id, user_id, payroll_provider, login_hash, address_hash)
        select client_id, gen_random_uuid(), user_id, payroll_provider, login_hash, ${address}
          from login_tries, generate_series(1, ${rows}) where user_id = $1 limit ${rows}`,
      [one.user_id],
    )
  await copy(28, 'address_hash')
  expect((await send(other)).status).toBe(201)
  await copy(1, 'address_hash')
  expect(refusal(await send(other))).toEqual([429, 'too-many-logins'])
  // Requests of the client's own servers have no applicant's address.
  expect((await connect(other.user_id, {}, { call: rival })).status).toBe(201)
  await copy(100, 'null')
  expect(refusal(await connect(other.user_id, {}, { call: rival }))).toEqual([429, 'too-many-logins'])
  const { items } = (await rival('GET', '/attention')).body
  const reasons = items.filter(({ kind }: { kind: string }) => kind === 'login-limit-reached')
  expect(reasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'address',
    'person',
    'provider',
  ])
  // The limit of the whole client would refuse the logins of other tests.
  await sql('delete from login_tries where user_id = $1', [one.user_id])
})
