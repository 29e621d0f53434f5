import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { newUuidV7 } from '../time/uuid-v7.ts'
import { nilUuid } from './queries.ts'

// Model test of the database functions only, with connections that keep their transactions open.
const { sql, config, clientId, rivalId } = await startEngine()
const lane = 'model'
const keys = ['a', 'b', null]
// PostgreSQL must detect deadlocks quickly, because the test provokes many.
await sql(`alter database ${new URL(config.DATABASE_URL).pathname.slice(1)} set deadlock_timeout = '20ms'`)

async function connect() {
  const connection = new pg.Client({ connectionString: config.DATABASE_URL })
  await connection.connect()
  atEnd(() => connection.end())
  await connection.query('set role payproof_system')
  const query = async (text: string, values?: unknown[]) => (await connection.query(text, values)).rows
  const [{ pid }] = await query('select pg_backend_pid() as pid')
  return { query, pid: pid as number }
}

type Session = Awaited<ReturnType<typeof connect>> & {
  isOpen: boolean
  running: Promise<void> | undefined
  /** Tasks claimed by the open transaction. Other sessions cannot see the claims until it commits. */
  claimed: Offer[]
}
const openSession = async (): Promise<Session> => ({
  ...(await connect()),
  isOpen: false,
  running: undefined,
  claimed: [],
})
const sessions = [await openSession(), await openSession(), await openSession()]
const { query: observe } = await connect()

type Offer = { client_id: string; id: string; offers: number }
const offersSeen: Offer[] = []

async function claim({ query }: Pick<Session, 'query'>, limit: number): Promise<Offer[]> {
  const text = `select id, client_id, offers
    from claim_tasks($1, '-infinity', $2, $3, interval '1 hour', null, 1) where id is not null`
  return (await query(text, [lane, nilUuid, limit])) as Offer[]
}

/** Calls a database function with any earlier offer, which may be stale. */
async function callWithOffer({ query }: Session, n: number, name: string, ...args: unknown[]) {
  const offer = offersSeen[n % Math.max(1, offersSeen.length)]
  if (!offer) return
  const { client_id, id, offers } = offer
  const placeholders = [client_id, id, offers, ...args].map((_, index) => `$${index + 1}`)
  const rows = await query(`select * from ${name}(${placeholders})`, [
    [client_id],
    [id],
    [offers],
    ...args.map((value) => [value]),
  ])
  const newest = Math.max(...offersSeen.filter((seen) => seen.id === id).map((seen) => seen.offers))
  if (rows.length > 0) expect(offers, 'only the latest offer is valid').toBe(newest)
}

/** Actions of one session. An action may find nothing to do. */
const actions = {
  async schedule({ query }: Session, n: number) {
    await query(
      `insert into tasks (client_id, id, kind, lane, input, key, pace, pace_ms, pace_burst, due_at)
         values ($1, $2, 'test.model', $3, '{}', $4, $5, 0.01, 1, now() - $6 * interval '1 ms')`,
      [n % 7 ? clientId : rivalId, newUuidV7(), lane, keys[n % 3], n % 5 ? null : 'model', n],
    )
  },
  async claim(session: Session, n: number) {
    const claimed = await claim(session, 1 + (n % 4))
    session.claimed.push(...claimed)
    const overtaken = await session.query(
      `select t.id from tasks t join tasks o on o.client_id = t.client_id and o.key = t.key
         and (o.due_at, o.id) < (t.due_at, t.id) where t.id = any ($1)`,
      [claimed.filter(({ offers }) => offers === 1).map(({ id }) => id)],
    )
    expect(overtaken, 'a first offer that overtook another task of its key').toEqual([])
  },
  complete: (session: Session, n: number) => callWithOffer(session, n, 'end_tasks', null),
  deadLetter: (session: Session, n: number) => callWithOffer(session, n, 'bury_tasks', 'as instructed'),
  reschedule: (session: Session, n: number) =>
    callWithOffer(session, n, 'postpone_tasks', new Date(), 'as instructed'),
  async loseLease({ query }: Session, n: number) {
    const id = offersSeen[n % Math.max(1, offersSeen.length)]?.id
    await query(`update tasks set wake_at = now() where id = $1 and state = 'offered'`, [id])
  },
  async cancel({ query }: Session, n: number) {
    await query('delete from tasks where client_id = $1 and key = $2', [clientId, keys[n % 2]])
  },
}

type Action = keyof typeof actions | 'begin' | 'commit' | 'rollback'
type Step = { session: number; action: Action; n: number }
const weights: Record<Action, number> = {
  schedule: 8,
  claim: 6,
  complete: 4,
  deadLetter: 1,
  reschedule: 2,
  loseLease: 2,
  cancel: 1,
  begin: 5,
  commit: 4,
  rollback: 1,
}
const anyStep = fc.record<Step>({
  session: fc.nat(sessions.length - 1),
  action: fc.oneof(
    ...Object.entries(weights).map(([action, weight]) => ({
      arbitrary: fc.constant(action as Action),
      weight,
    })),
  ),
  n: fc.nat(1_000),
})

/** Runs a step. A step that needs a lock held by another session is left waiting. */
async function runStep({ session: index, action, n }: Step) {
  const session = sessions[index] as Session
  const isEnd = action === 'commit' || action === 'rollback'
  if (session.running || (action === 'begin' && session.isOpen) || (isEnd && !session.isOpen)) return
  const work = async () => {
    if (action === 'begin' || isEnd) {
      await session.query(action)
      session.isOpen = !isEnd
    } else await actions[action](session, n)
    if (session.isOpen) return
    if (action !== 'rollback') offersSeen.push(...session.claimed)
    session.claimed.length = 0
  }
  let failure: unknown
  const running = work()
    .catch(async (error) => {
      // After a deadlock, one of the sessions starts over, as the real callers do.
      if (error.code !== '40P01') failure = error
      if (session.isOpen) await session.query('rollback')
      session.isOpen = false
      session.claimed.length = 0
    })
    .finally(() => {
      session.running = undefined
    })
  session.running = running
  for (let rounds = 0; rounds < 1_000 && session.running !== undefined; rounds++) {
    const [blocked] = await observe('select from pg_blocking_pids($1) b where cardinality(b) > 0', [
      session.pid,
    ])
    if (blocked) return
    await Promise.race([running, sleep(1)])
  }
  if (failure) throw failure
}

/** Ends every transaction, including transactions that wait for each other. */
async function endAll(action: 'commit' | 'rollback') {
  for (let round = 0; sessions.some(({ isOpen, running }) => isOpen || running); round++) {
    if (round > 100) throw new Error('Sessions block each other for ever')
    for (const [index, { running }] of sessions.entries()) {
      if (running) await Promise.race([running, sleep(20)])
      else await runStep({ session: index, action, n: 0 })
    }
  }
}

async function expectOneOfferedPerKey() {
  const duplicates = await observe(
    `select client_id, key from tasks where key is not null and state = 'offered' group by 1, 2 having count(*) > 1`,
  )
  expect(duplicates).toEqual([])
}

/** Claims and completes tasks until none is left, and checks that each key keeps its order. */
async function drain() {
  const order = await observe(
    `select id, client_id || ' ' || key as key from tasks where key is not null
       order by (state <> 'offered'), due_at, id`,
  )
  const keyOf = new Map(order.map(({ id, key }) => [id as string, key as string]))
  const remaining = Map.groupBy(keyOf.keys(), (id) => keyOf.get(id))
  await observe(`update tasks set wake_at = now() where state <> 'blocked'`)
  for (let rounds = 0; (await observe(`select from tasks where state <> 'blocked'`)).length > 0; rounds++) {
    expect(rounds).toBeLessThan(300)
    const claimed = await claim({ query: observe }, 3)
    await expectOneOfferedPerKey()
    for (const { client_id, id, offers } of claimed) {
      if (keyOf.has(id)) expect(remaining.get(keyOf.get(id))?.shift()).toBe(id)
      await observe('select end_tasks($1, $2, $3, $4)', [[client_id], [id], [offers], [null]])
    }
  }
  expect(await observe('select id, key, due_at from tasks'), 'blocked without a blocking task').toEqual([])
}

test('under any interleaving at most one task per key is offered, in order, and none is lost', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
        for (const step of steps) {
          await runStep(step)
          await expectOneOfferedPerKey()
        }
        await endAll('commit')
        await drain()
      })
      .afterEach(async () => {
        await endAll('rollback')
        await sql('truncate tasks, dead_tasks, task_paces')
        offersSeen.length = 0
      }),
    { numRuns: 60 },
  )
})
