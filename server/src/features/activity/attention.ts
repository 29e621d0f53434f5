import { sql } from 'kysely'
import type { z } from 'zod'
import type { Catalogue } from '../../connectors/catalogue.ts'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import type { ProviderHealth } from '../providers/health.ts'
import type { Attention, AttentionKind } from './schemas.ts'

type Item = z.output<typeof Attention>['items'][number]
type Found = {
  id: string
  user_id: string | null
  name: string | null
  at: Date | null
  reason: string | null
}
type Parts = { catalogue: Catalogue; health: ProviderHealth }

// Nobody can look after more at once, and a count of all would take as long as there are many.
const mostCounted = 1_000
const examplesShown = 5

/** What waits for somebody of the team. Every look is by an index and ends after a thousand. */
export async function readAttention(tenant: Tenant, parts: Parts): Promise<z.output<typeof Attention>> {
  const providers = await providersInTrouble(parts)
  const looks = await tenant.transaction((tx) =>
    // Sent together, so that they cost one way to the database.
    Promise.all([
      pausedWebhooks(tx),
      failingWebhooks(tx),
      inactiveTerms(tx),
      waitingForSecondFactor(tx),
      endedAccounts(tx),
      fruitlessConsents(tx, 'soon'),
      fruitlessConsents(tx, 'lately'),
      stuckUploads(tx),
    ]),
  )
  const [paused, failing, terms, waiting, ended, expiring, expired, stuck] = looks
  const items = [
    ...itemsOf('webhook-paused', paused),
    ...itemsOf('webhook-failing', failing),
    ...providers,
    ...itemsOf('term-inactive', terms),
    ...itemsOf('second-factor-waiting', waiting),
    ...itemsOf('account-ended', ended),
    ...itemsOf('consent-expiring', expiring),
    ...itemsOf('consent-expired', expired),
    ...itemsOf('upload-stuck', stuck),
  ]
  return { at: new Date(), items }
}

/** One item for each reason. */
function itemsOf(kind: z.output<typeof AttentionKind>, { rows, isCapped }: Look): Item[] {
  return [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, all]) => ({
    kind,
    reason,
    count: all.length,
    is_capped: isCapped,
    since: all.reduce<Date | null>((first, { at }) => (at && (!first || at < first) ? at : first), null),
    examples: all.slice(0, examplesShown).map(({ id, user_id, name, at }) => ({ id, user_id, name, at })),
  }))
}

type Look = { rows: Found[]; isCapped: boolean }

async function look(tx: Tx, query: ReturnType<typeof sql>): Promise<Look> {
  const { rows } = await sql<Found & { seen: string }>`${query}`.execute(tx)
  return { rows, isCapped: Number(rows[0]?.seen ?? 0) >= mostCounted }
}

async function providersInTrouble({ catalogue, health }: Parts) {
  const healths = await health.read()
  return (['down', 'degraded'] as const).flatMap((state) => {
    const rows = catalogue.providers
      .filter(({ id }) => healths.get(id)?.state === state)
      .map(({ id, name }) => ({ id, name, user_id: null, at: null, reason: null }))
    return itemsOf(`provider-${state}`, { rows, isCapped: false })
  })
}

const pausedWebhooks = (tx: Tx) =>
  look(
    tx,
    sql`select id::text, null as user_id, name, paused_at as at, pause_reason as reason, 0 as seen
      from webhooks where paused_at is not null order by paused_at`,
  )

const failingWebhooks = (tx: Tx) =>
  look(
    tx,
    sql`select w.id::text, null as user_id, w.name, q.failing_since as at, null as reason, 0 as seen
      from webhooks w join webhook_queues q on q.client_id = w.client_id and q.webhook_id = w.id
      where w.paused_at is null and q.failing_since is not null order by q.failing_since`,
  )

/** The client has words of its own, and none of them is shown: people read the service's instead. */
const inactiveTerms = (tx: Tx) =>
  look(
    tx,
    sql`select authorisation_category as id, null as user_id, null as name, null::timestamptz as at, null as reason,
        0 as seen
      from authorisation_terms where not is_system_term group by authorisation_category
      having not bool_or(is_active) order by 1`,
  )

const waitingForSecondFactor = (tx: Tx) =>
  look(
    tx,
    sql`select id::text, user_id, null as name, pending_until as at, null as reason, count(*) over () as seen from (
      select id, user_id, pending_until from accounts where pending_kind = 'mfa' and pending_until > now()
        order by pending_until limit ${mostCounted}) a order by pending_until`,
  )

/** Of the last 30 days, and not connected again since. */
const endedAccounts = (tx: Tx) =>
  look(
    tx,
    sql`select id, user_id, null as name, at, reason, seen from (
      select distinct on (a.id) a.id::text, a.user_id, m.at, m.reason, m.seen
        from (select *, count(*) over () as seen from (
            select account_id, at, status, reason from account_moves
              where status in ('EXPIRED', 'INVALID') and at > now() - interval '30 days'
              order by at desc limit ${mostCounted}) newest) m
        join accounts a on a.client_id = current_client_id() and a.id = m.account_id and a.status = m.status
        order by a.id, m.at desc) ended order by at desc`,
  )

/** Consents under which nothing came, and after which no other was given: the person has to be asked again. */
const fruitlessConsents = (tx: Tx, when: 'soon' | 'lately') => {
  const [within, order] =
    when === 'soon'
      ? [sql`expires_at > now() and expires_at < now() + interval '6 hours'`, sql`expires_at`]
      : [sql`expires_at <= now() and expires_at > now() - interval '7 days'`, sql`expires_at desc`]
  const brought = (table: string) =>
    sql`exists (select from ${sql.table(table)} t where t.client_id = c.client_id and t.authorisation_id = c.id)`
  return look(
    tx,
    sql`select c.id::text, c.user_id, null as name, c.expires_at as at, null as reason, c.seen
      from (select *, count(*) over () as seen from (
        select client_id, id, user_id, expires_at, created_at from authorisations
          where revoked_at is null and ${within} order by ${order} limit ${mostCounted}) few) c
      where not (${brought('payroll_entries')} or ${brought('tax_income_entries')} or ${brought('documents')})
        and not exists (select from authorisations later
          where later.client_id = c.client_id and later.user_id = c.user_id and later.created_at > c.created_at)
      order by ${order}`,
  )
}

/** Submitted, and neither read nor refused for a quarter of an hour. */
const stuckUploads = (tx: Tx) =>
  look(
    tx,
    sql`select id::text, user_id, null as name, taken_at as at, null as reason, count(*) over () as seen from (
      select id, user_id, taken_at from uploads
        where taken_at is not null and done_at is null and taken_at < now() - interval '15 minutes'
        order by taken_at limit ${mostCounted}) u order by taken_at`,
  )
