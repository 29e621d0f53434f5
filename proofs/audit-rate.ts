import { readFileSync } from 'node:fs'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { audit, openDatabase, type Tenant, type Tx } from '../server/src/platform/database/tenancy.ts'
import { openCoreDependencies } from '../server/src/process/dependencies.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { parseCpuTicks } from './harness/machine-load.ts'
import { measure } from './harness/measurement.ts'

const connectionCounts = [1, 16, 64]
/** Commit delays: a local disk, and one with a synchronous standby. PostgreSQL adds the delay to every commit. */
const commitDelaysMs = [0, 3]
const secondsPerRound = 8
const warmUpSeconds = 2
/** A rate may seem to fall by chance; rounds of one figure differ by about this share. */
const minShareOfLowerRate = 0.95
const minLinesPerSecond = 10_000
const concurrentLines = 256
const ticksPerSecond = 100

type Work = (tx: Tx, userId: string) => Promise<unknown>

const read: Work = async (tx, userId) => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).execute()
  audit(tx, 'user.read', userId)
}

const write: Work = async (tx, userId) => {
  await tx.updateTable('users').set({ payroll_period_months: 12 }).where('id', '=', userId).execute()
  audit(tx, 'user.updated', userId)
}

const lineOnly: Work = async (tx, userId) => audit(tx, 'user.read', userId)

/** Measures how fast one client's audit log grows, for several numbers of connections and commit delays. */
export async function prove() {
  const { world, stop } = await makeWorld({ durable: true, postgresSettings: { commit_siblings: '0' } })
  const { clientId } = world.clients.acme
  const ownerUrl = `postgres://postgres@${world.postgres.host}:${world.postgres.port}/${world.template}`
  const userIds = await seedUsers(world, ownerUrl, clientId, concurrentLines)
  const config = readConfig(environmentFor(world, world.template))
  const core = await openCoreDependencies(config)
  const keys = await core.keyring.of(clientId)

  async function rateOf(work: Work, connections: number, concurrent: number) {
    const database = openDatabase({ url: config.DATABASE_URL, connections, acquireTimeoutMs: 60_000 })
    const actor = { kind: 'api_key', id: 'audit-rate', requestId: 'audit-rate' } as const
    const tenant = database.tenant(clientId, actor, keys)
    try {
      await runFor(warmUpSeconds, tenant, work, userIds.slice(0, concurrent))
      return await runFor(secondsPerRound, tenant, work, userIds.slice(0, concurrent))
    } finally {
      await database.close()
    }
  }

  try {
    const figures = []
    for (const delayMs of commitDelaysMs) {
      await setCommitDelay(ownerUrl, delayMs)
      for (const [name, work] of Object.entries({ reads: read, writes: write })) {
        const rates: number[] = []
        for (const connections of connectionCounts) {
          const { perSecond, cpuMicros } = await rateOf(work, connections, connections)
          rates.push(perSecond)
          const label = `${name}, ${connections} connections, commit delay ${delayMs} ms`
          figures.push(measure(label, perSecond, { unit: 'per second' }))
          print(`  ${label}: ${perSecond.toFixed(0)}/s, ${cpuMicros.toFixed(0)} µs of CPU each`)
        }
        const shares = rates.slice(1).map((rate, n) => rate / (rates[n] ?? Number.NaN))
        figures.push(
          measure(
            `${name}, commit delay ${delayMs} ms, lowest rate relative to fewer connections`,
            Math.min(...shares),
            {
              atLeast: minShareOfLowerRate,
            },
          ),
        )
      }
    }
    await setCommitDelay(ownerUrl, 0)
    const lines = await rateOf(lineOnly, connectionCounts.at(-1) ?? 1, concurrentLines)
    print(`  lines in groups: ${lines.perSecond.toFixed(0)}/s, ${lines.cpuMicros.toFixed(0)} µs of CPU each`)
    figures.push(
      measure('lines appended in groups', lines.perSecond, {
        unit: 'per second',
        atLeast: minLinesPerSecond,
      }),
    )
    return figures
  } finally {
    await core.database.close()
    await stop()
  }
}

async function runFor(seconds: number, tenant: Tenant, work: Work, userIds: string[]) {
  const cpuBefore = busyTicks()
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1_000
  let done = 0
  await Promise.all(
    userIds.map(async (userId) => {
      while (performance.now() < endAt) {
        await tenant.transaction((tx) => work(tx, userId))
        done++
      }
    }),
  )
  const perSecond = (done * 1_000) / (performance.now() - startedAt)
  return { perSecond, cpuMicros: ((busyTicks() - cpuBefore) * 1e6) / ticksPerSecond / done }
}

const busyTicks = () => parseCpuTicks(readFileSync('/proc/stat', 'utf8')).busy

async function setCommitDelay(ownerUrl: string, delayMs: number) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`alter system set commit_delay = ${delayMs * 1_000}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
