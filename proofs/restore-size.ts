import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startLightS3 } from '../dev/services/light-s3.ts'
import { prepareBackups, stanza } from '../dev/services/pgbackrest.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'
import { finishRestore } from '../server/src/admin/recovery/finish-restore.ts'
import { findMissingFiles } from '../server/src/admin/recovery/missing-files.ts'
import { restoreCopy } from '../server/src/admin/recovery/private-copy.ts'
import { withCell, withLongTimeouts } from '../server/src/admin/with-cell.ts'
import type { Config } from '../server/src/config.ts'
import { documentKey } from '../server/src/features/documents/storage-keys.ts'
import { openLog } from '../server/src/platform/telemetry/log.ts'
import { openRole } from '../server/src/process/roles.ts'
import { callerOf, openTestApi } from '../server/test/open-test-api.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { makeWorld } from '../server/test/template.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { seedAuditLines, seedDocuments, writeFiles } from './restore-size/seed.ts'

const sizes = {
  full: { users: 20_000, documentsPerUser: 50, auditLines: 9_000_000 },
  small: { users: 200, documentsPerUser: 10, auditLines: 18_000 },
}
// This store keeps every object as a file, so that a million of them can be written without a million requests.
const storeName = 'versitygw'
const bucket = 'restore-size'
const missingFiles = 20
const memorySampleMs = 1_000
const mebibyte = 1024 ** 2
/** Five times what the small form needs: memory that grows with the number of files is noticed. */
const maxMemoryGrowthMiB = 256

/**
 * Restores a large cell as the runbook says: PostgreSQL from a backup, `finish-restore`, which compares every document
 * with a listing of the object store, and a process that answers. Files that are missing must be found.
 */
export async function prove({ full }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const folder = makeTestFolder()
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const backups = await prepareBackups(join(folder, 'backups'))
    const { world, services, stop } = await makeWorld({ durable: true, postgresSettings: backups.settings })
    closing.push(stop)
    const s3 = await startLightS3(storeName, { folder: join(folder, 's3') })
    closing.push(s3.stop)
    const bucketFolder = join(folder, 's3', 'objects', bucket)
    mkdirSync(bucketFolder)
    await backups.begin(services.postgres)
    const api = await openTestApi(world, {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_ACCESS_KEY: s3.accessKeyId,
      S3_SECRET_KEY: s3.secretAccessKey,
      S3_BUCKET: bucket,
      ERASURE_LEDGER: 's3',
    })
    closing.push(api.close)

    const { clientId } = world.clients.acme
    const owner = new pg.Client({ connectionString: ownerUrl(api.config.DATABASE_URL) })
    await owner.connect()
    closing.push(() => owner.end())
    const userIds = await seedUsers(world, ownerUrl(api.config.DATABASE_URL), clientId, size.users)
    await authoriseOne(api, userIds)
    await seedDocuments(owner, { clientId, perUser: size.documentsPerUser })
    const files = await writeFiles(owner, clientId, bucketFolder)
    print(`  ${files} files written`)
    await seedAuditLines(owner, clientId, size.auditLines)
    const rows = await countRows(owner)
    print(`  ${rows} rows written`)

    const hidden = await hideFiles(owner, { clientId, bucketFolder, folder })
    const backup = await timed(() => backups.back('full'))
    print(`  backup: ${backup.seconds.toFixed(0)} s`)

    const repository = { config: backups.configFile, includes: backups.secretsFolder, stanza }
    const restored = await timed(() =>
      restoreCopy({ repository, folder, databaseUrl: api.config.DATABASE_URL }),
    )
    closing.push(restored.result.remove)
    print(`  restore: ${restored.seconds.toFixed(0)} s`)
    const config = { ...api.config, DATABASE_URL: restored.result.databaseUrl }

    const memory = watchMemory()
    const missing = await listMissing(config, clientId)
    for (const { path, hiddenPath } of hidden) renameSync(hiddenPath, path)
    const finished = await timed(() => finishRestore(config))
    const growthMiB = memory.stop()
    print(`  finish-restore: ${finished.seconds.toFixed(0)} s, ${JSON.stringify(finished.result.files)}`)

    const started = await timed(async () => {
      const role = await openRole('api', config, openLog(config.LOG_LEVEL))
      closing.push(role.close)
      return callerOf(role.server)({ 'x-api-key': world.clients.acme.apiKey })('GET', `/users/${userIds[0]}`)
    })

    const findings: Findings = {
      'missing files not found': hidden.map(({ id }) => id).filter((id) => !missing.includes(id)),
      'violated invariants': finished.result.invariants
        .filter(({ holds }) => !holds)
        .map(({ name, first = [] }) => `${name}: ${first.join(', ')}`),
      'wrong replies after the restore': started.result.status === 200 ? [] : [started.result.text],
    }
    for (const line of listRows(findings)) print(line)
    const serving = restored.seconds + finished.seconds + started.seconds
    return [
      ...measureFindings(findings, ['missing files not found', 'violated invariants']),
      measure('files compared', finished.result.files.looked_at, { exactly: files }),
      measure('rows', rows),
      measure('files reported as missing', missing.length, { exactly: missingFiles }),
      measure('memory growth of finish-restore', growthMiB, { unit: 'MiB', atMost: maxMemoryGrowthMiB }),
      measure('backup', backup.seconds, { unit: 's', timed: true }),
      measure('restore of PostgreSQL', restored.seconds, { unit: 's', timed: true }),
      measure('finish-restore', finished.seconds, { unit: 's', timed: true }),
      measure('time until the first reply', serving, { unit: 's', timed: true }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

const ownerUrl = (url: string) => url.replace('payproof_login', 'postgres')

async function authoriseOne(api: Awaited<ReturnType<typeof openTestApi>>, [user_id]: string[]) {
  const reply = await api.acme('POST', '/authorisations', { user_id, user_agent: 'restore-size' })
  if (reply.status !== 201) throw new Error(`could not authorise: ${reply.text}`)
}

async function countRows(owner: pg.Client) {
  const { rows } = await owner.query<{ rows: string }>(
    `select (select count(*) from users) + (select count(*) from user_keys) + (select count(*) from authorisations)
        + (select count(*) from documents) + (select count(*) from audit_lines) as rows`,
  )
  return Number(rows[0]?.rows)
}

/** Lists the documents whose files the store does not have. */
function listMissing(config: Config, clientId: string) {
  return withCell(withLongTimeouts(config), async (cell) => {
    const missing: string[] = []
    await findMissingFiles(cell, clientId, (_key, documentId) => missing.push(documentId))
    return missing
  })
}

/** Takes the files of some documents out of the store. */
async function hideFiles(
  owner: pg.Client,
  { clientId, bucketFolder, folder }: { clientId: string; bucketFolder: string; folder: string },
) {
  const { rows } = await owner.query<{ user_id: string; id: string }>(
    'select user_id, id from documents where client_id = $1 order by id limit $2',
    [clientId, missingFiles],
  )
  return rows.map(({ user_id, id }) => {
    const path = join(bucketFolder, documentKey({ client_id: clientId, user_id }, id))
    const hiddenPath = join(folder, randomUUID())
    renameSync(path, hiddenPath)
    return { id, path, hiddenPath }
  })
}

async function timed<T>(work: () => Promise<T>) {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - startedAt) / 1_000 }
}

/** Samples the resident memory of this process, which also runs the checks. */
function watchMemory() {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, memorySampleMs)
  return {
    stop() {
      clearInterval(timer)
      return (peak - before) / mebibyte
    },
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
