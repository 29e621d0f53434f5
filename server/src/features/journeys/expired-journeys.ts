import { sql } from 'kysely'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { publishEnd } from './end-journey.ts'

const maxPerBatch = 200
// Limits the scan, and the number of old links that are reported to a new webhook. The API is assumed never to be
// down for longer.
const maxLateMs = 24 * 3_600_000

export type ExpiredJourney = { client_id: string; journey_id: string; user_id: string }

/**
 * Lists journeys whose link expired before the applicant left, for clients that already had a webhook for the event
 * at that time.
 */
export async function listExpiredJourneys(tx: Tx): Promise<ExpiredJourney[]> {
  const { rows } = await sql<ExpiredJourney>`
    select l.client_id, l.id as journey_id, l.user_id from journey_links l
      where l.expires_at between ${new Date(Date.now() - maxLateMs)} and now() and l.ended_at is null
        and exists (select from webhooks w where w.client_id = l.client_id and 'journey-ended' = any (w.events)
          and w.created_at < l.expires_at)
      order by l.expires_at limit ${maxPerBatch}`.execute(tx)
  return rows
}

/** Publishes the end of a journey in a transaction of the client, whose keys seal the event. */
export function endExpiredJourney(tenant: Tenant, { journey_id, user_id }: ExpiredJourney) {
  return tenant.transaction(async (tx) => {
    const reason = (await isOpened(tx, journey_id)) ? 'not-finished' : 'not-opened'
    await publishEnd(tx, { journey_id, user_id }, { outcome: 'expired', reason, account_id: null })
    audit(tx, 'journey.expired', user_id)
  })
}

/** Whether the page was opened. It counts its first step when it opens. */
async function isOpened(tx: Tx, journeyId: string) {
  const { rows } = await sql`select from journey_steps where journey_id = ${journeyId} limit 1`.execute(tx)
  return rows.length > 0
}
