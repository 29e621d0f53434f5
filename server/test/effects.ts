import { sql as statement } from 'kysely'
import { audit, type Tx } from '../src/platform/database/tenancy.ts'

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Records the effects of test tasks. The table has no unique constraint, so that a duplicate effect is visible. */
export async function makeEffects(sql: Sql) {
  await sql(
    `create table effects (client_id uuid not null default current_client_id(), task_id uuid not null, by text);
     call make_tenant_table('effects')`,
  )
  return {
    of: async (taskId: string) => sql('select by from effects where task_id = $1', [taskId]),
    /** Returns the number of effects of each task. */
    async counts() {
      const rows = await sql('select task_id, count(*)::int as times from effects group by 1')
      return new Map(rows.map(({ task_id, times }) => [task_id as string, times as number]))
    },
  }
}

/** Records an effect, in the transaction that stores the result of a task. */
export async function leaveEffect(tx: Tx, taskId: string, by = 'test') {
  audit(tx, 'test.effected')
  await statement`insert into effects (task_id, by) values (${taskId}, ${by})`.execute(tx)
}
