import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'

export type WebhookRow = Selectable<DB['webhooks']>

/** Inserts nothing when the client already has a webhook of that name. */
export async function insertWebhook(tx: Tx, values: Insertable<DB['webhooks']> & { id: string }) {
  const webhook = await tx
    .insertInto('webhooks')
    .values(values)
    .onConflict((conflict) => conflict.columns(['client_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (webhook) await tx.insertInto('webhook_queues').values({ webhook_id: webhook.id }).execute()
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

/** Excludes concurrent changes but not publishers, which hold a key-share lock through a foreign key until they commit. */
export function lockWebhook(tx: Tx, id: string) {
  return tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function isNameTaken(tx: Tx, name: string, exceptId: string) {
  return tx
    .selectFrom('webhooks')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
}

export function updateWebhook(tx: Tx, id: string, values: Updateable<DB['webhooks']>) {
  return tx.updateTable('webhooks').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export function deleteWebhookRow(tx: Tx, id: string) {
  return tx.deleteFrom('webhooks').where('id', '=', id).returning('id').executeTakeFirst()
}

export function findQueue(tx: Tx, webhookId: string) {
  return tx
    .selectFrom('webhook_queues')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow()
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

/** On erasure of a user: events and deliveries stay with their sequence numbers, without content. */
export async function eraseEventContent(tx: Tx, userId: string) {
  await sql`update events set body = null where user_id = ${userId} and body is not null`.execute(tx)
  await sql`update delivery_attempts a set answer = null from deliveries d
    where d.user_id = ${userId} and a.client_id = d.client_id and a.delivery_id = d.id
      and a.answer is not null`.execute(tx)
}
