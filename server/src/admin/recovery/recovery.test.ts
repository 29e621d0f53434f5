import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { prepareBackups } from '../../../../dev/services/pgbackrest.ts'
import { makeTestFolder } from '../../../../dev/services/test-folder.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { askForObjects } from '../../../test/objects-on-demand.ts'
import { openTestApi, runSql } from '../../../test/open-test-api.ts'
import { aUser } from '../../../test/people.ts'
import { makeWorld } from '../../../test/template.ts'
import type { Config } from '../../config.ts'
import { tenantForOperator } from '../../features/clients/service.ts'
import { documentKey } from '../../features/documents/storage-keys.ts'
import { deleteUser } from '../../features/users/service.ts'
import { openErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import { openObjectStore } from '../../platform/objects/objects.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { ledgerOf, objectSettings, openCoreDependencies } from '../../process/dependencies.ts'
import { openRole } from '../../process/roles.ts'
import { runAdmin } from '../commands.ts'
import { withCell, withLongTimeouts } from '../with-cell.ts'
import { finishRestore } from './finish-restore.ts'
import { checkInvariants } from './invariants.ts'
import { restoreCopy } from './private-copy.ts'
import { noRevocations } from './restore-drill.ts'

// Sets up one cell with WAL archiving as in production, one full backup, and a point in time to restore.

const folder = makeTestFolder()
const backups = await prepareBackups(join(folder, 'backups'))
const { world, services, stop } = await makeWorld({ durable: false, postgresSettings: backups.settings })
atEnd(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})
await backups.begin(services.postgres)
const store = await askForObjects(inject('world'), { versions: true })
const api = await openTestApi(world, { ...store.settings, ERASURE_LEDGER: 's3' })
atEnd(api.close)
const clientId = world.clients.acme.clientId
const repository = { config: backups.configFile, includes: backups.secretsFolder, stanza: 'payproof' }
const copies = join(folder, 'copies')

const register = async () => (await api.acme('POST', '/users', aUser())).body.user_id as string

/** Adds a document as it is stored after extraction: a row, and a file under the user's prefix. */
async function giveDocument(user_id: string) {
  const authorisation_id = randomUUID()
  const id = randomUUID()
  await api.sql(
    `insert into authorisations (client_id, id, user_id, term_id, sealed, accepted_at)
       select $1, $2, $3, id, '\\x00', now() from authorisation_terms where client_id = $1 limit 1`,
    [clientId, authorisation_id, user_id],
  )
  await api.sql(
    `insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version, sealed)
       values ($1, $2, $3, $4, 'payslip', 3, 1, $5, 'test', '\\x00')`,
    [clientId, id, user_id, authorisation_id, randomBytes(32)],
  )
  await store.objects.put(documentKey({ client_id: clientId, user_id }, id), Buffer.from('pdf'))
  return id
}

/** Deletes what a user shared, as the user does at the end of the journey. */
async function deleteOwnData(user_id: string) {
  const { token } = (await api.acme('POST', '/user-tokens', { user_id })).body
  return api.server.inject({
    method: 'DELETE',
    url: '/journeys/current/data',
    headers: { authorization: `Bearer ${token}` },
  })
}

const kit = await register()
const gail = await register()
const kept = await giveDocument(kit)
const deleted = await giveDocument(kit)
await giveDocument(gail)
const wren = await register()
await giveDocument(wren)
await backups.back('full')
// The end times of backups have a resolution of one second, and a restore point must be later than the end of the
// backup.
await sleep(1_100)
const restorePoint: string = (await api.sql(`select clock_timestamp()::text as at`))[0].at

// After the restore point, one user is erased, another deletes what they shared, one user is created, and one document is
// deleted.
expect((await api.acme('DELETE', `/users/${gail}`)).status).toBe(200)
expect((await api.acme('DELETE', `/documents/${deleted}`)).status).toBe(200)
expect((await deleteOwnData(wren)).statusCode).toBe(200)
const createdLater = await register()
const keptKey = documentKey({ client_id: clientId, user_id: kit }, kept)
await eventually(async () => (await store.objects.versions('documents/')).length === 1)
await archiveWal()

/** Opens plain S3 access, whose deletions keep old versions. */
async function rawStore() {
  const sdk = await import('@aws-sdk/client-s3')
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET } = store.settings
  const client = new sdk.S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
  })
  return { sdk, client, Bucket: S3_BUCKET }
}

/** Waits until everything written so far is in the WAL archive. */
async function archiveWal() {
  const [{ file }] = await api.sql(`select pg_walfile_name(pg_switch_wal()) as file`)
  await eventually(
    async () => (await api.sql('select last_archived_wal as last from pg_stat_archiver'))[0].last >= file,
    60_000,
  )
}

/** Restores an unmodified copy at the restore point. Returns the copy with its settings. */
async function takeCopy() {
  const copy = await restoreCopy({
    repository,
    folder,
    to: restorePoint,
    databaseUrl: api.config.DATABASE_URL,
  })
  const config = { ...api.config, DATABASE_URL: copy.databaseUrl }
  return {
    ...copy,
    config,
    sql: (text: string) => runSql(copy.databaseUrl.replace('payproof_login', 'postgres'), text),
  }
}

/** Returns the status of GET /users/:id from a new process on this database. */
async function readStatus(config: Config, userId: string) {
  const role = await openRole('api', config, openLog('silent'))
  const headers = { 'x-api-key': world.clients.acme.apiKey }
  try {
    return (await role.server.inject({ method: 'GET', url: `/users/${userId}`, headers })).statusCode
  } finally {
    await role.close()
  }
}

test('restore-drill restores to the point in time, repeats erasures, finds all invariants intact and cleans up', async () => {
  const args = ['restore-drill', '--to', restorePoint, '--folder', copies]
  const report = (await runAdmin(api.config, [
    ...args,
    '--config',
    repository.config,
    '--includes',
    repository.includes,
  ])) as Awaited<ReturnType<typeof import('./restore-drill.ts').restoreDrill>>
  expect(report).toMatchObject({ passed: true, erased: { users: 1, documents: 1, people_with_data: 1 } })
  expect(report.invariants.map(({ holds }) => holds)).toEqual(report.invariants.map(() => true))
  expect(report.newest_wal_age_seconds).toBeLessThan(3_600)
  expect(readdirSync(copies)).toEqual([])
})

test('starting a process on a restored copy erases the user again, from all tables and files', async () => {
  const copy = await takeCopy()
  try {
    const cell = await openCoreDependencies(copy.config)
    const objects = openObjectStore(objectSettings(copy.config))
    try {
      const [row] = await copy.sql(
        `select wrapped, client_key_version from user_keys where user_id = '${gail}'`,
      )
      const keys = await cell.keyring.of(clientId)
      // With a backup and the root key, the data is readable until the backup expires.
      expect((await keys.userKey(gail, row)).symmetricKeySize).toBe(32)
      expect(await copy.sql(`select id from users where id = '${createdLater}'`)).toEqual([])

      const ledger = ledgerOf(copy.config, objects, cell.root)
      if (!ledger) throw new Error('no ledger')
      const before = await checkInvariants({ ...cell, objects, ledger })
      expect(before.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual([
        'every document has its file',
        'no erased user or document is present',
      ])
      // A process serves no requests on the copy before the erasures are repeated.
      expect(await readStatus({ ...copy.config, ERASURE_LEDGER: 'none' }, gail)).toBe(200)
      expect(await readStatus(copy.config, gail)).toBe(404)
      expect(await readStatus(copy.config, kit)).toBe(200)
      const left = await copy.sql(
        `select 'users' from users where id = '${gail}' union all select 'keys' from user_keys where user_id = '${gail}'
           union all select 'documents' from documents where user_id = '${gail}'`,
      )
      expect(left).toEqual([])
      await copy.sql('vacuum full user_keys')
      await copy.sql('checkpoint')
      expect(filesWith(join(copy.folder, 'data', 'base'), row.wrapped)).toEqual([])
      expect((await checkInvariants({ ...cell, objects, ledger })).every(({ holds }) => holds)).toBe(true)
    } finally {
      await objects.close()
      await cell.database.close()
    }
  } finally {
    await copy.remove()
  }
})

test('starting a process on a restored copy deletes again what a user deleted, and not what they shared later', async () => {
  const copy = await takeCopy()
  try {
    const documents = () => copy.sql(`select id from documents where user_id = '${wren}'`)
    expect(await documents()).toHaveLength(1)
    const later = randomUUID()
    await copy.sql(
      `insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version, sealed,
           created_at)
         select client_id, '${later}', user_id, authorisation_id, type, 3, 1, '\\x${randomBytes(32).toString('hex')}', 'test',
           '\\x00', now() + interval '1 minute' from documents where user_id = '${wren}'`,
    )
    expect(await readStatus(copy.config, wren)).toBe(200)
    expect(await documents()).toEqual([{ id: later }])
  } finally {
    await copy.remove()
  }
})

test('suspicion of the review: a forged entry of the ledger erases no user, and stops the start', async () => {
  const forged = `erasures/${new Date().toISOString()}/${clientId}/${kit}`
  await store.objects.put(forged, Buffer.alloc(0))
  try {
    const message = `1 erasures in the ledger have no valid signature, the first is [${forged}]`
    await expect(readStatus(api.config, kit)).rejects.toThrow(message)
    expect((await api.acme('GET', `/users/${kit}`)).status).toBe(200)
  } finally {
    await store.objects.deletePrefix(forged)
  }
  expect(await readStatus(api.config, kit)).toBe(200)
})

test('suspicion of the review: a deleted entry of the ledger is applied from its version', async () => {
  const { sdk, client, Bucket } = await rawStore()
  const entries = await store.objects.list('erasures/')
  const [Key] = entries.filter((key) => key.endsWith(gail))
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))
  expect(await store.objects.list('erasures/')).toHaveLength(entries.length - 1)
  const copy = await takeCopy()
  try {
    expect(await readStatus(copy.config, gail)).toBe(404)
  } finally {
    await copy.remove()
  }
})

test('a copy that was written while the clock was ahead is not believed about its last write', async () => {
  const copy = await takeCopy()
  try {
    await copy.sql(`update audit_heads set at = now() + interval '38 days'`)
    expect(await readStatus(copy.config, gail)).toBe(404)
  } finally {
    await copy.remove()
  }
})

test('finish-restore recovers an accidentally deleted file, and never an erased one', async () => {
  const { sdk, client, Bucket } = await rawStore()
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keptKey }))
  expect(await store.objects.head(keptKey)).toBeUndefined()
  const copy = await takeCopy()
  try {
    expect(await finishRestore(copy.config)).toMatchObject({
      passed: true,
      erased: { users: 1, documents: 1 },
      files: { looked_at: 1, brought_back: 1, lost: 0 },
    })
    expect((await store.objects.get(keptKey, 100))?.toString()).toBe('pdf')
  } finally {
    await copy.remove()
  }
  expect(await store.objects.versions(documentKey({ client_id: clientId, user_id: kit }, deleted))).toEqual(
    [],
  )
  expect(await store.objects.versions(`documents/${clientId}/${gail}/`)).toEqual([])
})

test('check-invariants reports violations', async () => {
  await api.sql(`update list_counts set live = live + 1 where list = 'users' and client_id = $1`, [clientId])
  await api.sql(`delete from user_keys where user_id = $1`, [createdLater])
  await api.sql(
    `insert into tasks (client_id, id, lane, kind, key, input, state, wake_at)
       values ($1, $2, 'mail', 'x', 'k', '{}', 'blocked', now() + interval '1000 years')`,
    [clientId, randomUUID()],
  )
  const wrong = await withCell(withLongTimeouts(api.config), checkInvariants)
  expect(wrong.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual([
    'counters equal what they count',
    'no task is both live and ended, or blocked by no other task',
    'every user has a key that can be unwrapped',
  ])
  await expect(runAdmin(api.config, ['check-invariants'])).rejects.toThrow('has no key')
})

test('an erasure that cannot be recorded in the ledger fails with 503 and changes nothing', async () => {
  await withCell(withLongTimeouts(api.config), async (cell) => {
    const tenant = await tenantForOperator(cell, clientId, 'test')
    const nowhere = openObjectStore({
      endpoint: 'http://127.0.0.1:9',
      region: 'x',
      bucket: 'x',
      accessKey: 'a',
      secretKey: 'b',
    })
    const ledger = openErasureLedger(nowhere, cell.root)
    const erasing = { ledger, revocations: noRevocations, beforeErasing: async () => {} }
    await expect(deleteUser(tenant, erasing, kit)).rejects.toMatchObject({ status: 503 })
    await expect(deleteUser(tenant, erasing, randomUUID())).rejects.toMatchObject({ status: 404 })
    await nowhere.close()
  })
  expect((await api.acme('GET', `/users/${kit}`)).status).toBe(200)
})

/** Lists the files in a folder that contain these bytes. */
function filesWith(folderPath: string, bytes: Buffer) {
  return readdirSync(folderPath, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(bytes))
}
