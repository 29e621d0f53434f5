import { sql } from 'kysely'
import { findClient, tenantForOperator } from '../../features/clients/service.ts'
import { dispatchCourier } from '../../features/webhooks/tasks.ts'
import { verifyAuditChains } from '../../platform/database/audit-chain.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import type { AdminCell } from '../with-cell.ts'
import { copyLog, isLogComplete } from './audit-log.ts'
import { requireMovable } from './checks.ts'
import { copyFiles, findMissingFiles } from './files.ts'
import { carryPublicKeys, moveMembers, rewrapKeys } from './keys.ts'
import { copyTables, skipTriggers } from './rows.ts'
import { closeClient, deleteState, drainTasks, markMoved, readState, setState } from './states.ts'
import { movedTables } from './tables.ts'

type Cells = { source: AdminCell; target: AdminCell; progress: ProgressReporter }
type Client = { id: string; name: string }
type Tables = typeof movedTables

const tablesCopiedWhileOpen = movedTables.filter(({ late }) => !late)
/**
 * The client is closed once a round copies at most this many rows, so that little is left to copy while it is closed.
 */
const maxRowsLeft = 1_000
const maxRounds = 5

export type ClientMoveReport = {
  client_id: string
  from: string
  to: string
  rows: number
  files: number
  audit_lines: number
  rounds: number
  /**
   * How long writes were refused, and how long reads were refused too. Absent if an earlier run had already completed
   * this step.
   */
  closed_ms?: number
  reads_refused_ms?: number
}

/**
 * Moves a client to another cell while it is in use. Every step is idempotent, and the row in client_moves records
 * the progress. Until the client has left the source, any failure reopens it there.
 */
export async function moveClient(
  { source, target }: Omit<Cells, 'progress'>,
  nameOrId: string,
  progress: ProgressReporter = noProgress,
): Promise<ClientMoveReport> {
  const cells = { source, target, progress }
  const client = await findClient(source.database, nameOrId)
  const [from, to] = [source.config.CELL, target.config.CELL]
  const counts = { rows: 0, files: 0, audit_lines: 0, rounds: 0 }
  const previous = await readState(source.database, client.id)
  if (previous?.state === 'moved' && previous.cell !== to)
    throw new Error(`Client ${client.name} has already moved to ${previous.cell}`)
  if (previous?.state === 'moved') {
    await completeArrival(cells, client)
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
    await reopenClient(source, client.id)
    throw error
  }
}

/**
 * Cancels the move, so that the client works in the source cell again. Returns false if the client has already left.
 */
export async function reopenClient(source: AdminCell, clientId: string) {
  const state = await readState(source.database, clientId)
  if (state?.state === 'moved') return false
  await deleteState(source.database, clientId)
  return true
}

/** Creates the client at the target, in the closed state. */
async function prepareArrival({ source, target }: Cells, { id, name }: Client) {
  await target.database.system(async (tx) => {
    await skipTriggers(tx)
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
    const rows = await copyRows(cells, client.id, tablesCopiedWhileOpen)
    counts.rows += totalOf(rows)
    counts.files += await copyFiles(cells, client.id, cells.progress)
    counts.audit_lines += await copyLog(cells, client.id, cells.progress)
    if (totalOf(rows) <= maxRowsLeft || counts.rounds >= maxRounds) break
  }
  cells.progress.step('verifying audit chains', counts.audit_lines, 'lines')
  const { fault } = await verifyAuditChains(cells.target.database, client.id, [], cells.progress)
  if (fault) throw new Error(`The audit log was damaged while copying: ${fault}`)
}

type Counts = { rows: number; files: number; audit_lines: number; rounds: number }

async function switchOver(cells: Cells, client: Client, counts: Counts) {
  const { source, target, progress } = cells
  const to = target.config.CELL
  progress.step('waiting for running tasks')
  await source.database.system((tx) => setState(tx, client.id, { state: 'draining', cell: to }))
  await drainTasks(source.database, client.id)
  const closedAt = performance.now()
  await closeClient(source.database, client.id, to)
  counts.rows += await copyUntilEqual(cells, client.id)
  counts.files += await copyFiles(cells, client.id, progress)
  const missing = await findMissingFiles(cells, client.id)
  if (missing.length > 0)
    throw new Error(`${missing.length} files did not arrive, the first is ${missing[0]}`)
  progress.step('moving keys and members')
  await rewrapKeys(cells, client.id)
  await moveMembers(cells, client.id)
  await carryPublicKeys(cells, client.id)
  counts.audit_lines += await copyLog(cells, client.id)
  const leftAt = performance.now()
  await markMoved(source.database, client.id, to)
  await completeArrival(cells, client)
  const openAt = performance.now()
  return { closed_ms: Math.round(openAt - closedAt), reads_refused_ms: Math.round(openAt - leftAt) }
}

/**
 * Copies differing rows and compares the affected tables again until nothing differs. This also verifies the copy.
 */
async function copyUntilEqual(cells: Cells, clientId: string) {
  let total = 0
  let tables: Tables = movedTables
  for (let round = 0; tables.length > 0; round++) {
    if (round === maxRounds)
      throw new Error(`Rows still differ in ${tables.map(({ name }) => name).join(', ')}`)
    const rows = await copyRows(cells, clientId, tables)
    total += totalOf(rows)
    tables = tables.filter(({ name }) => rows.get(name))
  }
  return total
}

/**
 * Copies rows from one snapshot of the source. Without a snapshot, a child row could be copied without its new
 * parent.
 */
const copyRows = ({ source, target, progress }: Cells, clientId: string, tables: Tables) =>
  source.database.snapshot((from) =>
    copyTables({ from, target: target.database }, tables, clientId, progress),
  )

/**
 * Completes the move after the client has left the source: copies the last audit lines, continues the event feed and
 * opens the target. Idempotent.
 */
async function completeArrival(cells: Cells, client: Client) {
  const { source, target } = cells
  const state = await readState(target.database, client.id)
  if (state?.state === 'arriving') {
    await copyLog(cells, client.id)
    if (!(await isLogComplete(databasesOf(cells), client.id)))
      throw new Error('The audit log is not complete at the target; run the command again')
    const last = await source.database.system((tx) => lastFeedNumber(tx, client.id))
    await target.database.system(async (tx) => {
      await continueFeed(tx, client.id, last)
      await wakeTasksAndQueues(tx, client.id)
      await tx.deleteFrom('client_moves').where('client_id', '=', client.id).execute()
    })
  }
  await stopRecurringWork(source, client.id)
  const tenant = await tenantForOperator(target, client.id, 'move-client')
  await tenant.transaction(async (tx) => audit(tx, 'client.moved', client.id))
}

/** Returns an upper bound of the numbers of the client's events and feed cursors. */
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

/**
 * Makes overdue tasks due now, because the dispatchers' cursors are already past them, and starts the delivery of
 * every webhook queue.
 */
async function wakeTasksAndQueues(tx: Tx, clientId: string) {
  await sql`update tasks set wake_at = clock_timestamp()
    where client_id = ${clientId} and wake_at < clock_timestamp()`.execute(tx)
  const queues = await tx
    .selectFrom('webhook_queues')
    .select('webhook_id')
    .where('client_id', '=', clientId)
    .execute()
  for (const { webhook_id: webhookId } of queues) await dispatchCourier(tx, { clientId, webhookId })
}

/** Stops recurring checks and deliveries for the rows that are left at the source. */
async function stopRecurringWork({ database }: AdminCell, clientId: string) {
  await database.system(async (tx) => {
    await sql`update accounts set next_look_at = null
      where client_id = ${clientId} and next_look_at is not null`.execute(tx)
    await sql`update webhook_queues set work_at = null where client_id = ${clientId}`.execute(tx)
  })
}

const databasesOf = ({ source, target }: Cells) => ({ source: source.database, target: target.database })

const totalOf = (rows: Map<string, number>) => [...rows.values()].reduce((sum, count) => sum + count, 0)
