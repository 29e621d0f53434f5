import { sql } from 'kysely'

/** A pay date so many days old, and nothing newer came: this job's payslips are elsewhere by now. */
const oldestPayDays = 40

export const effectiveEndDate = sql<Date | null>`
  coalesce(u.recurring_check_end_date, c.recurring_check_end_date)`

/**
 * Whether an account takes part in recurring checks, as settings, consent and other accounts stand now. For queries
 * that call the account a, its user u and the client's configuration c. `now` is the time where payslips are made;
 * an authorisation goes by the real one. `offset 0`: or else the planner may read the authorisations of everybody into
 * memory for each batch of accounts, which takes seconds where there are a million.
 */
export const takesPart = (now: Date) => sql<boolean>`(
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

/** The tax authority knows no pay dates. `at` is an SQL expression: the moment for which the check is, which may be past when we were away. */
export const isPaidLately = (at: ReturnType<typeof sql<Date>>) =>
  sql<boolean>`(a.is_tax_authority or coalesce(a.latest_pay_date >= (${at} at time zone 'utc')::date - ${sql.lit(oldestPayDays)}, false))`

export const effectiveFrequency = sql<'HOURLY' | 'WEEKLY' | 'MONTHLY' | null>`
  coalesce(u.recurring_check_frequency, c.recurring_check_frequency)`
