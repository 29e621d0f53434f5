import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { ApiOperation } from '../src/platform/http/operation.ts'
import { startApi } from './api.ts'
import { startObjects } from './objects.ts'
import { asOwner, aUser } from './people.ts'
import type { Shape } from './tenants/entries/entry.ts'
import { entries } from './tenants/entries.ts'
import {
  createSubject,
  createTenantFixture,
  createWebhook,
  type IdName,
  idsOwnedBy,
  must,
  type TenantFixture,
} from './tenants/fixture.ts'

const store = await startObjects()
const unreachable = { SANDBOX_URL: 'http://127.0.0.1:9' }
const api = await startApi({ ...store.settings, ...unreachable })
const { acme, sql, world, databaseName } = api
const fixture = await createTenantFixture(api)

/** Runs a statement in a transaction that stays open until `commit`. */
async function holdOpen(statement: string, values: unknown[]) {
  const url = `postgres://postgres@${world.postgres.host}:${world.postgres.port}/${databaseName}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  return async function commit() {
    await client.query('commit')
    await client.end()
  }
}

const listBlocked = () =>
  sql(`select from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and application_name = 'payproof'`)

async function untilBlocked() {
  await expect.poll(listBlocked, { interval: 10 }).not.toHaveLength(0)
}

/** Waits until the request waits for the deletion, or was answered without touching the deleted row. */
async function untilBlockedOrAnswered(reply: Promise<unknown>) {
  let isAnswered = false
  reply.then(
    () => {
      isAnswered = true
    },
    () => {},
  )
  const isOver = async () => isAnswered || (await listBlocked()).length > 0
  await expect.poll(isOver, { interval: 10 }).toBe(true)
}

/** Tables whose rows the API deletes, by the ids that requests contain. */
const deletableRows: Partial<Record<IdName, string>> = {
  user_id: 'users',
  account_id: 'accounts',
  tax_account_id: 'accounts',
  entry_id: 'payroll_entries',
  tax_entry_id: 'tax_income_entries',
  submission_id: 'payroll_submissions',
  statement_id: 'bank_statement_submissions',
  document_id: 'documents',
  webhook_id: 'webhooks',
}

type RaceCase = { name: string; operation: ApiOperation; shape: Shape; deleted: IdName }

/** Every write of the API, once for each row that it names and that another request can delete. */
function listCases(): RaceCase[] {
  const writes = api.server.operations.filter(({ method }) => method !== 'GET')
  return writes.flatMap((operation) => {
    const { operationId } = operation.schema
    const entry = entries[operationId]
    const shapes = entry && 'shapes' in entry ? entry.shapes : []
    return shapes.flatMap((shape, n) =>
      deletedBy(operation, shape).map((deleted) => ({
        name: `${operationId} (${n + 1}) while its ${deleted} is being deleted`,
        operation,
        shape,
        deleted,
      })),
    )
  })
}

function deletedBy({ caller }: ApiOperation, { names = [] }: Shape): IdName[] {
  const isOfUser = caller === 'user' || names.some((name) => idsOwnedBy[name] === 'user')
  const own = names.filter((name) => deletableRows[name] !== undefined)
  return [...new Set<IdName>([...own, ...(isOfUser ? (['user_id'] as const) : [])])]
}

/** The fixture with a new person or webhook, because the test deletes it. */
async function withNewRows(needsWebhook: boolean): Promise<TenantFixture> {
  const { canaries, acme: client } = fixture
  const rows = needsWebhook
    ? await createWebhook(api, 'acme', canaries, client.ids.user_id)
    : await createSubject(api, 'acme', canaries, 'subject', client.ids.term_id)
  return { ...fixture, acme: { ...client, ids: { ...client.ids, ...rows } } }
}

async function callerOf({ caller, keyScope }: ApiOperation, user_id: string) {
  if (caller === 'user') return api.withToken((await must(acme, 'POST', '/user-tokens', { user_id })).token)
  return keyScope === null ? asOwner(api, 'acme') : acme
}

describe('a write to a row that is being deleted is not an unexpected error', () => {
  test.each(listCases())('$name', async ({ operation, shape, deleted }) => {
    const rows = await withNewRows(deleted === 'webhook_id')
    await shape.before?.(rows)
    const ids = { ...rows.acme.ids, ...(await shape.fresh?.(rows)) }
    const call = await callerOf(operation, ids.user_id)
    const { path, body } = shape.request(ids)
    const commitDeletion = await holdOpen(`delete from ${deletableRows[deleted]} where id = $1`, [
      ids[deleted],
    ])
    const reply = call(operation.method, path, body, { 'idempotency-key': randomUUID() })
    await untilBlockedOrAnswered(reply)
    await commitDeletion()
    const { status, text } = await reply
    expect(status, text).not.toBe(500)
  })
})

test('a token for a user who is being deleted is refused with 404', async () => {
  const { user_id } = (await acme('POST', '/users', aUser())).body
  const commitDeletion = await holdOpen('delete from users where id = $1', [user_id])
  const reply = acme('POST', '/user-tokens', { user_id })
  await untilBlocked()
  await commitDeletion()
  expect(await reply).toMatchObject({ status: 404, headers: { 'x-svc-error-code': 'not-found' } })
})

test('steps of a journey whose user is being deleted are refused with 404', async () => {
  const { user_id } = (await acme('POST', '/users', aUser())).body
  const { webapp_link } = await must(acme, 'POST', '/user-tokens', { user_id })
  const code = String(webapp_link).split('/').at(-1)
  const { token } = await must(api.anonymous, 'POST', '/journeys/sessions', { code })
  const commitDeletion = await holdOpen('delete from users where id = $1', [user_id])
  const events = [{ id: randomUUID(), name: 'open' }]
  const reply = api.withToken(token)('POST', '/journeys/current/events', { events })
  await untilBlocked()
  await commitDeletion()
  expect(await reply).toMatchObject({ status: 404, headers: { 'x-svc-error-code': 'not-found' } })
})

test('reading the status of a webhook that is being deleted is refused with 404', async () => {
  const webhook = { name: 'deleted', url: 'https://deleted.invalid/', events: ['user-payroll-submitted'] }
  const { webhook_id } = await must(acme, 'POST', '/webhooks', webhook)
  // Simulates a reader whose first query ran before the deletion and whose second query ran after it.
  await sql('delete from webhook_queues where webhook_id = $1', [webhook_id])
  for (const [method, action] of [
    ['GET', 'status'],
    ['POST', 'pause'],
    ['POST', 'resume'],
  ] as const) {
    const reply = await acme(method, `/webhooks/${webhook_id}/${action}`)
    expect(reply, action).toMatchObject({ status: 404, headers: { 'x-svc-error-code': 'not-found' } })
  }
})

test('a journey leaves out an account that is being deleted', async () => {
  const { ids } = (await withNewRows(false)).acme
  const { token } = await must(acme, 'POST', '/user-tokens', { user_id: ids.user_id })
  const readAccounts = async () => {
    const { status, body, text } = await api.withToken(token)('GET', '/journeys/current')
    expect(status, text).toBe(200)
    return body.accounts.map((account: { account_id: string }) => account.account_id)
  }
  expect(await readAccounts()).toContain(ids.account_id)
  // Simulates a reader whose first query ran before the deletion and whose second query ran after it.
  await sql('delete from account_moves where account_id = $1', [ids.account_id])
  expect(await readAccounts()).not.toContain(ids.account_id)
})

test('an event is stored although a webhook that lists it is being deleted', async () => {
  const { ids } = (await withNewRows(false)).acme
  const webhook = { name: 'listener', url: 'https://listener.invalid/', events: ['authorisation-revoked'] }
  const { webhook_id } = await must(acme, 'POST', '/webhooks', webhook)
  const commitDeletion = await holdOpen('delete from webhooks where id = $1', [webhook_id])
  const reply = acme('PUT', `/authorisations/${ids.authorisation_id}/revoke`)
  await untilBlockedOrAnswered(reply)
  await commitDeletion()
  expect(await reply).toMatchObject({ status: 200, body: { status: 'revoked' } })
  const events = await sql(`select user_id from events where kind = 'authorisation-revoked'`)
  expect(events).toContainEqual({ user_id: ids.user_id })
})
