import { sql as statement } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import { aMember, anId, createUser } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { startWebhooks } from '../../../test/webhooks.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { addAccount, requireLockedAccount, transitionAccount } from '../accounts/service.ts'
import { storeRetrieved } from '../payroll/retrieval/store.ts'
import { compactActivity } from './activity.ts'

const sandbox = await startSandbox()
const api = await startWebhooks({ SANDBOX_URL: sandbox.url })
const { acme, rival, sql, tenant, dependencies } = api
const support = api.withToken((await aMember(api, acme, 'Support')).token)

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  tenant.transaction((tx) => {
    audit(tx, 'test.acted')
    return work(tx)
  })

/** Creates a user with an authorisation and an account that has retrieved two payslips. */
async function connectPaidUser() {
  const { user_id } = await createUser(acme)
  const authorisation_id = (await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })).body
    .id
  const now = new Date()
  const account_id = await inTransaction(async (tx) => {
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'sandbox-payroll',
      status: 'PENDING',
      holder: { user_name: 'w.oakapple', employee_name: null },
      reason: 'second-factor-asked',
    })
    return account.id
  })
  await inTransaction(async (tx) => {
    const authorised = await transitionAccount(
      tx,
      await requireLockedAccount(tx, account_id),
      'AUTHORISED',
      'second-factor-answered',
    )
    const payslips = [aPayslip(), aPayslip({ pay_date: '2026-04-30' })]
    await storeRetrieved(tx, authorised, { payslips, authorisation_id, now, environment: 'sandbox' })
  })
  await sql('update accounts set next_look_at = null where id = $1', [account_id])
  return { user_id, authorisation_id, account_id }
}

// Each test counts the deliveries of its own webhook.
afterEach(async () => {
  const { webhooks } = (await acme('GET', '/webhooks')).body
  for (const { webhook_id } of webhooks) await acme('DELETE', `/webhooks/${webhook_id}`)
})

type Event = { kind: string; at: string; [field: string]: unknown }

async function timelineOf(call: Call, userId: string, limit = 100) {
  const all: Event[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await call('GET', `/users/${userId}/timeline?limit=${limit}${cursor}`)
    expect(status).toBe(200)
    all.push(...body.timeline)
    if (body.next_cursor === null) return all
    cursor = `&cursor=${body.next_cursor}`
  }
}

test('lists every event of a user once, newest first, for any page size', async () => {
  const hook = await api.subscribe()
  const other = await connectPaidUser()
  const { user_id, authorisation_id, account_id } = await connectPaidUser()
  await api.settled(hook, 2)
  await acme('PATCH', `/users/${user_id}`, { surname: 'Elmgrove' })
  await acme('POST', '/user-tokens', { user_id })
  await acme('POST', '/journeys/invitations', { user_id, email: 'wilhelmina@oakapple.example' })
  await inTransaction(async (tx) =>
    transitionAccount(tx, await requireLockedAccount(tx, account_id), 'EXPIRED', 'password-expired'),
  )
  await acme('PUT', `/authorisations/${authorisation_id}/revoke`)

  const timeline = await timelineOf(support, user_id)
  expect(timeline.map(({ kind }) => kind).sort()).toEqual([
    'account.moved',
    'account.moved',
    'account.moved',
    'authorisation.accepted',
    'authorisation.revoked',
    'delivery.delivered',
    'journey.invited',
    'payroll.retrieved',
    'user.changed',
    'user.created',
    'user_token.issued',
  ])
  expect(timeline.map(({ at }) => at)).toEqual(
    timeline
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  expect(timeline[0]).toEqual({
    kind: 'authorisation.revoked',
    id: authorisation_id,
    at: expect.any(String),
    term_id: expect.any(String),
  })
  expect(timeline.find(({ reason }) => reason === 'password-expired')).toEqual({
    kind: 'account.moved',
    id: account_id,
    at: expect.any(String),
    reason: 'password-expired',
    payroll_provider: 'sandbox-payroll',
    from_status: 'AUTHORISED',
    status: 'EXPIRED',
  })
  expect(timeline.find(({ kind }) => kind === 'payroll.retrieved')).toMatchObject({
    account_id,
    submissions: 2,
  })
  expect(timeline.find(({ kind }) => kind === 'user.changed')).toMatchObject({
    id: user_id,
    actor_kind: 'api_key',
  })
  expect(timeline.find(({ kind }) => kind === 'delivery.delivered')).toMatchObject({
    webhook_id: hook.webhook_id,
  })
  expect(timeline.at(-1)).toMatchObject({ kind: 'user.created', id: user_id })
  // Ids are left out, because a random one may contain the digits of an amount.
  const withoutIds = JSON.stringify(timeline).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  expect(withoutIds).not.toMatch(/oakapple|elmgrove|2500|Quill|LS1/i)
  expect(JSON.stringify(timeline)).not.toContain(other.account_id)

  for (const limit of [1, 3]) expect(await timelineOf(acme, user_id, limit)).toEqual(timeline)
  expect((await rival('GET', `/users/${user_id}/timeline`)).status).toBe(404)
  for (const cursor of ['nonsense', Buffer.from('["1","x","\'"]').toString('base64url')])
    expect((await acme('GET', `/users/${user_id}/timeline?cursor=${cursor}`)).status).toBe(400)
}, 120_000)

test('lists simultaneous events once each, even across pages', async () => {
  const { user_id } = await createUser(acme)
  await inTransaction(async (tx) => {
    for (let n = 0; n < 7; n++) audit(tx, 'payroll.requested', user_id)
    for (let n = 0; n < 3; n++) audit(tx, 'user.read', user_id)
  })
  const kinds = (await timelineOf(acme, user_id, 2)).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array.from({ length: 7 }, () => 'payroll.requested'), 'user.created'])
})

const today = dayOf(new Date())
const activityOf = async (call: Call, query = `?from=${today}`) => {
  const { status, body } = await call('GET', `/activity${query}`)
  expect(status).toBe(200)
  return body
}

test('counts registrations, connections, failures, submissions and deliveries per day', async () => {
  const [before] = (await activityOf(acme)).days
  const { days: foreign } = await activityOf(rival)
  const hook = await api.subscribe()
  const { user_id } = await connectPaidUser()
  await api.settled(hook, 1)
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const login = { user_id, payroll_provider: 'sandbox-payroll', user_name: 'person.1', password: 'wrong' }
  expect((await acme('POST', '/accounts', login)).status).toBe(400)
  const link = (await acme('POST', '/user-tokens', { user_id })).body.webapp_link
  const opened = await api.anonymous('POST', '/journeys/sessions', { code: String(link).split('/').at(-1) })
  const events = [{ id: anId(), name: 'open' }]
  await api.withToken(opened.body.token)('POST', '/journeys/current/events', { events })

  const expected = {
    ...before,
    users_registered: before.users_registered + 1,
    journeys: before.journeys + 1,
    connections_started: before.connections_started + 2,
    connections_succeeded: before.connections_succeeded + 1,
    connections_failed: before.connections_failed + 1,
    payroll_submissions: before.payroll_submissions + 2,
  }
  const hooks = (await sql('select count(*)::int from webhooks where client_id = $1', [tenant.clientId]))[0]
    .count
  const sent = { deliveries_succeeded: before.deliveries_succeeded + hooks }
  await expect.poll(async () => (await activityOf(support)).days).toEqual([{ ...expected, ...sent }])
  expect(await timelineOf(support, user_id)).toContainEqual(
    expect.objectContaining({
      kind: 'account.refused',
      payroll_provider: 'sandbox-payroll',
      reason: 'login-refused',
    }),
  )
  expect((await activityOf(rival)).days).toEqual(foreign)

  // Aggregation and erasure of the user do not change the counts.
  await dependencies.database.system(compactActivity)
  await dependencies.database.system(compactActivity)
  await acme('DELETE', `/users/${user_id}`)
  expect((await activityOf(support)).days).toEqual([{ ...expected, ...sent }])
  expect(await sql('select from activity_counts where not is_sum')).toEqual([])
}, 120_000)

test('returns every day of the range, also without activity, and at most 366', async () => {
  const { days, from, to } = await activityOf(acme, '?from=2024-02-28&to=2024-03-01')
  expect({ from, to, days: days.map(({ day }: { day: string }) => day) }).toEqual({
    from: '2024-02-28',
    to: '2024-03-01',
    days: ['2024-02-28', '2024-02-29', '2024-03-01'],
  })
  expect((await activityOf(acme, '')).days).toHaveLength(30)
  expect((await acme('GET', '/activity?from=2024-01-01&to=2025-01-01')).status).toBe(400)
})

test('lists items that need attention with the reason, and removes them once resolved', async () => {
  const other = await startApi({}, 'api')
  const listAttention = async (call = other.acme) => {
    const { status, body } = await call('GET', '/attention')
    expect(status).toBe(200)
    return body.items as { kind: string; reason: string | null; count: number; is_capped: boolean }[]
  }
  expect(await listAttention()).toEqual([])
  const { user_id } = await createUser(other.acme)
  const consent = (await other.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })).body.id
  const term = { name: 'Ours', authorisation_text: 'Ours.', authorisation_category: 'recurring' }
  const made = (await other.acme('POST', '/authorisations/terms', term)).body.id
  await other.acme('PATCH', `/authorisations/terms/${made}`, { is_active: false })
  const { webhook_id } = (
    await other.acme('POST', '/webhooks', {
      name: 'till',
      events: ['user-payroll-submitted'],
      url: 'https://till.example/hook',
    })
  ).body
  await other.acme('POST', `/webhooks/${webhook_id}/pause`)
  const { clientId } = other.world.clients.acme
  const anAccount = (status: string, more = '') => `
    with made as (
      insert into accounts (client_id, id, user_id, payroll_provider, sealed, status, authorisation_id, pending_kind, pending_until)
        values ($1, gen_random_uuid(), $2, 'sandbox-payroll', '\\x00', '${status}', $3, ${more || 'null, null'}) returning *)
    insert into account_moves (client_id, id, account_id, status, reason)
      select client_id, new_timed_id(), id, status, 'login-refused' from made`
  const at = [clientId, user_id, consent]
  await other.sql(anAccount('PENDING', `'mfa', now() + interval '5 minutes'`), at)
  for (let n = 0; n < 7; n++) await other.sql(anAccount('INVALID'), at)
  await other.sql(
    `insert into uploads (client_id, id, user_id, type, expires_at, taken_at, sealed)
       values ($1, gen_random_uuid(), $2, 'payslip', now(), now() - interval '20 minutes', '\\x00')`,
    [clientId, user_id],
  )
  await other.sql(`update authorisations set expires_at = now() - interval '1 hour' where id = $1`, [consent])
  const summarise = (items: Awaited<ReturnType<typeof listAttention>>) =>
    items.map(({ kind, reason, count, is_capped }) => `${kind} ${reason} ${count} ${is_capped}`)
  expect(summarise(await listAttention())).toEqual([
    'webhook-paused you paused it 1 false',
    'term-inactive null 1 false',
    'second-factor-waiting null 1 false',
    'account-ended login-refused 7 false',
    'consent-expired null 1 false',
    'upload-stuck null 1 false',
  ])
  const ended = (await listAttention())[3] as unknown as { examples: object[] }
  expect(ended.examples).toHaveLength(5)
  expect(ended.examples[0]).toEqual({ id: expect.any(String), user_id, name: null, at: expect.any(String) })
  expect(await listAttention(other.rival)).toEqual([])

  // A new consent, reconnected accounts and a resumed webhook no longer need attention.
  await other.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  await other.sql(`update accounts set status = 'AUTHORISED' where status = 'INVALID'`)
  await other.acme('POST', `/webhooks/${webhook_id}/resume`)
  expect(summarise(await listAttention())).toEqual([
    'term-inactive null 1 false',
    'second-factor-waiting null 1 false',
    'upload-stuck null 1 false',
  ])
}, 120_000)

test('every query uses an index', async () => {
  const plans = await inTransaction(async (tx) => {
    await statement`set local enable_seqscan = off`.execute(tx)
    const plan = async (query: string) =>
      JSON.stringify((await statement.raw(`explain (format json) ${query}`).execute(tx)).rows)
    return {
      activity_counts_sum: await plan(
        `select sum(happened) from activity_counts where is_sum and day between '2026-01-01' and '2026-02-01'`,
      ),
      activity_counts_loose: await plan('select sum(happened) from activity_counts where not is_sum'),
      documents_unread: await plan(
        `select id from documents where is_unread and created_at > now() - interval '30 days' order by created_at desc limit 1000`,
      ),
      users_surname: await plan(`select position from users where surname_hash = '\\x00'`),
      users_name: await plan(`select position from users where name_hash = '\\x00'`),
    }
  })
  for (const [index, plan] of Object.entries(plans)) expect(plan).toContain(`"${index}"`)
})
