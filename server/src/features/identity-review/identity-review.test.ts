import { expect, test } from 'vitest'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import { addAccount, requireLockedAccount } from '../accounts/service.ts'
import { storeRetrieved } from '../payroll/retrieval/store.ts'

const { acme, rival, sql, inTransaction, aPerson, stored } = await startDocumentTests()

const events = ['identity-mismatch', 'user-payroll-submitted', 'user-bank-statement-submitted']
await acme('POST', '/webhooks', { name: 'identity', events, url: 'https://receiver.example/hook' })

/** A registered person who differs from Wilhelmina, the person on the sample payslips. */
const bertram = {
  forename: 'Bertram',
  surname: 'Fenwick',
  date_of_birth: '1990-01-01',
  post_codes: ['M1 1AE'],
}
const statement = () => createStatementFile([['2026-03-02', `Tea ${Math.random()}`, '-2.00']])

type Person = Awaited<ReturnType<typeof aPerson>>

const anAccount = ({ user_id, authorisation_id }: Person) =>
  inTransaction(async (tx) => {
    const holder = { user_name: 'w.oakapple', employee_name: null }
    const account = { user_id, authorisation_id, status: 'AUTHORISED', holder, reason: 'test' } as const
    return (await addAccount(tx, { ...account, payroll_provider: 'sandbox-payroll' })).id
  })

const retrieve = (account_id: string, { authorisation_id }: Person, ...pay_dates: string[]) =>
  inTransaction(async (tx) =>
    storeRetrieved(tx, await requireLockedAccount(tx, account_id), {
      payslips: pay_dates.map((pay_date) => aPayslip({ pay_date })),
      authorisation_id,
      now: new Date(),
      environment: 'sandbox',
    }),
  )

const eventsAbout = async (user_id: string) =>
  (await sql('select kind from events where user_id = $1 order by id', [user_id])).map(({ kind }) => kind)

async function reviewsOf(user_id: string) {
  const { items } = (await acme('GET', '/attention')).body as {
    items: { kind: string; reason: string; examples: { id: string; user_id: string }[] }[]
  }
  return items
    .filter(({ kind }) => kind === 'identity-mismatch')
    .flatMap(({ reason, examples }) => examples.map((example) => ({ reason, ...example })))
    .filter((example) => example.user_id === user_id)
    .map(({ reason, id }) => ({ reason, id }))
}

const hold = (hold_unmatched_data: boolean | null) => acme('PATCH', '/configuration', { hold_unmatched_data })

test('an account of another person is stored, flagged and announced once, until it is accepted', async () => {
  const person = await aPerson(bertram)
  const account_id = await anAccount(person)
  expect((await acme('GET', `/accounts/${account_id}`)).body.identity_match).toBe('unknown')
  await retrieve(account_id, person, '2026-04-30')
  await retrieve(account_id, person, '2026-05-31')
  expect((await acme('GET', `/accounts/${account_id}`)).body).toMatchObject({
    identity_match: 'none',
    identity_accepted_at: null,
  })
  const { payroll_submissions } = (await acme('GET', `/payroll/${person.user_id}`)).body
  expect(payroll_submissions.map((each: { identity_match: string }) => each.identity_match)).toEqual([
    'none',
    'none',
  ])
  const kinds = await eventsAbout(person.user_id)
  expect(kinds.filter((kind) => kind === 'identity-mismatch')).toHaveLength(1)
  expect(await reviewsOf(person.user_id)).toEqual([{ reason: 'account', id: account_id }])

  const path = `/accounts/${account_id}/identity/accept`
  expect((await rival('POST', path)).status).toBe(404)
  const accepted = await acme('POST', path)
  expect(accepted).toMatchObject({ status: 200, body: { account_id, entry_id: null, submission_ids: [] } })
  expect((await acme('POST', path)).body).toEqual(accepted.body)
  expect(await reviewsOf(person.user_id)).toEqual([])
  const lines = await sql("select from audit_lines where action = 'identity.accepted' and subject_id = $1", [
    account_id,
  ])
  expect(lines).toHaveLength(2)
  // After one acceptance, later payslips of the account are not flagged again.
  await retrieve(account_id, person, '2026-06-30')
  expect(await reviewsOf(person.user_id)).toEqual([])
})

test('payslips of the registered person match and need no review', async () => {
  const person = await aPerson()
  const account_id = await anAccount(person)
  await retrieve(account_id, person, '2026-05-31')
  expect((await acme('GET', `/accounts/${account_id}`)).body.identity_match).toBe('full')
  expect(await reviewsOf(person.user_id)).toEqual([])
  expect((await acme('POST', `/accounts/${account_id}/identity/accept`)).status).toBe(400)
})

test('a corrected registration ends the review with the next payslip', async () => {
  const person = await aPerson(bertram)
  const account_id = await anAccount(person)
  await retrieve(account_id, person, '2026-04-30')
  const corrected = { forename: 'Wilhelmina', surname: 'Oakapple', date_of_birth: '1988-04-17' }
  await acme('PATCH', `/users/${person.user_id}`, corrected)
  await retrieve(account_id, person, '2026-05-31')
  expect((await acme('GET', `/accounts/${account_id}`)).body.identity_match).toBe('full')
  expect(await reviewsOf(person.user_id)).toEqual([])
})

test('holds payslips of another person until they are accepted', async () => {
  const person = await aPerson(bertram)
  const account_id = await anAccount(person)
  await hold(true)
  await retrieve(account_id, person, '2026-04-30', '2026-05-31')
  // The option applies only to the first mismatch. Held data is never mixed with stored data of the same account.
  await hold(null)
  await retrieve(account_id, person, '2026-05-31', '2026-06-30')
  expect(await stored(person.user_id)).toMatchObject({ entries: 0, payslips: 0 })
  expect(await eventsAbout(person.user_id)).toEqual(['identity-mismatch'])
  expect(await reviewsOf(person.user_id)).toEqual([{ reason: 'account-held', id: account_id }])
  const [row] = await sql(
    'select row_to_json(r)::text as text, sealed from identity_reviews r where id = $1',
    [account_id],
  )
  expect(`${row?.text}${row?.sealed.toString('latin1')}`).not.toContain('Oakapple')

  const accepted = await acme('POST', `/accounts/${account_id}/identity/accept`)
  expect(accepted.body.entry_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stored(person.user_id)).toMatchObject({ entries: 1, payslips: 3 })
  expect(await eventsAbout(person.user_id)).toEqual(['identity-mismatch', 'user-payroll-submitted'])
  expect(await reviewsOf(person.user_id)).toEqual([])
  const again = await acme('POST', `/accounts/${account_id}/identity/accept`)
  expect(again.body).toEqual({ ...accepted.body, entry_id: null })
})

test('flags documents of another person, and holds their data until they are accepted', async () => {
  const person = await aPerson(bertram)
  await person.submit('payslip', [createPayslipFile({ pay_date: '2026-01-31' })])
  expect(await stored(person.user_id)).toMatchObject({ documents: 1, payslips: 1 })
  await hold(true)
  const reply = await person.submit('payslip', [createPayslipFile({ pay_date: '2026-02-28' })])
  expect(reply.body).toMatchObject({ payroll_submissions: [], payslip_errors: [] })
  await hold(null)
  expect(await stored(person.user_id)).toMatchObject({ documents: 2, payslips: 1 })
  const { documents } = (await acme('GET', `/documents?user_id=${person.user_id}`)).body
  expect(documents).toMatchObject([{ identity_match: 'none' }, { identity_match: 'none' }])
  const [held, flagged] = documents.map(({ id }: { id: string }) => id)
  expect(await reviewsOf(person.user_id)).toEqual(
    expect.arrayContaining([
      { reason: 'document', id: flagged },
      { reason: 'document-held', id: held },
    ]),
  )
  for (const id of [flagged, held]) {
    const accepted = await acme('POST', `/documents/${id}/identity/accept`)
    expect(accepted).toMatchObject({ status: 200, body: { document_id: id, identity_match: 'none' } })
  }
  expect(await stored(person.user_id)).toMatchObject({ documents: 2, payslips: 2 })
  expect(await reviewsOf(person.user_id)).toEqual([])
})

test('holds bank statements of another person; consent that was withdrawn keeps them from being released', async () => {
  const person = await aPerson(bertram)
  const matching = await aPerson()
  await hold(true)
  await person.submit('bank_statement', [statement()])
  await matching.submit('bank_statement', [statement()])
  await hold(null)
  expect(await stored(matching.user_id)).toMatchObject({ documents: 1, statements: 1 })
  expect(await stored(person.user_id)).toMatchObject({ documents: 1, statements: 0 })
  const [document] = (await acme('GET', `/documents?user_id=${person.user_id}`)).body.documents
  const path = `/documents/${document.id}/identity/accept`
  // A one_time authorisation may expire while the data is held.
  await sql("update authorisations set expires_at = now() - interval '1 hour' where user_id = $1", [
    person.user_id,
  ])
  await person.revoke()
  expect(await acme('POST', path)).toMatchObject({ status: 403 })
  await sql('update authorisations set revoked_at = null where user_id = $1', [person.user_id])
  const accepted = await acme('POST', path)
  expect(accepted.body.submission_ids).toHaveLength(1)
  const { bank_statement_submissions } = (await acme('GET', `/bankstatements/${person.user_id}`)).body
  expect(bank_statement_submissions).toMatchObject([{ identity_match: 'none', document_id: document.id }])
})

test('held data goes with its account and document', async () => {
  const person = await aPerson(bertram)
  const account_id = await anAccount(person)
  await hold(true)
  await retrieve(account_id, person, '2026-04-30')
  await person.submit('bank_statement', [statement()])
  await hold(null)
  const count = async () =>
    (await sql('select from identity_reviews where user_id = $1', [person.user_id])).length
  expect(await count()).toBe(2)
  await person.asUser('DELETE', '/journeys/current/data')
  expect(await count()).toBe(0)
})
