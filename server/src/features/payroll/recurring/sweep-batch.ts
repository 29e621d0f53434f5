import { sql } from 'kysely'
import type { Entry } from '../../../connectors/catalogue.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import { effectiveFrequency, isPaidLately, takesPart } from '../../accounts/recurring/rules.ts'
import {
  type Frequency,
  frequenciesDue,
  frequenciesIn,
  isRetryDue,
  nextLook,
  usualFrequency,
} from '../../accounts/recurring/schedule.ts'
import { startChecks } from '../tasks.ts'

export type Checked = { client_id: string; id: string; user_id: string }

/** Starts the checks of these accounts, each once; returns how many were started. */
export type StartChecks = (tx: Tx, accounts: readonly Checked[], entry: PacedEntry) => Promise<number>

type PacedEntry = Pick<Entry, 'id' | 'per_second'>

type Look = {
  client_id: string
  id: string
  user_id: string
  next_look_at: Date
  check_failed_at: Date | null
  is_wanted: boolean
  frequency: Frequency | null
}

type Batch = {
  entry: PacedEntry
  /** Where a check is another task than the retrieval of payslips. */
  start?: StartChecks | undefined
  now: Date
  /** How many accounts are looked at, and how many checks may be started. */
  most: number
  room: number
  environment: Environment
}

/**
 * Looks at accounts whose moment has come, moves it on, and starts a check for those that want one now. One
 * transaction: a check is started with its moment moved on, or neither. For whom there is no room stays due.
 */
export async function sweepBatch(tx: Tx, batch: Batch) {
  const { entry, now, most, room, environment, start = startChecks } = batch
  const frequencies = frequenciesIn(environment)
  const [, looks] = await Promise.all([planByIndex(tx), claimLooks(tx, entry.id, now, most)])
  const due = looks.filter((look) => isDue(look, now, frequencies))
  const going = await holdUsers(tx, due.slice(0, room))
  const isStaying = new Set(due).difference(new Set(going))
  const moved = looks.filter((look) => !isStaying.has(look))
  const [, started] = await Promise.all([moveOn(tx, moved, now, frequencies), start(tx, going, entry)])
  return { claimed: looks.length, moved: moved.length, started }
}

function isDue(look: Look, now: Date, frequencies: readonly Frequency[]) {
  const { id, next_look_at: from, check_failed_at, is_wanted, frequency } = look
  if (!is_wanted) return false
  // A look that is not after the failure: the provider was being left alone, and the check is still to be made.
  if (check_failed_at && (from <= check_failed_at || isRetryDue(id, from, now))) return true
  return frequenciesDue(id, from, now, frequencies).includes(frequency ?? usualFrequency)
}

// Statements are planned once per connection, perhaps while the tables were small. Here the indexes are always right.
const planByIndex = (tx: Tx) =>
  sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(
    tx,
  )

// No key update: whoever stores something under the account meanwhile need not wait for us.
async function claimLooks(tx: Tx, provider: string, now: Date, most: number) {
  const { rows } = await sql<Look>`
    select a.client_id, a.id, a.user_id, a.next_look_at, a.check_failed_at, ${effectiveFrequency} as frequency,
        ${takesPart(now)} and ${isPaidLately(sql`a.next_look_at`)} as is_wanted
      from accounts a
      join users u on u.client_id = a.client_id and u.id = a.user_id
      join configurations c on c.client_id = a.client_id
      where a.payroll_provider = ${provider} and a.status = 'AUTHORISED' and not a.mfa_enabled
        and a.next_look_at <= ${now}
      order by a.next_look_at limit ${most} for no key update of a skip locked`.execute(tx)
  return rows
}

/**
 * A task refers to its user, and whoever is deleting that user waits for our accounts: rather than for each other we
 * wait for nobody. Those whose user is held by somebody stay due, and the next round sees what became of them.
 */
async function holdUsers(tx: Tx, looks: readonly Look[]) {
  if (looks.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${looks.map(({ client_id }) => client_id)}::uuid[],
        ${looks.map(({ user_id }) => user_id)}::uuid[]) l (client_id, id)
      join users u on u.client_id = l.client_id and u.id = l.id
      for key share of u skip locked`.execute(tx)
  const held = new Set(rows.map(({ id }) => id))
  return looks.filter(({ user_id }) => held.has(user_id))
}

async function moveOn(tx: Tx, looks: readonly Look[], now: Date, frequencies: readonly Frequency[]) {
  // A failed check that nobody wants any more is not tried again.
  const isRetried = looks.map((look) => look.is_wanted && look.check_failed_at !== null)
  const moments = looks.map(({ id }, n) =>
    nextLook(id, now, { frequencies, isRetried: isRetried[n] ?? false }),
  )
  await sql`
    update accounts a set next_look_at = l.at, check_failed_at = case when l.is_retried then a.check_failed_at end
      from unnest(${looks.map(({ client_id }) => client_id)}::uuid[], ${looks.map(({ id }) => id)}::uuid[],
        ${moments}::timestamptz[], ${isRetried}::boolean[]) l (client_id, id, at, is_retried)
      where a.client_id = l.client_id and a.id = l.id`.execute(tx)
}

/** Of each provider with something due the oldest moment. */
export async function findOldestDue(tx: Tx, providers: readonly string[], now: Date) {
  await planByIndex(tx)
  const { rows } = await sql<{ id: string; at: Date }>`
    select p.id, d.at from unnest(${providers}::text[]) p (id)
      cross join lateral (
        select a.next_look_at as at from accounts a
          where a.payroll_provider = p.id and a.status = 'AUTHORISED' and not a.mfa_enabled and a.next_look_at <= ${now}
          order by a.next_look_at limit 1) d`.execute(tx)
  return rows
}

const soonSeconds = 60

/**
 * Retrievals that run or will soon, by provider; those that wait for a second attempt some day hold nobody up. Those that are
 * blocked wait for others of their key, which for some providers is one line for a whole client.
 */
export async function countWaiting(tx: Tx, lanes: readonly string[]) {
  await planByIndex(tx)
  const { rows } = await sql<{ pace: string; count: number }>`
    select pace, count(*)::int as count from (
      select t.pace from unnest(${lanes}::text[]) l (lane) join tasks t on t.lane = l.lane collate "C"
        where t.wake_at < now() + ${soonSeconds} * interval '1 second' and t.pace is not null
      union all
      select t.pace from unnest(${lanes}::text[]) l (lane) join tasks t on t.lane = l.lane collate "C"
        where t.wake_at > now() + interval '500 years' and t.pace is not null) waiting
      group by pace`.execute(tx)
  return new Map(rows.map(({ pace, count }) => [pace.replace(/^provider /, ''), count]))
}

/** After the sandbox's clock went back: looks that are too far away now are made soon. Returns how many there were. */
export async function lookAgainSoon(tx: Tx, provider: string, now: Date, farthest: Date) {
  await planByIndex(tx)
  const { rows } = await sql`
    update accounts set next_look_at = ${now} where (client_id, id) in (
      select a.client_id, a.id from accounts a
        where a.payroll_provider = ${provider} and a.status = 'AUTHORISED' and not a.mfa_enabled
          and a.next_look_at > ${farthest}
        limit 5000 for no key update skip locked) returning 1`.execute(tx)
  return rows.length
}
