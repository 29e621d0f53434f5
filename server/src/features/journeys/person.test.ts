import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import { anId } from '../../../test/people.ts'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { addAccount, storeSession } from '../accounts/service.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { lockForStoring } from '../payroll/retrieval/preconditions.ts'
import { storeRetrieved } from '../payroll/retrieval/store.ts'
import { noReviewedIncome, updateReviewedIncome } from '../reviews/service.ts'
import { storeYears } from '../tax-income/store-tax-years.ts'
import { eraseData } from './person/erase-data.ts'

const { acme, anonymous, sql, inTransaction, aPerson, dependencies, reader, filesOf, withToken, world } =
  await startDocumentTests()

type Person = Awaited<ReturnType<typeof aPerson>>
type AuthorisedUser = Pick<Person, 'user_id' | 'authorisation_id'>

const retrievalOptions = (authorisation_id: string) =>
  ({ authorisation_id, now: new Date(), environment: 'sandbox' }) as const

async function store(tx: Tx, { user_id, authorisation_id }: AuthorisedUser, employer = 'Canary Quills') {
  const holder = { user_name: 'canary.login', employee_name: null, extra: { reference: 'canary-reference' } }
  const account = { user_id, authorisation_id, status: 'AUTHORISED', holder, reason: 'test' } as const
  const payroll = await addAccount(tx, { ...account, payroll_provider: 'sandbox-payroll' })
  const withSession = await storeSession(tx, payroll, {
    outcome: 'signed-in',
    session: 'canary-session',
    expiresAt: null,
  })
  const payslips = ['2026-04-30', '2026-05-31'].map((pay_date) => aPayslip({ pay_date, employer }))
  await storeRetrieved(tx, withSession, { ...retrievalOptions(authorisation_id), payslips })
  const taxauth = await addAccount(tx, { ...account, payroll_provider: 'taxauth', is_tax_authority: true })
  const employers = [{ employer_name: 'Canary Quills', income: '3.00', tax_paid: null }]
  const years = [{ tax_year: '2024-25', total_income: '3.00', employers }]
  await storeYears(tx, taxauth, { ...retrievalOptions(authorisation_id), data: years })
  return payroll.id
}

/** Creates a user with data of every kind. */
async function aPersonWithAllData() {
  const person = await aPerson({ ext_id: `loan-${anId()}`, forename: 'Canarina' })
  const account_id = await inTransaction((tx) => store(tx, person))
  await person.submit('payslip', [createPayslipFile({ pay_date: '2026-01-31', employer: 'Canary Papers' })])
  const line: [string, string, string] = ['2026-04-02', 'Canary tea', '-2.00']
  const files = await person.upload('bank_statement', [createStatementFile([line])])
  await person.submitFiles('bank_statement', files, { 'idempotency-key': anId() })
  // This upload is never submitted.
  await person.upload('payslip', [createPayslipFile()])
  const [job] = (await person.asUser('GET', '/journeys/current/findings')).body.jobs
  const note = { subject: 'job', submission_id: job.submission_id, field: 'role', text: 'Canary note' }
  expect((await person.asUser('POST', '/journeys/current/notes', note)).status).toBe(201)
  return { ...person, account_id }
}

/** Counts the rows of each table that refer to a user. */
async function rowsOf(userId: string) {
  const tables = await sql(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_name)
       where column_name = 'user_id' and table_type = 'BASE TABLE' and tables.table_schema = 'public'
         and table_name !~ '_\\d'`,
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int from ${name} where user_id = $1`,
  )
  const rows = await sql(counts.join(' union all '), [userId])
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
}

const erase = ({ asUser }: Pick<Person, 'asUser'>) => asUser('DELETE', '/journeys/current/data')

test('lists what a user has shared, with whom and under which term', async () => {
  await acme('PATCH', '/configuration', { client_display_name: 'Lantern Loans' })
  const person = await aPersonWithAllData()
  const { status, body } = await person.asUser('GET', '/journeys/current/shared')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    client: { name: 'Lantern Loans' },
    reference: expect.stringMatching(/^loan-/),
    authorisations: [
      {
        id: person.authorisation_id,
        status: 'active',
        is_valid: true,
        revoked_at: null,
        authorisation_category: 'one_time',
        accepted_text: expect.stringMatching(/./),
        term_name: expect.stringMatching(/./),
        authorisation_version: expect.any(Number),
      },
    ],
    // Both accounts have the same creation time, so their order is undefined.
    accounts: expect.arrayContaining([
      expect.objectContaining({ payroll_provider: 'taxauth', submissions: 1 }),
      expect.objectContaining({ account_id: person.account_id, status: 'AUTHORISED', submissions: 2 }),
    ]),
    documents: [
      { type: 'bank_statement', file_name: '0.pdf', pages: 1 },
      { type: 'payslip', file_name: '0.pdf' },
    ],
    tax_years: 1,
    notes: 1,
  })
  const other = await aPerson()
  expect((await other.asUser('GET', '/journeys/current/shared')).body).toMatchObject({
    reference: other.user_id.slice(0, 8),
    accounts: [],
    documents: [],
    notes: 0,
  })
})

test('shows which months payslips and bank statements cover', async () => {
  const person = await aPerson({ payroll_period_months: 2 })
  const months = async () => (await acme('GET', `/users/${person.user_id}/coverage`)).body.months
  const [last, before] = (await months()).map(({ month }: { month: string }) => month)
  await person.submit('payslip', [createPayslipFile({ pay_date: `${last}-28` })])
  const files = await person.upload('bank_statement', [
    createStatementFile([[`${before}-02`, 'Tea', '-2.00']]),
  ])
  await person.submitFiles('bank_statement', files)
  expect(await months()).toEqual([
    { month: last, has_payslip: true, has_bank_statement: false },
    { month: before, has_payslip: false, has_bank_statement: true },
  ])
})

test('shows on which days the client looked at a user’s data, and not their own visits', async () => {
  const person = await aPerson()
  const views = async () => (await person.asUser('GET', '/journeys/current/shared')).body.views
  await person.asUser('GET', '/journeys/current/findings')
  expect(await views()).toEqual([])
  for (let view = 0; view < 2; view++) await acme('GET', `/users/${person.user_id}`)
  const [line, ...others] = await views()
  expect(others).toEqual([])
  expect(line).toEqual({ day: line.last_at.slice(0, 10), by: 'api_key', last_at: line.last_at })
})

test('withdraws a user’s own authorisation, idempotently, and returns 404 for others', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const path = `/journeys/current/authorisations/${person.authorisation_id}/revoke`
  const foreign = await other.asUser('PUT', path)
  expect([foreign.status, foreign.body.errors]).toEqual([
    404,
    [`Authorisation [${person.authorisation_id}] does not exist`],
  ])
  expect((await acme('PUT', path)).status).toBe(401)
  const first = await person.asUser('PUT', path)
  expect(first).toMatchObject({ status: 200, body: { status: 'revoked', is_valid: false } })
  expect((await person.asUser('PUT', path)).body).toEqual(first.body)
  const refused = await person.asUser('PUT', '/documents/bank-statements/presign', {
    files: [{ file_name: 'x.pdf' }],
  })
  expect(refused.headers['x-svc-error-code']).toBe('authorisation-missing')
  await other.upload('payslip', [createPayslipFile()])
})

test('security finding 5: withdrawing the last authorisation ends the sessions at the providers', async () => {
  const person = await aPerson()
  const account_id = await inTransaction((tx) => store(tx, person))
  const second = (
    await person.asUser('POST', '/authorisations', { user_id: person.user_id, user_agent: 'test' })
  ).body.id
  const withdraw = (id: string) => person.asUser('PUT', `/journeys/current/authorisations/${id}/revoke`)
  const accountNow = async () =>
    (
      await sql('select status, session is not null as has_session from accounts where id = $1', [account_id])
    )[0]
  expect((await withdraw(second)).status).toBe(200)
  expect(await accountNow()).toEqual({ status: 'AUTHORISED', has_session: true })
  expect((await withdraw(person.authorisation_id)).status).toBe(200)
  expect(await accountNow()).toEqual({ status: 'EXPIRED', has_session: false })
  const { body } = await acme('GET', `/accounts/${account_id}/history`)
  expect(body.history[0]).toMatchObject({ status: 'EXPIRED', reason: 'consent-ended' })
  // The sign-out at the provider is a task, which may have ended already.
  const signOuts = await sql(
    `select id from tasks where kind = 'account.end' union select id from ended_tasks where kind = 'account.end'`,
  )
  expect(signOuts.length).toBeGreaterThan(0)
})

test('exports all data of a user, without credentials or sessions', async () => {
  const person = await aPersonWithAllData()
  await inTransaction(async (tx) => {
    for (let n = 0; n < 3; n++) await store(tx, person, `Canary number ${n}`)
  })
  // The user name of an account is exported once its names agree with the registered person.
  await sql("update accounts set identity_match = 'full' where user_id = $1", [person.user_id])
  const { status, headers, body, text } = await person.asUser('GET', '/journeys/current/export')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
  const pages = '?limit=100'
  const { payroll_submissions } = (await acme('GET', `/payroll/${person.user_id}${pages}`)).body
  expect(payroll_submissions).toHaveLength(9)
  expect(body).toMatchObject({
    registration: { user_id: person.user_id, forename: 'Canarina', post_codes: ['LS1 4AP', 'YO24 1AB'] },
    authorisations: [{ id: person.authorisation_id, user_agent: 'Browser 1' }],
    payroll_submissions,
    bank_statement_submissions: [{ transactions: [{ description: 'Canary tea' }] }],
    notes: [{ text: 'Canary note' }],
    documents: [{ type: 'bank_statement', external_id: 'mine-0' }, { type: 'payslip' }],
  })
  expect(body.accounts).toHaveLength(8)
  expect(body.accounts[0]).toMatchObject({
    user_name: 'canary.login',
    extra: { reference: 'canary-reference' },
    history: [{ from_status: null, status: 'AUTHORISED' }],
  })
  expect(body.income_submissions).toHaveLength(4)
  expect(text).not.toMatch(/canary-session|password|wrapped|sealed|session/)
  expect((await anonymous('GET', '/journeys/current/export')).status).toBe(401)
})

test('deletes all shared data: rows, files, stored replies and pending event content', async () => {
  const person = await aPersonWithAllData()
  const other = await aPersonWithAllData()
  const others = await rowsOf(other.user_id)
  expect(await rowsOf(person.user_id)).toMatchObject({
    accounts: 2,
    payroll_submissions: 3,
    bank_statement_submissions: 1,
    tax_income_submissions: 1,
    documents: 2,
    uploads: 3,
    journey_notes: 1,
    payroll_entries: 2,
    idempotent_replies: 1,
  })
  expect((await filesOf(person.user_id)).length).toBeGreaterThanOrEqual(3)
  expect(await erase(person)).toMatchObject({ status: 200, body: { message: expect.any(String) } })

  const left = await rowsOf(person.user_id)
  expect(Object.keys(left).sort()).toEqual(
    [
      'authorisations',
      'events',
      'journey_links',
      // Deleting data must not renew the person's reading time of this hour.
      'reading_times',
      'user_keys',
      // Of the registered name and reference.
      'user_search_terms',
      // This task erases uploads a second time.
      ...Object.keys(left).filter((name) => /tasks$/.test(name)),
    ].sort(),
  )
  const terms = await sql('select distinct kind from user_search_terms where user_id = $1', [person.user_id])
  expect(terms).toEqual([{ kind: 0 }])
  const events = await sql('select body from events where user_id = $1', [person.user_id])
  expect(events.map(({ body }) => body)).toEqual(events.map(() => null))
  await eventually(async () => (await filesOf(person.user_id)).length === 0)
  const { body } = await person.asUser('GET', '/journeys/current/shared')
  expect(body).toMatchObject({
    accounts: [],
    documents: [],
    tax_years: 0,
    notes: 0,
    authorisations: [{ id: person.authorisation_id, status: 'revoked' }],
  })
  // The registration belongs to the client, and other users are not affected.
  expect((await acme('GET', `/users/${person.user_id}`)).body.forename).toBe('Canarina')
  expect(await rowsOf(other.user_id)).toEqual(others)
  // Deletion is idempotent, and a user who authorises again can share again.
  expect((await erase(person)).status).toBe(200)
  await person.asUser('POST', '/authorisations', { user_id: person.user_id, user_agent: 'Browser 1' })
  const again = await person.submit('payslip', [createPayslipFile({ pay_date: '2026-01-31' })])
  expect(again.body.payroll_submissions).toHaveLength(1)
})

test('a replayed deletion keeps what was shared later, and has the figures calculated again', async () => {
  const person = await aPersonWithAllData()
  const { user_id, asUser } = person
  await acme('POST', `/users/${user_id}/report/links`, {})
  await asUser('POST', '/journeys/current/missing-documents', { kind: 'payslips', reason: 'rather-not' })
  const nothing = noReviewedIncome(dayOf(new Date()))
  const figures = { employer: 'Canary Quills', annual_gross: '3.00', status: 'ready' } as const
  const rule_figures = { ...nothing.rule_figures, has_data: true }
  await inTransaction((tx) => updateReviewedIncome(tx, user_id, { ...nothing, ...figures, rule_figures }))
  const before: Date = (await sql('select clock_timestamp() as at'))[0].at

  await asUser('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const later = createPayslipFile({ pay_date: '2026-02-28', employer: 'Later Quills' })
  expect((await person.submit('payslip', [later])).status).toBe(201)
  await person.upload('payslip', [createPayslipFile()])
  const { jobs } = (await asUser('GET', '/journeys/current/findings')).body
  const job = jobs.find(({ employer_name }: { employer_name: string }) => employer_name === 'Later Quills')
  const note = { subject: 'job', submission_id: job.submission_id, field: 'role', text: 'Later note' }
  expect((await asUser('POST', '/journeys/current/notes', note, { 'idempotency-key': anId() })).status).toBe(
    201,
  )
  expect((await acme('POST', `/users/${user_id}/report/links`, {})).status).toBe(201)
  const stated = { kind: 'bank_statements', reason: 'rather-not' }
  await asUser('POST', '/journeys/current/missing-documents', stated)
  const updates = () => sql(`select id from tasks where kind = 'income.update' and user_id = $1`, [user_id])
  await sql(`delete from tasks where kind = 'income.update' and user_id = $1`, [user_id])

  const { clientId } = world.clients.acme
  const actor = { kind: 'operator', id: 'erasures', requestId: 'test' } as const
  const tenant = dependencies.database.tenant(clientId, actor, await dependencies.keyring.of(clientId))
  const credentialHandoff = { hasSpareCapacity: () => false, deposit() {} }
  await eraseData(tenant, { credentialHandoff }, { userId: user_id, inJourney: true, before })

  expect(await rowsOf(user_id)).toMatchObject({
    payroll_submissions: 1,
    documents: 1,
    uploads: 2,
    journey_notes: 1,
    report_links: 1,
    missing_documents: 1,
    idempotent_replies: 1,
  })
  expect(await rowsOf(user_id)).not.toHaveProperty('accounts')
  const kept = await sql('select from events where user_id = $1 and body is not null', [user_id])
  expect(kept.length).toBeGreaterThan(0)
  expect(await updates()).toHaveLength(1)
  const review = (await acme('GET', `/users/${user_id}/review`)).body
  expect(review).toMatchObject({ status: 'ready', employer: null, annual_gross: null })
})

test('deletes data that was being stored during the deletion, and rejects later data', async () => {
  const person = await aPerson()
  const [authorised, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const storing = inTransaction(async (tx) => {
    await requireAuthorisation(tx, person.user_id, { id: person.authorisation_id })
    authorised.resolve()
    await go.promise
    return store(tx, person)
  })
  await authorised.promise
  // The deletion waits for the earlier transaction, with a lock timeout of one second per attempt.
  const erasing = eventually(async () => (await erase(person)).status === 200)
  await eventually(async () => (await sql(`select from pg_locks where not granted limit 1`)).length > 0)
  go.resolve()
  const account_id = await storing
  await erasing
  expect(await rowsOf(person.user_id)).not.toHaveProperty('payroll_submissions')
  const { user_id, authorisation_id } = person
  await expect(
    inTransaction((tx) => lockForStoring(tx, { user_id, account_id, authorisation_id })),
  ).rejects.toThrow('does not exist')
})

test('discards a document whose extraction is in progress during the deletion', async () => {
  const person = await aPerson()
  const submitting = person.submit('payslip', [createPayslipFile({}, { hold: person.user_id })])
  await reader.untilReadingStarts(person.user_id)
  expect((await erase(person)).status).toBe(200)
  reader.release(person.user_id)
  expect((await submitting).headers['x-svc-error-code']).toBe('authorisation-missing')
  const rows = await rowsOf(person.user_id)
  for (const name of ['documents', 'uploads', 'payroll_entries', 'payroll_submissions'])
    expect(rows).not.toHaveProperty(name)
  await eventually(async () => (await filesOf(person.user_id)).length === 0)
})

test('security finding 17: the device that uploads sees the data, others must confirm', async () => {
  const person = await aPerson()
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id: person.user_id })).body
  const open = async () => {
    const { body } = await anonymous('POST', '/journeys/sessions', { code: webapp_link.split('/').at(-1) })
    return withToken(body.token)
  }
  const [first, second] = [await open(), await open()]
  const files = await person.upload('payslip', [createPayslipFile({ pay_date: '2026-01-31' })])
  expect((await first('POST', '/payroll/entries/payslips', { files })).status).toBe(201)
  const findings = async (device: typeof first) => (await device('GET', '/journeys/current/findings')).status
  expect([await findings(first), await findings(second)]).toEqual([200, 403])
  // A device that adds to data of another device is not trusted with it.
  const more = await person.upload('payslip', [createPayslipFile({ pay_date: '2026-02-28' })])
  expect((await second('POST', '/payroll/entries/payslips', { files: more })).status).toBe(201)
  expect([await findings(first), await findings(second)]).toEqual([200, 403])
})
