import { setTimeout as sleep } from 'node:timers/promises'
import type { Findings } from '../programs/findings.ts'
import type { RetryingCaller } from './calls.ts'
import type { Cells } from './cells.ts'
import type { ClientLoad } from './load.ts'

type MoveEvidence = {
  cells: Cells
  at: 'a0' | 'b0'
  seeded: string[]
  caller: RetryingCaller
  load: ClientLoad
  bystanders: ClientLoad[]
  receiver: { deliveries: Map<string, number> }
}

/** Runs a query in the database of a cell. */
type RunQuery = (text: string) => Promise<Record<string, unknown>[]>

type ClientEvidence = Pick<MoveEvidence, 'seeded' | 'caller' | 'load' | 'receiver'> & {
  /** Queries the cell in which the client is now. */
  query: RunQuery
  clientId: string
  inboxUrl: string
}

const settleMs = 60_000

/** Compares the writes acknowledged to callers with what is stored and delivered. */
export async function judge(evidence: MoveEvidence) {
  const { cells, at, bystanders, receiver } = evidence
  const { clientId } = cells.world.clients.acme
  const { inboxUrl } = cells
  const findings: Findings = {
    ...(await judgeClient({ ...evidence, query: cells.cells[at].sql, clientId, inboxUrl })),
    'failed requests of other clients': bystanders.flatMap(({ failures, caller: { refusals } }) => [
      ...failures,
      ...[...refusals].filter((code) => code === 'client-moving'),
    ]),
    'lost rows of other clients': await findLostBystanderUsers(cells, bystanders),
    'broken audit chains': await verifyLogs(cells),
  }
  const repeats = [...receiver.deliveries.values()].filter((count) => count > 1).length
  return { findings, repeats }
}

/** Compares the acknowledged writes of one moved client with what is stored and delivered. */
export async function judgeClient(evidence: ClientEvidence): Promise<Findings> {
  const { query, clientId, inboxUrl, seeded, caller, load, receiver } = evidence
  const users = await listIds(query, `select id::text from users where client_id = '${clientId}'`)
  const events = await listIds(
    query,
    `select id::text from events where client_id = '${clientId}' order by xid, id`,
  )
  const waiting = await waitForDeliveries(query, clientId)
  await load.readFeed()
  const { body } = await caller.call('GET', '/users?limit=1')
  const total = Number((body.pagination as { total_count: number }).total_count)
  const expected = new Set([...seeded, ...load.users])
  return {
    'failed requests': load.failures,
    'lost users': without(expected, users),
    'users never created': without(users, expected),
    'wrong totals': total === expected.size ? [] : [`${total} instead of ${expected.size}`],
    'lost events': without(load.events, events),
    'events never created': without(events, load.events),
    'events missing in the feed': without(load.events, load.feed),
    'duplicate or misordered events in the feed':
      load.feed.join() === events.join() ? [] : [`${load.feed.length} read, ${events.length} stored`],
    'missing deliveries': await findUndelivered(query, clientId, receiver.deliveries),
    'pending deliveries': waiting,
    'missing emails': await findUnsent(inboxUrl, load.invited),
  }
}

const without = (some: Iterable<string>, others: Iterable<string>) => [
  ...new Set(some).difference(new Set(others)),
]

async function listIds(query: RunQuery, text: string) {
  const rows = await query(text)
  return rows.map(({ id }) => String(id))
}

async function waitForDeliveries(query: RunQuery, clientId: string) {
  const text = `select id::text from deliveries where client_id = '${clientId}' and state = 'waiting'`
  for (let left = settleMs; ; left -= 250) {
    const waiting = await listIds(query, text)
    if (waiting.length === 0 || left <= 0) return waiting
    await sleep(250)
  }
}

/** Lists events without a delivery, and deliveries that the receiver has not seen. */
async function findUndelivered(query: RunQuery, clientId: string, seen: Map<string, number>) {
  const unsent = await listIds(
    query,
    `select e.id::text from events e where e.client_id = '${clientId}' and not exists (
       select from deliveries d where d.client_id = e.client_id and d.event_id = e.id)`,
  )
  const ids = await listIds(query, `select id::text from deliveries where client_id = '${clientId}'`)
  return [...unsent, ...without(ids, seen.keys())]
}

async function findUnsent(inboxUrl: string, addresses: string[]) {
  const missing: string[] = []
  for (const to of addresses) {
    let count = 0
    for (let left = settleMs; count === 0 && left > 0; left -= 100) {
      const reply = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(to)}`)
      count = ((await reply.json()) as { messages: unknown[] }).messages.length
      if (count === 0) await sleep(100)
    }
    if (count === 0) missing.push(to)
  }
  return missing
}

async function findLostBystanderUsers(cells: Cells, [rival, neighbour]: ClientLoad[]) {
  const inFirst = await listIds(
    cells.cells.a0.sql,
    `select id::text from users where client_id = '${cells.world.clients.rival.clientId}'`,
  )
  const inSecond = await listIds(
    cells.cells.b0.sql,
    `select id::text from users where client_id = '${cells.neighbour.clientId}'`,
  )
  return [...without(rival?.users ?? [], inFirst), ...without(neighbour?.users ?? [], inSecond)]
}

async function verifyLogs(cells: Cells) {
  const errors: string[] = []
  for (const cell of ['a0', 'b0'] as const)
    await cells.admin(cell, 'verify-audit').catch((error: Error) => errors.push(`${cell}: ${error.message}`))
  return errors
}
