import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'

/** Migration 0022 says what each means. */
export type MoveState = 'copying' | 'draining' | 'closed' | 'moved' | 'arriving'

const drainMs = 15_000
const quietMs = 30_000

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

/** Where it was before anybody wanted to move it. */
export function forgetState(database: Tenancy, clientId: string) {
  return database.system((tx) => tx.deleteFrom('client_moves').where('client_id', '=', clientId).execute())
}

/**
 * Waits until no transaction is open that began before now, so that whoever writes from here on has seen the state that was
 * committed before. A transaction of ours ends within seconds, one way or the other.
 */
export async function waitForOlder(database: Tenancy) {
  const { rows } = await database.system((tx) =>
    sql<{ now: string }>`select clock_timestamp()::text as now`.execute(tx),
  )
  const before = rows[0]?.now
  const deadline = Date.now() + quietMs
  for (;;) {
    const { rows: open } = await database.system((tx) =>
      sql`select from pg_stat_activity where datname = current_database() and usename = session_user
        and pid <> pg_backend_pid() and xact_start < ${before}::timestamptz limit 1`.execute(tx),
    )
    if (open.length === 0) return
    if (Date.now() > deadline)
      throw new Error('A transaction of the source stays open for half a minute; try again when it has ended')
    await sleep(5)
  }
}

/** Lets tasks end that were handed out before; those that take longer run again where the client arrives. */
export async function drainTasks(database: Tenancy, clientId: string) {
  const startedAt = new Date()
  while (Date.now() < startedAt.getTime() + drainMs) {
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

/** From the commit on nothing of the client is written, and no running task can end: its offer no longer stands. */
export async function close(database: Tenancy, clientId: string, cell: string) {
  await database.system(async (tx) => {
    await setState(tx, clientId, { state: 'closed', cell })
    await sql`update tasks set state = 'waiting', offers = offers + 1, wake_at = clock_timestamp(), has_slot = false
      where client_id = ${clientId} and state = 'offered'`.execute(tx)
  })
  await waitForOlder(database)
}

/** The point of no return: the client is not here any more, and its tasks are the other cell's. */
export async function leave(database: Tenancy, clientId: string, cell: string) {
  await database.system(async (tx) => {
    await sql`set local app.arriving = 'yes'`.execute(tx)
    await setState(tx, clientId, { state: 'moved', cell })
    await tx.deleteFrom('tasks').where('client_id', '=', clientId).execute()
  })
  await waitForOlder(database)
}
