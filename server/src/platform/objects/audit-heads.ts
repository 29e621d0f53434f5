import { randomBytes } from 'node:crypto'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { AuditHead } from '../database/audit-chain.ts'
import type { ObjectStore } from './objects.ts'

// Heads of the audit chains in a bucket with retention lock: an attacker who rewrites the chains in the database can
// neither change nor delete the heads that were exported before.

export const auditHeadsType = 'payproof-audit-heads+jws'

const prefix = 'audit-heads/'
const maxExportBytes = 50_000_000
const dayMs = 86_400_000

const ExportedHeads = z.object({
  heads: z.array(
    z.object({ client_id: z.uuid(), lane: z.int(), seq: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

type Sign = (claims: object, at: Date, type: typeof auditHeadsType) => Promise<string>

/** Stores signed heads under the current time. The store refuses to delete them for `days`. */
export async function exportHeads(
  heads: readonly AuditHead[],
  { objects, sign, days, at = new Date() }: { objects: ObjectStore; sign: Sign; days: number; at?: Date },
) {
  const key = `${prefix}${at.toISOString()}-${randomBytes(4).toString('hex')}`
  const body = Buffer.from(await sign({ heads }, at, auditHeadsType))
  await objects.putLocked(key, body, new Date(at.getTime() + days * dayMs))
}

/** Reads the heads that were exported since a time, after checking their signatures. */
export async function readExportedHeads(
  objects: ObjectStore,
  keys: JSONWebKeySet,
  since: Date,
): Promise<AuditHead[]> {
  const verifyKey = createLocalJWKSet(keys)
  const heads: AuditHead[] = []
  for (let after = `${prefix}${since.toISOString()}`; ; ) {
    const listed = await objects.list(prefix, after)
    for (const key of listed) {
      const body = await objects.get(key, maxExportBytes)
      if (!body) throw new Error(`The exported heads ${key} are missing`)
      const { payload, protectedHeader } = await compactVerify(body.toString('utf8'), verifyKey)
      if (protectedHeader.typ !== auditHeadsType) throw new Error(`${key} contains no heads`)
      heads.push(...ExportedHeads.parse(JSON.parse(Buffer.from(payload).toString('utf8'))).heads)
    }
    const last = listed.at(-1)
    if (last === undefined) return heads
    after = last
  }
}
