import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { becomeLogin, type Tenancy, type Tx } from '../../platform/database/tenancy.ts'

/** Progress of a move. Migration 0022 documents the states. */
export type MoveState = 'copying' | 'draining' | 'closed' | 'moved' | 'arriving'

const maxDrainMs = 15_000
const maxTransactionWaitMs = 30_000

export async function readState(database: Tenancy, clientId: string) {
  const row = await database.system((tx) =>
    tx
      .selectFrom('client_moves')
      .select(['state', 'cell'])
      .where('client_id', '=', clientId)
      .executeTakeFirst(),
  )
  return row && { ...row, state: row.state as MoveState }
}

export async function setState(
  tx: Tx,
  clientId: string,
  { state, cell }: { state: MoveState; cell: string },
) {
  await tx
    .insertInto('client_moves')
    .values({ client_id: clientId, state, cell })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ state, cell, changed_at: sql`clock_timestamp()` }),
    )
    .execute()
}

/** Ends the move, so that the client works normally again. */
export function deleteState(database: Tenancy, clientId: string) {
  return database.system((tx) => tx.deleteFrom('client_moves').where('client_id', '=', clientId).execute())
}

/**
 * Waits until all transactions that began before now have ended, so that every later write sees the committed state.
 * The statement timeout ends our own transactions within seconds.
 */
export async function waitForOlderTransactions(database: Tenancy) {
  const { rows } = await database.system((tx) =>
    sql<{ now: string }>`select clock_timestamp()::text as now`.execute(tx),
  )
  const before = rows[0]?.now
  const deadline = Date.now() + maxTransactionWaitMs
  for (;;) {
    const { rows: open } = await database.system(async (tx) => {
      await becomeLogin(tx)
      return sql`select from pg_stat_activity where datname = current_database() and usename = session_user
        and pid <> pg_backend_pid() and xact_start < ${before}::timestamptz limit 1`.execute(tx)
    })
    if (open.length === 0) return
    if (Date.now() > deadline)
      throw new Error(
        'A transaction of the source has been open for half a minute; try again when it has ended',
      )
    await sleep(5)
  }
}

/** Waits for running tasks to end. Tasks that take longer run again in the target cell. */
export async function drainTasks(database: Tenancy, clientId: string) {
  const startedAt = new Date()
  while (Date.now() < startedAt.getTime() + maxDrainMs) {
    const running = await database.system((tx) =>
      tx
        .selectFrom('tasks')
        .select('id')
        .where('client_id', '=', clientId)
        .where('state', '=', 'offered')
        .where('due_at', '<', startedAt)
        .limit(1)
        .execute(),
    )
    if (running.length === 0) return
    await sleep(50)
  }
}

/** Refuses all further writes of the client, and invalidates the offers of running tasks so that they cannot complete. */
export async function closeClient(database: Tenancy, clientId: string, cell: string) {
  await database.system(async (tx) => {
    await setState(tx, clientId, { state: 'closed', cell })
    await sql`update tasks set state = 'waiting', offers = offers + 1, wake_at = clock_timestamp(), has_slot = false
      where client_id = ${clientId} and state = 'offered'`.execute(tx)
  })
  await waitForOlderTransactions(database)
}

/** Marks the client and its tasks as belonging to the other cell. From here on the move cannot be cancelled. */
export async function markMoved(database: Tenancy, clientId: string, cell: string) {
  await database.system(async (tx) => {
    await sql`set local app.arriving = 'yes'`.execute(tx)
    await setState(tx, clientId, { state: 'moved', cell })
    await tx.deleteFrom('tasks').where('client_id', '=', clientId).execute()
  })
  await waitForOlderTransactions(database)
}
