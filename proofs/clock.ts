import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFakeClock } from '../dev/faults/fake-clock.ts'
import { runAdmin } from '../server/src/admin/commands.ts'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/tenancy.ts'
import { environmentFor, makeWorld, type World } from '../server/test/template.ts'
import { hasReadiness, keepRotating, listPartitions, trustClock } from './clock/checks.ts'
import { allFaults, type ClockFault, injectClockFault, someFaults } from './clock/jumps.ts'
import {
  countAccepted,
  judgeWebhooks,
  listGivenUp,
  listPaused,
  listStrandedTimers,
  waitUntilDelivered,
} from './clock/webhooks.ts'
import { checkMeanwhile } from './crash/checks.ts'
import { startLoad } from './crash/load.ts'
import { makeTables } from './crash/tables.ts'
import { examine } from './crash/verdict.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { isClean, listRows } from './programs/findings.ts'
import { startPairs } from './programs/start-pairs.ts'
import { watchProgress } from './programs/watch-progress.ts'
import { openClient } from './webhook-loss/client.ts'
import { countPending } from './webhook-loss/ending.ts'
import { createUsers, planHooks, subscribeAll } from './webhook-loss/hooks.ts'
import { startPublishers, startReceiver } from './webhook-loss/processes.ts'
import { countAcknowledged } from './webhook-loss/published.ts'

const tasksPerSecond = 40
const eventsPerSecond = 10
/** One of each form: plain, signed, encrypted, both, and with the payload. */
const webhooks = 5
const users = 20
const warmUpMs = 3_000
const readinessMs = 15_000
/** More than the requests that may be in flight when the clock is set right. */
const minAcknowledgedTasks = 50
const minAcceptedDeliveries = 20
/** The publishers stop when the proof ends. */
const unlimitedEvents = 1e9
/** A delivery that was rejected five times is due again after up to 36 minutes. */
const drainLimitMs = 3_600_000
const forever = 2 ** 30

const sizes = {
  full: { faults: allFaults, holdMs: 30_000, rotateEveryMs: 30_000 },
  small: { faults: someFaults, holdMs: 5_000, rotateEveryMs: 3_000 },
}

/**
 * Sets the clocks of PostgreSQL and of service processes wrong under load and right again, and compares effects with
 * acknowledgements. NATS, receivers and the load keep the true time.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const { faults, holdMs, rotateEveryMs } = full ? sizes.full : sizes.small
  const seed = seedNumber(seedText)
  const clocks = { database: openFakeClock(), first: openFakeClock(), second: openFakeClock() }
  const closing: (() => unknown)[] = Object.values(clocks).map(({ close }) => close)
  try {
    const { world, services, stop } = await makeWorld({ durable: true, postgresEnv: clocks.database.env })
    closing.push(stop)
    const url = services.postgres.superuserUrl(world.template)
    await makeTables(url)
    const folder = join(services.folder, 'journals')
    mkdirSync(folder)
    const processes = await startPairs(world, folder, (_kind, index) =>
      index === 0 ? clocks.first.env : clocks.second.env,
    )
    closing.push(processes.close)
    const serviceAddresses = () => processes.services.flatMap((service) => service.message()?.listening ?? [])
    const client = openClient({ addresses: serviceAddresses, apiKey: world.clients.acme.apiKey })
    const plans = planHooks().slice(0, webhooks)
    const healthyMs: [number, number] = [forever, forever]
    const receiver = await startReceiver({
      journals: folder,
      hooks: plans,
      healthyMs,
      outageMs: [0, 0],
      seed,
    })
    closing.push(receiver.program.kill)
    const hooks = await subscribeAll(client, plans, receiver.urlOf)
    const publishers = await startPublishers(world, {
      folder,
      users: await createUsers(client, users),
      events: unlimitedEvents,
      perSecond: eventsPerSecond,
      seed,
      settings: [clocks.first.env, clocks.second.env],
    })
    closing.push(publishers.close)
    const load = startLoad({
      addresses: () => processes.apis.flatMap((api) => api.message()?.address ?? []),
      perSecond: tasksPerSecond,
      seed: seed + 1,
    })
    closing.push(load.stop)
    await sleep(warmUpMs)
    await trustClock(url)

    const { DATABASE_URL } = environmentFor(world, world.template)
    const database = openDatabase({ url: DATABASE_URL ?? '', connections: 1, acquireTimeoutMs: 5_000 })
    closing.push(() => database.close())
    const rotation = keepRotating(database, {
      everyMs: rotateEveryMs,
      processClock: () => new Date(Date.now() + clocks.first.offsetMs()),
    })
    closing.push(rotation.stop)
    const progress = watchProgress(load.acknowledged)
    closing.push(progress.stop)
    const partitions = new Set(await listPartitions(url))
    const recoveries: number[] = []
    const readiness = { expected: 0, unready: 0, readyAgain: 0 }
    let meanwhile = {}
    for (const fault of faults) {
      let tasksBefore = 0
      let deliveriesBefore = 0
      const [first = ''] = serviceAddresses()
      const recoverySeconds = await injectClockFault(fault, {
        clocks,
        holdMs,
        async whileWrong() {
          if (fault.target === 'machine') return
          readiness.expected++
          if (await hasReadiness(first, 503, readinessMs)) readiness.unready++
        },
        markRecoveryStart() {
          tasksBefore = load.acknowledged()
          deliveriesBefore = countAccepted(folder, hooks)
        },
        hasRecovered: () =>
          load.acknowledged() >= tasksBefore + minAcknowledgedTasks &&
          countAccepted(folder, hooks) >= deliveriesBefore + minAcceptedDeliveries,
      })
      recoveries.push(recoverySeconds)
      if (fault.target !== 'machine' && (await hasReadiness(first, 200, readinessMs))) readiness.readyAgain++
      print(`  ${describe(fault)}: recovered in ${recoverySeconds.toFixed(1)} s`)
      meanwhile = await checkMeanwhile(url)
      if (!isClean(meanwhile)) break
    }
    progress.stop()
    await rotation.stop()
    await load.stop()
    await publishers.close()
    const left = new Set(await listPartitions(url))
    const tasks = isClean(meanwhile) ? await examine({ world, url, processes, load }) : meanwhile
    const strandedTimers = await listStrandedTimers(url)
    const pausedWebhooks = await listPaused(url)
    const waiting = await countPending(url)
    print(`  all tasks have ended; ${waiting} deliveries wait for their next attempt`)
    const drainSeconds = await waitUntilDelivered(url, drainLimitMs)
    const pending = await countPending(url)
    const delivered = judgeWebhooks(folder, publishers.journals, hooks)
    const findings = {
      ...tasks,
      ...delivered.findings,
      'timers left in the future': strandedTimers,
      'paused webhooks': pausedWebhooks,
      'deliveries given up': await listGivenUp(url),
      'dropped partitions': [...partitions].filter((name) => !left.has(name)),
      'audit chains that do not verify': await listBrokenChains(world),
    }
    for (const line of listRows(findings)) print(line)
    return [
      ...measureFindings(findings, [
        'lost',
        'doubled',
        'not finished',
        'webhooks lost',
        'dropped partitions',
      ]),
      measure('clock faults', recoveries.length, { exactly: faults.length }),
      measure('acknowledged tasks', load.acknowledged(), { atLeast: 1 }),
      measure('acknowledged events', countAcknowledged(publishers.journals), { atLeast: 1 }),
      measure('rotations of partitions', rotation.counts().rotations, { atLeast: faults.length }),
      measure('deliveries', delivered.deliveries, { atLeast: 1 }),
      measure('deliveries that never arrived', pending, { exactly: 0 }),
      measure('deliveries that waited for their next attempt at the end', waiting),
      measure('duplicates with the same id', delivered.duplicates),
      measure('deliveries rejected for their timestamp and repeated', delivered.refused),
      measure('processes not ready while their clock was wrong', readiness.unready, {
        exactly: readiness.expected,
      }),
      measure('processes ready again', readiness.readyAgain, { exactly: readiness.expected }),
      measure('longest time without an acknowledged task', progress.longestSeconds(), {
        unit: 's',
        timed: true,
      }),
      measure('slowest recovery after the clock was right', Math.max(...recoveries), {
        unit: 's',
        timed: true,
      }),
      measure('time until the last delivery arrived by its own retries', drainSeconds, {
        unit: 's',
        timed: true,
      }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function listBrokenChains(world: World) {
  const config = readConfig(environmentFor(world, world.template))
  const verdict = await runAdmin(config, ['verify-audit']).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return verdict === undefined ? [] : [verdict]
}

function describe({ target, offsetMs, isDrift }: ClockFault) {
  const hours = offsetMs / 3_600_000
  return `${target} ${isDrift ? 'drift' : 'jump'} of ${Number(hours.toFixed(2))} h`
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
