import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import { createUser } from '../../../test/people.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { addAccount } from '../accounts/service.ts'
import { storeRetrieved } from '../payroll/retrieval/store.ts'
import { lastDayOfMonth } from './model/payments.ts'

const api = await startApi()
const { acme, sql } = api
const { database, keyring } = await openCoreDependencies(api.config)
atEnd(() => database.close())
const { clientId } = api.world.clients.acme
const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const event = 'income-summary-updated'
const url = 'https://receiver.example/hook'
const { webhook_id } = (await acme('POST', '/webhooks', { name: 'summaries', events: [event], url })).body

async function aPerson() {
  const { user_id } = await createUser(acme)
  const accepted = await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const allowed = { user_id, authorisation_id: accepted.body.id as string }
  const inTransaction = <T>(
    work: (tx: Parameters<Parameters<typeof tenant.transaction>[0]>[0]) => Promise<T>,
  ) =>
    tenant.transaction((tx) => {
      audit(tx, 'test.acted')
      return work(tx)
    })
  const connect = () =>
    inTransaction((tx) =>
      addAccount(tx, {
        ...allowed,
        payroll_provider: 'sandbox-payroll',
        status: 'AUTHORISED',
        holder: { user_name: null, employee_name: null },
        reason: 'connected',
      }),
    )
  const store = (account: Awaited<ReturnType<typeof connect>>, months: readonly string[]) =>
    inTransaction((tx) =>
      storeRetrieved(tx, account, {
        ...allowed,
        payslips: months.map((month) => aPayslip({ pay_date: lastDayOfMonth(month) })),
        now: new Date(),
        environment: 'sandbox',
      }),
    )
  /** Returns the events about the person once no task is pending. */
  async function events(count: number) {
    await eventually(
      async () =>
        (await sql("select from tasks where kind = 'income.update' and user_id = $1", [user_id])).length ===
        0,
      60_000,
    )
    const path = `/webhooks/${webhook_id}/deliveries`
    const { deliveries } = (await acme('GET', `${path}?event=${event}&user_id=${user_id}`)).body
    expect(deliveries).toHaveLength(count)
    const bodies = deliveries.map(async ({ delivery_id }: { delivery_id: string }) =>
      JSON.parse((await acme('GET', `${path}/${delivery_id}`)).body.body),
    )
    return Promise.all(bodies)
  }
  return { user_id, connect, store, events }
}

const months = Array.from({ length: 12 }, (_, n) => `2025-${String(n + 1).padStart(2, '0')}`)

const subscribeTo = (kind: string) => acme('PATCH', `/webhooks/${webhook_id}`, { events: [kind] })

test('several entries in a row are announced once, and data that changes nothing is not announced', async () => {
  await subscribeTo(event)
  const { user_id, connect, store, events } = await aPerson()
  const account = await connect()
  for (let n = 0; n < 12; n += 4) await store(account, months.slice(n, n + 4))
  expect(await events(1)).toEqual([
    {
      event,
      user_id,
      timestamp: expect.any(String),
      model_id: 'income-1',
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      status: 'partial',
    },
  ])
  // Store the same pay again through a second account.
  await store(await connect(), months)
  await events(1)
  const { entries } = (await acme('GET', `/payroll/entries?user_id=${user_id}`)).body
  for (const { entry_id } of entries) await acme('DELETE', `/payroll/entries/${entry_id}`)
  const [newest] = (await events(2)).toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1))
  expect(newest).toMatchObject({ status: 'none' })
})

test('a changed registration is announced if the summary compares it', async () => {
  await subscribeTo(event)
  const { user_id, connect, store, events } = await aPerson()
  await store(await connect(), months)
  await events(1)
  for (const changes of [{ ext_id: 'loan-1' }, { email: 'pat@people.example' }]) {
    expect((await acme('PATCH', `/users/${user_id}`, changes)).status).toBe(200)
    await events(1)
  }
  await acme('PATCH', `/users/${user_id}`, { surname: 'Quillfeather' })
  await events(2)
  await acme('PATCH', `/users/${user_id}`, { payroll_period_months: 3 })
  await events(3)
})

test('nothing is announced to a client without a webhook for it', async () => {
  await subscribeTo('user-payroll-submitted')
  const { user_id, connect, store, events } = await aPerson()
  await store(await connect(), months.slice(0, 1))
  await events(0)
  expect(await sql('select from income_summaries where user_id = $1', [user_id])).toEqual([])
})
