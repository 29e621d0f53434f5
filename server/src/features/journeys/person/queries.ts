import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { AccountRow } from '../../accounts/service.ts'

type Account = Pick<AccountRow, 'id' | 'payroll_provider' | 'status' | 'pending_until' | 'created_at'> & {
  submissions: number
}

/** Lists accounts, newest first, with the number of submissions retrieved through each. */
export async function listSharedAccounts(tx: Tx, userId: string, limit: number) {
  const { rows } = await sql<Account>`
    select a.id, a.payroll_provider, a.status, a.pending_until, a.created_at,
        (select count(*) from payroll_submissions s where s.account_id = a.id)::int
          + (select count(*) from tax_income_submissions s where s.account_id = a.id)::int as submissions
      from accounts a where a.user_id = ${userId}
      order by a.created_at desc, a.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Lists a batch of a user's rows that are to be deleted. */
export async function listUserRowIds(
  tx: Tx,
  table: 'accounts' | 'payroll_entries' | 'documents',
  { userId, before, limit }: { userId: string; before: Date | undefined; limit: number },
) {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before as Date))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes shared copies of the user's income reports, so that their links stop working. */
export async function deleteReportLinks(tx: Tx, userId: string, before: Date | undefined) {
  await tx
    .deleteFrom('report_links')
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before as Date))
    .execute()
}

type ViewRow = { day: string; by: 'member' | 'api_key'; last_at: Date }

/** Lists on which days members and programs of the client read the user's data, newest first. */
export async function listViews(tx: Tx, userId: string, limit: number) {
  const { rows } = await sql<ViewRow>`
    select (at at time zone 'utc')::date::text as day, actor_kind as by, max(at) as last_at
      from audit_lines
      where subject_id = ${userId} and actor_kind in ('member', 'api_key') and action like '%.read'
      group by 1, 2 order by last_at desc limit ${limit}`.execute(tx)
  return rows
}
