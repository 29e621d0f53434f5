import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine, testLane } from '../../../test/engine.ts'
import { runAdmin } from '../../admin/commands.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import { registerLaneMetrics } from './metrics.ts'
import { defineTask, TaskFailure } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, inTransaction, config, clientId } = engine
// biome-ignore lint/suspicious/noExplicitAny: each command answers in its own form.
const admin = (...args: string[]) => runAdmin(config, ['tasks', ...args]) as Promise<any>

let isBroken = true
const fragile = defineTask({
  kind: 'test.fragile',
  lane: 'test',
  input: z.object({ n: z.int() }),
  retry: [],
  async run() {
    if (isBroken) throw new TaskFailure('the provider is closed')
    return undefined
  },
})
const later = () => new Date(Date.now() + 3_600_000)
engine.dispatch()
engine.work([fragile.withDeps(undefined)])

beforeEach(async () => {
  isBroken = true
  await sql('delete from tasks; delete from ended_tasks; delete from dead_tasks')
})

test('lists live tasks in claim order, filtered by state, lane, kind, client and id', async () => {
  const ids = await inTransaction(async (tx) => [
    await fragile.schedule(tx, { n: 2 }, { at: new Date(Date.now() + 7_200_000) }),
    await fragile.schedule(tx, { n: 1 }, { at: later(), key: 'k' }),
  ])
  const { tasks } = await admin('list', '--kind', 'test.fragile')
  expect(tasks.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0]])
  expect(tasks[0]).toMatchObject({
    client_id: clientId,
    state: 'waiting',
    lane: 'test',
    key: 'k',
    input: { n: 1 },
  })
  expect((await admin('list', '--limit', '1')).tasks).toHaveLength(1)
  expect((await admin('list', '--lane', 'mail')).tasks).toEqual([])
  expect((await admin('list', '--state', 'offered')).tasks).toEqual([])
  expect((await admin('list', '--client', 'rival')).tasks).toEqual([])
  expect((await admin('list', '--client', 'acme', '--id', ids[0] as string)).tasks).toHaveLength(1)
  await expect(admin('list', '--state', 'lost')).rejects.toThrow(/waiting/)
  await expect(admin('list', '--id', 'x')).rejects.toThrow()
})

test('cancels tasks and records it in the audit log', async () => {
  await inTransaction(async (tx) => {
    for (const n of [1, 2]) await fragile.schedule(tx, { n }, { at: later() })
  })
  await expect(admin('cancel')).rejects.toThrow('Select tasks with')
  expect(await admin('cancel', '--kind', 'test.fragile')).toEqual({ cancelled: 2 })
  expect(await sql('select state from ended_tasks')).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
  expect(await sql('select from tasks')).toEqual([])
  const lines = await sql(`select actor_kind, request_id from audit_lines where action = 'task.cancelled'`)
  expect(lines).toEqual(Array(2).fill({ actor_kind: 'operator', request_id: 'admin tasks cancel' }))
})

test('lists dead tasks with their reason, and a retry gives them all their attempts again', async () => {
  const id = await inTransaction((tx) => fragile.schedule(tx, { n: 3 }))
  await eventually(async () => (await sql('select from dead_tasks')).length === 1)
  expect((await admin('list', '--state', 'dead')).tasks).toMatchObject([
    { id, kind: 'test.fragile', reason: 'the provider is closed', attempts: 1 },
  ])

  isBroken = false
  expect(await admin('retry', '--kind', 'test.other')).toEqual({ retried: 0 })
  expect(await admin('retry', '--kind', 'test.fragile')).toEqual({ retried: 1 })
  const [ended] = await eventually(async () => {
    const rows = await sql('select * from ended_tasks where id = $1', [id])
    return rows.length > 0 && rows
  })
  expect(ended).toMatchObject({ state: 'done', attempts: 1 })
  expect(await sql('select from dead_tasks')).toEqual([])
})

test('retry runs a waiting task now', async () => {
  isBroken = false
  const id = await inTransaction((tx) => fragile.schedule(tx, { n: 4 }, { at: later() }))
  expect(await admin('retry', '--id', id)).toEqual({ retried: 1 })
  await eventually(async () => (await sql('select from ended_tasks where id = $1', [id])).length === 1)
})

test('the age of the oldest due task covers every state', async () => {
  const metrics = openMetrics()
  const quiet = { ...testLane, name: 'quiet' }
  registerLaneMetrics({ ...engine, metrics, lanes: [quiet] })
  const age = async () =>
    Number(/payproof_tasks_oldest_due_seconds\{lane="quiet"\} ([\d.]+)/.exec(await metrics.text())?.[1])
  const put = (state: string, wakeAt: string, dueAt = `now() - interval '300 seconds'`) =>
    sql(
      `insert into tasks (client_id, id, kind, lane, input, state, due_at, wake_at)
         values ($1, gen_random_uuid(), 'test.quiet', 'quiet', '{}', '${state}', ${dueAt}, ${wakeAt})`,
      [clientId],
    )
  const remove = () => sql(`delete from tasks where lane = 'quiet'`)

  expect(await age()).toBe(0)
  for (const [state, wakeAt] of [
    ['waiting', `now() - interval '300 seconds'`],
    ['offered', `now() + interval '10 seconds'`],
    ['blocked', `now() - interval '300 seconds' + interval '1000 years'`],
  ] as const) {
    await put(state, wakeAt)
    const seconds = await age()
    expect(seconds, state).toBeGreaterThanOrEqual(300)
    expect(seconds, state).toBeLessThan(330)
    await remove()
  }
  await put('waiting', `now() + interval '1 hour'`, `now() + interval '1 hour'`)
  expect(await age(), 'a timer is not due').toBe(0)
  await remove()
})
