import { CompiledQuery, sql } from 'kysely'
import type { z } from 'zod'
import { prepareQuery } from '../../platform/database/prepared-query.ts'
import { afterCommit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'
import { seal } from '../../platform/secrets/seal.ts'
import { handoverOf } from '../../platform/tasks/dispatch/handover.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import { eventBodySealContext } from './delivery/content.ts'
import type { EventFields, EventKind, OptInKind } from './schemas.ts'
import { deliver, dueSubject, queueKey } from './tasks.ts'

export type NewEvent<Kind extends z.output<typeof EventKind> = z.output<typeof EventKind>> = {
  [K in Kind]: {
    event: K
    user_id: string
    /** Fields of every delivery except event, user_id and timestamp. */
    fields: z.input<(typeof EventFields)[K]>
    /** Data that is added for webhooks with include_payload. */
    payload?: object
  }
}[Kind]

const maxBodyBytes = 1024 ** 2
/** A running courier that gets many events polls every 20 ms; a notification of each event would cost more than it. */
const notifyIntervalMs = 16
const publishEventSql = 'select webhook_id, is_idle from publish_event($1, $2, $3, $4, $5, $6)'

/** Transactional outbox. Stores the event and one delivery per subscribed webhook in the caller's transaction. */
export async function publish(tx: Tx, event: NewEvent): Promise<string> {
  const id = newUuidV7()
  const at = new Date()
  const { user_id, fields, payload } = event
  const [user] = await lockUser(tx, { id: user_id })
  if (!user) throw notFound('User', user_id)
  const thin = JSON.stringify({ event: event.event, user_id, timestamp: at.toISOString(), ...fields })
  const data = payload === undefined ? '' : JSON.stringify(payload)
  const isOmitted = Buffer.byteLength(thin) + Buffer.byteLength(data) + ',"payload":'.length > maxBodyBytes
  // The body consists of two JSON texts separated by a line break, which neither of them can contain, so the courier
  // can split it without parsing.
  const body = `${thin}\n${isOmitted ? '' : data}`
  const key = await keysOf(tx).userKey(user_id, user)
  const sealed = seal(key, eventBodySealContext(id), body)
  const { rows } = await tx.executeQuery<{ webhook_id: string; is_idle: boolean }>(
    CompiledQuery.raw(publishEventSql, [id, event.event, user_id, at, isOmitted, sealed]),
  )
  const [idle, running] = [rows.filter((one) => one.is_idle), rows.filter((one) => !one.is_idle)]
  await scheduleCouriers(tx, idle)
  afterCommit(tx, () => {
    for (const { webhook_id } of running)
      handoverOf(tx).notify(dueSubject(webhook_id), undefined, notifyIntervalMs)
  })
  return id
}

/** A single task is inserted with the commit, without a round trip of its own; several are inserted in one statement. */
async function scheduleCouriers(tx: Tx, webhooks: readonly { webhook_id: string }[]) {
  const tasks = webhooks.map(({ webhook_id }) => ({
    input: { webhook_id },
    options: { key: queueKey(webhook_id) },
  }))
  const [first] = tasks
  if (first && tasks.length === 1) await deliver.schedule(tx, first.input, first.options)
  else await deliver.scheduleMany(tx, tasks)
}

/**
 * Publishes an event of an opt-in kind if a webhook of the client lists that kind. Otherwise nothing is stored, so
 * that clients without interest neither pay for these events nor find them in their feed.
 */
export async function publishOptIn(tx: Tx, event: NewEvent<z.output<typeof OptInKind>>) {
  if (await hasSubscriber(tx, event.event)) await publish(tx, event)
}

/** Whether a webhook of the client lists the event. */
export async function hasSubscriber(tx: Tx, kind: z.output<typeof OptInKind>) {
  return (await findSubscriber(tx, { kind })).length > 0
}

const findSubscriber = prepareQuery<{ kind: string }, { id: string }>((tx, { kind }) =>
  tx.selectFrom('webhooks').select('id').where(sql<boolean>`${kind} = any (events)`).limit(1).compile(),
)

/** Locks the user's row, so that the user cannot be erased before the event is committed. */
const lockUser = prepareQuery<{ id: string }, WrappedKey>((tx, { id }) =>
  tx
    .selectFrom('users')
    .innerJoin('user_keys', (join) =>
      join.onRef('user_keys.client_id', '=', 'users.client_id').onRef('user_keys.user_id', '=', 'users.id'),
    )
    .select(['user_keys.wrapped', 'user_keys.client_key_version'])
    .where('users.id', '=', id)
    .forKeyShare('users')
    .compile(),
)
