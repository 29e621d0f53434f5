import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../server/src/platform/database/tenancy.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { keepRotating } from './clock/checks.ts'
import { checkMeanwhile } from './crash/checks.ts'
import { startLoad } from './crash/load.ts'
import { makeTables } from './crash/tables.ts'
import { examine } from './crash/verdict.ts'
import { type ExhaustionFault, listFaults } from './exhaustion/faults.ts'
import { limitMemory } from './exhaustion/limits.ts'
import { watchRotation } from './exhaustion/load-balancer.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { isClean, listRows } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'
import { startPairs } from './programs/start-pairs.ts'
import { watchProgress } from './programs/watch-progress.ts'

const perSecond = 40
const warmUpMs = 3_000
const settleMs = 1_000
const pollMs = 20
const recoveryLimitMs = 300_000
/** More than the requests that may be in flight when a fault ends. */
const minAcknowledged = 50
const maxConnections = '80'
const growOnSignal = fileURLToPath(new URL('programs/grow-on-signal.ts', import.meta.url))
const sizes = {
  full: { rounds: 6, holdMs: 20_000, rotateEveryMs: 30_000 },
  small: { rounds: 1, holdMs: 6_000, rotateEveryMs: 2_000 },
}

/**
 * Exhausts what processes share: snapshots, connections and the attention of PostgreSQL, and the memory of a container at
 * the limits of our manifests. Two simulated load balancers decide which processes would get requests.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const { rounds, holdMs, rotateEveryMs } = full ? sizes.full : sizes.small
  const seed = seedNumber(seedText)
  const random = randomFrom(seed)
  const closing: (() => unknown)[] = []
  try {
    const { world, services, stop } = await makeWorld({
      durable: true,
      postgresSettings: { max_connections: maxConnections },
    })
    closing.push(stop)
    const url = services.postgres.superuserUrl(world.template)
    await makeTables(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const limits = limitMemory()
    closing.push(limits.close)
    const processes = await startPairs(world, journals, () => ({
      NODE_OPTIONS: `--import=${growOnSignal}`,
      DATABASE_CONNECTIONS: '5',
    }))
    closing.push(processes.close)
    const rotation = watchRotation(processes.services)
    closing.push(rotation.stop)
    const load = startLoad({
      addresses: () => processes.apis.flatMap((api) => api.message()?.address ?? []),
      perSecond,
      seed: seed + 1,
    })
    closing.push(load.stop)
    const { DATABASE_URL = '' } = environmentFor(world, world.template)
    const database = openDatabase({ url: DATABASE_URL, connections: 1, acquireTimeoutMs: 5_000 })
    closing.push(() => database.close())
    const rotating = keepRotating(database, { everyMs: rotateEveryMs, processClock: () => new Date() })
    closing.push(rotating.stop)
    await sleep(warmUpMs)

    const faults = listFaults({ services, world, processes, limits, random })
    const outages: { name: string; outageSeconds: number; recoverySeconds: number }[] = []
    let meanwhile = {}
    for (let round = 0; round < rounds && isClean(meanwhile); round++)
      for (const fault of faults) {
        const outage = await runFault(fault, { holdMs, acknowledged: load.acknowledged })
        outages.push(outage)
        print(`  ${JSON.stringify({ ...outage, rotation: rotation.read() })}`)
        await sleep(settleMs)
        meanwhile = await checkMeanwhile(url)
      }
    await rotating.stop()
    await rotation.stop()
    await load.stop()
    const findings = isClean(meanwhile) ? await examine({ world, url, processes, load }) : meanwhile
    for (const line of listRows(findings)) print(line)
    const { emptyMoments, refusedMoments, checks } = rotation.read()
    const slowest = (read: (outage: (typeof outages)[number]) => number) => Math.max(...outages.map(read))
    return [
      ...measureFindings(findings, ['lost', 'doubled', 'not finished']),
      measure('faults', outages.length, { exactly: rounds * faults.length }),
      measure('processes killed for their memory', limits.kills(), { exactly: rounds * limits.count }),
      measure('acknowledged tasks', load.acknowledged(), { atLeast: 1 }),
      measure('readiness checks', checks.ready, { atLeast: 1 }),
      measure('moments in which every process refused requests', refusedMoments, { exactly: 0 }),
      // A busy machine is late to reply to the checks, so this has a bar at full size only.
      measure('moments without a process in rotation', emptyMoments, {
        timed: true,
        ...(full && { exactly: 0 }),
      }),
      measure(
        'longest time without an acknowledged task',
        slowest(({ outageSeconds }) => outageSeconds),
        { unit: 's', timed: true },
      ),
      measure(
        'slowest recovery',
        slowest(({ recoverySeconds }) => recoverySeconds),
        { unit: 's', timed: true },
      ),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function runFault(
  fault: ExhaustionFault,
  { holdMs, acknowledged }: { holdMs: number; acknowledged(): number },
) {
  const progress = watchProgress(acknowledged)
  try {
    const heal = await fault.inject()
    await sleep(fault.holdMs ?? holdMs)
    await heal()
    const healedAt = performance.now()
    const before = acknowledged()
    while (acknowledged() < before + minAcknowledged) {
      if (performance.now() - healedAt > recoveryLimitMs) throw new Error('the service did not recover')
      await sleep(pollMs)
    }
    return {
      name: fault.name,
      outageSeconds: round(progress.longestSeconds()),
      recoverySeconds: round((performance.now() - healedAt) / 1_000),
    }
  } finally {
    progress.stop()
  }
}

const round = (seconds: number) => Math.round(seconds * 100) / 100

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
