import { expect, test } from 'vitest'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { type Offer, startOffers } from './queries.ts'

test.concurrent('starts without an end are counted per task and end with a failed attempt', async () => {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  const { sql } = engine
  const { dispatch, work, schedule, runsOf, untilEnded } = openTaskLane(engine, 'suspects')
  const setStarts = (id: string, starts: number) =>
    sql(`update tasks set starts = $2, offers = 3, wake_at = now() where id = $1`, [id, starts])
  const [harmless, suspect, poison] = [await schedule(), await schedule(), await schedule()]
  const resting = await schedule()
  await setStarts(harmless, 0)
  await setStarts(suspect, 4)
  await setStarts(poison, 5)
  await setStarts(resting, 3)
  dispatch()
  work()
  for (const id of [harmless, suspect]) await untilEnded(id)
  const [dead] = await eventually(async () => {
    const rows = await sql('select * from dead_tasks where id = $1', [poison])
    return rows.length > 0 && rows
  })
  expect(dead).toMatchObject({ reason: 'worker crashed or stalled 4 times' })
  expect([harmless, suspect, poison, resting].map((id) => runsOf(id).length)).toEqual([1, 1, 0, 0])
  const [rested] = await eventually(async () => {
    const rows = await sql(
      `select *, wake_at > now() + interval '4 minutes' as is_later from tasks where id = $1`,
      [resting],
    )
    return rows[0]?.starts === 4 && rows
  })
  expect(rested).toMatchObject({ state: 'waiting', attempts: 0, is_later: true })
})

test.concurrent('a task that rests passes its key on to a task that was due earlier', async () => {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  const { sql } = engine
  const { dispatch, work, schedule, runsOf, untilEnded } = openTaskLane(engine, 'key')
  const resting = await schedule({}, { key: 'one' })
  await sql('update tasks set starts = 3, offers = 3, wake_at = now() where id = $1', [resting])
  // As by a process whose clock is behind: due earlier, but the other one was first.
  const earlier = await schedule({}, { key: 'one' })
  await sql(
    `update tasks set state = 'blocked', due_at = due_at - interval '1 day', wake_at = now() + interval '1000 years' where id = $1`,
    [earlier],
  )
  await sql(`update tasks set state = 'offered' where id = $1`, [resting])
  dispatch()
  work()
  await untilEnded(earlier)
  expect(runsOf(resting)).toHaveLength(0)
})

test.concurrent('a worker that is stopped takes its start back', async () => {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  const { sql } = engine
  const { dispatch, work, schedule, untilRun } = openTaskLane(engine, 'stopped')
  const id = await schedule({ holds: true })
  await sql('update tasks set starts = 2, offers = 3, wake_at = now() where id = $1', [id])
  const startsOf = async () => (await sql('select starts from tasks where id = $1', [id]))[0]?.starts
  dispatch()
  const worker = work()
  await untilRun(id)
  expect(await startsOf()).toBe(3)
  await worker.close(0)
  await eventually(async () => (await startsOf()) === 2)
})

test.concurrent('a redelivered message of a slow worker does not count as a crash', async () => {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  const { sql } = engine
  const { schedule } = openTaskLane(engine, 'slow')
  const id = await schedule()
  await sql(
    `update tasks set state = 'offered', offers = 2, wake_at = now() + interval '15 s' where id = $1`,
    [id],
  )
  const offer = { id, client_id: engine.clientId, kind: 'test.slow', offers: 2 } as Offer
  const start = async () => {
    const find = await engine.database.system((tx) => startOffers(tx, [offer], 15_000))
    return find(offer)?.unfinishedStarts
  }
  expect(await start()).toBe(0)
  for (let redelivery = 0; redelivery < 5; redelivery++) expect(await start()).toBeUndefined()
  expect(await sql('select starts from tasks where id = $1', [id])).toEqual([{ starts: 1 }])
  // The lease has expired and the task was offered again.
  await sql('update tasks set offers = 3 where id = $1', [id])
  offer.offers = 3
  expect(await start()).toBe(1)
})
