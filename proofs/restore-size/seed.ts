import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { documentKey } from '../../server/src/features/documents/storage-keys.ts'

const linesPerGroup = 1_000
const groupsPerTransaction = 100
const filesPerRead = 10_000
const nilUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Gives each user of a client as many documents, all under copies of one authorisation. Nothing reads what is in them,
 * so their sealed part is random.
 */
export async function seedDocuments(
  owner: pg.Client,
  { clientId, perUser }: { clientId: string; perUser: number },
) {
  await owner.query(
    `insert into authorisations (client_id, id, user_id, term_id, sealed, accepted_at)
       select u.client_id, gen_random_uuid(), u.id, a.term_id, a.sealed, a.accepted_at
         from users u, (select * from authorisations where client_id = $1 limit 1) a
         where u.client_id = $1 and u.id <> a.user_id`,
    [clientId],
  )
  await owner.query(
    `insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version, sealed)
       select a.client_id, gen_random_uuid(), a.user_id, a.id, 'payslip', 40, 1, sha256(gen_random_uuid()::text::bytea), '1',
           sha512(gen_random_uuid()::text::bytea) || sha512(gen_random_uuid()::text::bytea)
         from authorisations a, generate_series(1, $2)
         where a.client_id = $1`,
    [clientId, perUser],
  )
}

/**
 * Writes the file of every document of a client into the folder of the object store's bucket. A million uploads
 * through the service would take hours and prove nothing more.
 */
export async function writeFiles(owner: pg.Client, clientId: string, bucketFolder: string) {
  let count = 0
  for (let after = { user_id: nilUuid, id: nilUuid }; ; ) {
    const { rows } = await owner.query<{ user_id: string; id: string }>(
      `select user_id, id from documents where client_id = $1 and (user_id, id) > ($2, $3)
         order by user_id, id limit $4`,
      [clientId, after.user_id, after.id, filesPerRead],
    )
    const last = rows.at(-1)
    if (!last) return count
    let folder = ''
    for (const { user_id, id } of rows) {
      const path = join(bucketFolder, documentKey({ client_id: clientId, user_id }, id))
      if (dirname(path) !== folder) {
        folder = dirname(path)
        mkdirSync(folder, { recursive: true })
      }
      writeFileSync(path, `the file of document ${id}`)
    }
    count += rows.length
    after = last
  }
}

/** Appends lines to the audit log of a client with the functions that the service calls. */
export async function seedAuditLines(owner: pg.Client, clientId: string, lines: number) {
  for (let groups = lines / linesPerGroup; groups > 0; groups -= groupsPerTransaction) {
    await owner.query('begin')
    await owner.query(`select set_config('app.client_id', $1, true)`, [clientId])
    await owner.query(
      `select extend_audit_chain(lock_audit_head(), array_fill('api_key'::text, array[$2::int]), array_fill('seed'::text, array[$2::int]),
           array_fill('seed'::text, array[$2::int]), array_fill('user.read'::text, array[$2::int]), array_fill(null::uuid, array[$2::int]))
         from generate_series(1, $1)`,
      [Math.min(groups, groupsPerTransaction), linesPerGroup],
    )
    await owner.query('commit')
  }
}
