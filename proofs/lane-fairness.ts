import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { audit } from '../server/src/platform/database/tenancy.ts'
import { claimTasksInTurn, nilUuid } from '../server/src/platform/tasks/queries.ts'
import { defineTask } from '../server/src/platform/tasks/task.ts'
import { eventually } from '../server/test/eventually.ts'
import { openEngine } from '../server/test/open-engine.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { percentilesOf } from './timers/percentiles.ts'

const lane = { name: 'fairness', concurrency: 16, maxDepth: 128, hasShortQueue: true }
const taskMs = 200
/** Tasks of the other client that may start before a quiet client's task: those in NATS, and one turn. */
const maxAhead = 2 * lane.concurrency
const maxDelayRatio = 1.5

type Run = { clientId: string; n: number; endedAt: number | null }

const task = defineTask({
  kind: 'proof.fairness',
  lane: lane.name,
  input: z.object({ n: z.number() }),
  async run({ tenant, input }, { onStart }: { onStart(run: Run): void }) {
    const run: Run = { clientId: tenant.clientId, n: input.n, endedAt: null }
    onStart(run)
    await sleep(taskMs)
    run.endedAt = performance.now()
    return undefined
  },
})

/** One client has a long backlog in a lane. Tasks of a quiet client must end nearly as soon as without it. */
export async function prove({ full }: ProveOptions) {
  const [backlog, quietTasks] = full ? [100_000, 200] : [2_000, 20]
  const { world, stop } = await makeWorld({ durable: true })
  try {
    const undisturbed = await run(world, { backlog: 0, quietTasks })
    const disturbed = await run(world, { backlog, quietTasks })
    const cost = await measureClaims(world, backlog)
    const ratio = disturbed.p99 / undisturbed.p99
    return [
      measure('waiting tasks of the other client', backlog),
      measure('tasks of the quiet client', quietTasks),
      measure('most tasks of the other client started before one of the quiet client', disturbed.maxAhead, {
        atMost: maxAhead,
      }),
      measure('p99 until the end of a task, without a backlog', undisturbed.p99, { unit: 'ms', timed: true }),
      measure('p99 until the end of a task, with the backlog', disturbed.p99, { unit: 'ms', timed: true }),
      measure('ratio', ratio, { timed: true, ...(full && { atMost: maxDelayRatio }) }),
      measure('buffers read by a claim, one waiting task', cost.few),
      measure('buffers read by a claim, all waiting tasks', cost.many, { atMost: cost.few * 3 + 50 }),
    ]
  } finally {
    await stop()
  }
}

type Size = { backlog: number; quietTasks: number }

async function run(world: World, { backlog, quietTasks }: Size) {
  const engine = await openEngine(world, { LOG_LEVEL: 'silent' })
  try {
    const starts: Run[] = []
    await fill(engine, engine.clientId, backlog)
    engine.dispatch([lane])
    engine.work([task.withDeps({ onStart: (run) => starts.push(run) })], [lane])
    if (backlog > 0) await eventually(async () => starts.length > 10, 60_000)
    const tenant = await engine.tenantOf(engine.rivalId)
    const delays: number[] = []
    let most = 0
    for (let n = 0; n < quietTasks; n++) {
      const before = starts.length
      const scheduledAt = performance.now()
      await tenant.transaction((tx) => {
        audit(tx, 'test.acted')
        return task.schedule(tx, { n })
      })
      const isOwn = ({ clientId, n: number }: Run) => clientId === engine.rivalId && number === n
      const endedAt = await eventually(async () => starts.find(isOwn)?.endedAt, 60_000)
      delays.push(endedAt - scheduledAt)
      most = Math.max(most, starts.findIndex(isOwn) - before)
    }
    return { p99: percentilesOf(delays).p99, maxAhead: most }
  } finally {
    await engine.close()
  }
}

type Engine = Awaited<ReturnType<typeof openEngine>>

const fill = (engine: Engine, client: string, count: number) =>
  engine.sql(
    `insert into tasks (client_id, id, lane, kind, input, due_at, wake_at)
       select $1, gen_random_uuid(), $2, 'proof.fairness', jsonb_build_object('n', n),
           now() - interval '1 hour' + n * interval '1 ms', now() - interval '1 hour' + n * interval '1 ms'
         from generate_series(1, $3::int) n`,
    [client, lane.name, count],
  )

/** Counts the database pages that a claim reads, which unlike its time does not depend on the machine. */
async function measureClaims(world: World, backlog: number) {
  const engine = await openEngine(world, { LOG_LEVEL: 'silent' })
  try {
    await fill(engine, engine.rivalId, 1)
    await fill(engine, engine.clientId, 1)
    await engine.sql('analyze tasks')
    const few = await countBuffers(engine)
    await fill(engine, engine.clientId, backlog)
    await engine.sql('analyze tasks')
    const claim = { lane: lane.name, afterClient: nilUuid, limit: 8, leaseMs: 60_000 }
    for (let n = 0; n < 5; n++) await engine.database.system((tx) => claimTasksInTurn(tx, claim))
    return { few, many: await countBuffers(engine) }
  } finally {
    await engine.close()
  }
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

async function countBuffers(engine: Engine): Promise<number> {
  const [row] = await engine.sql(
    `explain (analyze, buffers, format json)
       select * from claim_tasks_in_turn('${lane.name}', '${nilUuid}', 2, interval '1 minute', null, 1)`,
  )
  const [{ Plan: plan }] = (row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN']
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
