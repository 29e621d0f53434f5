import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { ConsentLayout } from '../../../vocabulary/consent-layout.ts'
import type { Milestone } from './event-values.ts'

/** The progress of a journey in a batch of events. */
export type JourneyProgress = {
  hasAgreed: boolean
  hasChosenSource: boolean
  hasShared: boolean
  hasFinished: boolean
  lastView: string | null
  /** The last error after `lastView`. */
  lastError: string | null
  /** The consent layout that the person sees; null if the batch has no consent screen. */
  consent: { layout: ConsentLayout; isTested: boolean } | null
}

/** Records the first time of each milestone, and where the person is now. */
export async function recordProgress(
  tx: Tx,
  { journeyId, userId }: { journeyId: string; userId: string },
  progress: JourneyProgress,
) {
  const { hasAgreed, hasChosenSource, hasShared, hasFinished, lastView, lastError, consent } = progress
  await sql`
    insert into journey_progress as p (journey_id, agreed_at, source_chosen_at, shared_at, finished_at, last_view,
        last_error, consent_seen_at, layout, is_tested)
      select l.id, case when ${hasAgreed} then now() end, case when ${hasChosenSource} then now() end,
          case when ${hasShared} then now() end, case when ${hasFinished} then now() end, ${lastView}, ${lastError},
          case when ${consent !== null} then now() end, ${consent?.layout ?? null}, ${consent?.isTested ?? false}
        from journey_links l where l.id = ${journeyId} and l.user_id = ${userId}
      on conflict (journey_id) do update set
        agreed_at = coalesce(p.agreed_at, excluded.agreed_at),
        source_chosen_at = coalesce(p.source_chosen_at, excluded.source_chosen_at),
        shared_at = coalesce(p.shared_at, excluded.shared_at),
        finished_at = coalesce(p.finished_at, excluded.finished_at),
        last_seen_at = excluded.last_seen_at,
        last_view = coalesce(excluded.last_view, p.last_view),
        last_error = case when excluded.last_view is null then coalesce(excluded.last_error, p.last_error)
          else excluded.last_error end,
        consent_seen_at = coalesce(p.consent_seen_at, excluded.consent_seen_at),
        layout = coalesce(p.layout, excluded.layout),
        is_tested = case when p.layout is null then excluded.is_tested else p.is_tested end`.execute(tx)
}

type Days = { from: string; to: string }

const openedIn = ({ from, to }: Days) => sql`opened_at >= ${from}::date and opened_at < ${to}::date + 1`

export type MilestoneRow = { name: Milestone; journeys: number; median_seconds: number | null }

/**
 * Counts the journeys opened in the period that reached each milestone, with the median time since opening. A journey
 * that skipped a milestone, e.g. because the person had agreed before, counts as having reached it with the next.
 */
export async function countMilestones(tx: Tx, days: Days) {
  const { rows } = await sql<MilestoneRow>`
    with reached as (
      select m.name, extract(epoch from m.at - p.opened_at) as seconds
        from journey_progress p cross join lateral (values
          ('opened', p.opened_at),
          ('agreed', least(p.agreed_at, p.source_chosen_at, p.shared_at, p.finished_at)),
          ('source_chosen', least(p.source_chosen_at, p.shared_at, p.finished_at)),
          ('shared', least(p.shared_at, p.finished_at)),
          ('finished', p.finished_at)) m (name, at)
        where ${openedIn(days)} and m.at is not null)
    select name, count(*)::int as journeys,
        round(percentile_cont(0.5) within group (order by seconds))::int as median_seconds
      from reached group by name`.execute(tx)
  return rows
}

type StopRow = { milestone: Milestone; view: string | null; error_code: string | null; journeys: number }

const maxStops = 20

/** Counts unfinished journeys without activity for an hour by the last milestone, screen and error. */
export async function countStops(tx: Tx, days: Days) {
  const { rows } = await sql<StopRow>`
    select case when shared_at is not null then 'shared' when source_chosen_at is not null then 'source_chosen'
          when agreed_at is not null then 'agreed' else 'opened' end as milestone,
        last_view as view, last_error as error_code, count(*)::int as journeys
      from journey_progress
      where ${openedIn(days)} and finished_at is null and last_seen_at < now() - interval '1 hour'
      group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${maxStops}`.execute(tx)
  return rows
}

type LayoutCount = { layout: ConsentLayout; journeys: number; agreed: number }

/**
 * Counts the first `max` journeys of each tested layout, and those that agreed within a day. Journeys count a day
 * after the consent screen was first shown, so that their outcome no longer changes.
 */
export async function countTestedLayouts(tx: Tx, days: Days, max: number) {
  const { rows } = await sql<LayoutCount>`
    with ranked as (
      select layout, agreed_at < consent_seen_at + interval '1 day' as has_agreed,
          row_number() over (partition by layout order by consent_seen_at, id) as position
        from journey_progress
        where ${openedIn(days)} and is_tested and consent_seen_at < now() - interval '1 day')
    select layout, count(*)::int as journeys, count(*) filter (where has_agreed)::int as agreed
      from ranked where position <= ${max} group by layout`.execute(tx)
  return rows
}

const purgeBatchSize = 5_000

/** Deletes the progress of journeys that are too old for any funnel. */
export async function deleteOldProgress(tx: Tx) {
  await sql`
    delete from journey_progress where ctid = any (array(
      select ctid from journey_progress where opened_at < now() - interval '800 days' limit ${purgeBatchSize}))`.execute(
    tx,
  )
}
