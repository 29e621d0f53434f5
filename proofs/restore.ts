import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Backups, prepareBackups, stanza } from '../dev/services/pgbackrest.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'
import { applyErasures } from '../server/src/admin/recovery/erasures.ts'
import { checkInvariants } from '../server/src/admin/recovery/invariants.ts'
import { restoreCopy } from '../server/src/admin/recovery/private-copy.ts'
import { noRevocations } from '../server/src/admin/recovery/restore-drill.ts'
import { withCell, withLongTimeouts } from '../server/src/admin/with-cell.ts'
import type { Config } from '../server/src/config.ts'
import { tenantForOperator } from '../server/src/features/clients/service.ts'
import { openUser } from '../server/src/features/users/service.ts'
import { askForObjects } from '../server/test/objects-on-demand.ts'
import { openTestApi, runSql } from '../server/test/open-test-api.ts'
import { makeWorld } from '../server/test/template.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'
import { compare } from './restore/compare.ts'
import { type RestoreLoad, startLoad, type TrackedUser } from './restore/load.ts'

type Api = Awaited<ReturnType<typeof openTestApi>>

// Backups end at a full second, and a moment within that second cannot be restored.
const afterBackupMs = 1_100

/**
 * Takes backups while users are created, changed and erased, then restores random moments. Each copy must contain
 * exactly the writes acknowledged by then, all invariants must hold, and no erased user may be readable, whether
 * erased before that moment or after.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const seed = seedNumber(seedText)
  const size = full ? { moments: 10, seconds: 60 } : { moments: 1, seconds: 8 }
  const random = randomFrom(seed)
  const folder = makeTestFolder()
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const backups = await prepareBackups(join(folder, 'backups'))
    const { world, services, stop } = await makeWorld({ durable: true, postgresSettings: backups.settings })
    closing.push(stop)
    const [store] = await Promise.all([
      askForObjects(world, { versions: true }),
      backups.begin(services.postgres),
    ])
    const api = await openTestApi(world, { ...store.settings, ERASURE_LEDGER: 's3' })
    closing.push(api.close)
    const load = startLoad({ call: api.acme, random: randomFrom(seed + 1) })
    closing.push(load.stop)
    const { from, to } = await runLoad({ api, backups, load, seconds: size.seconds })

    const findings: Findings = { 'failed requests': load.failed }
    const seconds: number[] = []
    let restoredErased = 0
    for (let n = 0; n < size.moments; n++) {
      const at = random.integer(from, to)
      const startedAt = performance.now()
      const result = await examine({ api, backups, folder, users: load.users, at })
      seconds.push((performance.now() - startedAt) / 1_000)
      restoredErased += result.restoredErased
      for (const [kind, rows] of Object.entries(result.findings))
        findings[kind] = [...(findings[kind] ?? []), ...rows]
    }
    for (const line of listRows(findings)) print(line)
    const erased = load.users.filter((user) => user.erased).length
    return [
      ...measureFindings(findings, ['readable erased users', 'violated invariants']),
      measure('restored moments', size.moments),
      measure('users', load.users.length),
      measure('erased users', erased, { atLeast: 1 }),
      // Without users that were erased after the restored moment, the copies would not test the erasure.
      measure('erased users in the copies, erased again', restoredErased, { atLeast: 1 }),
      measure('longest restore and check', Math.max(...seconds), { unit: 's', timed: true }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type LoadRun = { api: Api; backups: Backups; load: RestoreLoad; seconds: number }

/**
 * Makes a full backup under load, then an incremental backup under more load. Returns the interval that can be
 * restored.
 */
async function runLoad({ api, backups, load, seconds }: LoadRun) {
  await sleep(1_000)
  await backups.back('full')
  await sleep(afterBackupMs)
  const from = Date.now()
  await sleep((seconds * 1_000) / 2)
  await backups.back('incr')
  await sleep((seconds * 1_000) / 2)
  const to = Date.now()
  // The load continues, so that some users are erased after the last moment that can be chosen.
  await sleep(1_500)
  await load.stop()
  const [{ file }] = await api.sql('select pg_walfile_name(pg_switch_wal()) as file')
  for (;;) {
    const [{ last }] = await api.sql('select last_archived_wal as last from pg_stat_archiver')
    if (last >= file) return { from, to }
    await sleep(100)
  }
}

type RestoreCheck = { api: Api; backups: Backups; folder: string; users: TrackedUser[]; at: number }

async function examine({ api, backups, folder, users, at }: RestoreCheck) {
  const repository = { config: backups.configFile, includes: backups.secretsFolder, stanza }
  const to = new Date(at).toISOString()
  const copy = await restoreCopy({ repository, folder, to, databaseUrl: api.config.DATABASE_URL })
  const config = { ...api.config, DATABASE_URL: copy.databaseUrl }
  try {
    const findings = compare(users, await readAll(config, api.world.clients.acme.clientId), at)
    const erased = users.filter((user) => user.erased).map(({ id }) => id)
    const keysOf = (ids: string[]) =>
      runSql(
        copy.databaseUrl.replace('payproof_login', 'postgres'),
        'select user_id as id from user_keys where user_id = any ($1)',
        [ids],
      ) as Promise<{ id: string }[]>
    const restoredErased = (await keysOf(erased)).length
    const invariants = await withCell(withLongTimeouts(config), async (cell) => {
      const { ledger } = cell
      if (ledger) await applyErasures({ ...cell, ledger, revocations: noRevocations })
      return checkInvariants(cell)
    })
    findings['violated invariants'] = invariants
      .filter(({ holds }) => !holds)
      .map(({ name, first = [] }) => `${name}: ${first.join(', ')}`)
    findings['readable erased users'] = (await keysOf(erased)).map(({ id }) => id)
    return { findings, restoredErased }
  } finally {
    await copy.remove()
  }
}

/** Decrypts every user in the copy. Returns the ext_id of each user. */
function readAll(config: Config, clientId: string) {
  return withCell(withLongTimeouts(config), async (cell) => {
    const ids = await cell.database.system((tx) =>
      tx.selectFrom('users').select('id').where('client_id', '=', clientId).execute(),
    )
    const tenant = await tenantForOperator(cell, clientId, 'proof')
    return tenant.transaction(async (tx) => {
      const extIds = new Map<string, number>()
      for (const { id } of ids) extIds.set(id, Number((await openUser(tx, id)).person.ext_id))
      return extIds
    })
  })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
