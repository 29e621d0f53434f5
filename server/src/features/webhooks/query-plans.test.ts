import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEngine } from '../../../test/engine.ts'

// A courier's connection keeps its plans, and they were made when there was next to nothing. So everything happens on one
// connection and in one transaction: nobody can tell the planner better in between.

const engine = await startEngine()
const webhookId = randomUUID()

const adding = `insert into deliveries (client_id, webhook_id, id, event_id, kind, user_id, sequence)
  select $1, $2, new_timed_id(), gen_random_uuid(), 'user-payroll-submitted', gen_random_uuid(), n
    from generate_series(1, $3::int) n returning id, due_at::text as due`
const listing = `select id from list_due($1, $2, '-infinity', '{}', 10, interval '1 second')`
const recording = `select record_attempts($1, $2, array[$3::uuid], '{1}', array[now()], '{5}', '{200}', array[null::text],
  array[null::bytea], array['delivered'::delivery_state], '{1}', array[now()], array[$4::timestamptz])`
const reading = `select coalesce(sum(coalesce(idx_tup_fetch, 0) + seq_tup_read), 0)::int as rows
  from pg_stat_xact_user_tables where relname ~ '^(deliveries|delivery_attempts|events)'`

test('among thousands of deliveries a courier reads those it needs, with plans from before they were there', async () => {
  const client = new pg.Client({ connectionString: engine.superuserUrl })
  await client.connect()
  try {
    await client.query('begin')
    const queue = [engine.clientId, webhookId]
    const add = async (count: number) => (await client.query(adding, [...queue, count])).rows
    const carryOne = async ({ id, due }: { id: string; due: string }) => {
      await client.query(listing, queue)
      await client.query(recording, [...queue, id, due])
    }
    // A plan is kept from the sixth time on.
    for (const one of await add(8)) await carryOne(one)
    const [first] = await add(5_000)
    const rows = async () => (await client.query(reading)).rows[0].rows as number
    const before = await rows()
    await carryOne(first)
    expect((await rows()) - before).toBeLessThan(100)
  } finally {
    await client.end()
  }
})
