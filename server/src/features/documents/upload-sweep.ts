import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { uploadsKeptMs } from './limits.ts'
import { documentKey, quarantineKey } from './storage-keys.ts'

const everyMs = 10 * 60_000
const most = 200

type Old = { client_id: string; user_id: string; id: string; is_kept: boolean }
type Parts = { database: Tenancy; objects: Objects }

/**
 * Forgets uploads of yesterday: what was put and never submitted, and what was promoted and never became a document. The
 * objects go first; a row that is still there says that there may be one.
 */
export async function sweepUploads({ database, objects }: Parts, olderThanMs = uploadsKeptMs) {
  const old = await database.system((tx) => listOld(tx, olderThanMs))
  for (const upload of old) {
    await objects.deletePrefix(quarantineKey(upload, upload.id))
    if (!upload.is_kept) await objects.deletePrefix(documentKey(upload, upload.id))
  }
  await database.system((tx) => forget(tx, old))
  return old.length
}

async function listOld(tx: Tx, olderThanMs: number) {
  const { rows } = await sql<Old>`
    select u.client_id, u.user_id, u.id,
        exists (select from documents d where d.client_id = u.client_id and d.id = u.id) as is_kept
      from uploads u where u.created_at < now() - ${olderThanMs} * interval '1 ms'
      order by u.created_at limit ${most}`.execute(tx)
  return rows
}

async function forget(tx: Tx, old: readonly Old[]) {
  await sql`delete from uploads where (client_id, id) in (
    select * from unnest(${old.map(({ client_id }) => client_id)}::uuid[], ${old.map(({ id }) => id)}::uuid[]))`.execute(
    tx,
  )
}

/** Runs in dispatchers. */
export function openUploadSweep({ log, ...parts }: Parts & { log: Log }) {
  const sweep = async () => {
    try {
      while ((await sweepUploads(parts)) === most);
    } catch (error) {
      log.warn({ err: error }, 'old uploads could not be swept; it will be tried again')
    }
  }
  const timer = setInterval(sweep, everyMs)
  return { close: () => clearInterval(timer) }
}
