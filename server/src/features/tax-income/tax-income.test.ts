import { expect, test } from 'vitest'
import { refusal } from '../../../test/features/accounts.ts'
import { startTaxIncome, userName } from '../../../test/features/tax-income.ts'

const world = await startTaxIncome()
const { acme, rival, sandbox, proxy, aPerson, connect, signInAtTaxAuthority, connected } = world
const { extra_login_params, entriesOf, incomeOf, eventsOf, historyOf, sql } = world
const utr = extra_login_params.unique_tax_reference
const incomeCall = `GET /taxauth/individual-income/sa/${utr}/annual-summary/2024-25`

const rowsOf = async (table: string, user_id: string) =>
  (await sql(`select count(*)::int as n from ${table} where user_id = $1`, [user_id]))[0].n

test('stores and announces tax years once after the consent and retrieves them again on request', async () => {
  const person = await connected()
  const { user_id, account_id, query } = person
  expect((await acme('GET', `/accounts/${account_id}`)).body).toMatchObject({
    status: 'AUTHORISED',
    payroll_provider: 'taxauth',
    user_name: utr,
    latest_pay_date: null,
  })
  const [first] = await incomeOf(user_id)
  expect(first).toEqual({
    id: expect.any(String),
    account_id,
    entry_id: expect.any(String),
    income_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    employment: {
      total_income: expect.stringMatching(/^\d+\.\d\d$/),
      employers: [1, 2].map(() => ({
        employer_name: expect.stringMatching(/./),
        income: expect.stringMatching(/^\d+\.\d\d$/),
        tax_paid: expect.stringMatching(/^-?\d+\.\d\d$/),
      })),
    },
    frequency: 'Annual',
    income_period: { start: '2024-04-06T12:00:00.000Z', end: '2025-04-05T12:00:00.000Z' },
    identity_match: 'unknown',
  })
  const [event] = await eventsOf(user_id, 1)
  const { entry_id } = first as { entry_id: string }
  expect(event).toMatchObject({
    event: 'user-taxauth-data-submitted',
    user_id,
    entry_id,
    account_id,
    payload: { entry_id, account_id, income_submissions: [{ id: first?.id, frequency: 'Annual' }] },
  })
  const { total_income } = event.payload.income_submissions[0].employment
  expect(total_income).toBe(Number(first?.employment.total_income))

  const nothing = await query()
  expect([nothing.status, nothing.body]).toEqual([
    201,
    { account_id, entry_id: null, income_submissions: [], authorisation_id: person.authorisationId },
  ])
  expect(await eventsOf(user_id, 1)).toHaveLength(1)

  expect((await acme('DELETE', `/taxauth/entries/${entry_id}`)).status).toBe(200)
  expect(await incomeOf(user_id)).toEqual([])
  const again = await query()
  expect(again.body.income_submissions).toMatchObject([{ income_id: first?.income_id }])
  expect(again.body.income_submissions[0].id).not.toBe(first?.id)
  expect(await incomeOf(user_id, `entry_id=${again.body.entry_id}`)).toEqual(again.body.income_submissions)
  expect(await incomeOf(user_id, `entry_id=${entry_id}`)).toEqual([])
})

test('validates the extra login parameters against the catalogue and stores them encrypted', async () => {
  const { user_id } = await aPerson(acme, { taxauth_enabled: true })
  const wrong = await connect(user_id, {
    password: 'pass',
    extra_login_params: { unique_tax_reference: '1234567.89', ni_number: 'QQ12' },
  })
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [
      'Field [password] is invalid: [taxauth] asks for it itself, at authorization_url',
      'Field [extra_login_params.unique_tax_reference] is invalid: must be digits only',
      'Field [extra_login_params.ni_number] is invalid: needs at least 9 characters',
    ],
  ])
  const short = { extra_login_params: { unique_tax_reference: '123456789', ni_number: 'QQ 12 34 56 Z' } }
  expect((await connect(user_id, short)).body.errors).toEqual([
    'Field [extra_login_params.unique_tax_reference] is invalid: needs at least 10 characters',
    'Field [extra_login_params.ni_number] is invalid: must be two letters, six digits and a letter A to D',
  ])
  expect((await connect(user_id, { extra_login_params: {} })).body.errors).toEqual([
    'Request is missing the required field [extra_login_params.unique_tax_reference]',
    'Request is missing the required field [extra_login_params.ni_number]',
  ])
  expect((await connect(user_id)).status).toBe(201)
  const rows = await sql('select row_to_json(a)::text as text from accounts a where user_id = $1', [user_id])
  for (const { text } of rows)
    for (const secret of Object.values(extra_login_params)) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
})

test('refuses when disabled, also if it is disabled or revoked during the retrieval', async () => {
  const { user_id } = await aPerson()
  expect(refusal(await connect(user_id))).toEqual([403, 'taxauth-off'])
  await acme('PATCH', '/configuration', { taxauth_enabled: true })
  expect((await connect(user_id)).status).toBe(201)
  await acme('PATCH', '/configuration', { taxauth_enabled: false })

  const person = await connected()
  for (const [code, act] of [
    ['taxauth-off', () => acme('PATCH', `/users/${person.user_id}`, { taxauth_enabled: false })],
    ['authorisation-missing', person.revoke],
  ] as const) {
    await acme('PATCH', `/users/${person.user_id}`, { taxauth_enabled: true })
    for (const { entry_id } of await entriesOf(person.user_id))
      await acme('DELETE', `/taxauth/entries/${entry_id}`)
    const held = proxy.hold(incomeCall)
    const querying = person.query()
    await held.arrived
    await act()
    held.release()
    expect(refusal(await querying)).toEqual([403, code])
    expect(await rowsOf('tax_income_submissions', person.user_id)).toBe(0)
    expect(refusal(await person.query())).toEqual([403, code])
  }
  expect(await rowsOf('events', person.user_id)).toBe(1)
})

test('refuses the connection if another person signs in', async () => {
  const { user_id } = await aPerson(acme, { taxauth_enabled: true })
  const { account_id, authorization_url } = (await connect(user_id)).body
  const back = await signInAtTaxAuthority(authorization_url, { userName: 'ignatius.plumtree' })
  expect(back.status).toBe(400)
  expect(await historyOf(account_id)).toEqual(['INVALID identity-mismatch', 'PENDING consent-asked'])
  expect(await rowsOf('tax_income_entries', user_id)).toBe(0)
})

test('requires the same person to give an ended consent again', async () => {
  const person = await connected()
  await sandbox.control('DELETE', `/providers/taxauth/sessions?user_name=${userName}`)
  expect(refusal(await person.query())).toEqual([400, 'consent-ended'])
  expect(refusal(await person.query())).toEqual([400, 'session-ended'])
  const path = `/accounts/${person.account_id}/reconnect`
  const again = await acme('POST', path, { extra_login_params })
  expect([again.status, again.body.status]).toEqual([200, 'PENDING'])
  expect((await signInAtTaxAuthority(again.body.authorization_url)).status).toBe(200)
  expect((await person.query()).status).toBe(201)
  expect(await historyOf(person.account_id)).toEqual([
    'AUTHORISED consent-given',
    'PENDING consent-asked',
    'EXPIRED consent-ended',
    'AUTHORISED consent-given',
    'PENDING consent-asked',
  ])
})

test('sends device data to the authority and stores none of it', async () => {
  const device = {
    'x-svc-client-device-id': 'beec798b-b366-47fa-b1f8-92cede14a1ce',
    'x-svc-client-screens': 'width=1920&height=1080&scaling-factor=1.25&colour-depth=24',
    'x-svc-client-window-size': 'width=1256&height=803',
    'x-svc-client-timezone': 'UTC+01:00',
    'x-svc-client-public-ip': '198.51.100.9',
    'x-svc-client-browser-user-agent': 'Canary/7.0 (test)',
  }
  const person = await connected({}, device)
  await person.query(device)
  await person.query()
  const [fetched, queried, bare] = proxy.headersOf(incomeCall).slice(-3)
  for (const one of [fetched, queried])
    expect(one).toMatchObject({
      'gov-client-connection-method': 'WEB_APP_VIA_SERVER',
      'gov-client-device-id': device['x-svc-client-device-id'],
      'gov-client-screens': device['x-svc-client-screens'],
      'gov-client-browser-js-user-agent': device['x-svc-client-browser-user-agent'],
      'gov-client-public-ip': '198.51.100.9',
      'gov-client-public-ip-timestamp': expect.stringMatching(/^\d{4}-.*Z$/),
      'gov-vendor-version': expect.stringMatching(/^payproof=\d+\.\d+\.\d+$/),
    })
  expect(bare).toMatchObject({ 'gov-client-connection-method': 'WEB_APP_VIA_SERVER' })
  expect(bare).not.toHaveProperty('gov-client-device-id')
  const [left] = await sql(
    `select (select count(*)::int from accounts where id = $1 and pending is not null)
      + (select count(*)::int from ended_tasks where input::text like '%beec798b%' or outcome::text like '%beec798b%') as n`,
    [person.account_id],
  )
  expect(left.n).toBe(0)

  const refused = await person.query({
    'x-svc-client-screens': 'width=1\u00e4',
    'x-svc-client-public-ip': 'localhost',
    'x-svc-client-timezone': 'Europe/London',
    'x-svc-client-device-id': 'mine',
    'x-svc-client-browser-user-agent': 'x'.repeat(501),
  })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toHaveLength(5)
  expect(refused.body.errors).toContain('Header [x-svc-client-timezone] is invalid: must be as UTC+01:00')
})

test('refuses payroll queries of a tax authority account and hides data of other users and clients', async () => {
  const person = await connected()
  const { user_id, account_id, asUser } = person
  const [entry] = await entriesOf(user_id)
  const wrongKind = await asUser('POST', '/payroll/entries/connections', { account_id })
  expect([wrongKind.status, wrongKind.body.errors]).toEqual([
    400,
    ['Field [account_id] is invalid: it is of the tax authority; use POST /taxauth/entries/connections'],
  ])
  const stranger = await (await aPerson()).asUser()
  expect((await stranger('POST', '/taxauth/entries/connections', { account_id })).status).toBe(404)
  for (const path of [`/taxauth/${user_id}`, `/taxauth/entries?user_id=${user_id}`])
    expect((await rival('GET', path)).status).toBe(404)
  expect((await rival('DELETE', `/taxauth/entries/${entry?.entry_id}`)).status).toBe(404)
  const other = await aPerson()
  expect(await incomeOf(other.user_id, `account_id=${account_id}`)).toEqual([])
  expect(await incomeOf(other.user_id, `entry_id=${entry?.entry_id}`)).toEqual([])

  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
  for (const table of ['tax_income_entries', 'tax_income_submissions'])
    expect(await rowsOf(table, user_id)).toBe(0)
})
