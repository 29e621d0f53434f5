import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as statement } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runSql } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase, type Tenancy } from '../database/tenancy.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, database, world } = engine

const dayMs = 86_400_000
const dateAt = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const partitionAt = (days: number) => `ended_tasks_${dateAt(days).replaceAll('-', '_')}`
const listPartitions = async () =>
  (
    await sql(`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'ended_tasks'::regclass order by 1`)
  ).map(({ name }) => name as string)
const addDay = (days: number) =>
  sql(`create table ${partitionAt(days)} partition of ended_tasks
    for values from ('${dateAt(days)} 00:00+00') to ('${dateAt(days + 1)} 00:00+00')`)

/** Rotates the partitions like the dispatcher, in the system role, which cannot change tables itself. */
async function rotateDays(ahead: number, kept: number, of: Tenancy = database, processClock = new Date()) {
  const { rows } = await of.system((tx) =>
    statement<{
      dropped: number
    }>`select turn_task_days(${ahead}, ${kept}, ${processClock}) as dropped`.execute(tx),
  )
  return rows[0]?.dropped
}

/** Sets when the clock was last checked, and since when it has been steady, as intervals before now. */
const setClockCheck = (checked: string, steady: string) =>
  sql(
    `insert into clock_checks values ('task days', now() - $1::interval, now() - $2::interval)
       on conflict (name) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`,
    [checked, steady],
  )

beforeEach(async () => {
  for (const name of await listPartitions()) {
    await sql(name === 'ended_tasks_other' ? `truncate ${name}` : `drop table ${name}`)
  }
  await rotateDays(9, 7)
  await setClockCheck('1 hour', '3 days')
})

test('creates partitions for the days ahead and drops those past their retention', async () => {
  for (const days of [-9, -8, -7, -1]) await addDay(days)
  expect(await rotateDays(9, 7), 'one partition at a time, the oldest first').toBe(1)
  expect(await listPartitions()).not.toContain(partitionAt(-9))
  expect(await listPartitions()).toContain(partitionAt(-8))
  expect(await rotateDays(9, 7)).toBe(1)
  const expected = [-7, -1, ...Array.from({ length: 10 }, (_, n) => n)].map(partitionAt)
  expect(await listPartitions()).toEqual([...expected.sort(), 'ended_tasks_other'])
  expect(await rotateDays(9, 7), 'the next run changes nothing').toBe(0)
})

test('a clock that jumped drops nothing until it has been steady for a day', async () => {
  await addDay(-38)
  // The last check was long ago: the clock has jumped ahead, or the service was stopped.
  await setClockCheck('38 days', '60 days')
  expect(await rotateDays(9, 7)).toBe(0)
  await setClockCheck('1 hour', '23 hours')
  expect(await rotateDays(9, 7)).toBe(0)
  await setClockCheck('1 hour', '25 hours')
  expect(await rotateDays(9, 7)).toBe(1)
})

test('a clock that was set back counts as a jump', async () => {
  await addDay(-9)
  await setClockCheck('-2 hours', '60 days')
  expect(await rotateDays(9, 7)).toBe(0)
})

test('nothing is dropped while the process and the database disagree about the time', async () => {
  await addDay(-9)
  for (const ms of [-120_000, 120_000, 38 * dayMs])
    expect(await rotateDays(9, 7, database, new Date(Date.now() + ms))).toBe(0)
  expect(await listPartitions()).toContain(partitionAt(-9))
})

test('new partitions have the same row-level security', async () => {
  await rotateDays(12, 7)
  const tables = await sql(
    `select c.relname, c.relrowsecurity and c.relforcerowsecurity as forced,
        array(select polname || ' ' || pg_get_expr(polqual, polrelid) from pg_policy
          where polrelid = c.oid order by polname)::text as policies
       from pg_class c where c.relname in ('ended_tasks', 'ended_tasks_other', $1)`,
    [partitionAt(12)],
  )
  expect(tables).toHaveLength(3)
  for (const { relname, forced, policies } of tables) {
    expect({ forced, policies }, relname).toEqual({ forced: true, policies: tables[0].policies })
  }
  const direct = engine.tenant.transaction((tx) =>
    statement`select from ${statement.table(partitionAt(12))}`.execute(tx),
  )
  await expect(direct).rejects.toMatchObject({ code: '42501' })
})

test('dispatchers that rotate partitions concurrently do not fail', async () => {
  await addDay(-20)
  const slow = database.system(async (tx) => {
    await statement`select turn_task_days(30, 7)`.execute(tx)
    // Keep this transaction open while the rotations run.
    await sleep(300)
  })
  await sleep(100)
  expect(await Promise.all([rotateDays(30, 7), rotateDays(30, 7), slow])).toEqual([0, 0, undefined])
  const partitions = await listPartitions()
  expect(partitions).toContain(partitionAt(30))
  expect(partitions).not.toContain(partitionAt(-20))
})

test('an ended task is stored in the partition of its day, or in the default partition', async () => {
  const { dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'days')
  dispatch()
  work()
  const partitionOf = async (id: string) =>
    (await sql('select tableoid::regclass::text as name from ended_tasks where id = $1', [id]))[0]?.name
  const today = [partitionAt(0)]
  const id = await schedule()
  await untilEnded(id)
  // Midnight may have passed since `today` was read.
  expect([...today, partitionAt(0)]).toContain(await partitionOf(id))

  await sql(`drop table ${partitionAt(0)}`)
  const unpartitioned = await schedule()
  await untilEnded(unpartitioned)
  expect(await partitionOf(unpartitioned)).toBe('ended_tasks_other')
  // A partition for this day can no longer be created; later days still get one.
  expect(await rotateDays(33, 7)).toBe(0)
  const partitions = await listPartitions()
  expect(partitions).not.toContain(partitionAt(0))
  expect(partitions).toContain(partitionAt(33))
})

test('rotation and deletion work if the tables are owned by an ordinary role', async () => {
  const { host, port } = world.postgres
  const superuser = `postgres://postgres@${host}:${port}`
  const name = `owner_${randomBytes(4).toString('hex')}`
  const asSuperuser = (text: string, values?: unknown[]) => runSql(`${superuser}/${name}`, text, values)
  await runSql(`${superuser}/postgres`, `create role ${name} login`)
  await runSql(`${superuser}/postgres`, `create database ${name} owner ${name}`)
  atEnd(async () => {
    await runSql(`${superuser}/postgres`, `drop database ${name} with (force)`)
    await runSql(`${superuser}/postgres`, `drop role ${name}`)
  })
  await migrate(`postgres://${name}@${host}:${port}/${name}`)
  const url = `postgres://payproof_login@${host}:${port}/${name}`
  const owned = openDatabase({ url, connections: 2, acquireTimeoutMs: 5_000 })
  atEnd(() => owned.close())

  expect(await rotateDays(9, 7, owned)).toBe(0)
  const [client, user, head, next] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await asSuperuser('insert into clients (id, name) values ($1, $2)', [client, name])
  await asSuperuser(`insert into users (client_id, id, sealed) values ($1, $2, '')`, [client, user])
  const put = `insert into tasks (client_id, id, user_id, lane, kind, key, input, state)
    values ($1, $2, $3, 'test', 'test.owned', 'k', '{}', $4)`
  await asSuperuser(put, [client, head, user, 'offered'])
  await asSuperuser(put, [client, next, null, 'blocked'])
  const listTasks = () => asSuperuser('select id, state from tasks')

  await owned.system((tx) => tx.deleteFrom('users').where('id', '=', user).execute())
  expect(await listTasks(), 'deleted with its user, and the next task of the key is unblocked').toEqual([
    { id: next, state: 'waiting' },
  ])
  await owned.system((tx) => tx.deleteFrom('clients').where('id', '=', client).execute())
  expect(await listTasks(), 'deleted with its client').toEqual([])
})
