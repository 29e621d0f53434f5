import { sql } from 'kysely'
import { findClient, tenantForOperator } from '../../features/clients/service.ts'
import { callCourier } from '../../features/webhooks/tasks.ts'
import { verifyAudit } from '../../platform/database/audit-chain.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import type { Cell } from '../with-cell.ts'
import { copyLog, isLogComplete } from './audit-log.ts'
import { requireMovable } from './checks.ts'
import { copyFiles, findMissingFiles } from './files.ts'
import { carryPublicKeys, moveMembers, rewrapKeys } from './keys.ts'
import { announce, copyTables } from './rows.ts'
import { close, drainTasks, forgetState, leave, readState, setState } from './states.ts'
import { moved } from './tables.ts'

type Cells = { source: Cell; target: Cell }
type Client = { id: string; name: string }
type Tables = typeof moved

const early = moved.filter(({ late }) => !late)
/** A round that finds no more than this leaves little for the time in which the client is closed. */
const littleRows = 1_000
const mostRounds = 5

export type Moved = {
  client_id: string
  from: string
  to: string
  rows: number
  files: number
  audit_lines: number
  rounds: number
  /** How long writes were refused, and reads too. Absent when an earlier run had got past it. */
  closed_ms?: number
  reads_refused_ms?: number
}

/**
 * Moves a client from one cell to another while it works. Every step may be run again: the row in client_moves says how far
 * it came. Until the client has left, any failure opens it again where it was.
 */
export async function moveClient(cells: Cells, nameOrId: string): Promise<Moved> {
  const { source, target } = cells
  const client = await findClient(source.database, nameOrId)
  const [from, to] = [source.config.CELL, target.config.CELL]
  const counts = { rows: 0, files: 0, audit_lines: 0, rounds: 0 }
  const before = await readState(source.database, client.id)
  if (before?.state === 'moved' && before.cell !== to)
    throw new Error(`Client ${client.name} has moved to ${before.cell} already`)
  if (before?.state === 'moved') {
    await arrive(cells, client)
    return { client_id: client.id, from, to, ...counts }
  }
  await requireMovable(cells, client)
  await source.database.system((tx) => setState(tx, client.id, { state: 'copying', cell: to }))
  await prepareArrival(cells, client)
  try {
    await copyWhileOpen(cells, client, counts)
    const times = await switchOver(cells, client, counts)
    return { client_id: client.id, from, to, ...counts, ...times }
  } catch (error) {
    await reopen(source, client.id)
    throw error
  }
}

/** The client works where it was, as if nothing had been tried. Refused once it has left. */
export async function reopen(source: Cell, clientId: string) {
  const state = await readState(source.database, clientId)
  if (state?.state === 'moved') return false
  await forgetState(source.database, clientId)
  return true
}

/** The client is known at the target from here on, and closed. */
async function prepareArrival({ source, target }: Cells, { id, name }: Client) {
  await target.database.system(async (tx) => {
    await announce(tx)
    await setState(tx, id, { state: 'arriving', cell: source.config.CELL })
    await tx
      .insertInto('clients')
      .values({ id, name })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
      .execute()
  })
}

async function copyWhileOpen(cells: Cells, client: Client, counts: Counts) {
  for (counts.rounds = 1; ; counts.rounds++) {
    const rows = await copyRows(cells, client.id, early)
    counts.rows += sumOf(rows)
    counts.files += await copyFiles(cells, client.id)
    counts.audit_lines += await copyLog(databasesOf(cells), client.id)
    if (sumOf(rows) <= littleRows || counts.rounds >= mostRounds) break
  }
  const { fault } = await verifyAudit(cells.target.database, client.id)
  if (fault) throw new Error(`The audit log did not arrive as it was: ${fault}`)
}

type Counts = { rows: number; files: number; audit_lines: number; rounds: number }

async function switchOver(cells: Cells, client: Client, counts: Counts) {
  const { source, target } = cells
  const to = target.config.CELL
  await source.database.system((tx) => setState(tx, client.id, { state: 'draining', cell: to }))
  await drainTasks(source.database, client.id)
  const closedAt = performance.now()
  await close(source.database, client.id, to)
  counts.rows += await copyUntilEqual(cells, client.id)
  counts.files += await copyFiles(cells, client.id)
  const missing = await findMissingFiles(cells, client.id)
  if (missing.length > 0)
    throw new Error(`${missing.length} files did not arrive, the first is ${missing[0]}`)
  await rewrapKeys(cells, client.id)
  await moveMembers(cells, client.id)
  await carryPublicKeys(cells, client.id)
  counts.audit_lines += await copyLog(databasesOf(cells), client.id)
  const leftAt = performance.now()
  await leave(source.database, client.id, to)
  await arrive(cells, client)
  const openAt = performance.now()
  return { closed_ms: Math.round(openAt - closedAt), reads_refused_ms: Math.round(openAt - leftAt) }
}

/** Copies what differs and looks again at every table that did, until none does: that is the check as well. */
async function copyUntilEqual(cells: Cells, clientId: string) {
  let total = 0
  let tables: Tables = moved
  for (let round = 0; tables.length > 0; round++) {
    if (round === mostRounds)
      throw new Error(`Rows still differ in ${tables.map(({ name }) => name).join(', ')}`)
    const rows = await copyRows(cells, clientId, tables)
    total += sumOf(rows)
    tables = tables.filter(({ name }) => rows.get(name))
  }
  return total
}

/** One moment of the source, or a child could come before the parent that was added behind our back. */
const copyRows = ({ source, target }: Cells, clientId: string, tables: Tables) =>
  source.database.snapshot((from) => copyTables({ from, target: target.database }, tables, clientId))

/** The client has left: its last lines, the order of its events, then the target is open. Every step may be run again. */
async function arrive(cells: Cells, client: Client) {
  const { source, target } = cells
  const state = await readState(target.database, client.id)
  if (state?.state === 'arriving') {
    await copyLog(databasesOf(cells), client.id)
    if (!(await isLogComplete(databasesOf(cells), client.id)))
      throw new Error('The audit log is not complete at the target; run the command again')
    const last = await source.database.system((tx) => lastFeedNumber(tx, client.id))
    await target.database.system(async (tx) => {
      await continueFeed(tx, client.id, last)
      await wakeUp(tx, client.id)
      await tx.deleteFrom('client_moves').where('client_id', '=', client.id).execute()
    })
  }
  await settle(source, client.id)
  const tenant = await tenantForOperator(target, client.id, 'move-client')
  await tenant.transaction(async (tx) => audit(tx, 'client.moved', client.id))
}

/** No event of the client has a higher number, and no cursor that it was given. */
async function lastFeedNumber(tx: Tx, clientId: string) {
  const { rows } = await sql<{ last: string }>`
    select pg_current_xact_id()::text::numeric
      + coalesce((select xid_ahead from event_feeds where client_id = ${clientId}), 0) as last`.execute(tx)
  return rows[0]?.last ?? '0'
}

async function continueFeed(tx: Tx, clientId: string, last: string) {
  await sql`insert into event_feeds (client_id, xid_ahead)
    values (${clientId}, greatest(0, ${last}::numeric + 1 - pg_current_xact_id()::text::numeric)::bigint)
    on conflict (client_id) do update set xid_ahead = excluded.xid_ahead`.execute(tx)
}

/** Dispatchers have looked past what was due before; and every queue of deliveries gets somebody. */
async function wakeUp(tx: Tx, clientId: string) {
  await sql`update tasks set wake_at = clock_timestamp()
    where client_id = ${clientId} and wake_at < clock_timestamp()`.execute(tx)
  const queues = await tx
    .selectFrom('webhook_queues')
    .select('webhook_id')
    .where('client_id', '=', clientId)
    .execute()
  for (const { webhook_id: webhookId } of queues) await callCourier(tx, { clientId, webhookId })
}

/** What is left at the source sets nothing going any more. */
async function settle({ database }: Cell, clientId: string) {
  await database.system(async (tx) => {
    await sql`update accounts set next_look_at = null
      where client_id = ${clientId} and next_look_at is not null`.execute(tx)
    await sql`update webhook_queues set work_at = null where client_id = ${clientId}`.execute(tx)
  })
}

const databasesOf = ({ source, target }: Cells) => ({ source: source.database, target: target.database })

const sumOf = (rows: Map<string, number>) => [...rows.values()].reduce((sum, count) => sum + count, 0)
