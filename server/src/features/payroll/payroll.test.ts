import { expect, test } from 'vitest'
import { refusal } from '../../../test/features/accounts.ts'
import { startPayroll } from '../../../test/features/payroll.ts'
import { aMember, anId } from '../../../test/people.ts'
import { forWebhook, type PayslipSubmission } from './submissions/wire.ts'

const world = await startPayroll()
const { acme, rival, sandbox, proxy, sql, withToken, newName, connect, aPerson } = world
const { connected, entriesOf, submissionsOf, eventsOf, stored, settled } = world

/** A payslip as the sandbox's control API returns it. */
type SandboxPayslip = {
  paid_on: string
  totals: Record<string, string>
  year_to_date: Record<string, string>
  earnings: { amount: string }[]
  deductions: { amount: string }[]
}

const truthOf = async (userName: string): Promise<SandboxPayslip[]> => {
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  return payslips
}
const accountOf = async (id: string) => (await acme('GET', `/accounts/${id}`)).body

// These people cover monthly pay, weekly pay with overtime, two employments, a leaver and many earnings lines.
test.each(['wilhelmina.oakapple', 'barnaby.thistlewick', 'person.7', 'person.8', 'person.9'])(
  'stores all payslips of %s exactly, newest first, in the first retrieval',
  async (user_name) => {
    const truth = await truthOf(user_name)
    const { user_id, account_id, authorisationId } = await connected({ user_name })
    const submissions = await submissionsOf(user_id)
    const shown = submissions.map(
      ({ income_information: { pay_date, earnings, deductions } }: PayslipSubmission) => ({
        paid_on: pay_date.slice(0, 10),
        gross: earnings.gross_pay,
        net: earnings.net_pay,
        tax: deductions.income_tax,
        ni: deductions.employee_ni,
        lines: [...earnings.earning_elements, ...deductions.deductions_elements].map(({ amount }) => amount),
        year: earnings.year_to_date?.gross_pay,
      }),
    )
    const expected = truth.slice(0, 100).map(({ paid_on, totals, year_to_date, ...payslip }) => ({
      paid_on,
      gross: totals.gross,
      net: totals.net,
      tax: totals.income_tax,
      ni: totals.employee_ni,
      lines: [...payslip.earnings, ...payslip.deductions].map(({ amount }) => amount),
      year: year_to_date.gross,
    }))
    const byText = (list: object[]) => list.map((one) => JSON.stringify(one)).sort()
    expect(byText(shown)).toEqual(byText(expected))
    const days = shown.map(({ paid_on }: { paid_on: string }) => paid_on)
    expect(days).toEqual(days.toSorted().reverse())
    expect(await entriesOf(user_id)).toEqual([
      {
        account_id,
        entry_id: submissions[0]?.entry_id,
        authorisation_id: authorisationId,
        created_at: submissions[0]?.created_at,
      },
    ])
    expect((await accountOf(account_id)).latest_pay_date).toBe(`${days[0]}T12:00:00.000Z`)
  },
)

test('announces stored payslips once, with amounts as numbers', async () => {
  const { user_id, account_id } = await connected({ user_name: 'wilhelmina.oakapple' })
  const submissions = await submissionsOf(user_id)
  const [event, ...more] = await eventsOf(user_id, 1)
  expect(more).toEqual([])
  const entry_id = submissions[0]?.entry_id
  expect(event).toEqual({
    event: 'user-payroll-submitted',
    user_id,
    timestamp: expect.any(String),
    entry_id,
    account_id,
    payload: { entry_id, account_id, payroll_submissions: submissions.map(forWebhook) },
  })
})

test('creates an entry and an event only for new payslips', async () => {
  const user_name = newName()
  const { user_id, account_id, authorisationId, query } = await connected({ user_name })
  const before = await stored(user_id)
  expect(await query()).toMatchObject({
    status: 201,
    body: { account_id, entry_id: null, payroll_submissions: [], authorisation_id: authorisationId },
  })
  expect(await stored(user_id)).toEqual(before)
  await sandbox.advance('P5W')
  const known = await submissionsOf(user_id)
  const found = await query()
  expect(found.status).toBe(201)
  const { entry_id, payroll_submissions } = found.body
  const truth = await truthOf(user_name)
  expect(payroll_submissions.length).toBe(truth.length - known.length)
  expect(payroll_submissions.length).toBeGreaterThan(0)
  expect(await submissionsOf(user_id, `entry_id=${entry_id}`)).toEqual(payroll_submissions)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  expect(ids(await submissionsOf(user_id))).toEqual([...ids(payroll_submissions), ...ids(known)])
  expect(await eventsOf(user_id, 2)).toMatchObject([{}, { entry_id, payload: { entry_id } }])
  expect(await query()).toMatchObject({ body: { entry_id: null } })
})

test('stores once for concurrent queries and uses the authorisation of the header', async () => {
  const { user_id, authorisationId, query } = await connected()
  const second = await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
  await sandbox.advance('P5W')
  const headers = { 'x-svc-authorisation-id': authorisationId }
  const replies = await Promise.all([query(headers), query(), query(headers)])
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(replies.filter(({ body }) => body.entry_id !== null).length).toBe(1)
  expect(replies.map(({ body }) => body.authorisation_id)).toEqual([
    authorisationId,
    second.body.id,
    authorisationId,
  ])
  expect(await stored(user_id)).toMatchObject({ entries: 2, events: 2 })
})

test('replays the reply for the same Idempotency-Key and calls the provider once', async () => {
  const { query } = await connected()
  await sandbox.advance('P5W')
  const headers = { 'idempotency-key': anId() }
  const first = await query(headers)
  const callsBefore = proxy.count('GET /payroll/payslips')
  expect(first.body.entry_id).not.toBeNull()
  expect((await query(headers)).body).toEqual(first.body)
  expect(proxy.count('GET /payroll/payslips')).toBe(callsBefore)
})

test('makes an account EXPIRED when its session has ended and calls the provider no more', async () => {
  const user_name = newName()
  const { account_id, query } = await connected({ user_name })
  await sandbox.control('DELETE', `/providers/sandbox-payroll/sessions?user_name=${user_name}`)
  expect(refusal(await query())).toEqual([400, 'session-ended'])
  expect((await accountOf(account_id)).status).toBe('EXPIRED')
  expect((await world.historyOf(account_id))[0]).toBe('EXPIRED session-ended')
  const callsBefore = proxy.count('GET /payroll/payslips')
  const again = await query()
  expect(refusal(again)).toEqual([400, 'session-ended'])
  expect(again.body.errors).toEqual([expect.stringContaining(`[${account_id}]`)])
  expect(proxy.count('GET /payroll/payslips')).toBe(callsBefore)
})

test('calls no provider for an INVALID or PENDING account', async () => {
  const { account_id, query } = await connected()
  await sql(`update accounts set status = 'INVALID', session = null where id = $1`, [account_id])
  expect(refusal(await query())).toEqual([400, 'login-refused'])

  const person = await aPerson()
  const waiting = await connect(person.user_id, { password: 'mfa:code' })
  const asUser = await person.asUser()
  const body = { account_id: waiting.body.account_id }
  expect(refusal(await asUser('POST', '/payroll/entries/connections', body))).toEqual([
    400,
    'account-pending',
  ])
})

test('tries a query twice while the provider is down and leaves the account unchanged', async () => {
  const user_name = newName()
  const { account_id, query, user_id } = await connected({ user_name })
  await sandbox.advance('P5W')
  await sandbox.behave('sandbox-payroll', user_name, 'error:maintenance')
  const callsBefore = proxy.count('GET /payroll/payslips')
  expect(refusal(await query())).toEqual([400, 'provider-maintenance'])
  expect(proxy.count('GET /payroll/payslips')).toBe(callsBefore + 2)
  expect((await accountOf(account_id)).status).toBe('AUTHORISED')
  await sandbox.behave('sandbox-payroll', user_name, null)
  expect((await query()).body.entry_id).not.toBeNull()
  expect(await stored(user_id)).toMatchObject({ entries: 2, events: 2 })
})

test('retries a failed first retrieval until it succeeds and stores once', async () => {
  const user_name = newName()
  await sandbox.behave('sandbox-payroll', user_name, 'drop:list')
  const person = await aPerson()
  const reply = await connect(person.user_id, { user_name })
  expect(reply.status).toBe(201)
  const { account_id } = reply.body
  const failed = () => sql('select from ended_tasks where key = $1', [`account ${account_id}`])
  await expect.poll(async () => (await failed()).length).toBeGreaterThan(0)
  expect(await stored(person.user_id)).toEqual({ entries: 0, submissions: 0, events: 0 })
  await sandbox.behave('sandbox-payroll', user_name, null)
  await settled(account_id)
  expect(await stored(person.user_id)).toMatchObject({ entries: 1, events: 1 })
})

test('limits the first retrieval to the period; a query retrieves what follows', async () => {
  const [from, to] = ['2025-08-01', '2025-12-31']
  const { user_id, query } = await connected({ user_name: 'wilhelmina.oakapple', from, to })
  const days = (list: PayslipSubmission[]) => list.map((one) => one.income_information.pay_date.slice(0, 7))
  expect(days(await submissionsOf(user_id))).toEqual(['2025-12', '2025-11', '2025-10', '2025-09', '2025-08'])
  const { payroll_submissions } = (await query()).body
  expect(days(payroll_submissions).at(-1)).toBe('2026-01')
})

test('calls no provider without enabled connections, a valid authorisation and the right user', async () => {
  const { user_id, account_id, revoke, query, asUser } = await connected()
  const other = await aPerson()
  const asOther = await other.asUser()
  const callsBefore = proxy.count('GET /payroll/payslips')
  const stranger = await asOther('POST', '/payroll/entries/connections', { account_id })
  expect(refusal(stranger)).toEqual([404, 'not-found'])
  expect(stranger.body.errors).toEqual([`Account [${account_id}] does not exist`])
  const headers = { 'x-svc-authorisation-id': other.authorisationId }
  expect(refusal(await query(headers))).toEqual([403, 'authorisation-missing'])
  await acme('PATCH', `/users/${user_id}`, { payroll_connections_enabled: false })
  expect(refusal(await query())).toEqual([403, 'connections-off'])
  await acme('PATCH', `/users/${user_id}`, { payroll_connections_enabled: null })
  await revoke()
  expect(refusal(await query())).toEqual([403, 'authorisation-missing'])
  const unknown = { account_id: anId() }
  expect(refusal(await asUser('POST', '/payroll/entries/connections', unknown))).toEqual([404, 'not-found'])
  expect(proxy.count('GET /payroll/payslips')).toBe(callsBefore)
})

test('deletes an entry with its submissions, whose newest payslips can be retrieved again', async () => {
  const { user_id, account_id, query } = await connected()
  await sandbox.advance('P5W')
  const { entry_id, payroll_submissions } = (await query()).body
  const path = `/payroll/entries/${entry_id}`
  expect(refusal(await rival('DELETE', path))).toEqual([404, 'not-found'])
  const before = (await accountOf(account_id)).latest_pay_date
  expect(await acme('DELETE', path)).toMatchObject({
    status: 200,
    body: { message: `Entry [${entry_id}] was deleted` },
  })
  expect((await acme('DELETE', path)).body.errors).toEqual([`Entry [${entry_id}] does not exist`])
  expect((await acme('DELETE', '/payroll/entries/nothing')).body.errors).toEqual([
    'Entry [nothing] does not exist',
  ])
  const [newest] = await submissionsOf(user_id)
  expect((await accountOf(account_id)).latest_pay_date).toBe(newest?.income_information.pay_date)
  const again = (await query()).body
  const amounts = (list: PayslipSubmission[]) => list.map(({ income_information }) => income_information)
  expect(amounts(again.payroll_submissions)).toEqual(amounts(payroll_submissions))
  expect((await accountOf(account_id)).latest_pay_date).toBe(before)
})

test('shows entries but no amounts to Support', async () => {
  const { user_id } = await connected()
  const support = withToken((await aMember(world, acme, 'Support')).token)
  expect((await support('GET', `/payroll/entries?user_id=${user_id}`)).body.entries.length).toBe(1)
  expect(refusal(await support('GET', `/payroll/${user_id}`))).toEqual([403, 'role-too-low'])
  for (const path of [`/payroll/entries?user_id=${user_id}`, `/payroll/${user_id}`])
    expect((await rival('GET', path)).body.errors).toEqual([`User [${user_id}] does not exist`])
})

test('stores no personal data in clear text', async () => {
  const { user_id } = await connected({ user_name: 'wilhelmina.oakapple' })
  const rows = await sql(
    `select s::text || e::text as text from payroll_submissions s join payroll_entries e on e.id = s.entry_id
      where s.user_id = $1`,
    [user_id],
  )
  expect(rows.length).toBeGreaterThan(0)
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const { text } of rows)
    for (const word of ['Oakapple', 'Brindlewick', '3125.00', 'QQ474852A'])
      expect(text.includes(word) || text.includes(hex(word))).toBe(false)
})
