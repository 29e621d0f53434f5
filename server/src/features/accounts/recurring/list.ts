import { sql } from 'kysely'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../../platform/http/caller.ts'
import { paginationOf } from '../../../platform/http/wire.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { requireUser } from '../../users/service.ts'
import { type AccountRow, openHolder, presentAccount } from '../service.ts'
import { effectiveEndDate, effectiveFrequency, isEligible, isPaidRecently } from './rules.ts'
import { type CheckFrequency, defaultFrequency, nextDueAt } from './schedule.ts'

type CheckedRow = AccountRow & { frequency: CheckFrequency | null; end_date: Date | null }
type Query = { user_id: string; offset: number; limit: number }

export function listRecurringAccounts(
  { tenant, caller, clock }: { tenant: Tenant; caller: Caller; clock: Clock },
  { user_id, offset, limit }: Query,
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    const now = clock.now(tenant.clientId)
    // A user has only a few accounts, so paging in memory is acceptable.
    const all = await findEligibleAccounts(tx, user_id, now)
    if (canSeePersonalData(caller)) audit(tx, 'account.listed', user_id)
    const accounts = []
    for (const row of all.slice(offset - 1, offset - 1 + limit))
      accounts.push(await show(tx, caller, row, now))
    return { pagination: paginationOf({ offset, limit }, accounts, all.length), accounts }
  })
}

async function findEligibleAccounts(tx: Tx, userId: string, now: Date) {
  const { rows } = await sql<CheckedRow>`
    select a.*, a.latest_pay_date::text as latest_pay_date, a.period_from::text as period_from,
        a.period_to::text as period_to, ${effectiveFrequency} as frequency, ${effectiveEndDate} as end_date
      from accounts a
      join users u on u.client_id = a.client_id and u.id = a.user_id
      join configurations c on c.client_id = a.client_id
      where a.user_id = ${userId} and ${isEligible(now)} and ${isPaidRecently(sql`${now}::timestamptz`)}
      order by a.created_at desc, a.id desc`.execute(tx)
  return rows
}

async function show(tx: Tx, caller: Caller, row: CheckedRow, now: Date) {
  const frequency = row.frequency ?? defaultFrequency
  const next = nextDueAt(row.id, now, { frequencies: [frequency], isRetried: row.check_failed_at !== null })
  return {
    ...(await presentAccount(tx, caller, row)),
    next_recurring_check: row.end_date && row.end_date <= next ? null : next,
    recurring_check_end_date: row.end_date,
    recurring_check_frequency: frequency,
    ...(canSeePersonalData(caller) && { employee_name: (await openHolder(tx, row)).employee_name }),
  }
}
