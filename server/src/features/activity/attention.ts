import { sql } from 'kysely'
import type { z } from 'zod'
import { type ClientConnectors, entriesOf } from '../../connectors/registry.ts'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { selectReachedLimits } from '../accounts/login/limits.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { type ReviewStatus, statusCode } from '../reviews/statuses.ts'
import type { Attention, AttentionKind } from './schemas.ts'

type Item = z.output<typeof Attention>['items'][number]
type AttentionRow = {
  id: string
  user_id: string | null
  name: string | null
  at: Date | null
  reason: string | null
}
type AttentionDeps = { connectors: ClientConnectors; health: ProviderHealth }

// Limits the cost of a query. A larger number would not help the client's team anyway.
const maxCounted = 1_000
const maxExamples = 5

/** Lists items that need action by the client's team. Every query uses an index and stops at maxCounted rows. */
export async function readAttention(
  tenant: Tenant,
  deps: AttentionDeps,
): Promise<z.output<typeof Attention>> {
  const providers = await listUnhealthyProviders(tenant, deps)
  const results = await tenant.transaction((tx) =>
    // These queries are pipelined, so they take one round trip to the database.
    Promise.all([
      listPausedWebhooks(tx),
      listFailingWebhooks(tx),
      listInactiveTerms(tx),
      listPendingMfa(tx),
      listEndedAccounts(tx),
      listUnusedConsents(tx, 'soon'),
      listUnusedConsents(tx, 'lately'),
      listStuckUploads(tx),
      listIdentityReviews(tx),
      listFlaggedDocuments(tx),
      listUnreadDocuments(tx),
      listDisputes(tx),
      listReachedLimits(tx),
      listDueConfirmations(tx),
      listReviewsInStatus(tx, 'ready'),
      listReviewsInStatus(tx, 'stalled'),
    ]),
  )
  const [
    paused,
    failing,
    terms,
    waiting,
    ended,
    expiring,
    expired,
    stuck,
    reviews,
    flagged,
    unread,
    disputes,
    limits,
    confirmations,
    ready,
    stalled,
  ] = results
  const items = [
    ...groupByReason('document-flagged', flagged),
    ...groupByReason('identity-mismatch', reviews),
    ...groupByReason('unread-document', unread),
    ...groupByReason('applicant-disputes', disputes),
    ...groupByReason('webhook-paused', paused),
    ...groupByReason('webhook-failing', failing),
    ...providers,
    ...groupByReason('term-inactive', terms),
    ...groupByReason('second-factor-waiting', waiting),
    ...groupByReason('account-ended', ended),
    ...groupByReason('confirmation-due', confirmations),
    ...groupByReason('consent-expiring', expiring),
    ...groupByReason('consent-expired', expired),
    ...groupByReason('upload-stuck', stuck),
    ...groupByReason('login-limit-reached', limits),
    ...groupByReason('ready-for-review', ready),
    ...groupByReason('review-stalled', stalled),
  ]
  return { at: new Date(), items }
}

/** Returns one item per reason. */
function groupByReason(kind: z.output<typeof AttentionKind>, { rows, isCapped }: CappedRows): Item[] {
  return [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, all]) => ({
    kind,
    reason,
    count: all.length,
    is_capped: isCapped,
    since: all.reduce<Date | null>((first, { at }) => (at && (!first || at < first) ? at : first), null),
    examples: all.slice(0, maxExamples).map(({ id, user_id, name, at }) => ({ id, user_id, name, at })),
  }))
}

type CappedRows = { rows: AttentionRow[]; isCapped: boolean }

async function runCapped(tx: Tx, query: ReturnType<typeof sql>): Promise<CappedRows> {
  const { rows } = await sql<AttentionRow & { seen: string }>`${query}`.execute(tx)
  return { rows, isCapped: Number(rows[0]?.seen ?? 0) >= maxCounted }
}

async function listUnhealthyProviders({ clientId }: Tenant, { connectors, health }: AttentionDeps) {
  const entries = entriesOf(connectors.of(clientId))
  const healths = await health.read(entries)
  return (['down', 'degraded'] as const).flatMap((state) => {
    const rows = entries
      .filter(({ id }) => healths.get(id)?.state === state)
      .map(({ id, name }) => ({ id, name, user_id: null, at: null, reason: null }))
    return groupByReason(`provider-${state}`, { rows, isCapped: false })
  })
}

const listPausedWebhooks = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, null as user_id, name, paused_at as at, pause_reason as reason, 0 as seen
      from webhooks where paused_at is not null order by paused_at`,
  )

const listFailingWebhooks = (tx: Tx) =>
  runCapped(
    tx,
    sql`select w.id::text, null as user_id, w.name, q.failing_since as at, null as reason, 0 as seen
      from webhooks w join webhook_queues q on q.client_id = w.client_id and q.webhook_id = w.id
      where w.paused_at is null and q.failing_since is not null order by q.failing_since`,
  )

/**
 * Lists categories for which the client has its own terms but none is active, so that applicants see the system
 * terms.
 */
const listInactiveTerms = (tx: Tx) =>
  runCapped(
    tx,
    sql`select authorisation_category as id, null as user_id, null as name, null::timestamptz as at, null as reason,
        0 as seen
      from authorisation_terms where not is_system_term group by authorisation_category
      having not bool_or(is_active) order by 1`,
  )

const listPendingMfa = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, pending_until as at, null as reason, count(*) over () as seen from (
      select id, user_id, pending_until from accounts where pending_kind = 'mfa' and pending_until > now()
        order by pending_until limit ${maxCounted}) a order by pending_until`,
  )

/** Lists accounts that ended in the last 30 days and were not reconnected. */
const listEndedAccounts = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id, user_id, null as name, at, reason, seen from (
      select distinct on (a.id) a.id::text, a.user_id, m.at, m.reason, m.seen
        from (select *, count(*) over () as seen from (
            select account_id, at, status, reason from account_moves
              where status in ('EXPIRED', 'INVALID') and at > now() - interval '30 days'
              order by at desc limit ${maxCounted}) newest) m
        join accounts a on a.client_id = current_client_id() and a.id = m.account_id and a.status = m.status
        order by a.id, m.at desc) ended order by at desc`,
  )

/**
 * Lists consents under which no data was retrieved and which were not renewed, so that the applicant must be asked
 * again.
 */
const listUnusedConsents = (tx: Tx, when: 'soon' | 'lately') => {
  const [within, order] =
    when === 'soon'
      ? [sql`expires_at > now() and expires_at < now() + interval '6 hours'`, sql`expires_at`]
      : [sql`expires_at <= now() and expires_at > now() - interval '7 days'`, sql`expires_at desc`]
  const hasData = (table: string) =>
    sql`exists (select from ${sql.table(table)} t where t.client_id = c.client_id and t.authorisation_id = c.id)`
  return runCapped(
    tx,
    sql`select c.id::text, c.user_id, null as name, c.expires_at as at, null as reason, c.seen
      from (select *, count(*) over () as seen from (
        select client_id, id, user_id, expires_at, created_at from authorisations
          where revoked_at is null and ${within} order by ${order} limit ${maxCounted}) few) c
      where not (${hasData('payroll_entries')} or ${hasData('tax_income_entries')} or ${hasData('documents')})
        and not exists (select from authorisations later
          where later.client_id = c.client_id and later.user_id = c.user_id and later.created_at > c.created_at)
      order by ${order}`,
  )
}

/** Accounts and documents that show another person, until the team accepts them. */
const listIdentityReviews = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, created_at as at, reason, count(*) over () as seen from (
      select id, user_id, created_at,
          case when account_id is null then 'document' else 'account' end
            || case when sealed is null then '' else '-held' end as reason
        from identity_reviews order by created_at limit ${maxCounted}) r order by created_at`,
  )

const isNotIncluded = sql`not exists (select from income_inclusions i
  where i.client_id = d.client_id and i.document_id = d.id)`

/**
 * Low-trust documents of the last 30 days that no member has included in the income summary. The reason is the type
 * of the document.
 */
const listFlaggedDocuments = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, created_at as at, type as reason, count(*) over () as seen from (
      select d.id, d.user_id, d.created_at, d.type from documents d
        where d.trust_score = 'Low' and d.created_at > now() - interval '30 days' and ${isNotIncluded}
        order by d.created_at desc limit ${maxCounted}) f order by at desc`,
  )

/** Documents of the last 30 days that could not be read and that no member has checked. The reason is as above. */
const listUnreadDocuments = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, created_at as at, type as reason, count(*) over () as seen from (
      select d.id, d.user_id, d.created_at, d.type from documents d
        where d.is_unread and d.created_at > now() - interval '30 days' and ${isNotIncluded}
        order by d.created_at desc limit ${maxCounted}) f order by at desc`,
  )

/** Notes of the last 30 days in which an applicant says that a figure is wrong. Their ids ascend with time. */
const listDisputes = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, created_at as at, null as reason, count(*) over () as seen from (
      select id, user_id, created_at from journey_notes
        order by id desc limit ${maxCounted}) n where created_at > now() - interval '30 days' order by at desc`,
  )

/** Users whose review is ready, or has made no progress, longest waiting first. */
const listReviewsInStatus = (tx: Tx, status: ReviewStatus) =>
  runCapped(
    tx,
    sql`select id::text, id as user_id, null as name, review_status_at as at, null as reason, count(*) over () as seen from (
      select id, review_status_at from users
        where client_id = current_client_id() and review_status = ${statusCode(status)}
        order by review_updated_at limit ${maxCounted}) r order by review_status_at`,
  )

/** People, addresses and providers that have reached a limit of refused logins. */
const listReachedLimits = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id, user_id, null as name, at, reason, count(*) over () as seen
      from (${selectReachedLimits(maxCounted)}) l order by at`,
  )

/** Bank consents that the person has to confirm soon, or did not confirm in time; the earliest deadline first. */
const listDueConfirmations = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, session_ends_at as at, reason, count(*) over () as seen from (
      select id, user_id, session_ends_at, case status when 'AUTHORISED' then 'soon' else 'paused' end as reason from accounts
        where client_id = current_client_id() and confirmation_due_at is not null and session is not null
        order by session_ends_at limit ${maxCounted}) c order by session_ends_at`,
  )

/** Submitted, but neither extracted nor rejected for 15 minutes. */
const listStuckUploads = (tx: Tx) =>
  runCapped(
    tx,
    sql`select id::text, user_id, null as name, taken_at as at, null as reason, count(*) over () as seen from (
      select id, user_id, taken_at from uploads
        where taken_at is not null and done_at is null and taken_at < now() - interval '15 minutes'
        order by taken_at limit ${maxCounted}) u order by taken_at`,
  )
