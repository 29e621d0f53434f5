import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/engine.ts'
import { startPayroll } from '../../../../test/features/payroll.ts'
import { aMember } from '../../../../test/people.ts'

// Tests recurring checks end to end with the sandbox. Its clock starts on Monday, 15 June 2026, at 09:00 and only
// moves forward from test to test.
const world = await startPayroll()
const { acme, sandbox, sql, connected, entriesOf, eventsOf, historyOf, settled } = world

const weekly = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' }

const listOf = async (user_id: string) => {
  const { status, body } = await acme('GET', `/accounts/recurring?user_id=${user_id}`)
  expect(status).toBe(200)
  return body.accounts
}

/** Lists the outcomes of an account's recurring checks, oldest first. */
const checksOf = async (accountId: string) => {
  const rows = await sql(
    `select outcome from ended_tasks where key = $1 and input->>'why' = 'recurring' order by ended_at`,
    [`account ${accountId}`],
  )
  return rows.map(({ outcome }) => outcome)
}

async function untilChecked(accountId: string, times: number) {
  await eventually(async () => (await checksOf(accountId)).length >= times)
  await settled(accountId)
  return checksOf(accountId)
}

// The tests must run in this order, because the sandbox's clock cannot be set back.
describe('recurring checks as the clock advances', { shuffle: false }, () => {
  test('stores and announces the payslip of the week after a week, without a request', async () => {
    const person = await connected({ user_name: 'barnaby.thistlewick' }, weekly)
    const [first] = await listOf(person.user_id)
    expect(first).toMatchObject({
      account_id: person.account_id,
      user_name: 'barnaby.thistlewick',
      employee_name: expect.any(String),
      recurring_check_frequency: 'WEEKLY',
      recurring_check_end_date: null,
      next_recurring_check: expect.stringMatching(/^2026-06-22T0[0-3]:/),
    })
    await sandbox.setClock('2026-06-22T05:00:00Z')
    expect(await untilChecked(person.account_id, 1)).toMatchObject([{ entry_id: expect.any(String) }])
    expect(await entriesOf(person.user_id)).toHaveLength(2)
    expect(await eventsOf(person.user_id, 2)).toHaveLength(2)
    const [next] = await listOf(person.user_id)
    expect(next.next_recurring_check).toMatch(/^2026-06-29T0[0-3]:/)
    expect(next.latest_pay_date > first.latest_pay_date).toBe(true)
  })

  test('applies the current setting of the client if the user has none', async () => {
    await acme('PATCH', '/configuration', { ...weekly, recurring_check_frequency: 'HOURLY' })
    const person = await connected({ user_name: 'wilhelmina.oakapple' })
    const other = await connected({ user_name: 'person.7' }, { recurring_check_frequency: 'WEEKLY' })
    await sandbox.setClock('2026-06-22T07:00:00Z')
    // There is no new payslip after two hours, so nothing is stored or announced.
    expect(await untilChecked(person.account_id, 1)).toEqual([
      { entry_id: null, authorisation_id: person.authorisationId },
    ])
    expect(await entriesOf(person.user_id)).toHaveLength(1)
    await acme('PATCH', '/configuration', { recurring_checks_enabled: false })
    expect(await listOf(person.user_id)).toEqual([])
    const control = await connected(
      { user_name: 'person.8' },
      { ...weekly, recurring_check_frequency: 'HOURLY' },
    )
    await sandbox.setClock('2026-06-22T10:00:00Z')
    await untilChecked(control.account_id, 1)
    expect(await checksOf(person.account_id)).toHaveLength(1)
    expect(await checksOf(other.account_id)).toEqual([])
  })

  test('retries a failed check the next day at 03:00', async () => {
    const user_name = 'person.9'
    const person = await connected({ user_name }, weekly)
    await sandbox.behave('sandbox-payroll', user_name, 'drop:list')
    await sandbox.setClock('2026-06-29T05:00:00Z')
    expect(await untilChecked(person.account_id, 1)).toEqual([{ refused: 'provider-unreachable' }])
    const [failed] = await listOf(person.user_id)
    expect(failed).toMatchObject({ status: 'AUTHORISED' })
    expect(failed.next_recurring_check).toMatch(/^2026-06-30T03:/)
    await sandbox.behave('sandbox-payroll', user_name, null)
    await sandbox.setClock('2026-06-30T04:30:00Z')
    const [, again] = await untilChecked(person.account_id, 2)
    expect(again).toMatchObject({ authorisation_id: person.authorisationId })
    expect((await listOf(person.user_id))[0].next_recurring_check).toMatch(/^2026-07-06T0[0-3]:/)
  })

  test('stops checks when the session ends at the provider and resumes after a reconnect', async () => {
    const login = { user_name: 'person.10', password: 'expire:5' }
    const person = await connected(login, weekly)
    expect(await listOf(person.user_id)).toHaveLength(1)
    await sandbox.setClock('2026-07-06T05:00:00Z')
    expect(await untilChecked(person.account_id, 1)).toEqual([{ refused: 'session-ended' }])
    expect(await historyOf(person.account_id)).toContain('EXPIRED session-ended')
    expect(await listOf(person.user_id)).toEqual([])
    const back = await acme('POST', `/accounts/${person.account_id}/reconnect`, {
      ...login,
      password: 'pass',
    })
    expect(back.body.status, back.text).toBe('AUTHORISED')
    await settled(person.account_id)
    await sandbox.setClock('2026-07-13T05:00:00Z')
    const [, again] = await untilChecked(person.account_id, 2)
    expect(again).toMatchObject({ authorisation_id: person.authorisationId })
  })

  test('does not check accounts with a second factor and hides names from Support', async () => {
    const person = await world.aPerson(acme, weekly)
    const pending = await world.connect(person.user_id, { user_name: 'person.11', password: 'mfa:code' })
    const { account_id } = pending.body
    expect((await acme('PUT', `/accounts/${account_id}/mfa`, { mfa: '246810' })).body.status).toBe(
      'AUTHORISED',
    )
    await settled(account_id)
    expect(await listOf(person.user_id)).toEqual([])

    const plain = await connected({ user_name: 'person.12' }, weekly)
    const support = world.withToken((await aMember(world, acme, 'Support')).token)
    const { body } = await support('GET', `/accounts/recurring?user_id=${plain.user_id}`)
    expect(body.accounts).toHaveLength(1)
    expect(Object.keys(body.accounts[0])).not.toContain('user_name')
    expect(Object.keys(body.accounts[0])).not.toContain('employee_name')
  })

  test('lists the accounts of one user in pages, with the end date and no check after it', async () => {
    const ends = { ...weekly, recurring_check_end_date: '2026-07-15T00:00:00.000Z' }
    const person = await connected({ user_name: 'person.13' }, ends)
    const second = await world.connect(person.user_id, { user_name: 'person.14' })
    await settled(second.body.account_id)
    const page = async (query: string) => {
      const reply = await person.asUser('GET', `/accounts/recurring?user_id=${person.user_id}&${query}`)
      return { ...reply.body.pagination, ids: reply.body.accounts.map(({ account_id }: never) => account_id) }
    }
    expect(await page('offset=2&limit=1')).toEqual({
      offset: 2,
      limit: 1,
      count: 1,
      total_count: 2,
      ids: [person.account_id],
    })
    expect((await page('offset=3')).total_count).toBe(2)
    expect((await listOf(person.user_id))[0]).toMatchObject({
      next_recurring_check: null,
      recurring_check_end_date: ends.recurring_check_end_date,
    })
    const stranger = await person.asUser(
      'GET',
      `/accounts/recurring?user_id=${(await world.aPerson()).user_id}`,
    )
    expect(stranger.status).toBe(404)
  })
})
