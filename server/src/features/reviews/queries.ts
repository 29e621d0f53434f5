import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'
import type { TermSearch } from '../users/service.ts'
import { reviewSeverities, reviewStatuses, statusCode } from './statuses.ts'

const reviewColumns = sql`u.id, u.version, u.sealed, u.created_at, u.review_status, u.review_status_at, u.review_updated_at,
  u.review_assignee, u.review_decision, u.review_decided_at, u.review_decided_by, u.sealed_decision, u.review_gross,
  u.review_severity, u.review_finding, u.review_advice, u.sealed_figures, u.review_announced, k.wrapped, k.client_key_version`

export type UserReviewRow = WrappedKey & {
  id: string
  version: number
  sealed: Buffer
  created_at: Date
  review_status: number
  review_status_at: Date
  review_updated_at: Date
  review_announced: number
  review_assignee: string | null
  review_decision: string | null
  review_decided_at: Date | null
  review_decided_by: string | null
  sealed_decision: Buffer | null
  review_gross: number
  review_severity: number
  review_finding: string | null
  review_advice: number
  sealed_figures: Buffer | null
}

const joinUserKeys = sql`join user_keys k on k.client_id = u.client_id and k.user_id = u.id`
const selectReviews = sql`select ${reviewColumns} from users u ${joinUserKeys}`

export async function findReview(tx: Tx, userId: string) {
  const { rows } = await sql<UserReviewRow>`${selectReviews} where u.id = ${userId}`.execute(tx)
  return rows[0]
}

export async function lockReview(tx: Tx, userId: string) {
  const { rows } = await sql<UserReviewRow>`
    ${selectReviews} where u.id = ${userId} for no key update of u`.execute(tx)
  return rows[0]
}

export type ReviewValues = Partial<
  Pick<
    UserReviewRow,
    'review_assignee' | 'review_decision' | 'review_decided_at' | 'review_decided_by' | 'sealed_decision'
  >
> & { review_status: number }

/** Stores a change by the team. The time of the status changes only with the status. */
export async function updateReview(tx: Tx, userId: string, { review_status, ...values }: ReviewValues) {
  await tx
    .updateTable('users')
    .set({
      ...values,
      review_status,
      review_updated_at: sql`now()`,
      review_status_at: sql`case when review_status = ${review_status} then review_status_at else now() end`,
      review_announced: review_status,
    })
    .where('id', '=', userId)
    .execute()
}

/** Sets the time of the last change, by which the queue can be sorted. */
export async function touchReview(tx: Tx, userId: string) {
  await sql`update users set review_updated_at = now() where id = ${userId}`.execute(tx)
}

/** Sets a status that follows from data, if the current one is among `from`. Announced by housekeeping. */
export async function advanceReview(tx: Tx, userId: string, from: readonly number[], to: number) {
  await sql`
    update users set review_status = ${to}, review_status_at = now(), review_updated_at = now()
      where id = ${userId} and review_status <> ${to} and review_status = any (${from}::smallint[])`.execute(
    tx,
  )
}

export type ReviewFigures = {
  review_gross: number
  review_severity: number
  review_finding: string | null
  review_advice: number
  sealed_figures: Buffer | null
}

export async function storeFigures(tx: Tx, userId: string, values: ReviewFigures) {
  await tx
    .updateTable('users')
    .set({ ...values, review_updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Whether the person has finished or left a journey before its link expired. */
export async function hasFinishedJourney(tx: Tx, userId: string) {
  const { rows } = await sql`
    select from journey_links l left join journey_progress p on p.journey_id = l.id
      where l.user_id = ${userId} and (p.finished_at is not null or l.ended_at < l.expires_at) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export type ReviewNoteRow = {
  id: string
  created_at: Date
  actor_kind: 'api_key' | 'member'
  actor_id: string
  sealed: Buffer
}

export async function insertReviewNote(tx: Tx, userId: string, row: ReviewNoteRow) {
  await tx
    .insertInto('review_notes')
    .values({ ...row, user_id: userId })
    .execute()
}

export async function countReviewNotes(tx: Tx, userId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from review_notes where user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listReviewNoteRows(
  tx: Tx,
  userId: string,
  { skip, limit }: { skip: number; limit: number },
) {
  const { rows } = await sql<ReviewNoteRow>`
    select id, created_at, actor_kind, actor_id, sealed from review_notes where user_id = ${userId}
      order by created_at desc, id desc offset ${skip} limit ${limit}`.execute(tx)
  return rows
}

const sortColumns = {
  updated_at: 'review_updated_at',
  status: 'review_status',
  annual_gross: 'review_gross',
  severity: 'review_severity',
  assignee: 'review_assignee',
} as const
export type QueueSortName = keyof typeof sortColumns

/** The last row of a page: the value that it is sorted by, its review_updated_at and its id. */
export type QueuePosition = { value: string; updated: string; id: string }

export type QueueFilter = {
  search: TermSearch | undefined
  employerTerms: readonly Buffer[]
  statuses: readonly number[] | undefined
  severities: readonly number[] | undefined
  advice: readonly number[] | undefined
  assignee: string | undefined
  isAssigned: boolean | undefined
  grossFrom: number | undefined
  grossBelow: number | undefined
}

export type QueueOrder = { sort: QueueSortName; isDescending: boolean }

type QueuePageRequest = { after: QueuePosition | undefined; limit: number }

export type QueueRow = UserReviewRow & { position_value: string; position_updated: string }

/**
 * Up to this many matches of a search are sorted. For more, the index of the sort is read in order and each user is
 * compared with the search: among 100,000 users, 2,500 rows then contain a page.
 */
const maxSortedMatches = 2_000

/** Lists users of the queue after a position. */
export async function listQueue(tx: Tx, filter: QueueFilter & QueueOrder, page: QueuePageRequest) {
  const matches = selectMatches(filter)
  const query =
    matches === undefined && isReadByRange(filter)
      ? selectRanges(filter, page)
      : await selectInOrder(tx, filter, page, matches)
  const { rows } = await sql<QueueRow>`${query}`.execute(tx)
  return rows
}

/** Reads the index of the sort in order, or sorts the few matches of a search. */
async function selectInOrder(
  tx: Tx,
  filter: QueueFilter & QueueOrder,
  { after, limit }: QueuePageRequest,
  matches: RawBuilder<unknown> | undefined,
) {
  const conditions = [
    ...listConditions(filter),
    ...(filter.sort === 'assignee' ? [sql`u.review_assignee is not null`] : []),
    ...(after ? [isAfter(filter, after)] : []),
  ]
  const isCommon = matches !== undefined && (await hasMoreMatches(tx, matches, maxSortedMatches))
  if (isCommon) conditions.push(isMatch(filter))
  const found = isCommon ? undefined : matches
  return sql`${selectQueue(found, conditions, selectPosition(filter))} ${orderBy(filter)} limit ${limit}`
}

const sortColumn = ({ sort }: QueueOrder) => sql.ref(`u.${sortColumns[sort]}`)

const selectPosition = (order: QueueOrder) =>
  sql`${sortColumn(order)}::text as position_value, u.review_updated_at::text as position_updated`

function orderBy(order: QueueOrder) {
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc')
  return sql`order by ${sortColumn(order)} ${direction}, u.review_updated_at ${direction}, u.id ${direction}`
}

/** A pair of status and severity: a range of users_review_filtered and of users_review_filtered_gross. */
type QueueRange = { status: number; severity: number }

/** With other filters a range may be read to its end, so merging more ranges than this is slower than one scan. */
const maxRangesWithOtherFilters = 8

/** Whether to merge ranges, each of which an index has in the order of the sort. */
function isReadByRange(filter: QueueFilter & QueueOrder) {
  const { statuses, severities, advice, assignee, isAssigned, grossFrom, grossBelow, sort } = filter
  if ((!statuses && !severities) || assignee !== undefined || sort === 'assignee') return false
  const isGrossFilter = grossFrom !== undefined || grossBelow !== undefined
  const hasOthers =
    advice !== undefined || isAssigned !== undefined || (isGrossFilter && sort !== 'annual_gross')
  return !hasOthers || rangesOf(filter).length <= maxRangesWithOtherFilters
}

const codesOf = (values: readonly string[]) => values.map((_, code) => code)

function rangesOf({ statuses, severities }: QueueFilter): QueueRange[] {
  return (statuses ?? codesOf(reviewStatuses)).flatMap((status) =>
    (severities ?? codesOf(reviewSeverities)).map((severity) => ({ status, severity })),
  )
}

/**
 * Reads a page of each range of the filter and merges them. Reading the index of the sort instead would pass over all
 * users if the filter is rare, or if income follows from the status: most invited people have none.
 */
function selectRanges(filter: QueueFilter & QueueOrder, { after, limit }: QueuePageRequest) {
  const ranges = rangesOf(filter)
  const isSortedByRange = filter.sort === 'status' || filter.sort === 'severity'
  const starts = ranges.map((range) => (after && isSortedByRange ? startOf(filter, range, after) : null))
  const conditions = [
    isOfClient,
    sql`u.review_status = r.status`,
    sql`u.review_severity = r.severity`,
    ...listConditions({ ...filter, statuses: undefined, severities: undefined }),
    ...(after ? [isSortedByRange ? isAfterStart(filter, after) : isAfter(filter, after)] : []),
  ]
  const page = sql`${orderBy(filter)} limit ${limit}`
  return sql`select ${reviewColumns}, ${selectPosition(filter)}
    from (select u.* from unnest(${ranges.map(({ status }) => status)}::smallint[],
          ${ranges.map(({ severity }) => severity)}::smallint[], ${starts}::timestamptz[]) r (status, severity, start)
        cross join lateral (select u.* from users u where ${allOf(conditions)} ${page}) u
        ${page}) u ${joinUserKeys} ${orderBy(filter)}`
}

/**
 * The review_updated_at after which users of a range follow a position. Status and severity are the same in a whole
 * range, so PostgreSQL would read it to its end to compare them with those of the position.
 */
function startOf(order: QueueOrder, { status, severity }: QueueRange, after: QueuePosition) {
  const difference = (order.sort === 'status' ? status : severity) - Number(after.value)
  if (difference === 0) return after.updated
  return difference > 0 ? '-infinity' : 'infinity'
}

const isAfterStart = (order: QueueOrder, { id }: QueuePosition) =>
  sql`(u.review_updated_at, u.id) ${comparison(order)} (r.start, ${id}::uuid)`

/** Lists users of the queue by id, which never changes: a reader of all pages misses no user who changes meanwhile. */
export async function listQueueById(
  tx: Tx,
  filter: QueueFilter,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const conditions = [...listConditions(filter), ...(after ? [sql`u.id > ${after}`] : [])]
  const { rows } = await sql<UserReviewRow>`
    ${selectQueue(selectMatches(filter), conditions)} order by u.id limit ${limit}`.execute(tx)
  return rows
}

async function hasMoreMatches(tx: Tx, matches: RawBuilder<unknown>, count: number) {
  const { rows } = await sql`${matches} offset ${count} limit 1`.execute(tx)
  return rows.length > 0
}

function selectQueue(
  matches: RawBuilder<unknown> | undefined,
  conditions: readonly RawBuilder<unknown>[],
  positions?: RawBuilder<unknown>,
) {
  const from = matches
    ? sql`found join users u on u.client_id = current_client_id() and u.id = found.user_id`
    : sql`users u`
  return sql`${matches ? sql`with found as materialized (${matches})` : sql``}
    select ${positions ? sql`${reviewColumns}, ${positions}` : reviewColumns} from ${from} ${joinUserKeys}
      where ${allOf([isOfClient, ...conditions])}`
}

const isOfClient = sql`u.client_id = current_client_id()`
const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

function isAfter(order: QueueOrder, { value, updated, id }: QueuePosition) {
  const types = { updated_at: 'timestamptz', assignee: 'uuid' } as Partial<Record<QueueSortName, string>>
  const type = sql.raw(types[order.sort] ?? 'integer')
  return sql`(${sortColumn(order)}, u.review_updated_at, u.id) ${comparison(order)}
    (${value}::${type}, ${updated}::timestamptz, ${id}::uuid)`
}

const comparison = ({ isDescending }: QueueOrder) => sql.raw(isDescending ? '<' : '>')

function listConditions(filter: QueueFilter) {
  const { statuses, severities, advice, assignee, isAssigned, grossFrom, grossBelow } = filter
  return [
    statuses && sql`u.review_status = any (${statuses}::smallint[])`,
    severities && sql`u.review_severity = any (${severities}::smallint[])`,
    advice && sql`u.review_advice = any (${advice}::smallint[])`,
    assignee && sql`u.review_assignee = ${assignee}`,
    isAssigned && sql`u.review_assignee is not null`,
    isAssigned === false && sql`u.review_assignee is null`,
    grossFrom !== undefined && sql`u.review_gross >= ${grossFrom}`,
    grossBelow !== undefined && sql`u.review_gross >= 0 and u.review_gross < ${grossBelow}`,
  ].filter((condition) => !!condition)
}

const withTerm = (hash: Buffer) =>
  sql`select user_id from user_search_terms where client_id = current_client_id() and hash = ${hash}`

const withAllTerms = (hashes: readonly Buffer[]) => sql.join(hashes.map(withTerm), sql` intersect `)

function selectMatches({ search, employerTerms }: QueueFilter) {
  const sets: RawBuilder<unknown>[] = []
  if (search) sets.push(selectSearchMatches(search))
  if (employerTerms.length > 0) sets.push(withAllTerms(employerTerms))
  if (sets.length === 0) return undefined
  return sql.join(
    sets.map((set) => sql`(${set})`),
    sql` intersect `,
  )
}

function selectSearchMatches({ id, extIdHash, referenceTerm, ids = [], terms }: TermSearch) {
  const byColumn = (column: string, value: string | Buffer) =>
    sql`select id as user_id from users where client_id = current_client_id() and ${sql.ref(column)} = ${value}`
  const alternatives = [
    byColumn('ext_id_hash', extIdHash),
    ...(id === undefined ? [] : [byColumn('id', id)]),
    ...(referenceTerm === undefined ? [] : [withTerm(referenceTerm)]),
    ...(ids.length === 0 ? [] : [sql`select unnest(${ids}::uuid[]) as user_id`]),
    ...(terms.length === 0 ? [] : [sql`(${withAllTerms(terms)})`]),
  ]
  return sql.join(alternatives, sql` union `)
}

/** The condition that `selectMatches` selects, for one row of users. */
function isMatch({ search, employerTerms }: QueueFilter) {
  const conditions: RawBuilder<unknown>[] = employerTerms.map(hasTerm)
  if (search) conditions.push(isSearchMatch(search))
  return sql`(${sql.join(conditions, sql` and `)})`
}

const hasTerm = (hash: Buffer) =>
  sql`exists (select from user_search_terms t where t.client_id = u.client_id and t.hash = ${hash} and t.user_id = u.id)`

function isSearchMatch({ id, extIdHash, referenceTerm, ids = [], terms }: TermSearch) {
  const alternatives = [sql`u.ext_id_hash = ${extIdHash}`]
  if (id !== undefined) alternatives.push(sql`u.id = ${id}`)
  if (referenceTerm !== undefined) alternatives.push(hasTerm(referenceTerm))
  if (ids.length > 0) alternatives.push(sql`u.id = any (${ids}::uuid[])`)
  if (terms.length > 0) alternatives.push(sql`(${sql.join(terms.map(hasTerm), sql` and `)})`)
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** Whether the person has used the journey, consented or shared anything since. Reads the tables that record this. */
const hasProgressSince = (since: RawBuilder<Date>) => {
  const own = (table: string) =>
    sql`from ${sql.table(table)} t where t.client_id = u.client_id and t.user_id = u.id`
  return sql`(
    exists (select ${own('authorisations')} and t.created_at > ${since})
    or exists (select ${own('accounts')} and t.created_at > ${since})
    or exists (select from accounts a join account_moves m on m.client_id = a.client_id and m.account_id = a.id
      where a.client_id = u.client_id and a.user_id = u.id and m.status = 'AUTHORISED' and m.at > ${since})
    or exists (select ${own('documents')} and t.created_at > ${since})
    or exists (select ${own('uploads')} and t.created_at > ${since})
    or exists (select from journey_links l join journey_progress p on p.journey_id = l.id
      where l.client_id = u.client_id and l.user_id = u.id and p.last_seen_at > ${since}))`
}

/** Marks reviews as stalled that have made no progress for this many days. Returns their number. */
export async function stallReviews(tx: Tx, { days, limit }: { days: number; limit: number }) {
  const since = sql<Date>`(now() - make_interval(days => ${days}::int))`
  const { rows } = await sql`
    update users set review_status = ${statusCode('stalled')}, review_status_at = now(), review_updated_at = now()
      where ctid = any (array(
        select u.ctid from users u where u.review_status between 1 and 3 and u.review_status_at < ${since}
            and not ${hasProgressSince(since)}
          order by u.review_status_at limit ${limit} for update of u skip locked))
        and review_status between 1 and 3
      returning id`.execute(tx)
  return rows.length
}

/** Sets the status of registered users that follows from their links and consents. Returns the number of users. */
export async function fillStatuses(tx: Tx, limit: number) {
  const own = sql`t where t.client_id = u.client_id and t.user_id = u.id`
  const { rows } = await sql`
    with filled as (
      select u.id, case when exists (select from journey_devices ${own}) or exists (select from authorisations ${own})
          then ${statusCode('opened')}::smallint else ${statusCode('invited')}::smallint end as status
        from users u
        where u.client_id = current_client_id() and u.review_status = ${statusCode('registered')}
          and (exists (select from journey_devices ${own}) or exists (select from authorisations ${own})
            or exists (select from journey_links ${own}))
        limit ${limit} for no key update of u)
    update users set review_status = filled.status, review_announced = filled.status, review_status_at = now()
      from filled where users.client_id = current_client_id() and users.id = filled.id
      returning users.id`.execute(tx)
  return rows.length
}

export type UnannouncedReview = { client_id: string; user_id: string }

const announceBatchSize = 200

/** Lists reviews of clients with a webhook for the event whose status has changed since the last event. */
export async function listUnannounced(tx: Tx): Promise<UnannouncedReview[]> {
  const { rows } = await sql<UnannouncedReview>`
    select u.client_id, u.id as user_id from users u
      where u.review_status <> u.review_announced and u.review_status_at > now() - interval '1 day'
        and exists (select from webhooks w where w.client_id = u.client_id
          and 'review-status-changed' = any (w.events) and w.created_at < u.review_status_at)
      order by u.review_status_at limit ${announceBatchSize}`.execute(tx)
  return rows
}

export async function setAnnounced(tx: Tx, userId: string, status: number) {
  await sql`update users set review_announced = ${status} where id = ${userId}`.execute(tx)
}

export async function findViews(tx: Tx, memberId: string) {
  const { rows } = await sql<{ version: number; sealed: Buffer }>`
    select version, sealed from review_views where member_id = ${memberId}`.execute(tx)
  return rows[0]
}

export async function upsertViews(tx: Tx, memberId: string, row: { version: number; sealed: Buffer }) {
  await sql`
    insert into review_views (member_id, version, sealed) values (${memberId}, ${row.version}, ${row.sealed})
      on conflict (client_id, member_id) do update set version = excluded.version, sealed = excluded.sealed`.execute(
    tx,
  )
}
