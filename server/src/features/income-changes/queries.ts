import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

const dataTables = [
  'documents',
  'payroll_submissions',
  'bank_statement_submissions',
  'tax_income_submissions',
] as const

/** Lists users with income data whose review has no figures, by id. */
export async function listWithoutFigures(
  tx: Tx,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const hasData = sql.join(
    dataTables.map(
      (table) => sql`exists (select from ${sql.table(table)} t
        where t.client_id = u.client_id and t.user_id = u.id)`,
    ),
    sql` or `,
  )
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
      where u.client_id = current_client_id() and u.sealed_figures is null
        ${after === undefined ? sql`` : sql`and u.id > ${after}`} and (${hasData})
      order by u.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
