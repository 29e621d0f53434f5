import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { AccountRow } from '../../accounts/service.ts'

type Account = Pick<AccountRow, 'id' | 'payroll_provider' | 'status' | 'pending_until' | 'created_at'> & {
  submissions: number
}

/** Newest first, with how much came through each. */
export async function listAccountsOf(tx: Tx, userId: string, most: number) {
  const { rows } = await sql<Account>`
    select a.id, a.payroll_provider, a.status, a.pending_until, a.created_at,
        (select count(*) from payroll_submissions s where s.account_id = a.id)::int
          + (select count(*) from tax_income_submissions s where s.account_id = a.id)::int as submissions
      from accounts a where a.user_id = ${userId}
      order by a.created_at desc, a.id desc limit ${most}`.execute(tx)
  return rows
}

/** Some of what a user has of a kind, to be deleted. */
export async function listIdsOf(
  tx: Tx,
  table: 'accounts' | 'payroll_entries' | 'documents',
  userId: string,
  most: number,
) {
  const rows = await tx.selectFrom(table).select('id').where('user_id', '=', userId).limit(most).execute()
  return rows.map(({ id }) => id)
}
