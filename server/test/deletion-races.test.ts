import pg from 'pg'
import { expect, test } from 'vitest'
import { startApi } from './api.ts'
import { aUser } from './people.ts'

const { acme, sql, world, databaseName } = await startApi()

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

async function untilBlocked() {
  const blocked = () =>
    sql(`select from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and application_name = 'payproof'`)
  await expect.poll(blocked, { interval: 10, timeout: 30_000 }).toHaveLength(1)
}

test('a token for a user who is being deleted is refused with 404', async () => {
  const { user_id } = (await acme('POST', '/users', aUser())).body
  const commitDeletion = await holdOpen('delete from users where id = $1', [user_id])
  const reply = acme('POST', '/user-tokens', { user_id })
  await untilBlocked()
  await commitDeletion()
  expect(await reply).toMatchObject({ status: 404, headers: { 'x-svc-error-code': 'not-found' } })
})

test('reading the status of a webhook that is being deleted is refused with 404', async () => {
  const webhook = { name: 'deleted', url: 'http://127.0.0.1:1/', events: ['user-payroll-submitted'] }
  const { webhook_id } = (await acme('POST', '/webhooks', webhook)).body
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
