import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../database/tables.ts'
import { audit, type Tenant, type Tx } from '../database/tenancy.ts'
import { invalid, Problem } from '../problem.ts'
import { open, type Place, seal } from '../secrets/seal.ts'
import type { TaskEnd } from '../tasks/wait-for-end.ts'
import { Pending, whenEnded } from './task-reply.ts'

/** How a route answers: at once, or when the task that its handler names has ended. */
export type Answering = {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  afterTask(request: FastifyRequest, reply: FastifyReply, end: TaskEnd | undefined): Promise<unknown>
  waitForEnd(tenant: Tenant, taskId: string): Promise<TaskEnd | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler whose reply is about a user whom the request does not name. */
    aboutUserId: string | null
  }
}

type Stored = Selectable<DB['idempotent_replies']>
type Key = { operation: string; keyHash: Buffer }

const lifetimeMs = 24 * 3_600_000
const uuid = /^[0-9a-f-]{36}$/

/**
 * Runs the handler at most once for a key. The whole handler joins one transaction, which also stores its
 * reply: either both are there or neither is. A request that failed stores nothing and may be repeated.
 */
export async function onceForKey(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: string,
  answering: Answering,
) {
  const { tenant } = request
  const name = requireKey(request.headers['idempotency-key'])
  const key = { operation, keyHash: createHash('sha256').update(name).digest() }
  // Keyed, because a body can be guessed: a plain hash would tell a reader of the database that the guess is right.
  const bodyHash = tenant.keys.lookupHash(
    'idempotent_replies.body',
    JSON.stringify([request.params, request.query, request.body ?? null]),
  )

  const { payload, isReplayed } = await tenant.transaction(async (tx) => {
    await requireAlone(tx, tenant, key)
    const stored = await findReply(tx, key)
    if (stored && stored.expires_at > new Date()) {
      requireSame(stored.body_hash, bodyHash)
      if (stored.sealed === null) return { payload: whenEnded(stored.task_id ?? ''), isReplayed: true }
      return { payload: await replay(tx, tenant, reply, key, stored), isReplayed: true }
    }
    request.tenant = { ...tenant, transaction: (work) => work(tx) }
    const made = await answering.handle(request, reply)
    await store(tx, request, reply, { ...key, body_hash: bodyHash }, made)
    return { payload: made, isReplayed: false }
  })
  request.tenant = tenant
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  return payload instanceof Pending ? answerLater(request, reply, key, answering, payload) : payload
}

/** The task was scheduled, by this request or by an earlier one whose process may be gone; its end makes the reply. */
async function answerLater(
  request: FastifyRequest,
  reply: FastifyReply,
  key: Key,
  answering: Answering,
  { taskId }: Pending,
) {
  const { tenant } = request
  const end = await answering.waitForEnd(tenant, taskId)
  const payload = await answering.afterTask(request, reply, end).catch(async (error) => {
    if (end && isForLater(error)) await forgetTask(tenant, key, taskId)
    throw error
  })
  // Not ended yet: the next repeat shall wait for the end again.
  if (!end) return payload
  return tenant.transaction(async (tx) => {
    const stored = await findReply(tx, key)
    if (stored?.sealed) return replay(tx, tenant, reply, key, stored)
    // A repeat has not gone through the handler.
    request.aboutUserId ??= stored?.user_id ?? null
    if (stored) await store(tx, request, reply, { ...key, body_hash: stored.body_hash }, payload)
    audit(tx, 'reply.stored', stored?.user_id ?? null)
    return payload
  })
}

/** Who is told to come again later comes with the same key, and must not meet the same end. */
const isForLater = (error: unknown) =>
  error instanceof Problem && error.status < 500 && error.retryAfterSeconds !== undefined

function forgetTask(tenant: Tenant, { operation, keyHash }: Key, taskId: string) {
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

async function replay(tx: Tx, tenant: Tenant, reply: FastifyReply, key: Key, stored: Stored) {
  const sealing = await sealingKeyOf(tx, tenant, stored.user_id)
  audit(tx, 'reply.replayed', stored.user_id)
  reply.code(stored.status ?? 200)
  return JSON.parse(open(sealing, replyPlace(key), stored.sealed as Buffer).toString())
}

async function store(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, keyHash, body_hash }: Key & { body_hash: Buffer },
  payload: unknown,
) {
  const userId = await subjectOf(tx, request, payload)
  const sealing = await sealingKeyOf(tx, request.tenant, userId)
  const isPending = payload instanceof Pending
  const row = {
    body_hash,
    task_id: isPending ? payload.taskId : null,
    status: isPending ? null : reply.statusCode,
    sealed: isPending ? null : seal(sealing, replyPlace({ operation, keyHash }), JSON.stringify(payload)),
    user_id: userId,
    expires_at: new Date(Date.now() + lifetimeMs),
  }
  await tx
    .insertInto('idempotent_replies')
    .values({ operation, key_hash: keyHash, ...row })
    .onConflict((conflict) => conflict.columns(['client_id', 'operation', 'key_hash']).doUpdateSet(row))
    .execute()
}

function requireSame(stored: Buffer, sent: Buffer) {
  if (stored.equals(sent)) return
  throw new Problem(409, 'idempotency-key-reused', ['This Idempotency-Key was used with another request'])
}

/** Replies about a user to operations whose names match. Their keys are free again: only for what is refused if it is repeated. */
export async function forgetRepliesAbout(tx: Tx, userId: string, operations: RegExp) {
  await sql`delete from idempotent_replies
    where user_id = ${userId} and sealed is not null and operation ~ ${operations.source}`.execute(tx)
}

/** Deletes what is past its time, a bounded number at once. */
export function forgetOldReplies(tx: Tx) {
  return sql`delete from idempotent_replies where (client_id, operation, key_hash) in (
    select client_id, operation, key_hash from idempotent_replies where expires_at < now() limit 5000)`.execute(
    tx,
  )
}

function requireKey(header: string | string[] | undefined) {
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw invalid('Header [Idempotency-Key] is invalid: must be 1 to 255 visible characters without spaces')
}

async function requireAlone(tx: Tx, tenant: Tenant, { operation, keyHash }: Key) {
  const name = `${tenant.clientId} ${operation} ${keyHash.toString('base64')}`
  const lock = createHash('sha256').update(name).digest().readBigInt64BE()
  const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${lock}) as alone`.execute(
    tx,
  )
  if (rows[0]?.alone) return
  throw new Problem(
    409,
    'idempotency-key-running',
    ['A request with this Idempotency-Key is still running'],
    {
      retryAfterSeconds: 1,
    },
  )
}

function findReply(tx: Tx, { operation, keyHash }: Key) {
  return tx
    .selectFrom('idempotent_replies')
    .selectAll()
    .where('operation', '=', operation)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** The user a reply is about: it is sealed under that user's key and deleted with the user. */
async function subjectOf(tx: Tx, request: FastifyRequest, payload: unknown) {
  const candidates = [payload, request.params, request.body].map(
    (part) => (part as { user_id?: unknown } | null)?.user_id,
  )
  candidates.push(request.aboutUserId)
  const userId = candidates.find((id): id is string => typeof id === 'string' && uuid.test(id))
  if (!userId) return null
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return user ? userId : null
}

async function sealingKeyOf(tx: Tx, { keys }: Tenant, userId: string | null) {
  if (!userId) return keys.dataKey
  const row = await tx
    .selectFrom('user_keys')
    .select(['wrapped', 'client_key_version'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return keys.userKey(userId, row)
}

const replyPlace = ({ operation, keyHash }: Key): Place => ({
  table: 'idempotent_replies',
  column: 'sealed',
  row: `${operation} ${keyHash.toString('base64')}`,
  version: 1,
})
