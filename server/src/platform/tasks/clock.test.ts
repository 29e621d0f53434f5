import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { endSessions, listStranded } from './dispatch/stranded-sessions.ts'
import { type Offer, rescheduleTasks } from './queries.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, database, clientId } = engine
// Has no dispatcher, so its tasks stay in the table.
const idle = openTaskLane(engine, 'undispatched')

const hourMs = 3_600_000
const dayMs = 24 * hourMs

afterEach(() => {
  vi.useRealTimers()
})

const setClock = (offsetMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs })

/** Returns the milliseconds until a task wakes, by the database's clock. */
async function readDelayMs(id: string): Promise<number> {
  const [row] = await sql(
    'select extract(epoch from wake_at - clock_timestamp())::float * 1000 as ms from tasks where id = $1',
    [id],
  )
  return row.ms
}

const expectAbout = (ms: number, expectedMs: number) =>
  expect(Math.abs(ms - expectedMs)).toBeLessThan(hourMs / 2)

test.each([38 * dayMs, -38 * dayMs])(
  'a delay is right if the clock of the process is off by %i ms',
  async (offsetMs) => {
    setClock(offsetMs)
    const id = await idle.schedule({}, { at: new Date(Date.now() + 2 * hourMs) })
    vi.useRealTimers()
    expectAbout(await readDelayMs(id), 2 * hourMs)
  },
)

test('many tasks have the right delay if the clock of the process is wrong', async () => {
  const before = await sql("select id from tasks where lane = 'undispatched'")
  setClock(38 * dayMs)
  const at = new Date(Date.now() + 2 * hourMs)
  await engine.inTransaction((tx) =>
    idle.kind.scheduleMany(tx, [{ input: {}, options: { at } }, { input: {} }]),
  )
  vi.useRealTimers()
  const known = new Set(before.map(({ id }) => id))
  const added = await sql("select id from tasks where lane = 'undispatched'")
  const delays: number[] = []
  for (const { id } of added) if (!known.has(id)) delays.push(await readDelayMs(id))
  const [now = Number.NaN, later = Number.NaN] = delays.sort((a, b) => a - b)
  expectAbout(now, 0)
  expectAbout(later, 2 * hourMs)
})

test('a retry has the right delay if the clock of the worker is wrong', async () => {
  const id = await idle.schedule()
  await sql("update tasks set state = 'offered', offers = 1 where id = $1", [id])
  const offer = { id, client_id: clientId, offers: 1 } as Offer
  setClock(38 * dayMs)
  const wakeAt = new Date(Date.now() + hourMs)
  await database.system((tx) => rescheduleTasks(tx, [{ offer, wakeAt, reason: 'as planned' }]))
  vi.useRealTimers()
  expectAbout(await readDelayMs(id), hourMs)
})

test('timers that were set while the clock of the database was ahead are moved when it is set back', async () => {
  openTaskLane(engine, 'watching').dispatch()
  const ids = {
    lease: await idle.schedule(),
    retry: await idle.schedule(),
    legitimate: await idle.schedule({}, { at: new Date(Date.now() + 10 * dayMs) }),
  }
  const setWake = (id: string, state: string, delay: string) =>
    sql('update tasks set state = $2::task_state, wake_at = now() + $3::interval where id = $1', [
      id,
      state,
      delay,
    ])
  await setWake(ids.lease, 'offered', '38 days 15 seconds')
  await setWake(ids.retry, 'waiting', '38 days 3 minutes')
  await sql("insert into task_paces values ('pace of this test', now() + interval '38 days')")
  // The dispatcher's record of a clock that was 38 days ahead for an hour.
  await eventually(async () => (await sql("select from clock_checks where name = 'timers'"))[0])
  await sql(`update clock_checks set checked_at = now() + interval '38 days',
    steady_since = now() + interval '38 days' - interval '1 hour' where name = 'timers'`)
  await eventually(async () => (await readDelayMs(ids.lease)) < hourMs)
  expectAbout(await readDelayMs(ids.lease), 0)
  expectAbout(await readDelayMs(ids.retry), 0)
  expectAbout(await readDelayMs(ids.legitimate), 10 * dayMs)
  const [pace] = await sql(
    "select free_at < now() + interval '1 hour' as is_soon from task_paces where name = 'pace of this test'",
  )
  expect(pace.is_soon).toBe(true)
})

test('a session whose timeouts were switched off by a step back is ended, and no other', async () => {
  // Its own connections, which are not those of the dispatchers of other tests.
  const open = async () => {
    const session = new pg.Client({ connectionString: engine.config.DATABASE_URL })
    session.on('error', () => {})
    await session.connect()
    atEnd(() => session.end())
    const { rows } = await session.query('select pg_backend_pid() as pid')
    return { session, pid: rows[0].pid as number }
  }
  const holder = await open()
  const waiter = await open()
  const abandoned = await open()
  const healthy = await open()
  const lock = 'select pg_advisory_xact_lock(815)'
  await holder.session.query(`begin; ${lock}`)
  const waiting = waiter.session.query(`begin; ${lock}`).catch((error: Error) => error)
  await abandoned.session.query('begin; select 1')
  await eventually(
    async () => (await sql('select from pg_locks where pid = $1 and not granted', [waiter.pid]))[0],
  )
  const anHourAgo = new Date(Date.now() - hourMs)
  const pidsAt = async (now?: Date) =>
    (await database.system((tx) => listStranded(tx, now))).map(({ pid }) => pid)
  const ours = [holder, waiter, abandoned, healthy].map(({ pid }) => pid)
  const stranded = [holder.pid, waiter.pid, abandoned.pid].sort()

  expect(
    (await pidsAt()).filter((pid) => ours.includes(pid)),
    'the clock is right',
  ).toEqual([])
  const found = await database.system((tx) => listStranded(tx, anHourAgo))
  const mine = found.filter(({ pid }) => ours.includes(pid))
  expect(mine.map(({ pid }) => pid).sort(), 'set back by an hour').toEqual(stranded)
  expect(await database.system((tx) => endSessions(tx, mine)), 'the clock is right').toBe(0)
  await holder.session.query('select 1')
  // The holder has done something since; the others have not.
  expect(await database.system((tx) => endSessions(tx, mine, anHourAgo))).toBe(2)
  expect(await waiting).toMatchObject({ code: '57P01' })
  await healthy.session.query('select 1')
  await holder.session.query('commit')
})

test('a jump of the time of day does not interrupt a running task', async () => {
  const lane = openTaskLane(engine, 'jumping')
  lane.dispatch()
  lane.work()
  const id = await lane.schedule({ ms: 4_000 })
  await lane.untilRun(id)
  setClock(5 * hourMs)
  const ended = await lane.untilEnded(id)
  vi.useRealTimers()
  expect(ended).toMatchObject({ state: 'done', attempts: 1 })
  expect(lane.runsOf(id)).toHaveLength(1)
})
