import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { audit, type Tx } from '../database/tenancy.ts'
import type { TaskOptions } from './options.ts'
import { defineTask } from './task.ts'

const engine = await startEngine()
const { sql, inTransaction, tenant, database, clientId, rivalId } = engine
const rival = await engine.tenantOf(rivalId)
const inRivalTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  rival.transaction((tx) => {
    audit(tx, 'test.acted')
    return work(tx)
  })

const startedAt = new Map<string, number>()
const timed = defineTask({
  kind: 'test.timed',
  lane: 'test',
  input: z.object({}),
  async run({ taskId }) {
    startedAt.set(taskId, Date.now())
    return undefined
  },
})
// The lane has no dispatcher, so tasks stay in the table.
const kept = defineTask({
  kind: 'test.kept',
  lane: 'undispatched',
  input: z.object({ n: z.int().max(10), note: z.string().optional() }),
  run: async () => undefined,
})
const otherKind = defineTask({
  kind: 'test.other-kind',
  lane: 'undispatched',
  input: z.object({}),
  run: async () => {},
})
engine.dispatch()
engine.work([timed.withDeps(undefined)])

const later = () => new Date(Date.now() + 3_600_000)
const find = (id: string) => sql('select * from tasks where id = $1', [id])
const findEnded = (id: string) => sql('select * from ended_tasks where id = $1', [id])

test('a task is inserted at commit under the returned id', async () => {
  let before = 0
  const ids = await inTransaction(async (tx) => {
    const returned = [await kept.schedule(tx, { n: 1 }), await kept.schedule(tx, { n: 2 }, { at: later() })]
    before = (await sql('select from tasks where id = any($1)', [returned])).length
    return returned
  })
  expect(before).toBe(0)
  const rows = await sql('select * from tasks where id = any($1) order by id', [ids])
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(rows[0]).toMatchObject({
    client_id: clientId,
    kind: 'test.kept',
    lane: 'undispatched',
    input: { n: 1 },
    state: 'waiting',
    attempts: 0,
    offers: 0,
    key: null,
    user_id: null,
  })
})

test('a rolled back transaction leaves no task, and one without an audit line is rolled back', async () => {
  const ids: string[] = []
  const scheduleBoth = async (tx: Tx) => {
    ids.push(
      await kept.schedule(tx, { n: 1 }),
      await kept.schedule(tx, { n: 1 }, { key: 'back', once: true }),
    )
  }
  const rolledBack = inTransaction(async (tx) => {
    await scheduleBoth(tx)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await expect(tenant.transaction(scheduleBoth)).rejects.toThrow(/audit line/)
  expect(ids).toHaveLength(4)
  expect(await sql('select from tasks where id = any($1)', [ids])).toEqual([])
})

test('a task scheduled for later does not run early', async () => {
  const times = [700, 900, 1_100, 1_300, 1_500].map((ms) => new Date(Date.now() + ms))
  const ids = await inTransaction((tx) => Promise.all(times.map((at) => timed.schedule(tx, {}, { at }))))
  await eventually(() => ids.every((id) => startedAt.has(id)))
  const lateMs = ids.map((id, n) => (startedAt.get(id) ?? 0) - (times[n]?.getTime() ?? 0))
  expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0)
})

test('a task scheduled in the past runs', async () => {
  const id = await inTransaction((tx) => timed.schedule(tx, {}, { at: new Date(Date.now() - 600_000) }))
  await eventually(() => startedAt.has(id))
})

test('`once` keeps a single task per kind and key until it ends', async () => {
  const schedule = (key: string) => inTransaction((tx) => kept.schedule(tx, { n: 1 }, { key, once: true }))
  const first = await schedule('single')
  expect(await schedule('single')).toBe(first)
  expect(await schedule('other')).not.toBe(first)
  const ofRival = await inRivalTransaction((tx) => kept.schedule(tx, { n: 1 }, { key: 'single', once: true }))
  const ofKind = await inTransaction((tx) => otherKind.schedule(tx, {}, { key: 'single', once: true }))
  const manyTimes = await inTransaction((tx) => kept.schedule(tx, { n: 1 }, { key: 'single' }))
  expect(new Set([first, ofRival, ofKind, manyTimes]).size).toBe(4)
  expect(await inTransaction((tx) => kept.cancel(tx, 'single'))).toBe(2)
  const again = await schedule('single')
  expect(again).not.toBe(first)
  expect(await find(again)).toHaveLength(1)
})

test('concurrent transactions with `once` create one task and all return its id', async () => {
  for (let round = 0; round < 5; round++) {
    const key = `race ${round}`
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        // Every second transaction rolls back, so a transaction that waited for it finds no existing task.
        inTransaction(async (tx) => {
          const id = await kept.schedule(tx, { n }, { key, once: true })
          if (n % 2) throw new Error('rolled back')
          return id
        }).catch(() => undefined),
      ),
    )
    const rows = await sql('select id from tasks where key = $1', [key])
    expect(rows).toHaveLength(1)
    expect(new Set(ids.filter(Boolean))).toEqual(new Set([rows[0].id]))
  }
})

test('scheduleMany inserts tasks with their own options and skips those that exist already (`once`)', async () => {
  const at = later()
  const single = { n: 1, note: 'it\'s "quoted" {and} \\ more' }
  const userId = await engine.addUser()
  const pace = { name: 'slow', perSecond: 4 }
  const schedule = () =>
    inTransaction((tx) =>
      kept.scheduleMany(tx, [
        { input: single, options: { key: 'many 1', once: true, userId, pace } },
        { input: { n: 2 }, options: { key: 'many 2', at } },
        { input: { n: 3 } },
      ]),
    )
  expect(await inTransaction((tx) => kept.scheduleMany(tx, []))).toBe(0)
  expect(await schedule()).toBe(3)
  expect(await schedule()).toBe(2)
  const rows = await sql(
    `select * from tasks where key like 'many%' or (input->>'n' = '3' and key is null and kind = 'test.kept') order by id`,
  )
  expect(rows).toMatchObject([
    { key: 'many 1', once: true, input: single, user_id: userId, pace: 'slow', pace_ms: 250, pace_burst: 1 },
    { key: 'many 2', once: false, input: { n: 2 }, due_at: at, wake_at: at, pace: null },
    { key: null, input: { n: 3 }, client_id: clientId, state: 'waiting' },
    { key: 'many 2' },
    { key: null },
  ])
  await expect(inTransaction((tx) => kept.scheduleMany(tx, [{ input: { n: 11 } }]))).rejects.toThrow(
    z.ZodError,
  )
})

test('tasks from scheduleMany run', async () => {
  const before = startedAt.size
  await inTransaction((tx) => timed.scheduleMany(tx, [{ input: {} }, { input: {} }, { input: {} }]))
  await eventually(() => startedAt.size === before + 3)
})

test('cancel removes the waiting tasks of a key, returns their number and keeps them as cancelled', async () => {
  const ids = await inTransaction((tx) =>
    Promise.all([
      kept.schedule(tx, { n: 1 }, { key: 'mine' }),
      kept.schedule(tx, { n: 2 }, { key: 'mine', at: later() }),
    ]),
  )
  const others = await inTransaction((tx) =>
    Promise.all([
      kept.schedule(tx, { n: 3 }, { key: 'not mine' }),
      otherKind.schedule(tx, {}, { key: 'mine' }),
    ]),
  )
  expect(await inTransaction((tx) => kept.cancel(tx, 'mine'))).toBe(2)
  expect(await inTransaction((tx) => kept.cancel(tx, 'mine'))).toBe(0)
  for (const id of ids) {
    expect(await find(id)).toEqual([])
    expect(await findEnded(id)).toMatchObject([
      { state: 'cancelled', outcome: null, key: 'mine', attempts: 0 },
    ])
  }
  for (const id of others) expect(await find(id)).toHaveLength(1)
})

test('cancel includes tasks scheduled earlier in the same transaction, but not later ones', async () => {
  const ids = await inTransaction(async (tx) => {
    const before = [
      await kept.schedule(tx, { n: 1 }, { key: 'at once' }),
      await kept.schedule(tx, { n: 2 }, { key: 'at once', once: true }),
    ]
    expect(await kept.cancel(tx, 'at once')).toBe(2)
    return [...before, await kept.schedule(tx, { n: 3 }, { key: 'at once' })]
  })
  expect(await sql('select id from tasks where key = $1', ['at once'])).toEqual([{ id: ids[2] }])
  expect(await findEnded(ids[0] as string)).toMatchObject([{ state: 'cancelled' }])
})

test('a client cannot see, cancel or schedule tasks of another client; a system transaction can', async () => {
  const id = await inTransaction((tx) => kept.schedule(tx, { n: 1 }, { key: 'private' }))
  const cancelled = await inRivalTransaction(async (tx) => [
    await kept.cancel(tx, 'private'),
    await kept.cancel(tx, 'private', { clientId }),
  ])
  expect(cancelled).toEqual([0, 0])
  for (const table of ['tasks', 'ended_tasks', 'dead_tasks']) {
    const { rows } = await rival.transaction((tx) =>
      statement`select from ${statement.table(table)} where client_id <> ${rivalId}`.execute(tx),
    )
    expect(rows, table).toEqual([])
  }
  const forAcme = (options: TaskOptions) =>
    inRivalTransaction((tx) => kept.schedule(tx, { n: 1 }, { ...options, clientId }))
  await expect(forAcme({})).rejects.toMatchObject({ code: '42501' })
  await expect(forAcme({ key: 'private', once: true })).rejects.toMatchObject({ code: '42501' })
  expect(await find(id)).toHaveLength(1)

  await database.system((tx) => kept.schedule(tx, { n: 1 }, { clientId: rivalId, key: 'private' }))
  expect(await database.system((tx) => kept.cancel(tx, 'private', { clientId: rivalId }))).toBe(1)
  expect(await find(id)).toHaveLength(1)
})

test('rejects input that does not match the schema or is too large for a message', async () => {
  const schedule = (input: object) => inTransaction((tx) => kept.schedule(tx, input as never))
  await expect(schedule({ n: 11 })).rejects.toThrow(z.ZodError)
  await expect(schedule({})).rejects.toThrow(z.ZodError)
  await expect(schedule({ n: 1, note: 'x'.repeat(100_001) })).rejects.toThrow(/too large/)
  const id = await inTransaction((tx) => kept.schedule(tx, { n: 1, unknown: 'word' } as never))
  expect(await find(id)).toMatchObject([{ input: { n: 1 } }])
})

test.each<[string, TaskOptions]>([
  ['an empty key', { key: '' }],
  ['a key that is too long', { key: 'k'.repeat(201) }],
  ['once without a key', { once: true }],
  ['an invalid time', { at: new Date(Number.NaN) }],
  ['a pace without a name', { pace: { name: '', perSecond: 1 } }],
  ['a pace with a name that is too long', { pace: { name: 'p'.repeat(201), perSecond: 1 } }],
  ...[0, -1, Number.NaN, 1e-300].map((perSecond): [string, TaskOptions] => [
    `a pace of ${perSecond}`,
    { pace: { name: 'p', perSecond } },
  ]),
  ...[0, 1.5, Number.NaN, 2 ** 31].map((burst): [string, TaskOptions] => [
    `a burst of ${burst}`,
    { pace: { name: 'p', perSecond: 1, burst } },
  ]),
])('rejects %s before anything is written', async (_, options) => {
  const scheduling = inTransaction((tx) => kept.schedule(tx, { n: 1 }, options))
  await expect(scheduling).rejects.toThrow(/^A (key|task|time|pace|burst) /)
})

test('rejects an invalid task kind', () => {
  const define = (kind: string) => () =>
    defineTask({ kind, lane: 'test', input: z.object({}), run: async () => undefined })
  for (const name of ['mail', 'mail.send', 'a-1.b-2']) expect(define(name)).not.toThrow()
  for (const name of ['', 'Mail', 'mail.', '.mail', 'mail send', '1'])
    expect(define(name), name).toThrow(name)
})
