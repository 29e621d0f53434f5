import { sql } from 'kysely'

/**
 * If the latest pay date is older than this, the employment is presumed to have ended or moved to another provider.
 */
const maxPayDateAgeDays = 40

export const effectiveEndDate = sql<Date | null>`
  coalesce(u.recurring_check_end_date, c.recurring_check_end_date)`

/**
 * SQL condition for whether an account is eligible for recurring checks. It expects the aliases a (account), u (its
 * user) and c (the client's configuration). `now` is provider time, which the sandbox can set; authorisations expire
 * by real time. `offset 0` prevents the planner from hashing all authorisations for each batch, which takes seconds
 * with a million rows.
 */
export const isEligible = (now: Date) => sql<boolean>`(
  a.status = 'AUTHORISED' and not a.mfa_enabled and not a.is_employment_over
  and coalesce(u.recurring_checks_enabled, c.recurring_checks_enabled)
  and case when a.is_tax_authority then coalesce(u.taxauth_enabled, c.taxauth_enabled)
    else coalesce(u.payroll_connections_enabled, c.payroll_connections_enabled) end
  and coalesce(${effectiveEndDate} > ${now}, true)
  and exists (
    select from authorisations w
      join authorisation_terms t on t.client_id = w.client_id and t.id = w.term_id
      where w.client_id = a.client_id and w.user_id = a.user_id and w.revoked_at is null
        and (w.expires_at is null or w.expires_at > now())
        and t.is_active and t.authorisation_category = 'recurring'
      offset 0)
  and not exists (
    select from accounts o
      where o.client_id = a.client_id and o.login_hash = a.login_hash and o.id <> a.id and o.status = 'AUTHORISED'
        and (coalesce(o.fetched_at, '-infinity'), o.id) > (coalesce(a.fetched_at, '-infinity'), a.id)))`

/**
 * SQL condition for whether the latest pay date is recent enough. The tax authority and banks have no pay dates. `at` is the SQL
 * expression for the time at which the check was due, which is in the past after downtime.
 */
export const isPaidRecently = (at: ReturnType<typeof sql<Date>>) =>
  sql<boolean>`(a.is_tax_authority or a.is_bank or coalesce(a.latest_pay_date >= (${at} at time zone 'utc')::date - ${sql.lit(maxPayDateAgeDays)}, false))`

export const effectiveFrequency = sql<'HOURLY' | 'WEEKLY' | 'MONTHLY' | null>`
  coalesce(u.recurring_check_frequency, c.recurring_check_frequency)`
