import { type Insertable, sql } from 'kysely'
import type { DB } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'

export function insertReminders(tx: Tx, rows: Insertable<DB['journey_reminders']>[]) {
  return tx.insertInto('journey_reminders').values(rows).execute()
}

export async function deletePlannedReminders(tx: Tx, userId: string) {
  await tx
    .deleteFrom('journey_reminders')
    .where('user_id', '=', userId)
    .where('sent_at', 'is', null)
    .execute()
}

export type PlannedReminder = { user_id: string; sealed: Buffer }

/** Locks the user, which serialises changes of their reminders. */
export const lockReminders = (tx: Tx, userId: string) =>
  sql`select from users where id = ${userId} for no key update`.execute(tx)

/**
 * Finds a planned reminder that is still wanted: the link works, no later reminder is due (as after an outage), and
 * since the invitation the person has neither shared anything, nor ended a journey, nor withdrawn consent, nor stopped
 * reminders. Locks the user, so that a concurrent stop comes before or after.
 */
export async function findDueReminder(tx: Tx, id: string) {
  await sql`select from users u join journey_reminders r on r.client_id = u.client_id and r.user_id = u.id
    where r.id = ${id} for no key update of u`.execute(tx)
  const { rows } = await sql<PlannedReminder>`
    select r.user_id, r.sealed from journey_reminders r
        join users u on u.client_id = r.client_id and u.id = r.user_id
        join journey_links l on l.client_id = r.client_id and l.id = r.journey_id
      where r.id = ${id} and r.sent_at is null and r.sealed is not null
        and u.reminders_stopped_at is null and l.expires_at > now()
        and not exists (select from journey_reminders o where o.client_id = r.client_id and o.user_id = r.user_id
          and o.journey_id = r.journey_id and o.due_at > r.due_at and o.due_at <= now())
        and not exists (select from journey_links e where e.client_id = r.client_id and e.user_id = r.user_id
          and e.ended_at >= r.invited_at)
        and not exists (select from accounts a join account_moves m on m.client_id = a.client_id and m.account_id = a.id
          where a.client_id = r.client_id and a.user_id = r.user_id and m.status = 'AUTHORISED' and m.at >= r.invited_at)
        and not exists (select from documents d where d.client_id = r.client_id and d.user_id = r.user_id
          and d.created_at >= r.invited_at)
        and not exists (select from authorisations w where w.client_id = r.client_id and w.user_id = r.user_id
          and w.revoked_at >= r.invited_at)`.execute(tx)
  return rows[0]
}

export async function markReminded(tx: Tx, id: string, { stopHash, at }: { stopHash: Buffer; at: Date }) {
  await tx
    .updateTable('journey_reminders')
    .set({ sealed: null, stop_hash: stopHash, sent_at: at })
    .where('id', '=', id)
    .execute()
}

export async function deletePlannedReminder(tx: Tx, id: string) {
  await tx.deleteFrom('journey_reminders').where('id', '=', id).execute()
}

export type SentReminder = {
  client_id: string
  user_id: string
  isStopped: boolean
  clientName: string
  brandColour: string | null
}

/** Finds a sent reminder across all clients, because the browser that opens the stop link has no credential. */
export async function findSentReminder(tx: Tx, stopHash: Buffer) {
  const { rows } = await sql<SentReminder>`
    select r.client_id, r.user_id, u.reminders_stopped_at is not null as "isStopped",
        coalesce(c.client_display_name, 'Payproof') as "clientName", c.brand_colour as "brandColour"
      from journey_reminders r join users u on u.client_id = r.client_id and u.id = r.user_id
        join configurations c on c.client_id = r.client_id
      where r.stop_hash = ${stopHash}`.execute(tx)
  return rows[0]
}

/** Returns false if reminders were stopped before. */
export async function markRemindersStopped(tx: Tx, userId: string) {
  const { rows } = await sql`update users set reminders_stopped_at = now()
    where id = ${userId} and reminders_stopped_at is null returning id`.execute(tx)
  return rows.length > 0
}

export async function hasStoppedReminders(tx: Tx, userId: string) {
  const { rows } = await sql`
    select from users where id = ${userId} and reminders_stopped_at is not null`.execute(tx)
  return rows.length > 0
}

export async function hasRemindersSince(tx: Tx, userId: string, since: Date) {
  const { rows } = await sql`select from journey_reminders
    where user_id = ${userId} and sent_at is null and invited_at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

/** Days for which the stop link of a mail works. */
const stopLinkDays = 90

export const deleteOldReminders = (tx: Tx) =>
  sql`delete from journey_reminders where due_at < now() - make_interval(days => ${stopLinkDays})`.execute(tx)
