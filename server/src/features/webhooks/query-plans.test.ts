import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEngine } from '../../../test/engine.ts'

// A courier's connection caches query plans that were made when its tables were almost empty. The test uses one
// connection and one transaction, so that autovacuum cannot update the statistics in between.

const engine = await startEngine()
const webhookId = randomUUID()

const insertSql = `insert into deliveries (client_id, webhook_id, id, event_id, kind, user_id, sequence)
  select $1, $2, new_timed_id(), gen_random_uuid(), 'user-payroll-submitted', gen_random_uuid(), n
    from generate_series(1, $3::int) n returning id, due_at::text as due`
const listSql = `select id from list_due_deliveries($1, $2, '-infinity', '{}', 10, interval '1 second')`
const recordSql = `select record_outcomes(array[$1::uuid], array[$2::uuid], array[$3::uuid], '{1}', array[now()], '{5}',
  '{200}', array[null::text], array[null::bytea], array['delivered'::delivery_state], '{1}', array[now()],
  array[$4::timestamptz], now())`
const rowsReadSql = `select coalesce(sum(coalesce(idx_tup_fetch, 0) + seq_tup_read), 0)::int as rows
  from pg_stat_xact_user_tables where relname ~ '^(deliveries|delivery_attempts|events)'`

test('a courier reads few rows of a large queue even with plans cached when it was empty', async () => {
  const client = new pg.Client({ connectionString: engine.superuserUrl })
  await client.connect()
  try {
    await client.query('begin')
    const queue = [engine.clientId, webhookId]
    const add = async (count: number) => (await client.query(insertSql, [...queue, count])).rows
    const deliverOne = async ({ id, due }: { id: string; due: string }) => {
      await client.query(listSql, queue)
      await client.query(recordSql, [...queue, id, due])
    }
    // PostgreSQL caches a generic plan at the sixth execution.
    for (const one of await add(8)) await deliverOne(one)
    const [first] = await add(5_000)
    const rows = async () => (await client.query(rowsReadSql)).rows[0].rows as number
    const before = await rows()
    await deliverOne(first)
    expect((await rows()) - before).toBeLessThan(100)
  } finally {
    await client.end()
  }
})
