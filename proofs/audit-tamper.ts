import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openCoreDependencies } from '../server/src/process/dependencies.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { appendLines, checkTampering, tamperingKinds } from './audit-tamper/tampering.ts'
import { checkKilledWriters, killWriters } from './audit-tamper/writers.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'

const sizes = {
  full: { writers: 4, kills: 200, lines: 300 },
  small: { writers: 2, kills: 6, lines: 24 },
}
const usersPerClient = 20

/**
 * Kills processes that append to one client's audit log, and verifies its chains afterwards. Then tampers with every line of
 * another client's log in every way, one at a time, and checks that the verification reports each.
 */
export async function prove({ full, seed }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const { world, services, stop } = await makeWorld({ durable: true })
  const ownerUrl = services.postgres.superuserUrl(world.template)
  const core = await openCoreDependencies(readConfig(environmentFor(world, world.template)))
  const owner = new pg.Client({ connectionString: ownerUrl })
  try {
    await owner.connect()
    const sql = async (text: string, values?: unknown[]) => (await owner.query(text, values)).rows
    const [killed, tampered] = [world.clients.acme.clientId, world.clients.rival.clientId]
    const journals = join(services.folder, 'acknowledged')
    mkdirSync(journals)
    const users = await seedUsers(world, ownerUrl, killed, usersPerClient)
    const random = randomFrom(seedNumber(seed))
    const deaths = await killWriters(world, { ...size, clientId: killed, users, journals, random })
    const writing = await checkKilledWriters({ database: core.database, sql, clientId: killed, journals })
    print(`  ${deaths.kills} processes killed, ${writing.acknowledged} acknowledged lines`)

    const tenant = { clientId: tampered, users: await seedUsers(world, ownerUrl, tampered, usersPerClient) }
    await appendLines(core, { ...tenant, lines: size.lines })
    const tampering = await checkTampering({ database: core.database, sql, clientId: tampered, print })
    const findings: Findings = {
      ...writing.findings,
      ...tampering.findings,
      'processes that crashed': deaths.accidents,
    }
    for (const line of listRows(findings)) print(line)
    return [
      ...measureFindings(findings, [
        'acknowledged lines missing or doubled',
        'chains broken by kills',
        ...tamperingKinds.map((kind) => `${kind} not found`),
        'false alarms',
      ]),
      measure('killed processes', deaths.kills, { atLeast: size.kills }),
      measure('acknowledged lines', writing.acknowledged, { atLeast: size.kills }),
      measure('lines tampered with', tampering.lines, { atLeast: size.lines }),
      measure('tampered logs verified', tampering.verified),
    ]
  } finally {
    await owner.end()
    await core.database.close()
    await stop()
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
