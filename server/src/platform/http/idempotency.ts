import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../database/tables.ts'
import { audit, insideTransaction, keysOf, type Tenant, type Tx } from '../database/tenancy.ts'
import { invalid, notFound, Problem } from '../problem.ts'
import { type SealContext, seal, unseal } from '../secrets/seal.ts'
import type { TaskEnd } from '../tasks/wait-for-end.ts'
import { PendingReply, replyAfterTask } from './task-reply.ts'

/**
 * The steps of producing a reply: the handler either replies itself or returns a task whose result determines the
 * reply.
 */
export type ReplySteps = {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  afterTask(request: FastifyRequest, reply: FastifyReply, end: TaskEnd | undefined): Promise<unknown>
  waitForTaskEnd(tenant: Tenant, taskId: string): Promise<TaskEnd | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler if its reply is about a user whose id is not in the request. */
    subjectUserId: string | null
  }
  interface FastifyContextConfig {
    /**
     * Set if the reply holds a secret, which is then never stored. A repeated key is refused (`once`), or runs the
     * handler again, which issues another secret (`fresh`).
     */
    secretReply?: 'once' | 'fresh'
  }
}

type StoredReply = Selectable<DB['idempotent_replies']>
type IdempotencyKey = { operation: string; keyHash: Buffer }

const lifetimeMs = 24 * 3_600_000
const uuidPattern = /^[0-9a-f-]{36}$/

/**
 * Runs the handler at most once per Idempotency-Key. The handler and its stored reply share one transaction, so
 * either both are committed or neither is. A failed request stores nothing and can be retried.
 */
export async function runOncePerKey(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: string,
  steps: ReplySteps,
) {
  const { tenant } = request
  const { secretReply } = request.routeOptions.config
  const name = requireKey(request.headers['idempotency-key'])
  const key = { operation, keyHash: createHash('sha256').update(name).digest() }
  // With a hash that is not keyed, a reader of the database could confirm a guessed body.
  const bodyHash = tenant.keys.lookupHash(
    'idempotent_replies.body',
    JSON.stringify([request.params, request.query, request.body ?? null]),
  )

  const { payload, isReplayed } = await tenant.transaction(async (tx) => {
    await lockKey(tx, tenant, key)
    const stored = await findReply(tx, key)
    if (stored && stored.expires_at > new Date()) {
      requireSameBody(stored.body_hash, bodyHash)
      if (secretReply === 'once') throw await secretNotRepeated(tx, tenant, key, stored)
    }
    if (stored && stored.expires_at > new Date() && secretReply !== 'fresh') {
      if (stored.sealed === null) return { payload: replyAfterTask(stored.task_id ?? ''), isReplayed: true }
      return { payload: await replayReply(tx, tenant, reply, key, stored), isReplayed: true }
    }
    request.tenant = insideTransaction(tenant, tx)
    const newPayload = await steps.handle(request, reply)
    await storeReply(tx, request, reply, { ...key, body_hash: bodyHash }, newPayload)
    return { payload: newPayload, isReplayed: false }
  })
  request.tenant = tenant
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  return payload instanceof PendingReply ? completePendingReply(request, reply, key, steps, payload) : payload
}

/**
 * Waits for the task that this request or an earlier one scheduled, then creates the reply from its result and stores
 * the reply.
 */
async function completePendingReply(
  request: FastifyRequest,
  reply: FastifyReply,
  key: IdempotencyKey,
  steps: ReplySteps,
  { taskId }: PendingReply,
) {
  const { tenant } = request
  const end = await steps.waitForTaskEnd(tenant, taskId)
  const payload = await steps.afterTask(request, reply, end).catch(async (error) => {
    if (end && isRetryable(error)) await deletePendingReply(tenant, key, taskId)
    throw error
  })
  // The task is still running: store nothing, so that the next retry waits for it again.
  if (!end) return payload
  return tenant.transaction(async (tx) => {
    const stored = await findReply(tx, key)
    if (stored?.sealed) return replayReply(tx, tenant, reply, key, stored)
    // In a retry the handler does not run, so it has not set the user.
    request.subjectUserId ??= stored?.user_id ?? null
    if (stored) await storeReply(tx, request, reply, { ...key, body_hash: stored.body_hash }, payload)
    audit(tx, 'reply.stored', stored?.user_id ?? null)
    return payload
  })
}

/**
 * Whether the client may retry after Retry-After. It reuses the key, so an error such as 429 must not be replayed.
 */
const isRetryable = (error: unknown) =>
  error instanceof Problem && error.status < 500 && error.retryAfterSeconds !== undefined

function deletePendingReply(tenant: Tenant, { operation, keyHash }: IdempotencyKey, taskId: string) {
  return tenant.transaction(async (tx) => {
    await tx
      .deleteFrom('idempotent_replies')
      .where('operation', '=', operation)
      .where('key_hash', '=', keyHash)
      .where('task_id', '=', taskId)
      .execute()
    audit(tx, 'reply.forgotten', null)
  })
}

async function replayReply(
  tx: Tx,
  tenant: Tenant,
  reply: FastifyReply,
  key: IdempotencyKey,
  stored: StoredReply,
) {
  const sealingKey = await loadSealingKey(tx, tenant, stored.user_id)
  audit(tx, 'reply.replayed', stored.user_id)
  reply.code(stored.status ?? 200)
  return JSON.parse(unseal(sealingKey, replySealContext(key), stored.sealed as Buffer).toString())
}

async function secretNotRepeated(tx: Tx, tenant: Tenant, key: IdempotencyKey, stored: StoredReply) {
  const sealingKey = await loadSealingKey(tx, tenant, stored.user_id)
  const { id } = JSON.parse(unseal(sealingKey, replySealContext(key), stored.sealed as Buffer).toString())
  return new Problem(409, 'secret-not-repeated', [
    `The first request with this Idempotency-Key created [${id}]. Its secret is shown only once; delete it and create another`,
  ])
}

/** The part of a reply with a secret that may be stored. */
const withoutSecret = (payload: unknown) => ({ id: (payload as { id?: unknown } | null)?.id ?? null })

async function storeReply(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, keyHash, body_hash }: IdempotencyKey & { body_hash: Buffer },
  payload: unknown,
) {
  const userId = await findSubject(tx, request, payload)
  const sealingKey = await loadSealingKey(tx, request.tenant, userId)
  const isPending = payload instanceof PendingReply
  const storable = request.routeOptions.config.secretReply ? withoutSecret(payload) : payload
  const row = {
    body_hash,
    task_id: isPending ? payload.taskId : null,
    status: isPending ? null : reply.statusCode,
    sealed: isPending
      ? null
      : seal(sealingKey, replySealContext({ operation, keyHash }), JSON.stringify(storable)),
    user_id: userId,
    expires_at: new Date(Date.now() + lifetimeMs),
  }
  await tx
    .insertInto('idempotent_replies')
    .values({ operation, key_hash: keyHash, ...row })
    .onConflict((conflict) => conflict.columns(['client_id', 'operation', 'key_hash']).doUpdateSet(row))
    .execute()
}

function requireSameBody(stored: Buffer, sent: Buffer) {
  if (stored.equals(sent)) return
  throw new Problem(409, 'idempotency-key-reused', ['This Idempotency-Key was used with another request'])
}

/**
 * Deletes the stored replies about a user for the matching operations. Their idempotency keys can then be used again,
 * so call this only for operations that are refused when repeated.
 */
export async function deleteRepliesAbout(tx: Tx, userId: string, operations: RegExp, before?: Date) {
  const expiredBefore = before ? new Date(before.getTime() + lifetimeMs) : sql`'infinity'`
  await sql`delete from idempotent_replies
    where user_id = ${userId} and sealed is not null and operation ~ ${operations.source}
      and expires_at <= ${expiredBefore}`.execute(tx)
}

/** Rewrites the stored replies about a user for the matching operations. Their idempotency keys stay used. */
export async function redactRepliesAbout(
  tx: Tx,
  userId: string,
  operations: RegExp,
  redact: (payload: object) => object,
) {
  const { rows } = await sql<StoredReply>`select * from idempotent_replies
    where user_id = ${userId} and sealed is not null and operation ~ ${operations.source} for update`.execute(
    tx,
  )
  if (rows.length === 0) return
  const sealingKey = await loadSealingKey(tx, { keys: keysOf(tx) }, userId)
  for (const { operation, key_hash: keyHash, sealed } of rows) {
    const context = replySealContext({ operation, keyHash })
    const payload = JSON.parse(unseal(sealingKey, context, sealed as Buffer).toString())
    await tx
      .updateTable('idempotent_replies')
      .set({ sealed: seal(sealingKey, context, JSON.stringify(redact(payload))) })
      .where('operation', '=', operation)
      .where('key_hash', '=', keyHash)
      .execute()
  }
}

export const expiredRepliesBatchSize = 5_000

/** Deletes a batch of expired replies and returns their number. */
export async function deleteExpiredReplies(tx: Tx) {
  const { numAffectedRows } = await sql`
    delete from idempotent_replies where (client_id, operation, key_hash) in (
      select client_id, operation, key_hash from idempotent_replies where expires_at < now()
        limit ${expiredRepliesBatchSize} for update skip locked)`.execute(tx)
  return Number(numAffectedRows)
}

function requireKey(header: string | string[] | undefined) {
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw invalid('Header [Idempotency-Key] is invalid: must be 1 to 255 visible characters without spaces')
}

async function lockKey(tx: Tx, tenant: Tenant, { operation, keyHash }: IdempotencyKey) {
  const name = `${tenant.clientId} ${operation} ${keyHash.toString('base64')}`
  const lock = createHash('sha256').update(name).digest().readBigInt64BE()
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(${lock}) as locked`.execute(tx)
  if (rows[0]?.locked) return
  throw new Problem(
    409,
    'idempotency-key-running',
    ['A request with this Idempotency-Key is still running'],
    {
      retryAfterSeconds: 1,
    },
  )
}

function findReply(tx: Tx, { operation, keyHash }: IdempotencyKey) {
  return tx
    .selectFrom('idempotent_replies')
    .selectAll()
    .where('operation', '=', operation)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** Finds the user whom the reply is about. The reply is sealed with that user's key and deleted with the user. */
async function findSubject(tx: Tx, request: FastifyRequest, payload: unknown) {
  const candidates = [payload, request.params, request.body].map(
    (part) => (part as { user_id?: unknown } | null)?.user_id,
  )
  candidates.push(request.subjectUserId)
  const userId = candidates.find((id): id is string => typeof id === 'string' && uuidPattern.test(id))
  if (!userId) return null
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return user ? userId : null
}

async function loadSealingKey(tx: Tx, { keys }: Pick<Tenant, 'keys'>, userId: string | null) {
  if (!userId) return keys.dataKey
  const row = await tx
    .selectFrom('user_keys')
    .select(['wrapped', 'client_key_version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  // A concurrent request has deleted the user, and with the user the stored reply.
  if (!row) throw notFound('User', userId)
  return keys.userKey(userId, row)
}

const replySealContext = ({ operation, keyHash }: IdempotencyKey): SealContext => ({
  table: 'idempotent_replies',
  column: 'sealed',
  row: `${operation} ${keyHash.toString('base64')}`,
  version: 1,
})
