import { sql } from 'kysely'
import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import { isInGroup } from '../../../platform/database/clock-groups.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import type { ClockGroup } from '../../../platform/time/clock.ts'
import { effectiveFrequency, isEligible, isPaidRecently } from '../../accounts/recurring/rules.ts'
import {
  type CheckFrequency,
  defaultFrequency,
  frequenciesIn,
  isRetryDue,
  listDueFrequencies,
  nextDueAt,
} from '../../accounts/recurring/schedule.ts'
import { startChecks } from '../tasks.ts'

export type AccountToCheck = { client_id: string; id: string; user_id: string }

/** Schedules checks of these accounts. Returns the number of checks scheduled. */
export type StartChecks = (tx: Tx, accounts: readonly AccountToCheck[], entry: PacedEntry) => Promise<number>

type PacedEntry = Pick<CatalogueEntry, 'id' | 'per_second'>

type DueAccount = {
  client_id: string
  id: string
  user_id: string
  next_look_at: Date
  check_failed_at: Date | null
  is_wanted: boolean
  frequency: CheckFrequency | null
}

type SweepBatch = {
  entry: PacedEntry
  /** Schedules the checks if they are not payslip retrievals. */
  start?: StartChecks | undefined
  /** Clients whose accounts are checked, with their time. */
  group: ClockGroup
  /** Maximum number of accounts that a batch claims, and of checks that it starts. */
  maxAccounts: number
  maxChecks: number
  environment: Environment
}

/**
 * Claims due accounts, sets their next due time and starts the checks of the accounts that need one now, all in one
 * transaction. Accounts beyond `maxChecks` stay due.
 */
export async function sweepBatch(tx: Tx, batch: SweepBatch) {
  const { entry, group, maxAccounts, maxChecks, environment, start = startChecks } = batch
  const { now } = group
  const frequencies = frequenciesIn(environment)
  const [, dueAccounts] = await Promise.all([
    planByIndex(tx),
    claimDueAccounts(tx, entry.id, group, maxAccounts),
  ])
  const due = dueAccounts.filter((account) => isDue(account, now, frequencies))
  const starting = await lockUsers(tx, due.slice(0, maxChecks))
  const staying = new Set(due).difference(new Set(starting))
  const rescheduled = dueAccounts.filter((account) => !staying.has(account))
  const [, started] = await Promise.all([
    reschedule(tx, rescheduled, now, frequencies),
    start(tx, starting, entry),
  ])
  return { claimed: dueAccounts.length, rescheduled: rescheduled.length, started }
}

function isDue(account: DueAccount, now: Date, frequencies: readonly CheckFrequency[]) {
  const { id, next_look_at: from, check_failed_at, is_wanted, frequency } = account
  if (!is_wanted) return false
  // The account was due at or before the failure, so the circuit was open and the check is still outstanding.
  if (check_failed_at && (from <= check_failed_at || isRetryDue(id, from, now))) return true
  return listDueFrequencies(id, from, now, frequencies).includes(frequency ?? defaultFrequency)
}

// Query plans are cached per connection, possibly from a time when the tables were small. Index scans are always the
// right choice for these queries.
const planByIndex = (tx: Tx) =>
  sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(
    tx,
  )

// FOR NO KEY UPDATE does not block inserts of rows that reference the account.
async function claimDueAccounts(tx: Tx, provider: string, group: ClockGroup, maxAccounts: number) {
  const { now } = group
  const { rows } = await sql<DueAccount>`
    select a.client_id, a.id, a.user_id, a.next_look_at, a.check_failed_at, ${effectiveFrequency} as frequency,
        ${isEligible(now)} and ${isPaidRecently(sql`a.next_look_at`)} as is_wanted
      from accounts a
      join users u on u.client_id = a.client_id and u.id = a.user_id
      join configurations c on c.client_id = a.client_id
      where a.payroll_provider = ${provider} and a.status = 'AUTHORISED' and not a.mfa_enabled
        and a.next_look_at <= ${now} and ${isInGroup(sql.ref('a.client_id'), group)}
      order by a.next_look_at limit ${maxAccounts} for no key update of a skip locked`.execute(tx)
  return rows
}

/**
 * Locks the users, because a task references its user. A transaction that deletes a user waits for our account locks,
 * so waiting for it would cause a deadlock: accounts whose user is already locked are skipped and stay due for the
 * next round.
 */
async function lockUsers(tx: Tx, dueAccounts: readonly DueAccount[]) {
  if (dueAccounts.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${dueAccounts.map(({ client_id }) => client_id)}::uuid[],
        ${dueAccounts.map(({ user_id }) => user_id)}::uuid[]) l (client_id, id)
      join users u on u.client_id = l.client_id and u.id = l.id
      for key share of u skip locked`.execute(tx)
  const lockedIds = new Set(rows.map(({ id }) => id))
  return dueAccounts.filter(({ user_id }) => lockedIds.has(user_id))
}

async function reschedule(
  tx: Tx,
  dueAccounts: readonly DueAccount[],
  now: Date,
  frequencies: readonly CheckFrequency[],
) {
  // A failed check is no longer retried once its account is not eligible.
  const isRetried = dueAccounts.map((account) => account.is_wanted && account.check_failed_at !== null)
  const nextDueTimes = dueAccounts.map(({ id }, n) =>
    nextDueAt(id, now, { frequencies, isRetried: isRetried[n] ?? false }),
  )
  await sql`
    update accounts a set next_look_at = l.at, check_failed_at = case when l.is_retried then a.check_failed_at end
      from unnest(${dueAccounts.map(({ client_id }) => client_id)}::uuid[], ${dueAccounts.map(({ id }) => id)}::uuid[],
        ${nextDueTimes}::timestamptz[], ${isRetried}::boolean[]) l (client_id, id, at, is_retried)
      where a.client_id = l.client_id and a.id = l.id`.execute(tx)
}

/** Finds the oldest due time of each provider that has due accounts. */
export async function findOldestDue(tx: Tx, providers: readonly string[], group: ClockGroup) {
  await planByIndex(tx)
  const { rows } = await sql<{ id: string; at: Date }>`
    select p.id, d.at from unnest(${providers}::text[]) p (id)
      cross join lateral (
        select a.next_look_at as at from accounts a
          where a.payroll_provider = p.id and a.status = 'AUTHORISED' and not a.mfa_enabled and a.next_look_at <= ${group.now}
            and ${isInGroup(sql.ref('a.client_id'), group)}
          order by a.next_look_at limit 1) d`.execute(tx)
  return rows
}

const countedAheadSeconds = 60

/**
 * Counts retrievals that run now or soon, by provider. Retries scheduled for later are not counted. Tasks blocked by another
 * task of the same key (wake_at far in the future) are counted: for some providers the key covers a whole client.
 */
export async function countQueuedRetrievals(tx: Tx, lanes: readonly string[]) {
  await planByIndex(tx)
  const { rows } = await sql<{ pace: string; count: number }>`
    select pace, count(*)::int as count from (
      select t.pace from unnest(${lanes}::text[]) l (lane) join tasks t on t.lane = l.lane collate "C"
        where t.wake_at < now() + ${countedAheadSeconds} * interval '1 second' and t.pace is not null
      union all
      select t.pace from unnest(${lanes}::text[]) l (lane) join tasks t on t.lane = l.lane collate "C"
        where t.wake_at > now() + interval '500 years' and t.pace is not null) waiting
      group by pace`.execute(tx)
  return new Map(rows.map(({ pace, count }) => [pace.replace(/^provider /, ''), count]))
}

/**
 * Makes accounts due now if their due time is too far in the future because the sandbox clock was set back. Returns
 * the number of accounts.
 */
export async function pullForwardDueTimes(tx: Tx, provider: string, group: ClockGroup, latestDueAt: Date) {
  await planByIndex(tx)
  const { rows } = await sql`
    update accounts set next_look_at = ${group.now} where (client_id, id) in (
      select a.client_id, a.id from accounts a
        where a.payroll_provider = ${provider} and a.status = 'AUTHORISED' and not a.mfa_enabled
          and a.next_look_at > ${latestDueAt} and ${isInGroup(sql.ref('a.client_id'), group)}
        limit 5000 for no key update skip locked) returning 1`.execute(tx)
  return rows.length
}
