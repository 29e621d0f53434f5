import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { audit, type Tenant, type Tx } from '../database/tenancy.ts'
import { invalid, Problem } from '../problem.ts'
import { open, type Place, seal } from '../secrets/seal.ts'

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

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
  handle: Handle,
) {
  const { tenant } = request
  const key = requireKey(request.headers['idempotency-key'])
  const keyHash = createHash('sha256').update(key).digest()
  // Keyed, because a body can be guessed: a plain hash would tell a reader of the database that the guess is right.
  const bodyHash = tenant.keys.lookupHash(
    'idempotent_replies.body',
    JSON.stringify([request.params, request.query, request.body ?? null]),
  )

  return tenant.transaction(async (tx) => {
    await requireAlone(tx, tenant, operation, keyHash)
    const stored = await findReply(tx, operation, keyHash)
    if (stored && stored.expires_at > new Date()) {
      if (!stored.body_hash.equals(bodyHash)) {
        throw new Problem(409, 'idempotency-key-reused', [
          'This Idempotency-Key was used with another request',
        ])
      }
      const sealing = await sealingKeyOf(tx, tenant, stored.user_id)
      audit(tx, 'reply.replayed', stored.user_id)
      reply.code(stored.status).header('idempotent-replayed', 'true')
      return JSON.parse(open(sealing, replyPlace(operation, keyHash), stored.sealed).toString())
    }

    request.tenant = { ...tenant, transaction: (work) => work(tx) }
    const payload = await handle(request, reply)
    const userId = await subjectOf(tx, request, payload)
    const sealing = await sealingKeyOf(tx, tenant, userId)
    const row = {
      body_hash: bodyHash,
      status: reply.statusCode,
      sealed: seal(sealing, replyPlace(operation, keyHash), JSON.stringify(payload)),
      user_id: userId,
      expires_at: new Date(Date.now() + lifetimeMs),
    }
    await tx
      .insertInto('idempotent_replies')
      .values({ operation, key_hash: keyHash, ...row })
      .onConflict((conflict) => conflict.columns(['client_id', 'operation', 'key_hash']).doUpdateSet(row))
      .execute()
    return payload
  })
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

async function requireAlone(tx: Tx, tenant: Tenant, operation: string, keyHash: Buffer) {
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

function findReply(tx: Tx, operation: string, keyHash: Buffer) {
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

const replyPlace = (operation: string, keyHash: Buffer): Place => ({
  table: 'idempotent_replies',
  column: 'sealed',
  row: `${operation} ${keyHash.toString('base64')}`,
  version: 1,
})
