import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Lane } from '../server/src/platform/tasks/lanes.ts'
import { leaseMs } from '../server/src/platform/tasks/lanes.ts'
import type { TaskOptions } from '../server/src/platform/tasks/options.ts'
import { defineTask } from '../server/src/platform/tasks/task.ts'
import { eventually } from '../server/test/eventually.ts'
import { openEngine, testLane } from '../server/test/open-engine.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { asOwner } from '../server/test/people.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { type Measurement, measure } from './harness/measurement.ts'

const rounds = 20

/** Measures delays. Tests check only that these things happen, not how soon. */
export async function prove(): Promise<Measurement[]> {
  const { world, services, stop } = await makeWorld({ durable: true })
  try {
    const tasks = await measureTasks(world)
    const requests = await measureRequests(world, services.postgres.pids)
    return [...tasks, ...requests]
  } finally {
    await stop()
  }
}

async function measureTasks(world: World): Promise<Measurement[]> {
  const engine = await openEngine(world, { LOG_LEVEL: 'silent' })
  const { inTransaction, sql } = engine
  // Records when each task was offered to a worker, by the database's clock.
  await sql(
    `create table handed_over (lane text, line text, at timestamptz);
     grant insert on handed_over to payproof_system;
     create function note_handing_over() returns trigger language plpgsql as $$
     begin
       insert into handed_over values (new.lane, new.input->>'line', new.wake_at - interval '${leaseMs} ms');
       return null;
     end $$;
     create trigger note_handing_over after update on tasks for each row
       when (new.state = 'offered' and new.offers > old.offers) execute function note_handing_over()`,
  )

  function openLane(lane: Lane) {
    const starts: number[] = []
    const kind = defineTask({
      kind: `test.${lane.name}`,
      lane: lane.name,
      input: z.object({ line: z.string() }),
      async run() {
        starts.push(Date.now())
        return undefined
      },
    })
    engine.dispatch([lane])
    engine.work([kind.withDeps(undefined)], [lane])
    const schedule = (line: string, count: number, options: TaskOptions = {}) =>
      inTransaction(async (tx) => {
        for (let n = 0; n < count; n++) await kind.schedule(tx, { line }, options)
      })
    return { starts, schedule }
  }

  /** Returns the rate at which tasks were offered to workers, as a share of the rate limit. */
  async function measureRate(
    lane: Lane,
    { perSecond, burst }: { perSecond: number; burst: number },
    options: TaskOptions = {},
  ) {
    const count = perSecond * 3 + burst
    await openLane(lane).schedule('all', count, options)
    const times = await eventually(async () => {
      const rows = await sql(
        `select extract(epoch from at)::float8 as at from handed_over where lane = $1 order by 1`,
        [lane.name],
      )
      return rows.length >= count && rows.map(({ at }) => at as number)
    }, 120_000)
    return (count - burst) / ((times.at(-1) ?? 0) - (times[0] ?? 0)) / perSecond
  }

  try {
    const { starts, schedule } = openLane({ ...testLane, name: 'timed' })
    const overdue: number[] = []
    const scheduled: number[] = []
    for (let round = 0; round < rounds; round++) {
      const overdueAt = Date.now()
      await schedule('overdue', 1, { at: new Date(overdueAt - 600_000) })
      await eventually(() => starts.length === 2 * round + 1, 60_000)
      overdue.push((starts.at(-1) ?? 0) - overdueAt)
      const dueAt = Date.now() + 500
      await schedule('later', 1, { at: new Date(dueAt) })
      await eventually(() => starts.length === 2 * round + 2, 60_000)
      scheduled.push((starts.at(-1) ?? 0) - dueAt)
    }
    const keyed = openLane({ ...testLane, name: 'keyed' })
    await keyed.schedule('all', rounds + 1, { key: 'one' })
    await eventually(() => keyed.starts.length === rounds + 1, 60_000)
    const gaps = keyed.starts.slice(1).map((start, n) => start - (keyed.starts[n] ?? 0))

    const rated = { perSecond: 50, burst: 10 }
    const singleFile = { perSecond: 20, burst: 1 }
    const paced = { perSecond: 40, burst: 8 }
    const ratedShare = await measureRate({ ...testLane, name: 'rated', ...rated }, rated)
    const singleShare = await measureRate({ ...testLane, name: 'single-file', ...singleFile }, singleFile)
    const pacedShare = await measureRate({ ...testLane, name: 'paced' }, paced, {
      pace: { name: 'paced', ...paced },
    })
    return [
      measure('median delay of an overdue task', median(overdue), { unit: 'ms', atMost: 1_000, timed: true }),
      measure('median delay of a scheduled task', median(scheduled), {
        unit: 'ms',
        atMost: 1_000,
        timed: true,
      }),
      measure('median gap between tasks of a key', median(gaps), { unit: 'ms', atMost: 100, timed: true }),
      measure('used share of a lane limited to 50/s', ratedShare, { atLeast: 0.7, timed: true }),
      measure('used share of a lane limited to 20/s without burst', singleShare, {
        atLeast: 0.3,
        timed: true,
      }),
      measure('used share of a pace of 40/s', pacedShare, { atLeast: 0.7, timed: true }),
    ]
  } finally {
    await engine.close()
  }
}

async function measureRequests(world: World, listPostgresPids: () => number[]): Promise<Measurement[]> {
  const api = await openTestApi(world, { DATABASE_QUERY_MS: '5000', DATABASE_WAIT_MS: '2000' })
  try {
    const address = new URL(await api.server.listen({ host: '127.0.0.1', port: 0 }))
    const owner = await asOwner(api, 'acme')
    const revoked: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { id, key } = (await owner('POST', '/api-keys', { name: `short-lived ${round}` })).body
      const call = api.withKey(key)
      // This request loads the key into the cache of the process.
      await call('GET', '/users')
      await owner('DELETE', `/api-keys/${id}`)
      const revokedAt = performance.now()
      while ((await call('GET', '/users')).status !== 401) await sleep(5)
      revoked.push(performance.now() - revokedAt)
    }
    const start = `POST /users HTTP/1.1\r\nHost: payproof\r\nX-API-Key: ${world.clients.acme.apiKey}\r\n`
    const body = `${start}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const [headersMs, bodyMs] = await Promise.all([
      measureStalledRequest(address, start),
      measureStalledRequest(address, body),
    ])
    const hangingMs = await measureHangingDatabase(address, world.clients.acme.apiKey, listPostgresPids())
    return [
      measure('longest time until a revoked API key is rejected', Math.max(...revoked), {
        unit: 'ms',
        atMost: 1_000,
        timed: true,
      }),
      measure('time to 408 for stalled headers', headersMs, { unit: 'ms', atMost: 13_000, timed: true }),
      measure('time to 408 for a stalled body', bodyMs, { unit: 'ms', atMost: 18_000, timed: true }),
      measure('time to 503 while the database hangs', hangingMs, { unit: 'ms', atMost: 10_000, timed: true }),
    ]
  } finally {
    await api.close()
  }
}

/** Measures the milliseconds until an incomplete request gets a 408; NaN for any other reply. */
function measureStalledRequest({ hostname, port }: URL, bytes: string) {
  return new Promise<number>((resolve, reject) => {
    const startedAt = performance.now()
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    socket.setTimeout(60_000, () => socket.destroy(new Error('no reply to a stalled request')))
    socket.once('data', (data) => {
      const is408 = data.toString().startsWith('HTTP/1.1 408')
      if (!is408) process.stdout.write(`  stalled request: ${data.toString().split('\r\n', 1)}\n`)
      resolve(is408 ? performance.now() - startedAt : Number.NaN)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** Measures the milliseconds until a request gets a 503 while PostgreSQL is frozen; NaN for any other reply. */
async function measureHangingDatabase(address: URL, apiKey: string, pids: number[]) {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const startedAt = performance.now()
    const reply = await fetch(new URL('/users', address), { headers: { 'x-api-key': apiKey } })
    const text = await reply.text()
    if (reply.status !== 503) process.stdout.write(`  frozen database: ${reply.status} ${text}\n`)
    return reply.status === 503 ? performance.now() - startedAt : Number.NaN
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
