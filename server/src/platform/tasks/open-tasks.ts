import { sql } from 'kysely'
import type { Tx } from '../database/tenancy.ts'

const most = 1_000

/** What tasks about a user that have not ended were given, the next to run first. */
export async function listOpenTasks(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ input: unknown }>`
    select input from tasks where client_id = current_client_id() and user_id = ${userId}
      order by due_at, id limit ${sql.lit(most)}`.execute(tx)
  return rows.map(({ input }) => input)
}
