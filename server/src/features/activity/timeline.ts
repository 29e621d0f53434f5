import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { invalid } from '../../platform/problem.ts'
import { requireUser } from '../users/service.ts'
import { type TimelineEvent, toldActions } from './schemas.ts'

type Event = z.output<typeof TimelineEvent>
type Row = Pick<Event, 'at' | 'kind' | 'id'> & { micros: string; key: string; detail: Partial<Event> }
type Page = { userId: string; after: Position | undefined; limit: number }

const Position = z.tuple([
  z.string().regex(/^\d{1,16}$/),
  z.string().regex(/^[a-z_.]{1,40}$/),
  z.string().regex(/^[0-9a-f/-]{1,40}$/),
])
type Position = z.output<typeof Position>

/** Everything that happened about a person, newest first, in ids and words of ours: Support may read it. */
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

/** One kind of happening: where it is written down, when it was, and what else is told of it. */
type Source = {
  kind: string | RawBuilder<unknown>
  from: RawBuilder<unknown>
  at: string
  id: string
  key?: RawBuilder<unknown>
  tells?: Record<string, string | RawBuilder<unknown>>
}

const countOf = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} s where s.client_id = r.client_id and s.entry_id = r.id)`

/** Each brings at most a page, by an index that begins with the user. */
function sourcesOf({ userId, after, limit }: Page): Source[] {
  const own = (table: string, and = sql``) => sql`${sql.table(table)} r where r.user_id = ${userId} ${and}`
  const told = sql.join(toldActions.map((action) => sql.lit(action)))
  const before = after ? sql`and l.at <= ${momentOf(after)}` : sql``
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
      from: own('authorisations', and),
      tells: { term_id: 'r.term_id' },
    })),
    {
      kind: 'account.moved',
      at: 'm.at',
      id: 'r.id',
      key: sql`m.id::text`,
      from: sql`accounts r cross join lateral (
          select * from account_moves l where l.client_id = r.client_id and l.account_id = r.id ${before}
            order by l.at desc, l.id desc limit ${limit + sameMoment}) m where r.user_id = ${userId}`,
      tells: {
        payroll_provider: 'r.payroll_provider',
        from_status: 'm.from_status',
        status: 'm.status',
        reason: 'm.reason',
      },
    },
    {
      kind: 'payroll.retrieved',
      from: own('payroll_entries'),
      at: 'r.created_at',
      id: 'r.id',
      tells: { account_id: 'r.account_id', submissions: countOf('payroll_submissions') },
    },
    {
      kind: 'tax_income.retrieved',
      from: own('tax_income_entries'),
      at: 'r.created_at',
      id: 'r.id',
      tells: { account_id: 'r.account_id', submissions: countOf('tax_income_submissions') },
    },
    {
      kind: 'document.stored',
      from: own('documents'),
      at: 'r.created_at',
      id: 'r.id',
      tells: { document_type: 'r.type', trust_score: 'r.trust_score' },
    },
    {
      kind: 'bank_statement.read',
      at: 'r.created_at',
      id: 'r.id',
      from: own('bank_statement_submissions'),
      tells: { document_id: 'r.document_id' },
    },
    {
      kind: 'note.added',
      from: own('journey_notes'),
      at: 'r.created_at',
      id: 'r.id',
      tells: {
        subject: sql`case when r.job_id is not null then 'job'
          when r.bank_account_id is not null then 'bank_account' else 'tax_year' end`,
      },
    },
    {
      kind: sql`'delivery.' || r.state`,
      at: 'r.ended_at',
      id: 'r.id',
      from: own('deliveries', sql`and r.state in ('delivered', 'dead') and r.ended_at is not null`),
      tells: { webhook_id: 'r.webhook_id', event: 'r.kind' },
    },
    {
      kind: sql`r.action`,
      at: 'r.at',
      id: 'r.subject_id',
      key: sql`r.lane || '/' || r.seq`,
      from: sql`(select ${userId}::uuid as id union all select id from accounts where user_id = ${userId}) about
        cross join lateral (
          select * from audit_lines l where l.subject_id = about.id and l.action in (${told}) ${before}
            order by l.at desc, l.lane desc, l.seq desc limit ${limit + sameMoment}) r where true`,
      tells: { actor_kind: 'r.actor_kind' },
    },
  ]
}

// Lines of one transaction have one time, as moves may; so many at most may lie before the place that a cursor names.
const sameMoment = 100

async function listEvents(tx: Tx, page: Page) {
  const { after, limit } = page
  const arms = sourcesOf(page).map(({ kind, from, at, id, key = sql`${sql.ref(id)}::text`, tells = {} }) => {
    const kindOf = typeof kind === 'string' ? sql`${sql.lit(kind)}` : kind
    const details = Object.entries(tells).map(
      ([name, value]) => sql`${sql.lit(name)}, ${typeof value === 'string' ? sql.ref(value) : value}`,
    )
    const place = sql`(${sql.ref(at)}, (${kindOf})::text collate "C", (${key}) collate "C")`
    const isLater = after
      ? sql`and ${sql.ref(at)} <= ${momentOf(after)}
          and ${place} < (${momentOf(after)}, ${after[1]}::text, ${after[2]}::text)`
      : sql``
    return sql`(select ${sql.ref(at)} as at, (${kindOf})::text collate "C" as kind, ${sql.ref(id)} as id,
        (${key}) collate "C" as key, jsonb_strip_nulls(jsonb_build_object(${sql.join(details)})) as detail
      from ${from} ${isLater} order by 1 desc, 2 desc, 4 desc limit ${limit})`
  })
  const { rows } = await sql<Row>`
    select *, (extract(epoch from at) * 1000000)::bigint as micros from (${sql.join(arms, sql` union all `)}) told
      order by at desc, kind desc, key desc limit ${limit}`.execute(tx)
  return rows
}

const momentOf = ([micros]: Position) =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`

const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

function readCursor(cursor: string) {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('Field [cursor] is invalid: must be the next_cursor of an earlier page')
  }
}
