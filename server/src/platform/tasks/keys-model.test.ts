import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { newTimedId } from '../time/uuid-v7.ts'
import { noId } from './queries.ts'

// The functions of the database alone, from connections that are left in the middle of their transactions.
const { sql, config, clientId, rivalId } = await startEngine()
const lane = 'model'
const keys = ['a', 'b', null]
// Two that wait for each other are to be told soon.
await sql(`alter database ${new URL(config.DATABASE_URL).pathname.slice(1)} set deadlock_timeout = '20ms'`)

async function connect() {
  const connection = new pg.Client({ connectionString: config.DATABASE_URL })
  await connection.connect()
  atEnd(() => connection.end())
  await connection.query('set role payproof_system')
  const ask = async (text: string, values?: unknown[]) => (await connection.query(text, values)).rows
  const [{ pid }] = await ask('select pg_backend_pid() as pid')
  return { ask, pid: pid as number }
}

type Line = Awaited<ReturnType<typeof connect>> & {
  isOpen: boolean
  running: Promise<void> | undefined
  /** Claimed by the open transaction: nobody else hears of these offers before it commits. */
  claimed: Offer[]
}
const openLine = async (): Promise<Line> => ({
  ...(await connect()),
  isOpen: false,
  running: undefined,
  claimed: [],
})
const lines = [await openLine(), await openLine(), await openLine()]
const { ask: look } = await connect()

type Offer = { client_id: string; id: string; offers: number }
const offersSeen: Offer[] = []

async function claim({ ask }: Pick<Line, 'ask'>, most: number): Promise<Offer[]> {
  const text = `select id, client_id, offers
    from claim_tasks($1, '-infinity', $2, $3, interval '1 hour', null, 1) where id is not null`
  return (await ask(text, [lane, noId, most])) as Offer[]
}

/** Calls a function of the database with one of the offers that were ever made, perhaps a stale one. */
async function callWith({ ask }: Line, n: number, name: string, ...more: unknown[]) {
  const offer = offersSeen[n % Math.max(1, offersSeen.length)]
  if (!offer) return
  const { client_id, id, offers } = offer
  const places = [client_id, id, offers, ...more].map((_, index) => `$${index + 1}`)
  const rows = await ask(`select * from ${name}(${places})`, [
    [client_id],
    [id],
    [offers],
    ...more.map((value) => [value]),
  ])
  const newest = Math.max(...offersSeen.filter((seen) => seen.id === id).map((seen) => seen.offers))
  if (rows.length > 0) expect(offers, 'only the last offer counts').toBe(newest)
}

/** What one connection can do; each may find nothing to do. */
const acts = {
  async schedule({ ask }: Line, n: number) {
    await ask(
      `insert into tasks (client_id, id, kind, lane, input, key, pace, pace_ms, pace_burst, due_at)
         values ($1, $2, 'test.model', $3, '{}', $4, $5, 0.01, 1, now() - $6 * interval '1 ms')`,
      [n % 7 ? clientId : rivalId, newTimedId(), lane, keys[n % 3], n % 5 ? null : 'model', n],
    )
  },
  async claim(line: Line, n: number) {
    const claimed = await claim(line, 1 + (n % 4))
    line.claimed.push(...claimed)
    const overtaken = await line.ask(
      `select t.id from tasks t join tasks o on o.client_id = t.client_id and o.key = t.key
         and (o.due_at, o.id) < (t.due_at, t.id) where t.id = any ($1)`,
      [claimed.filter(({ offers }) => offers === 1).map(({ id }) => id)],
    )
    expect(overtaken, 'a first offer that overtook another of its key').toEqual([])
  },
  end: (line: Line, n: number) => callWith(line, n, 'end_tasks', null),
  bury: (line: Line, n: number) => callWith(line, n, 'bury_tasks', 'as it was told'),
  postpone: (line: Line, n: number) => callWith(line, n, 'postpone_tasks', new Date(), 'as it was told'),
  async loseLease({ ask }: Line, n: number) {
    const id = offersSeen[n % Math.max(1, offersSeen.length)]?.id
    await ask(`update tasks set wake_at = now() where id = $1 and state = 'offered'`, [id])
  },
  async cancel({ ask }: Line, n: number) {
    await ask('delete from tasks where client_id = $1 and key = $2', [clientId, keys[n % 2]])
  },
}

type Act = keyof typeof acts | 'begin' | 'commit' | 'rollback'
type Step = { line: number; act: Act; n: number }
const weights: Record<Act, number> = {
  schedule: 8,
  claim: 6,
  end: 4,
  bury: 1,
  postpone: 2,
  loseLease: 2,
  cancel: 1,
  begin: 5,
  commit: 4,
  rollback: 1,
}
const anyStep = fc.record<Step>({
  line: fc.nat(lines.length - 1),
  act: fc.oneof(
    ...Object.entries(weights).map(([act, weight]) => ({ arbitrary: fc.constant(act as Act), weight })),
  ),
  n: fc.nat(1_000),
})

/** Does it, or leaves it waiting for a lock that another connection holds. */
async function take({ line: index, act, n }: Step) {
  const line = lines[index] as Line
  const isEnd = act === 'commit' || act === 'rollback'
  if (line.running || (act === 'begin' && line.isOpen) || (isEnd && !line.isOpen)) return
  const work = async () => {
    if (act === 'begin' || isEnd) {
      await line.ask(act)
      line.isOpen = !isEnd
    } else await acts[act](line, n)
    if (line.isOpen) return
    if (act !== 'rollback') offersSeen.push(...line.claimed)
    line.claimed.length = 0
  }
  let failure: unknown
  const running = work()
    .catch(async (error) => {
      // Two that waited for each other: one of them begins anew, as the callers do.
      if (error.code !== '40P01') failure = error
      if (line.isOpen) await line.ask('rollback')
      line.isOpen = false
      line.claimed.length = 0
    })
    .finally(() => {
      line.running = undefined
    })
  line.running = running
  for (let rounds = 0; rounds < 1_000 && line.running !== undefined; rounds++) {
    const [waiting] = await look('select from pg_blocking_pids($1) b where cardinality(b) > 0', [line.pid])
    if (waiting) return
    await Promise.race([running, sleep(1)])
  }
  if (failure) throw failure
}

/** Ends every transaction, also those that wait for each other. */
async function settle(how: 'commit' | 'rollback') {
  for (let round = 0; lines.some(({ isOpen, running }) => isOpen || running); round++) {
    if (round > 100) throw new Error('Connections wait for each other for ever')
    for (const [index, { running }] of lines.entries()) {
      if (running) await Promise.race([running, sleep(20)])
      else await take({ line: index, act: how, n: 0 })
    }
  }
}

async function expectOneOut() {
  const twice = await look(
    `select client_id, key from tasks where key is not null and state = 'offered' group by 1, 2 having count(*) > 1`,
  )
  expect(twice).toEqual([])
}

/** Ends whatever can be claimed, again and again; each key in its order, and nothing may be left. */
async function drain() {
  const order = await look(
    `select id, client_id || ' ' || key as line from tasks where key is not null
       order by (state <> 'offered'), due_at, id`,
  )
  const lineOf = new Map(order.map(({ id, line }) => [id as string, line as string]))
  const left = Map.groupBy(lineOf.keys(), (id) => lineOf.get(id))
  await look(`update tasks set wake_at = now() where state <> 'blocked'`)
  for (let rounds = 0; (await look(`select from tasks where state <> 'blocked'`)).length > 0; rounds++) {
    expect(rounds).toBeLessThan(300)
    const claimed = await claim({ ask: look }, 3)
    await expectOneOut()
    for (const { client_id, id, offers } of claimed) {
      if (lineOf.has(id)) expect(left.get(lineOf.get(id))?.shift()).toBe(id)
      await look('select end_tasks($1, $2, $3, $4)', [[client_id], [id], [offers], [null]])
    }
  }
  expect(await look('select id, key, due_at from tasks'), 'blocked by nobody').toEqual([])
}

test('whatever connections do at the same time, one of a key is out, in order, and none is forgotten', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
        for (const step of steps) {
          await take(step)
          await expectOneOut()
        }
        await settle('commit')
        await drain()
      })
      .afterEach(async () => {
        await settle('rollback')
        await sql('truncate tasks, dead_tasks, task_paces')
        offersSeen.length = 0
      }),
    { numRuns: 60 },
  )
}, 60_000)
