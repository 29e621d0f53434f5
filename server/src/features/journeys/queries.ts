import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

/** How much came through each account of a user: payslips, or years of the tax authority. */
export async function countSubmissions(tx: Tx, userId: string) {
  const { rows } = await sql<{ id: string; count: number }>`
    select a.id, case when a.is_tax_authority
        then (select count(*)::int from tax_income_submissions s
          where s.client_id = a.client_id and s.account_id = a.id)
        else (select count(*)::int from payroll_submissions s
          where s.client_id = a.client_id and s.account_id = a.id) end as count
      from accounts a where a.user_id = ${userId}`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function countDocuments(tx: Tx, userId: string) {
  const { rows } = await sql<{ payslips: number; bank_statements: number }>`
    select count(*) filter (where type = 'payslip')::int as payslips,
        count(*) filter (where type = 'bank_statement')::int as bank_statements
      from documents where user_id = ${userId}`.execute(tx)
  return rows[0] ?? { payslips: 0, bank_statements: 0 }
}

type Valid = { id: string; accepted_at: Date; expires_at: Date | null; authorisation_version: number }

/** The newest valid authorisation as it is now: for showing it, not for acting on it. */
export async function findValidAuthorisation(tx: Tx, userId: string) {
  const { rows } = await sql<Valid>`
    select a.id, a.accepted_at, a.expires_at, t.authorisation_version
      from authorisations a join authorisation_terms t on t.client_id = a.client_id and t.id = a.term_id
      where a.user_id = ${userId} and a.revoked_at is null and (a.expires_at is null or a.expires_at > now())
        and t.is_active
      order by a.created_at desc, a.id desc limit 1`.execute(tx)
  return rows[0]
}
