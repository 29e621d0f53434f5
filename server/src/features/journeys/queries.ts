import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

/** Counts the payslips, tax years or bank statements retrieved through each account of a user. */
export async function countSubmissions(tx: Tx, userId: string) {
  const { rows } = await sql<{ id: string; count: number }>`
    select a.id, case when a.is_tax_authority
        then (select count(*)::int from tax_income_submissions s
          where s.client_id = a.client_id and s.account_id = a.id)
        when a.is_bank then (select count(*)::int from bank_statement_submissions s
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

/** Finds the newest valid authorisation. It is not locked, so use it only for display. */
export async function findValidAuthorisation(tx: Tx, userId: string) {
  const { rows } = await sql<Valid>`
    select a.id, a.accepted_at, a.expires_at, t.authorisation_version
      from authorisations a join authorisation_terms t on t.client_id = a.client_id and t.id = a.term_id
      where a.user_id = ${userId} and a.revoked_at is null and (a.expires_at is null or a.expires_at > now())
        and t.is_active
      order by a.created_at desc, a.id desc limit 1`.execute(tx)
  return rows[0]
}

export function insertInvitation(tx: Tx, values: { user_id: string; created_at: Date }) {
  return tx.insertInto('journey_invitations').values(values).execute()
}

/**
 * Counts the invitations of the last 24 hours, to one user or by the client, and the seconds until the oldest of them
 * no longer counts.
 */
export async function countInvitations(tx: Tx, userId?: string) {
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    select count(*)::int as count,
        coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - now())), 1)::int as "secondsLeft"
      from journey_invitations where ${whose} and created_at > now() - interval '24 hours'`.execute(tx)
  return rows[0] ?? { count: 0, secondsLeft: 1 }
}

export function deleteOldInvitations(tx: Tx) {
  return sql`delete from journey_invitations where created_at < now() - interval '24 hours'`.execute(tx)
}
