import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rightAnswer } from '../../../test/features/account-person.ts'
import { startJourneys } from '../../../test/features/journeys.ts'

const world = await startJourneys()
const { acme, sandbox, sql, newName, anApplicant } = world

const whole = { ni_number: 'QQ123456C', ext_id: 'loan 7', forename: 'Marguerite' }

test('returns the client, the available sources and the term to accept', async () => {
  await acme('PATCH', '/configuration', {
    client_display_name: 'Acme Lending',
    brand_colour: '#1a6b3c',
    client_logo: 'https://acme.example/l.png',
    data_purpose: 'To decide on your loan.',
    data_retention_months: 24,
    fca_number: '123456',
  })
  const { current, journeyId, user_id, agree } = await anApplicant({ agrees: false, changes: whole })
  const start = await current()
  expect(start).toEqual({
    user_id,
    journey_id: journeyId,
    confirm_with: 'date_of_birth',
    environment: 'sandbox',
    reference: 'loan 7',
    first_name: 'Marguerite',
    consent_layout: 'list',
    period_months: 12,
    client: {
      name: 'Acme Lending',
      logo: `/j/${journeyId}/logo`,
      brand_colour: '#1a6b3c',
      has_callback: false,
      data_purpose: 'To decide on your loan.',
      data_purpose_cy: null,
      data_retention_months: 24,
      privacy_notice_url: null,
      contact_email: null,
      contact_phone: null,
      fca_number: '123456',
      ico_number: null,
      next_steps: null,
      next_steps_cy: null,
    },
    sources: ['direct', 'payroll', 'bank', 'payslips', 'bank_statements'],
    recurring: null,
    term: {
      id: expect.any(String),
      authorisation_version: expect.any(Number),
      name: expect.any(String),
      authorisation_text: expect.any(String),
      authorisation_category: 'one_time',
      translations: [
        { language: 'cy', name: expect.any(String), authorisation_text: expect.stringContaining('Payproof') },
      ],
    },
    authorisation: null,
    accounts: [],
    documents: { payslips: 0, bank_statements: 0 },
    months: expect.any(Array),
    missing_documents: [],
    requested: null,
    session: { expires_at: expect.any(String), link_expires_at: expect.any(String) },
  })
  const accepted = await agree()
  expect((await current()).authorisation).toEqual({
    id: accepted.body.id,
    accepted_at: accepted.body.accepted_at,
    expires_at: accepted.body.expires_at,
    authorisation_version: start.term.authorisation_version,
  })
})

test('offers sources by the settings of client and user', async () => {
  const changes = {
    taxauth_enabled: true,
    payslip_upload_enabled: false,
    recurring_checks_enabled: true,
    recurring_check_frequency: 'WEEKLY',
  }
  const { user_id, current } = await anApplicant({ changes, agrees: false })
  const journey = await current()
  // Direct connections are not offered, because direct providers need an NI number.
  expect(journey.sources).toEqual(['payroll', 'bank', 'taxauth', 'bank_statements'])
  expect(journey.recurring).toEqual({ frequency: 'WEEKLY', ends_at: null })
  expect(journey.term.authorisation_category).toBe('recurring')
  expect(journey.reference).toBe(user_id.slice(0, 8))
  await acme('PATCH', `/users/${user_id}`, { payroll_connections_enabled: false, ni_number: whole.ni_number })
  expect((await current()).sources).toEqual(['taxauth', 'bank_statements'])
})

test.each(['mfa:code', 'mfa:date', 'mfa:chars'])(
  'keeps the same MFA challenge after a reload (%s) and retrieves payslips once it is answered',
  async (password) => {
    const { person, connect, current, reached } = await anApplicant()
    const user_name = newName()
    const { body } = await connect({ user_name, password })
    const [account] = (await current()).accounts
    expect(account).toMatchObject({
      account_id: body.account_id,
      status: 'PENDING',
      progress: 'waiting',
      failure: null,
      waiting: { kind: 'mfa', mfa_method: body.mfa_method },
    })
    expect(Date.parse(account.waiting.until)).toBeGreaterThan(Date.now())
    expect((await current()).accounts[0].waiting).toEqual(account.waiting)
    const { sign_in } = await sandbox.control('GET', `/people/${user_name}`)
    const mfa = rightAnswer(account.waiting.mfa_method, sign_in)
    expect((await person('PUT', `/accounts/${body.account_id}/mfa`, { mfa })).status).toBe(200)
    expect((await current()).accounts[0]).toMatchObject({ status: 'AUTHORISED', waiting: null })
    const done = await reached('done')
    expect(done.submissions).toBeGreaterThan(0)
    expect(done.latest_pay_date).toMatch(/T12:00:00.000Z$/)
  },
)

test('reports an unanswered MFA challenge as failed even before the sweep records it', async () => {
  const { connect, current } = await anApplicant()
  const { account_id } = (await connect({ password: 'mfa:code' })).body
  await sql('update accounts set pending_until = now() where id = $1', [account_id])
  expect((await current()).accounts[0]).toMatchObject({
    status: 'EXPIRED',
    waiting: null,
    progress: 'failed',
    failure: 'mfa-timeout',
  })
})

test('reports nothing_found, not failed, if the provider has no data for the period', async () => {
  const { connect, reached } = await anApplicant()
  await connect({ from: '2001-01-01', to: '2001-02-01' })
  expect(await reached('nothing_found')).toMatchObject({
    status: 'AUTHORISED',
    submissions: 0,
    failure: null,
  })
})

test('reports a first retrieval that will be retried as reading, with its failure', async () => {
  const { connect, current, reached, person, user_id } = await anApplicant()
  const user_name = newName()
  await sandbox.behave('sandbox-payroll', user_name, 'drop:list')
  const { account_id } = (await connect({ user_name })).body
  await expect
    .poll(async () => (await current()).accounts[0])
    .toMatchObject({ status: 'AUTHORISED', progress: 'reading', failure: 'provider-unreachable' })
  // Simulate an abandoned retrieval: no retry is scheduled any more.
  await sql(`delete from tasks where user_id = $1`, [user_id])
  await expect
    .poll(async () => (await current()).accounts[0])
    .toMatchObject({ progress: 'failed', failure: 'provider-down' })
  await sandbox.behave('sandbox-payroll', user_name, null)
  expect((await person('POST', '/payroll/entries/connections', { account_id })).status).toBe(201)
  expect(await reached('done')).toMatchObject({ failure: null })
})

test('keeps done after the session ends, and reports a failed reconnect as failed', async () => {
  const { connect, current, reached, person } = await anApplicant()
  const user_name = newName()
  const { account_id } = (await connect({ user_name })).body
  await reached('done')
  await sql(`update accounts set status = 'EXPIRED', session = null where id = $1`, [account_id])
  await sql(
    `insert into account_moves (client_id, id, account_id, from_status, status, reason)
      select client_id, gen_random_uuid(), id, 'AUTHORISED', 'EXPIRED', 'session-ended' from accounts where id = $1`,
    [account_id],
  )
  expect((await current()).accounts[0]).toMatchObject({
    status: 'EXPIRED',
    reason: 'session-ended',
    progress: 'done',
  })
  await person('POST', `/accounts/${account_id}/reconnect`, { user_name, password: 'mfa:code' })
  for (const mfa of ['000001', '000002', '000003'])
    await person('PUT', `/accounts/${account_id}/mfa`, { mfa })
  const failed = (await current()).accounts[0]
  expect(failed).toMatchObject({ status: 'INVALID', progress: 'failed', failure: 'mfa-rejected' })
  expect(failed.submissions).toBeGreaterThan(0)
})

test('returns journey_id null for a token that the client created', async () => {
  const { user_id } = await anApplicant()
  const { token } = (await acme('POST', '/user-tokens', { user_id })).body
  const { body } = await world.withToken(token)('GET', '/journeys/current')
  expect(body).toMatchObject({ journey_id: null, session: { link_expires_at: null } })
  expect(body.client.logo).toBeNull()
})

/** Short enough to fall into the moment between the retrieval and its result. */
const pollMs = 5

test('never reports failed to a request made just as a retrieval ends', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { connect, current } = await anApplicant()
    let isOver = false
    const poll = async () => {
      while (!isOver) {
        const progress = (await current()).accounts[0]?.progress
        if (progress) seen.add(progress)
        if (progress === 'nothing_found') isOver = true
        await sleep(pollMs)
      }
    }
    await Promise.all([connect({ password: 'error:no_data' }), ...Array.from({ length: 8 }, poll)])
  }
  expect([...seen].toSorted()).toEqual(['nothing_found', 'reading'])
})
