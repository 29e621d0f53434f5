import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { uploadRetentionMs } from './limits.ts'
import { documentKey, quarantineKey } from './storage-keys.ts'

const intervalMs = 10 * 60_000
const batchSize = 200

type OldUpload = { client_id: string; user_id: string; id: string; is_kept: boolean }
type SweepDeps = { database: Tenancy; objects: ObjectStore }

/**
 * Deletes old uploads: files that were never submitted, and promoted files that never became documents. Objects are
 * deleted before their rows, so that a failure leaves no object without a row.
 */
export async function sweepUploads({ database, objects }: SweepDeps, olderThanMs = uploadRetentionMs) {
  const oldUploads = await database.system((tx) => listOldUploads(tx, olderThanMs))
  for (const upload of oldUploads) {
    await objects.deletePrefix(quarantineKey(upload, upload.id))
    if (!upload.is_kept) await objects.deletePrefix(documentKey(upload, upload.id))
  }
  await database.system((tx) => deleteRows(tx, oldUploads))
  return oldUploads.length
}

async function listOldUploads(tx: Tx, olderThanMs: number) {
  const { rows } = await sql<OldUpload>`
    select u.client_id, u.user_id, u.id,
        exists (select from documents d where d.client_id = u.client_id and d.id = u.id) as is_kept
      from uploads u where u.created_at < now() - ${olderThanMs} * interval '1 ms'
      order by u.created_at limit ${batchSize}`.execute(tx)
  return rows
}

async function deleteRows(tx: Tx, oldUploads: readonly OldUpload[]) {
  await sql`delete from uploads where (client_id, id) in (
    select * from unnest(${oldUploads.map(({ client_id }) => client_id)}::uuid[], ${oldUploads.map(({ id }) => id)}::uuid[]))`.execute(
    tx,
  )
}

/** Starts the periodic sweep, which runs in the dispatcher process. */
export function startUploadSweep({ log, ...deps }: SweepDeps & { log: Log }) {
  const sweep = async () => {
    try {
      while ((await sweepUploads(deps)) === batchSize);
    } catch (error) {
      log.warn({ err: error }, 'could not sweep old uploads; will retry')
    }
  }
  const timer = setInterval(sweep, intervalMs)
  return { close: () => clearInterval(timer) }
}
