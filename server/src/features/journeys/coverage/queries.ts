import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { CoveredMonth, MissingDocuments, NewMissingDocuments } from './schemas.ts'

/** Lists the last complete calendar months before a day, newest first, with the kinds of data that cover each. */
export async function listCoveredMonths(
  tx: Tx,
  userId: string,
  { months, today }: { months: number; today: string },
) {
  const { rows } = await sql<z.output<typeof CoveredMonth>>`
    with months as (
      select (date_trunc('month', ${today}::date) - make_interval(months => n))::date as first_day
        from generate_series(1, ${months}::int) n)
    select to_char(m.first_day, 'YYYY-MM') as month,
        exists (select from payroll_submissions s where s.user_id = ${userId}
          and s.pay_date >= m.first_day and s.pay_date < m.first_day + interval '1 month') as has_payslip,
        exists (select from bank_statement_submissions s where s.user_id = ${userId}
          and s.last_day >= m.first_day and s.first_day < m.first_day + interval '1 month') as has_bank_statement
      from months m order by m.first_day desc`.execute(tx)
  return rows
}

type Missing = z.output<typeof MissingDocuments>

export async function listMissingDocuments(tx: Tx, userId: string) {
  const { rows } = await sql<Missing>`
    select kind, reason, stated_at from missing_documents where user_id = ${userId} order by kind desc`.execute(
    tx,
  )
  return rows
}

export async function upsertMissingDocuments(
  tx: Tx,
  userId: string,
  { kind, reason }: z.output<typeof NewMissingDocuments>,
) {
  const { rows } = await sql<Missing>`
    insert into missing_documents (user_id, kind, reason) values (${userId}, ${kind}, ${reason})
      on conflict (client_id, user_id, kind) do update set reason = excluded.reason, stated_at = now()
      returning kind, reason, stated_at`.execute(tx)
  return rows[0] as Missing
}

export async function deleteMissingDocuments(tx: Tx, userId: string, before: Date | undefined) {
  await tx
    .deleteFrom('missing_documents')
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('stated_at', '<=', before as Date))
    .execute()
}
