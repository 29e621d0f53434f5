import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram } from '../../../../dev/faults/processes.ts'
import { atEnd } from '../../../test/at-end.ts'
import { makeEffects } from '../../../test/effects.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { slowTask, slowTaskTables } from '../../../test/programs/slow-task.ts'
import { ackWaitMs, leaseMs } from './lanes.ts'

const program = fileURLToPath(new URL('../../../test/programs/slow-worker.ts', import.meta.url))

/** Starts a single worker in its own process, and waits until it is running a task. */
async function startBusyWorker(ms: number) {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  const { sql, inTransaction } = engine
  const effects = await makeEffects(sql)
  await sql(slowTaskTables)
  engine.dispatch()
  const worker = await startProgram({
    program,
    args: ['process'],
    env: engine.environment,
    name: 'a worker process',
  })
  atEnd(() => worker.kill())
  const id = await inTransaction((tx) => slowTask.schedule(tx, { ms }))
  const starts = async () => (await sql('select by from starts where task_id = $1', [id])).map(({ by }) => by)
  const isEnded = async () => (await sql('select from ended_tasks where id = $1', [id])).length === 1
  await eventually(async () => (await starts()).length === 1)
  return { engine, effects, worker, id, starts, isEnded }
}

test.concurrent('another worker runs the task of a killed worker', async () => {
  const { engine, effects, worker, id, starts, isEnded } = await startBusyWorker(1_500)
  await worker.kill()
  engine.work([slowTask.withDeps('another')])
  await eventually(async () => (await starts()).length === 2)
  await eventually(isEnded)
  expect(await starts()).toEqual(['process', 'another'])
  expect(await effects.of(id)).toEqual([{ by: 'another' }])
})

test.concurrent('a frozen worker that resumes too late cannot complete its task, so the effect exists once', async () => {
  const { engine, effects, worker, id, starts, isEnded } = await startBusyWorker(1_500)
  const tries = async () => Number((await engine.sql('select last_value from tries'))[0]?.last_value)
  await worker.freeze()
  engine.work([slowTask.withDeps('another')])
  await eventually(isEnded, ackWaitMs + 60_000)
  expect(await effects.of(id)).toEqual([{ by: 'another' }])
  worker.thaw()
  await eventually(async () => (await tries()) === 2)
  await worker.stop()
  expect(await starts()).toEqual(['process', 'another'])
  expect(await effects.of(id)).toEqual([{ by: 'another' }])
})

test.concurrent('a worker frozen beyond its lease does not complete the newer offer', async () => {
  // There is no other worker, so when the worker resumes, the task still exists, with a newer offer.
  const { engine, effects, worker, id, starts, isEnded } = await startBusyWorker(1_500)
  await worker.freeze()
  const offers = async () => (await engine.sql('select offers from tasks where id = $1', [id]))[0]?.offers
  await eventually(async () => (await offers()) === 2, leaseMs + 60_000)
  worker.thaw()
  await eventually(isEnded)
  await worker.stop()
  // The worker could not complete the first offer. It then also ran the second offer, which had the effect.
  expect(await starts()).toEqual(['process', 'process'])
  expect(await effects.of(id)).toEqual([{ by: 'process' }])
  expect(await engine.sql('select offers from ended_tasks where id = $1', [id])).toEqual([{ offers: 2 }])
})
