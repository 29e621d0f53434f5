import { sql } from 'kysely'
import type { Tx } from '../database/tenancy.ts'

const maxTasks = 1_000

/** Lists the inputs of a user's tasks that have not ended, in the order in which they will run. */
export async function listOpenTaskInputs(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ input: unknown }>`
    select input from tasks where client_id = current_client_id() and user_id = ${userId}
      order by due_at, id limit ${sql.lit(maxTasks)}`.execute(tx)
  return rows.map(({ input }) => input)
}
