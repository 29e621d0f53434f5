import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openLanes } from './lanes.ts'
import { inputOf, openPoster } from './post.ts'
import { commitOne, connectPipelined, runQuery } from './transaction.ts'
import { runContenderProgram } from './two-processes.ts'

// Claimed rows are buffered for free executors, so that a claim is large enough for the cost of its commit. The
// values were found by experiment; halving or doubling any of them makes no measurable difference.
const bufferSize = 400
const endBatchSize = 200
const endDelayMs = 5
const idleMs = 2

// Half of every page stays free, so that a claim is a heap-only update that touches no index.
const tables = `
  create table hand_tasks (
    id bigint generated always as identity primary key,
    kind text not null,
    input jsonb not null,
    due_at timestamptz not null default now(),
    lease_until timestamptz,
    attempts integer not null default 0,
    state text not null default 'open',
    result jsonb
  ) with (fillfactor = 50);
  create index hand_tasks_due on hand_tasks (due_at) where state = 'open'`

const scheduling = `insert into hand_tasks (kind, input) values ('webhook.deliver', $1)`

const claiming = `
  update hand_tasks set attempts = attempts + 1, lease_until = now() + interval '60 s'
  from (select id from hand_tasks
    where state = 'open' and due_at <= now() and (lease_until is null or lease_until < now())
    order by due_at limit $1 for update skip locked) due
  where hand_tasks.id = due.id
  returning hand_tasks.id, hand_tasks.attempts, hand_tasks.input::text`

// A worker that lost the lease must not end the task, so the attempt number serves as fencing token.
const ending = `
  update hand_tasks set state = 'done', lease_until = null, result = jsonb_build_object('status', ended.status)
  from unnest($1::bigint[], $2::integer[], $3::integer[]) ended (id, attempts, status)
  where hand_tasks.id = ended.id and hand_tasks.attempts = ended.attempts and hand_tasks.state = 'open'`

// A new table has no statistics, so the planner would choose sequential scans for every batch; these plans are
// therefore disabled.
const byIndex = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((plan) => `-c enable_${plan}=off`)
  .join(' ')

type Claimed = { id: string; attempts: number; input: string }
type Ended = Claimed & { status: number }

await runContenderProgram({
  async prepare({ databaseUrl }) {
    const client = await connectPipelined(databaseUrl)
    await client.query(tables)
    await client.end()
  },

  async openProducer({ databaseUrl, producers }) {
    const clients = await Promise.all(Array.from({ length: producers }, () => connectPipelined(databaseUrl)))
    return {
      schedule: (producer, number) =>
        commitOne(clients[producer] as pg.Client, scheduling, [JSON.stringify(inputOf(number))], 'schedule'),
    }
  },

  async openExecutor({ databaseUrl, receiverUrl, executors }) {
    const claimer = await connectPipelined(databaseUrl, byIndex)
    const ender = await connectPipelined(databaseUrl, byIndex)
    const { post } = openPoster(receiverUrl, executors)
    const end = endInBatches(ender)
    let executed = 0
    let wake = () => {}

    const lanes = openLanes<Claimed>(executors, async (task) => {
      const status = await post(task.input)
      executed++
      end({ ...task, status })
      if (lanes.unfinished() <= bufferSize / 2) wake()
    })

    async function keepClaiming() {
      const until = Date.now() + 300_000
      while (Date.now() < until) {
        const free = bufferSize - lanes.unfinished()
        if (free < bufferSize / 2) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        const { rows } = await runQuery(claimer, claiming, [free], 'claim')
        for (const row of rows) lanes.push(row)
        if (rows.length < free) await sleep(idleMs)
      }
    }
    keepClaiming()

    return {
      executed: () => executed,
      async countEnded() {
        const counting = `select count(*)::integer as count from hand_tasks where state = 'done'`
        return (await runQuery(claimer, counting, [], 'count')).rows[0].count
      },
    }
  },
})

/** Collects finished tasks while the previous batch is being written, or for a few milliseconds. */
function endInBatches(client: pg.Client) {
  let waiting: Ended[] = []
  let writing = false
  let timer: NodeJS.Timeout | undefined

  async function write() {
    clearTimeout(timer)
    timer = undefined
    if (writing || waiting.length === 0) return
    writing = true
    const batch = waiting
    waiting = []
    const columns = [
      batch.map(({ id }) => id),
      batch.map(({ attempts }) => attempts),
      batch.map(({ status }) => status),
    ]
    const { rowCount } = await runQuery(client, ending, columns, 'end')
    if (rowCount !== batch.length) throw new Error('a lease was lost')
    writing = false
    scheduleWrite()
  }

  function scheduleWrite() {
    if (waiting.length >= endBatchSize) write()
    else timer ??= setTimeout(write, endDelayMs)
  }

  return (task: Ended) => {
    waiting.push(task)
    scheduleWrite()
  }
}
