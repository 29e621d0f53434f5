import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { invalid } from '../../platform/problem.ts'
import { requireUser } from '../users/service.ts'
import { type TimelineEvent, timelineActions } from './schemas.ts'

type Event = z.output<typeof TimelineEvent>
type TimelineRow = Pick<Event, 'at' | 'kind' | 'id'> & { micros: string; key: string; detail: Partial<Event> }
type TimelineQuery = { userId: string; after: TimelineCursor | undefined; limit: number }

const TimelineCursor = z.tuple([
  z.string().regex(/^\d{1,16}$/),
  z.string().regex(/^[a-z_.]{1,40}$/),
  z.string().regex(/^[0-9a-f/-]{1,40}$/),
])
type TimelineCursor = z.output<typeof TimelineCursor>

/** Lists the events about a user, newest first, without personal data, so that the Support role may read them. */
export function readTimeline(
  tenant: Tenant,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    const rows = await listEvents(tx, { userId, after, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      timeline: rows.map(({ at, kind, id, detail }) => ({ at, kind, id, ...detail })),
      next_cursor: last ? writeCursor([last.micros, last.kind, last.key]) : null,
    }
  })
}

/** One kind of event: the table it is read from, its time and its detail fields. */
type Source = {
  kind: string | RawBuilder<unknown>
  from: RawBuilder<unknown>
  at: string
  id: string
  key?: RawBuilder<unknown>
  details?: Record<string, string | RawBuilder<unknown>>
}

const countOf = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} s where s.client_id = r.client_id and s.entry_id = r.id)`

/**
 * Lists the sources of a timeline. Each source returns at most a page, through an index that begins with the user.
 */
function listSources({ userId, after, limit }: TimelineQuery): Source[] {
  const selectOwn = (table: string, and = sql``) =>
    sql`${sql.table(table)} r where r.user_id = ${userId} ${and}`
  const actions = sql.join(timelineActions.map((action) => sql.lit(action)))
  const before = after ? sql`and l.at <= ${cursorTime(after)}` : sql``
  return [
    { kind: 'user.created', from: sql`users r where r.id = ${userId}`, at: 'r.created_at', id: 'r.id' },
    ...(
      [
        ['authorisation.accepted', 'r.accepted_at', sql``],
        ['authorisation.revoked', 'r.revoked_at', sql`and r.revoked_at is not null`],
        ['authorisation.expired', 'r.expires_at', sql`and r.revoked_at is null and r.expires_at <= now()`],
      ] as const
    ).map(([kind, at, and]) => ({
      kind,
      at,
      id: 'r.id',
      from: selectOwn('authorisations', and),
      details: { term_id: 'r.term_id' },
    })),
    {
      kind: 'account.moved',
      at: 'm.at',
      id: 'r.id',
      key: sql`m.id::text`,
      from: sql`accounts r cross join lateral (
          select * from account_moves l where l.client_id = r.client_id and l.account_id = r.id ${before}
            order by l.at desc, l.id desc limit ${limit + maxSameInstant}) m where r.user_id = ${userId}`,
      details: {
        payroll_provider: 'r.payroll_provider',
        from_status: 'm.from_status',
        status: 'm.status',
        reason: 'm.reason',
      },
    },
    {
      kind: 'payroll.retrieved',
      from: selectOwn('payroll_entries'),
      at: 'r.created_at',
      id: 'r.id',
      details: { account_id: 'r.account_id', submissions: countOf('payroll_submissions') },
    },
    {
      kind: 'tax_income.retrieved',
      from: selectOwn('tax_income_entries'),
      at: 'r.created_at',
      id: 'r.id',
      details: { account_id: 'r.account_id', submissions: countOf('tax_income_submissions') },
    },
    {
      kind: 'document.stored',
      from: selectOwn('documents'),
      at: 'r.created_at',
      id: 'r.id',
      details: { document_type: 'r.type', trust_score: 'r.trust_score' },
    },
    {
      kind: 'bank_statement.read',
      at: 'r.created_at',
      id: 'r.id',
      from: selectOwn('bank_statement_submissions'),
      details: { document_id: 'r.document_id' },
    },
    {
      kind: 'note.added',
      from: selectOwn('journey_notes'),
      at: 'r.created_at',
      id: 'r.id',
      details: {
        subject: sql`case when r.job_id is not null then 'job'
          when r.bank_account_id is not null then 'bank_account' else 'tax_year' end`,
      },
    },
    {
      kind: 'journey.reminded',
      from: selectOwn('journey_reminders', sql`and r.sent_at is not null`),
      at: 'r.sent_at',
      id: 'r.id',
    },
    {
      kind: 'journey.reminders_stopped',
      from: sql`users r where r.id = ${userId} and r.reminders_stopped_at is not null`,
      at: 'r.reminders_stopped_at',
      id: 'r.id',
    },
    {
      kind: sql`'delivery.' || r.state`,
      at: 'r.ended_at',
      id: 'r.id',
      from: selectOwn('deliveries', sql`and r.state in ('delivered', 'dead') and r.ended_at is not null`),
      details: { webhook_id: 'r.webhook_id', event: 'r.kind' },
    },
    {
      kind: sql`r.action`,
      at: 'r.at',
      id: 'r.subject_id',
      key: sql`r.lane || '/' || r.seq`,
      from: sql`(select ${userId}::uuid as id union all select id from accounts where user_id = ${userId}) about
        cross join lateral (
          select * from audit_lines l where l.subject_id = about.id and l.action in (${actions}) ${before}
            order by l.at desc, l.lane desc, l.seq desc limit ${limit + maxSameInstant}) r where true`,
      details: {
        actor_kind: 'r.actor_kind',
        payroll_provider: failedLogin('payroll_provider'),
        reason: failedLogin('reason'),
      },
    },
  ]
}

/** A field of the failed login that an audit line is about. Its transaction stored it just before the line. */
const failedLogin = (
  field: 'payroll_provider' | 'reason',
) => sql`case when r.action = 'account.refused' then (
  select f.${sql.ref(field)} from failed_logins f where f.user_id = r.subject_id
    and f.at <= r.at and f.at > r.at - interval '10 seconds' order by f.at desc limit 1) end`

// Audit lines and transitions of one transaction have the same time. At most this many of them may precede the cursor
// position.
const maxSameInstant = 100

async function listEvents(tx: Tx, page: TimelineQuery) {
  const { after, limit } = page
  const selects = listSources(page).map(
    ({ kind, from, at, id, key = sql`${sql.ref(id)}::text`, details = {} }) => {
      const kindSql = typeof kind === 'string' ? sql`${sql.lit(kind)}` : kind
      const detailPairs = Object.entries(details).map(
        ([name, value]) => sql`${sql.lit(name)}, ${typeof value === 'string' ? sql.ref(value) : value}`,
      )
      const sortKey = sql`(${sql.ref(at)}, (${kindSql})::text collate "C", (${key}) collate "C")`
      const afterCursor = after
        ? sql`and ${sql.ref(at)} <= ${cursorTime(after)}
          and ${sortKey} < (${cursorTime(after)}, ${after[1]}::text, ${after[2]}::text)`
        : sql``
      return sql`(select ${sql.ref(at)} as at, (${kindSql})::text collate "C" as kind, ${sql.ref(id)} as id,
        (${key}) collate "C" as key, jsonb_strip_nulls(jsonb_build_object(${sql.join(detailPairs)})) as detail
      from ${from} ${afterCursor} order by 1 desc, 2 desc, 4 desc limit ${limit})`
    },
  )
  const { rows } = await sql<TimelineRow>`
    select *, (extract(epoch from at) * 1000000)::bigint as micros from (${sql.join(selects, sql` union all `)}) told
      order by at desc, kind desc, key desc limit ${limit}`.execute(tx)
  return rows
}

const cursorTime = ([micros]: TimelineCursor) =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`

const writeCursor = (cursor: TimelineCursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(cursor: string) {
  try {
    return TimelineCursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('Field [cursor] is invalid: must be the next_cursor of an earlier page')
  }
}
