import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeEffects } from '../../../../test/effects.ts'
import { eventually, startEngine } from '../../../../test/engine.ts'
import { openTaskLane } from '../../../../test/task-lane.ts'
import { runAdmin } from '../../../admin/commands.ts'
import { leaseMs } from '../lanes.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, inTransaction, database } = engine
const effects = await makeEffects(sql)
const later = () => new Date(Date.now() + 3_600_000)

test.concurrent('a task that runs longer than its lease runs once', async () => {
  const { dispatch, work, schedule, runsOf, untilEnded } = openTaskLane(engine, 'long')
  dispatch()
  work('first')
  work('second')
  const ms = leaseMs + 3_000
  const id = await schedule({ ms, result: true })
  expect(await untilEnded(id, ms + 60_000)).toMatchObject({ offers: 1, attempts: 1 })
  expect(runsOf(id)).toHaveLength(1)
  expect(await effects.of(id)).toHaveLength(1)
})

test.concurrent('a task that waited long for a free slot is not offered again while it runs', async () => {
  const { dispatch, work, schedule, runsOf, untilRun, untilEnded } = openTaskLane(engine, 'queue', {
    concurrency: 1,
  })
  dispatch()
  work()
  // Wait and run together exceed the lease; each is well below it, in case the machine is slow.
  const [, second = ''] = [
    await schedule({ ms: leaseMs / 2 }),
    await schedule({ ms: leaseMs / 2 + 4_000, result: true }),
  ]
  await untilRun(second, leaseMs + 60_000)
  expect(await untilEnded(second, 60_000)).toMatchObject({ offers: 1, attempts: 1 })
  expect(runsOf(second)).toHaveLength(1)
})

test.concurrent('deleting a user deletes waiting tasks, aborts running ones and discards their results', async () => {
  const { dispatch, work, schedule, untilRun, untilEnded, release } = openTaskLane(engine, 'user', {
    concurrency: 1,
  })
  dispatch()
  const worker = work()
  const userId = await engine.addUser()
  const running = await schedule({ holds: true, result: true }, { userId })
  const waiting = await schedule({}, { userId, at: later() })
  const { signal } = await untilRun(running)
  await inTransaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute())
  expect(await sql('select from tasks where id = any($1)', [[running, waiting]])).toEqual([])
  await eventually(() => signal.aborted)
  expect(signal.reason.message).toMatch(/cancelled/)
  // The run ignores its signal, but its slot is free for other tasks again.
  await untilEnded(await schedule())
  release(running)
  await eventually(() => worker.running() === 0)
  expect(await effects.of(running)).toEqual([])
})

test.concurrent('deleting a client deletes waiting tasks and aborts running ones', async () => {
  const { dispatch, work, kind, untilRun } = openTaskLane(engine, 'client')
  dispatch()
  work()
  const { clientId } = (await runAdmin(engine.config, [
    'create-client',
    '--name',
    'doomed',
    '--owner-mfa',
    'disabled',
    '--owner-email',
    'owner@doomed.example',
    '--owner-name',
    'Olive',
  ])) as { clientId: string }
  const ids = await database.system(async (tx) => [
    await kind.schedule(tx, { ms: 9_000 }, { clientId }),
    await kind.schedule(tx, {}, { clientId, at: later() }),
    await kind.schedule(tx, {}, { clientId, at: later(), key: 'doomed' }),
  ])
  const { signal } = await untilRun(ids[0] as string)
  await database.system((tx) => tx.deleteFrom('clients').where('id', '=', clientId).execute())
  expect(await sql('select from tasks where id = any($1)', [ids])).toEqual([])
  await eventually(() => signal.aborted)
})

test.concurrent('a task of a deleted client is removed without running', async () => {
  const { dispatch, work, kind, runs } = openTaskLane(engine, 'orphan')
  dispatch()
  work()
  const id = await database.system((tx) => kind.schedule(tx, {}, { clientId: randomUUID() }))
  await eventually(async () => (await sql('select from tasks where id = $1', [id])).length === 0)
  expect(runs).toEqual([])
})
