import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { refusal } from '../../../test/features/accounts.ts'
import { startPayroll } from '../../../test/features/payroll.ts'

// Tests retrievals while a provider is down.

const world = await startPayroll()
const { sandbox, sql, newName, connect, connected, aPerson, stored, settled } = world
const provider = 'sandbox-payroll'

test('opens the circuit after five failed retrievals and keeps it open when a probe fails', async () => {
  const { query } = await connected()
  const switchOff = (is_down: boolean) => sandbox.control('PATCH', `/providers/${provider}`, { is_down })
  const opened = async () => (await sql('select opened from provider_breakers'))[0]?.opened ?? 0
  await switchOff(true)
  for (let queries = 0; queries < 3; queries++) expect(refusal(await query())).toEqual([400, 'provider-down'])
  expect(await opened()).toBe(1)

  await sql('update provider_breakers set open_until = now()')
  await eventually(async () => {
    expect(refusal(await query())).toEqual([400, 'provider-down'])
    expect(await opened()).toBeGreaterThan(0)
    return (await opened()) > 1
  })

  await switchOff(false)
  await sql('update provider_breakers set open_until = now()')
  await eventually(async () => (await query()).status === 201)
  expect(await opened()).toBe(0)
}, 120_000)

test('does not block queries with a first retrieval that waits for its retry, and dead-letters nothing', async () => {
  const user_name = newName()
  await sandbox.behave(provider, user_name, 'drop:list')
  const person = await aPerson()
  const { account_id } = (await connect(person.user_id, { user_name })).body
  const key = `account ${account_id}`
  // Simulates the long backoff of later attempts by adding an hour.
  await eventually(async () => {
    const waiting = await sql(
      `update tasks set wake_at = wake_at + interval '1 hour',
          due_at = case when due_at > now() then due_at + interval '1 hour' else due_at end
        where key = $1 and state = 'waiting' and wake_at between now() + interval '2 seconds' and now() + interval '1 day' returning 1`,
      [key],
    )
    return waiting.length > 0
  })
  expect(await stored(person.user_id)).toEqual({ entries: 0, submissions: 0, events: 0 })
  await sandbox.behave(provider, user_name, null)
  const asUser = await person.asUser()
  const reply = await asUser('POST', '/payroll/entries/connections', { account_id })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.entry_id).not.toBeNull()

  await sql('update tasks set wake_at = now() where key = $1', [key])
  await settled(account_id)
  expect(await stored(person.user_id)).toMatchObject({ entries: 1, events: 1 })
  expect(await sql('select reason from dead_tasks')).toEqual([])
}, 120_000)
