import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { refusal, startAccounts } from '../../../test/features/accounts.ts'

// Two clients of one service and one sandbox: what one of them changes does not disturb the other.

const { acme, rival, sandbox, aPerson, connect } = await startAccounts({ SANDBOX_CLOCK: 'true' })

test('the service uses the time of each client', async () => {
  const [ours, theirs] = [await aPerson(), await aPerson(rival)]
  const asOf = async (call: typeof acme, userId: string) =>
    (await call('GET', `/users/${userId}/income`)).body.as_of
  const before = (await rival('GET', '/sandbox/clock')).body.today
  await acme('PATCH', '/sandbox/clock', { advance: 'P1M' })
  const { today } = (await acme('GET', '/sandbox/clock')).body
  expect(today > before).toBe(true)
  await eventually(async () => (await asOf(acme, ours.user_id)) === today)
  expect(await asOf(rival, theirs.user_id)).toBe(before)
  await acme('PATCH', '/sandbox/clock', { restart: true })
  await eventually(async () => (await asOf(acme, ours.user_id)) === before)
})

test('a client’s recurring checks run by its own clock', async () => {
  const recurring = {
    recurring_checks_enabled: true,
    recurring_check_frequency: 'WEEKLY',
    payroll_period_months: 1,
  }
  const entriesOf = async (call: typeof acme, user_id: string) =>
    (await call('GET', `/payroll/entries?user_id=${user_id}`)).body.pagination.total_count
  const user_name = 'barnaby.thistlewick'
  const [ours, theirs] = [await aPerson(acme, recurring), await aPerson(rival, recurring)]
  expect((await connect(ours.user_id, { user_name })).status).toBe(201)
  expect((await connect(theirs.user_id, { user_name }, { call: rival })).status).toBe(201)
  await eventually(async () => (await entriesOf(acme, ours.user_id)) === 1)
  await eventually(async () => (await entriesOf(rival, theirs.user_id)) === 1)
  await acme('PATCH', '/sandbox/clock', { advance: 'P1W' })
  await eventually(async () => (await entriesOf(acme, ours.user_id)) === 2)
  expect(await entriesOf(rival, theirs.user_id)).toBe(1)
  // The installation moves the other client, and not this one.
  await sandbox.advance('P1W')
  await eventually(async () => (await entriesOf(rival, theirs.user_id)) === 2)
  expect(await entriesOf(acme, ours.user_id)).toBe(2)
})

test('an outage that one client caused opens no circuit for the other', async () => {
  const provider = '/sandbox/providers/sandbox-payroll'
  const [ours, theirs] = [await aPerson(), await aPerson(rival)]
  await acme('PATCH', provider, { is_down: true })
  // More failures than open a circuit.
  for (let n = 0; n < 12; n++) expect(refusal(await connect(ours.user_id))).toEqual([400, 'provider-down'])
  const healthFor = async (call: typeof acme) => {
    const { providers } = (await call('GET', '/providers')).body
    return providers.find(({ id }: { id: string }) => id === 'sandbox-payroll').health.state
  }
  await eventually(async () => (await healthFor(acme)) === 'down')
  const connected = await connect(theirs.user_id, {}, { call: rival })
  expect(connected.status, connected.text).toBe(201)
  expect(await healthFor(rival)).not.toBe('down')
  await acme('PATCH', provider, { reset: true })
  // The circuit stays open for a while, and another test may run after this one.
  await eventually(async () => (await connect(ours.user_id)).status === 201)
})
