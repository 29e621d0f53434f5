import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { seedUsers } from '../../server/test/seed-users.ts'
import { startCell } from './cell.ts'
import {
  createClients,
  findRate,
  operate,
  ourMain,
  type RollingSetup,
  type RollingSize,
  startCallers,
} from './setup.ts'
import { judge } from './verdict.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A commit whose newest migration is 0040; its code also runs on the newer schema, and with the dependencies of today. */
const oldVersion = '913767ee49d16f31e87bf21aff4cdacfdb216540'

/**
 * Starts a cell of an older version with data, migrates its database under load, replaces its processes one by one,
 * rolls back one process of each role, and replaces those again. Old and new code run concurrently throughout.
 */
export async function upgradeUnderLoad(
  setup: RollingSetup,
  size: RollingSize & { seededUsers: number; seed: number },
) {
  const { services, world } = setup
  const oldMain = fetchOldVersion(join(services.folder, 'old'))
  const database = 'upgraded'
  const url = services.postgres.superuserUrl(database)
  const env = setup.environment(database)
  await runSql(services.postgres.superuserUrl('postgres'), `create database ${database}`)
  await operate(oldMain, env, 'migrate')
  await operate(oldMain, env, 'admin', 'prepare-cell')
  const clients = await createClients(oldMain, env, size.clients)
  await seedUsers(world, url, clients[0]?.clientId ?? '', size.seededUsers)
  const cell = await startCell({
    folder: join(services.folder, 'haproxy'),
    main: oldMain,
    env,
    apis: size.apis,
  })
  try {
    const callers = await startCallers(cell.balancer.url, clients, { ...size, receiver: setup.receiver })
    try {
      const rate = await findRate(callers, size)
      await callers.phase('migrating')
      const applied: string[] = []
      let waits = 0
      await migrate(url, (name) => applied.push(name), nextMigrations(join(services.folder, 'next')), {
        onRetry: () => waits++,
      })
      await callers.phase('replacing')
      const startedAt = performance.now()
      for (const member of cell.members) await member.restart(ourMain)
      await callers.phase('rolling back')
      const firstOfEach = ['api', 'worker', 'dispatcher'].flatMap(
        (role) => cell.members.find((member) => member.role === role) ?? [],
      )
      for (const member of firstOfEach) await member.restart(oldMain)
      for (const member of firstOfEach) await member.restart(ourMain)
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      const report = await callers.stop()
      return {
        report,
        findings: await judge(url, report, setup.receivedDeliveries),
        rate,
        seconds,
        applied,
        waits,
      }
    } finally {
      await callers.kill()
    }
  } finally {
    await cell.close()
  }
}

/** Extracts the code of an earlier commit; it uses the dependencies of the current one. */
function fetchOldVersion(folder: string) {
  mkdirSync(folder)
  try {
    execFileSync('sh', ['-c', `git archive ${oldVersion} server | tar -x -C "$1"`, 'sh', folder], {
      stdio: 'pipe',
      cwd: root,
    })
  } catch (cause) {
    throw new Error(`the older version ${oldVersion} is not in this clone: git fetch --unshallow`, { cause })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'server/node_modules'), join(folder, 'server/node_modules'))
  return join(folder, 'server/src/main.ts')
}

/** Returns our migrations and two more, which change every table in use, as a later version may. */
function nextMigrations(folder: string) {
  cpSync(join(root, 'server/migrations'), folder, { recursive: true })
  const tables = [
    'users',
    'authorisations',
    'accounts',
    'payroll_submissions',
    'tasks',
    'webhooks',
    'deliveries',
    'events',
  ]
  const columns = tables.map((table) => `alter table ${table} add column next_note text default 'none';`)
  writeFileSync(join(folder, '9001-next.sql'), columns.join('\n'))
  const index = 'create index concurrently users_next_note on users (client_id, next_note)'
  writeFileSync(
    join(folder, '9002-next-index.sql'),
    `-- In steps\ndrop index concurrently if exists users_next_note;\n-- step\n${index};\n`,
  )
  return pathToFileURL(`${folder}/`)
}
