import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { verifyAuditChains } from '../../server/src/platform/database/audit-chain.ts'
import type { Tenancy } from '../../server/src/platform/database/tenancy.ts'
import type { Sql } from '../../server/test/audit-tampering.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { keepAllRunning } from '../programs/keep-running.ts'
import type { ProofRandom } from '../programs/random.ts'

const program = fileURLToPath(new URL('../programs/audit-writer.ts', import.meta.url))
/** Concurrent transactions of each writer. */
const concurrent = 8
const pauseMs = { min: 50, max: 400 }

/** Runs several writers of one client's log and kills them at random moments until there were enough kills. */
export async function killWriters(
  world: World,
  options: {
    writers: number
    kills: number
    clientId: string
    users: readonly string[]
    journals: string
    random: ProofRandom
  },
) {
  const { writers: count, clientId, users, journals, random } = options
  const env = environmentFor(world, world.template)
  const args = [clientId, journals, String(concurrent), ...users]
  const writers = await keepAllRunning(
    Array.from({ length: count }, (_, n) => ({ name: `writer ${n + 1}`, program, args, env })),
  )
  let kills = 0
  try {
    while (kills < options.kills && writers.every(({ accidents }) => accidents.length === 0)) {
      await sleep(random.integer(pauseMs.min, pauseMs.max))
      if (await writers[random.integer(0, count - 1)]?.kill()) kills++
    }
  } finally {
    await Promise.all(writers.map((writer) => writer.close()))
  }
  return { kills, accidents: writers.flatMap(({ accidents }) => accidents) }
}

/** Checks that the chains are intact and contain every acknowledged line once. */
export async function checkKilledWriters(deps: {
  database: Tenancy
  sql: Sql
  clientId: string
  journals: string
}) {
  const { database, sql, clientId, journals } = deps
  const acknowledged = readdirSync(journals).flatMap((name) => linesOf(join(journals, name)))
  const { fault } = await verifyAuditChains(database, clientId)
  const wrong = await sql(
    `select request_id, count(line.seq)::int as times from unnest($2::text[]) request_id
       left join audit_lines line using (request_id)
       where line.client_id = $1 or line.client_id is null group by 1 having count(line.seq) <> 1`,
    [clientId, acknowledged],
  )
  return {
    acknowledged: acknowledged.length,
    findings: {
      'acknowledged lines missing or doubled': wrong.map((row) => JSON.stringify(row)),
      'chains broken by kills': fault === undefined ? [] : [fault],
    },
  }
}

// The last line of a journal is incomplete if the process was killed while it wrote it.
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1)
