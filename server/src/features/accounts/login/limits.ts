import { sql } from 'kysely'
import { isProviderFault } from '../../../connectors/failure.ts'
import { audit, keysOf, type Tx } from '../../../platform/database/tenancy.ts'
import { addressBucket } from '../../../platform/http/caller-address.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashLogin } from '../service.ts'
import { failuresAfterCorrectPassword, type LoginFailureReason } from './attempt.ts'

// Limits on guessing. The guard protects one login at a provider; these limits stop one applicant, one address or one
// client from trying many logins. A login counts as wrong from the moment it is requested until the provider accepts it.

/** Limits of the last 24 hours, except for `client`, which covers one hour. */
export const loginLimits = {
  /** Enough for a person who has forgotten which of two passwords it was, at two employers. */
  wrongPerPerson: 6,
  /** A person has one user name at a provider, and perhaps mistypes it twice. */
  wrongNamesPerProvider: 3,
  /** A household, or a branch in which staff help applicants. */
  wrongPerAddress: 30,
  /** Applicants who mistype are a minority; nine wrong logins of ten among this many are guesses. */
  client: { logins: 100, wrongShare: 0.9 },
} as const

const hour = sql`interval '1 hour'`
const day = sql`interval '24 hours'`

export type RequestedLogin = {
  taskId: string
  userId: string
  provider: string
  userName: string
  /** Address of the applicant's browser, or null if the request came from the client's servers. */
  address: string | null
}

type Counts = {
  wrong_of_person: number
  names_of_person: number
  wrong_of_address: number
  recent: number
  recent_wrong: number
  retry_after_seconds: number
}

/** Counts a login that is about to be sent. Throws 429 if a limit is reached. */
export async function countLogin(tx: Tx, { taskId, userId, provider, userName, address }: RequestedLogin) {
  const login_hash = hashLogin(tx, provider, userName)
  const address_hash =
    address === null ? null : keysOf(tx).lookupHash('login_tries.address', addressBucket(address))
  // Concurrent requests for one person are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login ${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<Counts>`
    select p.wrong as wrong_of_person, p.names as names_of_person, a.wrong as wrong_of_address, c.recent, c.recent_wrong,
        greatest(60, ceil(extract(epoch from coalesce(p.oldest, a.oldest, now()) + ${day} - now())))::int
          as retry_after_seconds
      from (select count(*)::int as wrong, min(at) as oldest,
            count(distinct login_hash) filter (where payroll_provider = ${provider} and login_hash <> ${login_hash})::int as names
          from login_tries where user_id = ${userId} and is_wrong and at > now() - ${day}) p,
        (select count(*)::int as wrong, min(at) as oldest
          from login_tries where address_hash = ${address_hash} and is_wrong and at > now() - ${day}) a,
        (select count(*)::int as recent, count(*) filter (where is_wrong)::int as recent_wrong from (
          select is_wrong from login_tries where payroll_provider = ${provider} and at > now() - ${hour}
            order by at desc limit ${loginLimits.client.logins}) newest) c`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('The logins of the user could not be counted')
  if (isLimitReached(counts))
    throw new Problem(429, 'too-many-logins', ['Too many logins were refused; no other is sent for now'], {
      retryAfterSeconds: counts.retry_after_seconds,
    })
  await tx
    .insertInto('login_tries')
    .values({ task_id: taskId, user_id: userId, payroll_provider: provider, login_hash, address_hash })
    .execute()
}

const isLimitReached = (counts: Counts) =>
  counts.wrong_of_person >= loginLimits.wrongPerPerson ||
  counts.names_of_person >= loginLimits.wrongNamesPerProvider ||
  counts.wrong_of_address >= loginLimits.wrongPerAddress ||
  (counts.recent >= loginLimits.client.logins &&
    counts.recent_wrong >= loginLimits.client.logins * loginLimits.client.wrongShare)

/** The provider accepted the login of this task, so it no longer counts as wrong. */
export async function recordAcceptedLogin(tx: Tx, taskId: string) {
  await lockUserOf(tx, taskId)
  await tx.updateTable('login_tries').set({ is_wrong: false }).where('task_id', '=', taskId).execute()
}

/** The login of this task was not sent, so it does not count. */
export async function forgetLogin(tx: Tx, taskId: string) {
  await lockUserOf(tx, taskId)
  await tx.deleteFrom('login_tries').where('task_id', '=', taskId).execute()
}

/** Erasure locks the user first and then deletes these rows; the other order would be a deadlock. */
const lockUserOf = (tx: Tx, taskId: string) =>
  sql`select from users where id = (select user_id from login_tries where task_id = ${taskId}) for key share`.execute(
    tx,
  )

/** Records a refused login, and writes an audit line if the person has reached a limit. */
export async function recordRefusedLogin(
  tx: Tx,
  { taskId, userId }: { taskId: string; userId: string },
  reason: LoginFailureReason,
) {
  const isUnsent = reason === 'attempts-spent' || reason === 'login-busy'
  if (isUnsent || isProviderFault(reason)) {
    await forgetLogin(tx, taskId)
    return
  }
  if (failuresAfterCorrectPassword.includes(reason)) {
    await recordAcceptedLogin(tx, taskId)
    return
  }
  const { rows } = await limitedPeople(sql`user_id = ${userId}`).execute(tx)
  if (rows.length > 0) audit(tx, 'account.login_limit_reached', userId)
}

/** Selects the people who have reached a limit. */
const limitedPeople = (condition: ReturnType<typeof sql>) => sql`
  select user_id, max(at) as at from (
      select user_id, payroll_provider, count(*) as wrong, count(distinct login_hash) as names, max(at) as at
        from login_tries where ${condition} and is_wrong and at > now() - ${day} group by user_id, payroll_provider) p
    group by user_id
    having sum(wrong) >= ${loginLimits.wrongPerPerson} or max(names) >= ${loginLimits.wrongNamesPerProvider}`

/**
 * Selects the limits that are reached, for the list of items that need attention. `id` is the user, or the provider at
 * which the client's share of wrong logins is too high.
 */
export const selectReachedLimits = (maxRows: number) => sql`
  select user_id::text as id, user_id, at, 'person' as reason from (${limitedPeople(sql`true`)}) people
  union all
  select (array_agg(user_id::text order by at desc))[1], (array_agg(user_id order by at desc))[1], max(at), 'address'
    from login_tries where address_hash is not null and is_wrong and at > now() - ${day}
    group by address_hash having count(*) >= ${loginLimits.wrongPerAddress}
  union all
  select payroll_provider, null, max(at), 'provider' from login_tries where at > now() - ${hour}
    group by payroll_provider having count(*) >= ${loginLimits.client.logins}
      and count(*) filter (where is_wrong) >= count(*) * ${loginLimits.client.wrongShare}::float8
  limit ${maxRows}`

/** Deletes up to 5,000 logins that no longer count. */
export const deleteOldLogins = (tx: Tx) =>
  sql`delete from login_tries where (client_id, task_id) in (
    select client_id, task_id from login_tries where at < now() - ${day} limit 5000 for update skip locked)`.execute(
    tx,
  )
