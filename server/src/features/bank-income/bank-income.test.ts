import { expect, test } from 'vitest'
import { bankUserName, startBankIncome } from '../../../test/features/bank-income.ts'

const world = await startBankIncome()
const { acme, sandbox, aPerson, connectBank, connectedBank, consentAtBank, leave } = world
const { statementsOf, historyOf, eventsOf, settled, sql } = world

const accountOf = async (id: string) => (await acme('GET', `/accounts/${id}`)).body

test('consent at the bank leads to a stored statement, an event and an end of the consent in 90 days', async () => {
  const { user_id, account_id } = await connectedBank()
  expect(await historyOf(account_id)).toEqual(['AUTHORISED consent-given', 'PENDING consent-asked'])
  expect(await accountOf(account_id)).toMatchObject({
    payroll_provider: 'sandbox-bank',
    status: 'AUTHORISED',
    user_name: null,
    retrieval: { state: 'done' },
  })
  const [statement, ...others] = await statementsOf(user_id)
  expect(others).toEqual([])
  expect(statement).toMatchObject({
    source: 'bank',
    account_id,
    document_id: null,
    document_filename: null,
    duplicate_of: null,
    bank_statement_probability: 1,
    account_information: { account_holder_name: 'WILHELMINA OAKAPPLE', bank_name: 'Pebble Bank' },
  })
  expect(statement?.transactions.length).toBeGreaterThan(100)
  const [event] = await eventsOf(user_id, 1)
  expect(event).toMatchObject({
    event: 'user-bank-statement-submitted',
    document_external_ids: [],
    payload: { bank_statement_submissions: [statement] },
  })
  const [row] = await sql(
    'select a.session, a.session_ends_at, s.sealed, s.credits from accounts a join bank_statement_submissions s on s.account_id = a.id where a.id = $1',
    [account_id],
  )
  const daysLeft = (row.session_ends_at.getTime() - Date.parse(await now())) / 86_400_000
  expect(Math.round(daysLeft)).toBe(90)
  for (const column of ['session', 'sealed', 'credits'])
    expect(row[column].toString('latin1')).not.toMatch(/consent_token|OAKAPPLE|transactions/)
})

const now = async () => (await sandbox.control('GET', '/clock')).now as string

test('every value has the bank as its source, also in the signed copy', async () => {
  const { user_id, account_id } = await connectedBank()
  const [{ id } = { id: '' }] = await statementsOf(user_id)
  const { body, status } = await acme('GET', `/bankstatements/${user_id}/${id}/provenance`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ source: 'Bank (via User Connection)', account_id, document: null })
  expect(new Set(body.values.map(({ method }: { method: string }) => method))).toEqual(new Set(['provider']))
  expect((await acme('GET', `/bankstatements/${user_id}/${id}/provenance/signed`)).status).toBe(200)
})

test('a person who refuses at the bank gets no account, and can try again', async () => {
  const { user_id } = await aPerson()
  const created = await connectBank(user_id)
  const { account_id } = created.body
  const back = await consentAtBank(created.body.authorization_url, { decision: 'refuse' })
  expect(back.status).toBe(400)
  expect(back.text).toContain('You did not agree')
  expect(await historyOf(account_id)).toEqual(['INVALID consent-refused', 'PENDING consent-asked'])
  const again = await acme('POST', `/accounts/${account_id}/reconnect`, {})
  expect(again.status, again.text).toBe(200)
  expect((await consentAtBank(again.body.authorization_url)).status).toBe(200)
  await settled(account_id)
  expect(await statementsOf(user_id)).toHaveLength(1)
})

test('a bank that is down says so before the person leaves, and the link works later', async () => {
  const { user_id } = await aPerson()
  const created = await connectBank(user_id)
  await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: true })
  const { reply } = await leave(created.body.authorization_url)
  await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: false })
  expect(reply.status, reply.text).toBe(400)
  expect(reply.text).toContain('does not answer at the moment')
  expect((await accountOf(created.body.account_id)).status).toBe('PENDING')
  expect((await consentAtBank(created.body.authorization_url)).status).toBe(200)
})

test('a person without an account at the bank is connected, and nothing is stored', async () => {
  const { user_id, account_id } = await connectedBank({}, { password: 'error:no_data' })
  expect(await accountOf(account_id)).toMatchObject({ status: 'AUTHORISED', retrieval: { state: 'done' } })
  expect(await statementsOf(user_id)).toEqual([])
})

test('the bank leg confirms the pay of a payroll connection', async () => {
  const { user_id } = await connectedBank()
  const login = { user_name: bankUserName, password: 'pass' }
  const payroll = await world.connect(user_id, login)
  expect(payroll.status, payroll.text).toBe(201)
  await settled(payroll.body.account_id)
  const { matches } = (await acme('GET', `/users/${user_id}/matches?limit=100`)).body
  const matched = matches.filter(({ status }: { status: string }) => status === 'matched')
  expect(matched.length).toBeGreaterThanOrEqual(11)
  expect(matched[0].bank_credit).toMatchObject({ document_id: null, names_employer: true })
  const income = (await acme('GET', `/users/${user_id}/income`)).body
  const leg = income.agreement.find(({ between }: { between: string[] }) => between.join() === 'payroll,bank')
  expect(leg).toMatchObject({ result: 'agrees', difference: '0.00' })
  expect(leg.compared).toBeGreaterThanOrEqual(11)
  expect(income.bank_income).toContainEqual(
    expect.objectContaining({ grade: 'confirmed', evidence: expect.arrayContaining(['known-employer']) }),
  )
})

test('a payroll query of a bank account is refused, and deleting the account deletes its statements', async () => {
  const { user_id, account_id } = await connectedBank()
  const asUser = world.withToken((await acme('POST', '/user-tokens', { user_id })).body.token)
  const query = await asUser('POST', '/payroll/entries/connections', { account_id })
  expect(query.status).toBe(400)
  expect(query.body.errors[0]).toContain('it is of a bank')
  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
  expect(await statementsOf(user_id)).toEqual([])
})

test('accounts of another person are held until they are accepted', async () => {
  await acme('PATCH', '/configuration', { hold_unmatched_data: true })
  const { user_id, account_id } = await connectedBank({ forename: 'Bertram', surname: 'Fenwick' })
  // The option applies to the first mismatch: later transactions of the connection are held as well.
  await acme('PATCH', '/configuration', { hold_unmatched_data: null })
  expect(await statementsOf(user_id)).toEqual([])
  expect((await accountOf(account_id)).identity_match).toBe('none')
  const [review] = await sql('select sealed from identity_reviews where id = $1', [account_id])
  expect(review.sealed.toString('latin1')).not.toContain('OAKAPPLE')

  const accepted = await acme('POST', `/accounts/${account_id}/identity/accept`)
  expect([accepted.status, accepted.body.entry_id]).toEqual([200, null])
  const statements = await statementsOf(user_id)
  expect(accepted.body.submission_ids).toEqual(statements.map(({ id }) => id))
  expect(statements[0]?.transactions.length).toBeGreaterThan(100)
  expect((await eventsOf(user_id, 1))[0]).toMatchObject({ event: 'user-bank-statement-submitted' })
  expect(await sql('select from identity_reviews where id = $1', [account_id])).toEqual([])
  const again = await acme('POST', `/accounts/${account_id}/identity/accept`)
  expect(again.body).toEqual({ ...accepted.body, submission_ids: [] })
})
