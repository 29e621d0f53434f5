import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { OptInKind } from './schemas.ts'

export type WebhookRow = Selectable<DB['webhooks']>

/** SQL condition for whether the client of a row has a webhook for this event. For sweeps over all clients. */
export const clientSubscribes = (client: string, kind: z.output<typeof OptInKind>) =>
  sql<boolean>`exists (select from webhooks w where w.client_id = ${sql.ref(client)} and ${kind} = any (w.events))`

export async function insertWebhook(tx: Tx, values: Insertable<DB['webhooks']> & { id: string }) {
  const webhook = await tx.insertInto('webhooks').values(values).returningAll().executeTakeFirstOrThrow()
  await tx.insertInto('webhook_queues').values({ webhook_id: webhook.id }).execute()
  return webhook
}

export async function listWebhooks(tx: Tx, { skip, limit }: { skip: number; limit: number }) {
  const { rows } = await sql<WebhookRow & { total: string }>`
    select page.*, seek.total
      from seek_page('webhooks', ${skip}) seek
      left join lateral (
        select * from webhooks
          where webhooks.client_id = current_client_id() and webhooks.position <= seek.from_position
          order by webhooks.position desc offset seek.rest limit ${limit}
      ) page on true`.execute(tx)
  return { total: Number(rows[0]?.total ?? 0), webhooks: rows.filter(({ id }) => id !== null) }
}

export async function countWebhooks(tx: Tx) {
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findWebhook(tx: Tx, id: string) {
  return tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks the webhook against concurrent changes, but not against publishers, which hold a key-share lock through a
 * foreign key until they commit.
 */
export function lockWebhook(tx: Tx, id: string) {
  return tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Compares without regard to case. In JavaScript, because lower() of a database with the C collation changes ASCII letters only. The
 * caller locks the client, or concurrent requests could take the same name.
 */
export async function isNameTaken(tx: Tx, name: string, exceptId: string) {
  const others = await tx.selectFrom('webhooks').select('name').where('id', '<>', exceptId).execute()
  return others.some((other) => foldCase(other.name) === foldCase(name))
}

const foldCase = (name: string) => name.normalize('NFC').toLowerCase()

export function updateWebhook(tx: Tx, id: string, values: Updateable<DB['webhooks']>) {
  return tx.updateTable('webhooks').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export function deleteWebhookRow(tx: Tx, id: string) {
  return tx.deleteFrom('webhooks').where('id', '=', id).returning('id').executeTakeFirst()
}

export function findQueue(tx: Tx, webhookId: string) {
  return tx.selectFrom('webhook_queues').selectAll().where('webhook_id', '=', webhookId).executeTakeFirst()
}

/** Closes the circuit and discards the failure history. */
export function resetHealth(tx: Tx, webhookId: string) {
  return tx
    .updateTable('webhook_queues')
    .set({
      breaker: '{}',
      failing_since: null,
      held_until: null,
      health_version: sql`health_version + 1`,
    })
    .where('webhook_id', '=', webhookId)
    .execute()
}

export function resetKeyUsage(tx: Tx, webhookId: string) {
  return tx
    .updateTable('webhook_queues')
    .set({ key_messages: 0 })
    .where('webhook_id', '=', webhookId)
    .execute()
}

/**
 * Erases the content of a user's events and deliveries when the user is erased. The rows and their sequence numbers
 * are kept.
 */
export async function eraseEventContent(tx: Tx, userId: string, before: Date | undefined) {
  const end = before ?? sql`'infinity'`
  await sql`update events set body = null
    where user_id = ${userId} and body is not null and at <= ${end}`.execute(tx)
  await sql`update delivery_attempts a set answer = null from deliveries d
    where d.user_id = ${userId} and a.client_id = d.client_id and a.delivery_id = d.id
      and a.answer is not null and a.started_at <= ${end}`.execute(tx)
}
