import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf } from '../dev/faults/services.ts'
import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type ProofRandom, randomFrom } from './programs/random.ts'
import type { DurationRange } from './programs/webhook-plan.ts'
import { openClient } from './webhook-loss/client.ts'
import { countPending, deliverPending, findOrphanedQueues, readTables } from './webhook-loss/ending.ts'
import { openFaults, type WebhookFaults } from './webhook-loss/faults.ts'
import { createUsers, planHooks, subscribeAll } from './webhook-loss/hooks.ts'
import { startPauses } from './webhook-loss/pauses.ts'
import { startPublishers, startReceiver, startService } from './webhook-loss/processes.ts'
import { countAcknowledged } from './webhook-loss/published.ts'
import { judge } from './webhook-loss/verdict.ts'

type Size = {
  events: number
  users: number
  perSecond: number
  faultEveryMs: DurationRange
  /** Durations of healthy periods and outages of a receiver. */
  healthyMs: DurationRange
  outageMs: DurationRange
  pauseEveryMs: DurationRange
  pauseForMs: DurationRange
  /** Maximum time after a pause was acknowledged in which requests started before it may still be signed. */
  pauseGraceMs: number
  /** Number of pending deliveries. After the last event, faults continue until at most this many are pending. */
  backlog: number
  /** Time for pending deliveries to arrive before their retries are made due. */
  settleMs: number
  runLimitMs: number
  drainLimitMs: number
}

// The limits are generous, because the small form must not fail on a slow machine.
const small: Size = {
  events: 500,
  users: 30,
  perSecond: 30,
  faultEveryMs: [2_000, 3_500],
  healthyMs: [1_000, 8_000],
  outageMs: [800, 3_000],
  pauseEveryMs: [500, 1_500],
  pauseForMs: [14_000, 18_000],
  pauseGraceMs: 10_000,
  backlog: Number.POSITIVE_INFINITY,
  settleMs: 8_000,
  runLimitMs: 1_200_000,
  drainLimitMs: 1_200_000,
}
const large: Size = {
  events: 100_000,
  users: 2_000,
  perSecond: 60,
  faultEveryMs: [6_000, 14_000],
  healthyMs: [20_000, 120_000],
  outageMs: [1_000, 8_000],
  pauseEveryMs: [5_000, 15_000],
  pauseForMs: [15_000, 40_000],
  pauseGraceMs: 5_000,
  backlog: 40_000,
  settleMs: 120_000,
  runLimitMs: 14_400_000,
  drainLimitMs: 3_600_000,
}

// Time that every process needs to be busy before the first fault.
const warmUpMs = 2_000
const reportEveryMs = 60_000

/**
 * Publishes events while processes and services are killed and receivers have outages, then compares the journals of
 * both sides.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? large : small
  const seed = seedNumber(seedText)
  const startedAt = performance.now()
  const since = new Date(Date.now() - 60_000)
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const url = services.postgres.superuserUrl(world.template)
    const folder = join(services.folder, 'journals')
    mkdirSync(folder)
    const plans = planHooks()
    const { healthyMs, outageMs } = size
    const receiver = await startReceiver({ journals: folder, hooks: plans, healthyMs, outageMs, seed })
    closing.push(receiver.program.kill)
    const service = await startService(world)
    closing.push(service.close)
    const client = openClient({ addresses: service.addresses, apiKey: world.clients.acme.apiKey })
    const hooks = await subscribeAll(client, plans, receiver.urlOf)
    const users = await createUsers(client, size.users)
    const publishers = await startPublishers(world, { ...size, seed, folder, users })
    closing.push(publishers.close)
    const processes = [...service.all, ...publishers.all]
    print(`  ${processes.map((process) => process.name).join(', ')}, NATS and PostgreSQL`)

    const pauses = startPauses({
      client,
      hooks,
      random: randomFrom(seed + 1),
      everyMs: size.pauseEveryMs,
      forMs: size.pauseForMs,
    })
    closing.push(pauses.stop)
    const faults = openFaults({ services: faultsOf(services), processes, random: randomFrom(seed + 2) })
    const publishingAt = performance.now()
    await sleep(warmUpMs)
    const { journals } = publishers
    await injectFaults(size, { url, journals, faults, random: randomFrom(seed + 3) })
    const calmAt = performance.now()
    await pauses.stop()
    const outages = await receiver.endOutages()
    const orphaned = await findOrphanedQueues(url)
    const { settleMs, drainLimitMs: limitMs } = size
    const retriedEarly = await deliverPending({ url, client, hooks, since, settleMs, limitMs })
    const endedAt = performance.now()

    const acknowledged = countAcknowledged(journals)
    const verdict = judge({
      folder,
      journals,
      hooks,
      pauses: pauses.list,
      pauseGraceMs: size.pauseGraceMs,
      tables: await readTables(url),
      meanwhile: {
        'orphaned webhook queues': orphaned,
        'processes that crashed': processes.flatMap(({ accidents }) => accidents),
        'missing faults': faults.count() < faults.kinds ? [`only ${faults.count()}`] : [],
        'missing events': acknowledged < size.events ? [`only ${acknowledged} acknowledged in time`] : [],
      },
    })
    for (const line of verdict.lines) print(line)
    print(
      `  faults: ${listCounts(faults.counts)}; receiver outages: ${listCounts(outages)}; ${pauses.list.length} pauses`,
    )
    print(
      `  published in ${seconds(calmAt - publishingAt)}, the last arrived ${seconds(endedAt - calmAt)} later; ` +
        `${retriedEarly} pending deliveries were retried early`,
    )
    const { delaysMs } = verdict
    return [
      ...verdict.measurements,
      measure('webhooks', hooks.length),
      measure('injected faults', faults.count(), { atLeast: faults.kinds }),
      measure(
        'receiver outages',
        Object.values(outages).reduce((sum, count) => sum + count, 0),
      ),
      measure('median delay of a delivery', (delaysMs[Math.floor(delaysMs.length / 2)] ?? 0) / 1_000, {
        unit: 's',
        timed: true,
      }),
      measure('duration', (performance.now() - startedAt) / 1_000, { unit: 's', timed: true }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type RunDeps = { url: string; journals: readonly string[]; faults: WebhookFaults; random: ProofRandom }

async function injectFaults(size: Size, { url, journals, faults, random }: RunDeps) {
  const startedAt = Date.now()
  let reportedAt = startedAt
  while (Date.now() - startedAt < size.runLimitMs) {
    await faults.injectNext()
    await sleep(random.integer(...size.faultEveryMs))
    const acknowledged = countAcknowledged(journals)
    const isPublished = acknowledged >= size.events && faults.count() >= faults.kinds
    if (isPublished && (await countPending(url)) <= size.backlog) return
    if (Date.now() - reportedAt < reportEveryMs) continue
    reportedAt = Date.now()
    print(
      `  ${seconds(reportedAt - startedAt)}: ${acknowledged} published, ${await countPending(url)} pending; ${faults.count()} faults`,
    )
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const listCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
