import { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import { prepared } from '../../platform/database/prepared-query.ts'
import { afterCommit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'
import { seal } from '../../platform/secrets/seal.ts'
import { handoverOf } from '../../platform/tasks/dispatch/handover.ts'
import { newTimedId } from '../../platform/time/uuid-v7.ts'
import { bodyPlace } from './delivery/content.ts'
import type { EventFields, EventKind } from './schemas.ts'
import { deliver, dueSubject, queueKey } from './tasks.ts'

export type NewEvent<Kind extends z.output<typeof EventKind> = z.output<typeof EventKind>> = {
  [K in Kind]: {
    event: K
    user_id: string
    /** What every delivery says beside event, user and time. */
    fields: z.input<(typeof EventFields)[K]>
    /** What is added for webhooks that want the data itself. */
    payload?: object
  }
}[Kind]

const mostBody = 1024 ** 2
const publishing = 'select webhook_id, is_idle from publish_event($1, $2, $3, $4, $5, $6)'

/**
 * Says in the caller's transaction that something happened: the event and a delivery for each webhook that wants it are
 * there exactly if the data is. It knows nothing of what the event is about.
 */
export async function publish(tx: Tx, event: NewEvent): Promise<string> {
  const id = newTimedId()
  const at = new Date()
  const { user_id, fields, payload } = event
  const [user] = await holdUser(tx, { id: user_id })
  if (!user) throw notFound('User', user_id)
  const thin = JSON.stringify({ event: event.event, user_id, timestamp: at.toISOString(), ...fields })
  const data = payload === undefined ? '' : JSON.stringify(payload)
  const isOmitted = Buffer.byteLength(thin) + Buffer.byteLength(data) + ',"payload":'.length > mostBody
  // Two JSON texts with a line break between them, which neither can contain: nothing is parsed to be sent.
  const body = `${thin}\n${isOmitted ? '' : data}`
  const key = await keysOf(tx).userKey(user_id, user)
  const sealed = seal(key, bodyPlace(id), body)
  const { rows } = await tx.executeQuery<{ webhook_id: string; is_idle: boolean }>(
    CompiledQuery.raw(publishing, [id, event.event, user_id, at, isOmitted, sealed]),
  )
  for (const { webhook_id, is_idle } of rows) {
    if (is_idle) await deliver.schedule(tx, { webhook_id }, { key: queueKey(webhook_id) })
    else afterCommit(tx, () => handoverOf(tx).nudge(dueSubject(webhook_id)))
  }
  return id
}

/** The user stays until we commit: nobody can be erased between their key and their event. */
const holdUser = prepared<{ id: string }, WrappedKey>((tx, { id }) =>
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
