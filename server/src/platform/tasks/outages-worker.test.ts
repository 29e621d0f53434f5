import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram } from '../../../../dev/faults/processes.ts'
import { atEnd } from '../../../test/at-end.ts'
import { makeEffects } from '../../../test/effects.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { slowTask, slowTaskTables } from '../../../test/programs/slow-task.ts'
import { ackWaitMs, leaseMs } from './lanes.ts'

const program = fileURLToPath(new URL('../../../test/programs/slow-worker.ts', import.meta.url))
const patient = { timeout: 60_000 }

/** A worker in a process of its own, in the middle of a task; nobody else is there who could take it. */
async function startInTheMiddle(ms: number) {
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

test.concurrent('when a worker dies in the middle of a task another runs it', patient, async () => {
  const { engine, effects, worker, id, starts, isEnded } = await startInTheMiddle(1_500)
  await worker.kill()
  engine.work([slowTask.with('another')])
  await eventually(async () => (await starts()).length === 2)
  await eventually(isEnded)
  expect(await starts()).toEqual(['process', 'another'])
  expect(await effects.of(id)).toEqual([{ by: 'another' }])
})

test.concurrent(
  'a worker that stood still comes too late: its end is refused, and the effect is there once',
  patient,
  async () => {
    const { engine, effects, worker, id, starts, isEnded } = await startInTheMiddle(1_500)
    const tries = async () => Number((await engine.sql('select last_value from tries'))[0]?.last_value)
    await worker.freeze()
    engine.work([slowTask.with('another')])
    await eventually(isEnded, ackWaitMs + 10_000)
    expect(await effects.of(id)).toEqual([{ by: 'another' }])
    worker.thaw()
    await eventually(async () => (await tries()) === 2)
    await worker.stop()
    expect(await starts()).toEqual(['process', 'another'])
    expect(await effects.of(id)).toEqual([{ by: 'another' }])
  },
)

test.concurrent(
  'a worker that stood still beyond its lease does not end what was offered anew',
  patient,
  async () => {
    // Nobody else pulls, so that the task is still there, with another offer, when the worker wakes up.
    const { engine, effects, worker, id, starts, isEnded } = await startInTheMiddle(1_500)
    await worker.freeze()
    const offers = async () => (await engine.sql('select offers from tasks where id = $1', [id]))[0]?.offers
    await eventually(async () => (await offers()) === 2, leaseMs + 5_000)
    worker.thaw()
    await eventually(isEnded)
    await worker.stop()
    // Its first end was refused. The second offer was run by it too, and had the effect.
    expect(await starts()).toEqual(['process', 'process'])
    expect(await effects.of(id)).toEqual([{ by: 'process' }])
    expect(await engine.sql('select offers from ended_tasks where id = $1', [id])).toEqual([{ offers: 2 }])
  },
)
