import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPayslip } from '../../../../test/features/sample-payslips.ts'
import { aStatement } from '../../../../test/features/sample-statements.ts'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../../test/uploaded-documents.ts'
import { addAccount } from '../../accounts/service.ts'
import { storeRetrieved } from '../../payroll/retrieval/store.ts'
import { storeYears } from '../../tax-income/store-tax-years.ts'

const { acme, rival, anonymous, sql, inTransaction, aPerson } = await startDocumentTests()

type Person = Awaited<ReturnType<typeof aPerson>>

/** Stores payslips of two employments, as if retrieved through a login, and tax years, one of them corrected. */
async function connect({ user_id, authorisation_id }: Person) {
  const now = new Date()
  const shared = { authorisation_id, now, environment: 'sandbox' } as const
  const holder = { user_name: null, employee_name: null }
  const account = { user_id, authorisation_id, status: 'AUTHORISED', holder, reason: 'test' } as const
  const yearOf = (tax_year: string, income: string) => ({
    tax_year,
    total_income: income,
    employers: [{ employer_name: 'Quill & Thimble', income, tax_paid: null }],
  })
  return inTransaction(async (tx) => {
    const payroll = await addAccount(tx, { ...account, payroll_provider: 'sandbox-payroll' })
    const payslips = [
      ...['2026-03-31', '2026-04-30', '2026-05-31'].map((pay_date) => aPayslip({ pay_date })),
      aPayslip({ pay_date: '2026-02-28', employer: 'Oats & Sons', gross: '99.00' }),
    ]
    await storeRetrieved(tx, payroll, { ...shared, payslips })
    const taxauth = await addAccount(tx, {
      ...account,
      payroll_provider: 'taxauth',
      is_tax_authority: true,
    })
    await storeYears(tx, taxauth, {
      ...shared,
      data: [yearOf('2023-24', '1.00'), yearOf('2024-25', '2.00')],
    })
    await storeYears(tx, taxauth, { ...shared, data: [yearOf('2024-25', '3.00')] })
    return payroll.id
  })
}

test('lists one finding per employment and source, bank account and tax year', async () => {
  const person = await aPerson()
  const account_id = await connect(person)
  await person.submit('payslip', [createPayslipFile({ pay_date: '2026-01-31' })])
  const [early, late, another] = [
    aStatement([['2026-04-02', 'Tea', '-2.00']]),
    aStatement([['2026-05-02', 'Tea', '-2.00']]),
    aStatement([['2025-01-02', 'Tea', '-2.00']], '87654321'),
  ]
  late.balance_information.closing_balance = '1,234.56'
  const papers = [early, late, another].map((submission) => createStatementFile([], { submission }))
  const statements = (await person.submit('bank_statement', papers)).body.bank_statement_submissions

  const { status, body } = await person.asUser('GET', '/journeys/current/findings')
  expect(status).toBe(200)
  const fetched = { source: 'payroll', account_id, payroll_provider: 'sandbox-payroll', role: 'Archivist' }
  expect(body.jobs).toMatchObject([
    {
      ...fetched,
      employer_name: 'Quill & Thimble',
      payslips: 3,
      gross_pay: '2500.00',
      first_pay_date: '2026-03-31T12:00:00.000Z',
      latest_pay_date: '2026-05-31T12:00:00.000Z',
      net_pay: '2000.00',
      pay_frequency: 'monthly',
    },
    { ...fetched, employer_name: 'Oats & Sons', payslips: 1, gross_pay: '99.00' },
    { source: 'payslip', account_id: null, payroll_provider: null, payslips: 1 },
  ])
  const latest = (await acme('GET', `/payroll/${person.user_id}`)).body.payroll_submissions.find(
    ({ income_information: { pay_date } }: { income_information: { pay_date: string } }) =>
      pay_date.startsWith('2026-05'),
  )
  expect(body.jobs[0].submission_id).toBe(latest.id)
  expect(body.bank_accounts).toEqual([
    {
      submission_id: statements[1].id,
      bank_name: 'Thistledown Bank',
      account_ending: '5678',
      statements: 2,
      closing_balance: '1234.56',
      period_start: '2026-04-02T12:00:00.000Z',
      period_end: '2026-05-02T12:00:00.000Z',
    },
    expect.objectContaining({ account_ending: '4321', statements: 1, closing_balance: null }),
  ])
  expect(body.tax_years).toMatchObject([
    { tax_year: '2024-25', total_income: '3.00', employers: [{ income: '3.00', tax_paid: null }] },
    { tax_year: '2023-24', total_income: '1.00' },
  ])
  expect(body.notes).toEqual([])
  // Other users see none of this data.
  const other = await (await aPerson()).asUser('GET', '/journeys/current/findings')
  expect(other.body).toEqual({ jobs: [], bank_accounts: [], tax_years: [], notes: [] })
})

const noteOn = (submission_id: string, changes: object = {}) => ({
  subject: 'job',
  submission_id,
  field: 'employer_name',
  text: 'I left\nin March',
  ...changes,
})
const addNote = (person: Person, body: object) => person.asUser('POST', '/journeys/current/notes', body)

test('stores a note for user and client without changing the data', async () => {
  const person = await aPerson()
  await connect(person)
  const path = '/journeys/current/findings'
  const before = (await person.asUser('GET', path)).body
  const job = before.jobs[0].submission_id
  const year = before.tax_years[0].submission_id
  const first = await addNote(person, noteOn(job))
  expect(first.status, first.text).toBe(201)
  expect(first.body).toEqual({
    ...noteOn(job),
    id: expect.any(String),
    created_at: expect.any(String),
    answer: null,
  })
  const second = await addNote(person, noteOn(year, { subject: 'tax_year', field: 'total_income' }))
  const notes = [second.body, first.body]
  expect((await person.asUser('GET', path)).body).toEqual({ ...before, notes })
  const list = `/users/${person.user_id}/notes`
  expect((await acme('GET', list)).body).toEqual({
    pagination: { offset: 1, limit: 100, count: 2, total_count: 2 },
    notes,
  })
  expect((await acme('GET', `${list}?offset=2&limit=1`)).body.notes).toEqual([first.body])
  expect((await rival('GET', list)).status).toBe(404)
  // Note texts are encrypted in the database.
  const rows = await sql('select row_to_json(n)::text as row from journey_notes n', [])
  expect(JSON.stringify(rows)).not.toMatch(/left|March|49206c656674/)
})

test('the client answers a note; the person reads the answer and gets one mail without it', async () => {
  const email = `p${randomBytes(6).toString('hex')}@people.example`
  const person = await aPerson({ email })
  await acme('POST', '/user-tokens', { user_id: person.user_id })
  await connect(person)
  const { jobs } = (await person.asUser('GET', '/journeys/current/findings')).body
  const { id } = (await addNote(person, noteOn(jobs[0].submission_id))).body
  const path = `/users/${person.user_id}/notes/${id}/answer`
  const answer = (call: typeof acme, text: string) => call('PUT', path, { text })
  expect((await answer(rival, 'No')).status).toBe(404)
  const first = await answer(acme, 'We corrected your leaving date.')
  expect(first).toMatchObject({
    status: 200,
    body: { id, answer: { text: 'We corrected your leaving date.', answered_at: expect.any(String) } },
  })
  await answer(acme, 'We corrected it twice.')
  const { notes } = (await person.asUser('GET', '/journeys/current/findings')).body
  expect(notes).toMatchObject([{ id, answer: { text: 'We corrected it twice.' } }])
  const mails = await sql('select id from outgoing_mails where user_id = $1', [person.user_id])
  expect(mails).toHaveLength(1)
  const rows = await sql('select row_to_json(n)::text as row from journey_notes n', [])
  expect(JSON.stringify(rows)).not.toMatch(/corrected|636f7272/)
  const missing = `/users/${person.user_id}/notes/${person.user_id}/answer`
  expect((await acme('PUT', missing, { text: 'x' })).body.errors).toEqual([
    `Note [${person.user_id}] does not exist`,
  ])
})

test('deletes notes with their subject and with the user', async () => {
  const person = await aPerson()
  const account_id = await connect(person)
  const { jobs, tax_years } = (await person.asUser('GET', '/journeys/current/findings')).body
  await addNote(person, noteOn(jobs[0].submission_id))
  await addNote(person, noteOn(tax_years[0].submission_id, { subject: 'tax_year', field: 'other' }))
  const left = () => sql('select id from journey_notes where user_id = $1', [person.user_id])
  expect(await left()).toHaveLength(2)
  await acme('DELETE', `/accounts/${account_id}`)
  expect(await left()).toHaveLength(1)
  await acme('DELETE', `/users/${person.user_id}`)
  expect(await left()).toEqual([])
})

test('rejects notes on data of other users and on unknown fields', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  await connect(person)
  const { jobs } = (await person.asUser('GET', '/journeys/current/findings')).body
  const { submission_id } = jobs[0]
  const refused = async (who: Person, changes: object) => {
    const { status, body } = await addNote(who, noteOn(submission_id, changes))
    return [status, ...body.errors]
  }
  const missing = `Submission [${submission_id}] does not exist`
  expect(await refused(other, {})).toEqual([404, missing])
  expect(await refused(person, { subject: 'tax_year', field: 'other' })).toEqual([404, missing])
  expect(await refused(person, { field: 'closing_balance' })).toEqual([
    400,
    'Field [field] is invalid: must be a field of the subject',
  ])
  expect((await refused(person, { field: 'password', text: 'x'.repeat(501) })).length).toBe(3)
  expect((await refused(person, { text: '  ' }))[0]).toBe(400)
  expect((await anonymous('POST', '/journeys/current/notes', noteOn(submission_id))).status).toBe(401)
  expect((await acme('POST', '/journeys/current/notes', noteOn(submission_id))).status).toBe(401)
})

test('limits notes to 200 per user, also under concurrent requests', async () => {
  const person = await aPerson()
  await connect(person)
  const { submission_id } = (await person.asUser('GET', '/journeys/current/findings')).body.jobs[0]
  await addNote(person, noteOn(submission_id))
  await sql(
    `insert into journey_notes (client_id, id, user_id, created_at, job_id, sealed)
       select client_id, gen_random_uuid(), user_id, created_at - n * interval '1 s', job_id, sealed
         from journey_notes, generate_series(1, 197) n where user_id = $1`,
    [person.user_id],
  )
  const replies = await Promise.all(Array.from({ length: 5 }, () => addNote(person, noteOn(submission_id))))
  const refused = replies.filter(({ status }) => status === 400)
  expect(refused.map(({ headers }) => headers['x-svc-error-code'])).toEqual(
    Array.from({ length: 3 }, () => 'too-many-notes'),
  )
  const [{ count }] = await sql('select count(*)::int from journey_notes where user_id = $1', [
    person.user_id,
  ])
  expect(count).toBe(200)
})
