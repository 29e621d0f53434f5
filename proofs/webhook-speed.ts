import { fileURLToPath } from 'node:url'
import { startProgram } from '../dev/faults/processes.ts'
import { runAdmin } from '../server/src/admin/commands.ts'
import { readConfig } from '../server/src/config.ts'
import { measureCpuMs } from '../server/src/extraction/isolation/process-tree.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import { medianOf, percentilesOf } from './timers/percentiles.ts'
import type { ColdClient, ColdOrder } from './webhook-speed/cold-publisher.ts'
import { delaysOf } from './webhook-speed/delays.ts'
import type { CommittedEvent } from './webhook-speed/publisher.ts'
import { openSetup, type WebhookSetup } from './webhook-speed/setup.ts'

type ServerPids = { postgres: number; nats: number }

const deliveries = 30_000
const rounds = 3
const latencySeconds = 60
const bars = { perSecond: 1_000, shareOfBare: 0.2, p50Ms: 50, p99Ms: 500, coldP99Ms: 2_000 }
const webhooks = 4
const payloadBytes = 8 * 1024
const eventsPerSecond = 300
/** Cold webhooks: each receives its only event, so that a delivery worker starts for each. */
const cold = { clients: 100, webhooksEach: 50, seconds: 10 }

/**
 * Measures signed and encrypted deliveries of 8 KiB from the commit to the recorded 2xx, with publisher, database,
 * NATS, dispatcher, worker and receiver on this machine. A loop that only POSTs the same bytes is measured for
 * comparison.
 */
export async function prove() {
  const { world, services, stop } = await makeWorld({ durable: true })
  const servers = { postgres: services.postgres.pids()[0] ?? 0, nats: services.nats.pids()[0] ?? 0 }
  try {
    const rates: number[] = []
    const bare: number[] = []
    for (let round = 1; round <= rounds; round++) {
      rates.push(await measureRate(world, servers, deliveries))
      bare.push(await measureBare(world, deliveries))
      print(
        `  round ${round}: ${rates.at(-1)?.toFixed(0)}/s end to end, bare POSTs ${bare.at(-1)?.toFixed(0)}/s`,
      )
    }
    const { p50, p99 } = await measureLatency(world, latencySeconds)
    const coldDelay = await measureCold(world)
    const perSecond = medianOf(rates)
    return [
      measure('deliveries end to end', perSecond, { unit: 'deliveries/s', atLeast: bars.perSecond }),
      measure('share of a bare undici loop', perSecond / medianOf(bare), { atLeast: bars.shareOfBare }),
      measure(`delay from commit to arrival at ${eventsPerSecond}/s, p50`, p50, {
        unit: 'ms',
        atMost: bars.p50Ms,
      }),
      measure(`delay from commit to arrival at ${eventsPerSecond}/s, p99`, p99, {
        unit: 'ms',
        atMost: bars.p99Ms,
      }),
      measure(
        `delay of ${cold.clients * cold.webhooksEach} webhooks with one event each in ${cold.seconds} s, p50`,
        coldDelay.p50,
        { unit: 'ms' },
      ),
      measure(
        `delay of ${cold.clients * cold.webhooksEach} webhooks with one event each in ${cold.seconds} s, p99`,
        coldDelay.p99,
        { unit: 'ms', atMost: bars.coldP99Ms },
      ),
    ]
  } finally {
    await stop()
  }
}

async function measureRate(world: World, servers: ServerPids, deliveries: number) {
  const setup = await openSetup(world, { payloadBytes })
  try {
    for (let n = 1; n <= webhooks; n++) await setup.subscribe(`hook-${n}`)
    await setup.publish({ count: 200, concurrency: 16 })
    await setup.waitUntilDelivered(200 * webhooks)
    const cpu = cpuOf(setup, servers)
    const startedAt = performance.now()
    const events = deliveries / webhooks
    const publishing = setup.publish({ count: events, concurrency: 16 })
    await publishing
    await setup.waitUntilDelivered((200 + events) * webhooks)
    const seconds = (performance.now() - startedAt) / 1_000
    const spent = cpuOf(setup, servers).map(
      ([part, s], n) => `${part} ${(((s - (cpu[n]?.[1] ?? 0)) * 1e6) / deliveries).toFixed(0)}`,
    )
    print(`    µs of CPU per delivery: ${spent.join(', ')}`)
    return deliveries / seconds
  } finally {
    await setup.close()
  }
}

const cpuOf = ({ worker, publisher, dispatcher, receiver }: WebhookSetup, servers: ServerPids) =>
  Object.entries({
    PostgreSQL: servers.postgres,
    worker: worker.pid,
    publisher: publisher.pid,
    receiver: receiver.pid,
    dispatcher: dispatcher.pid,
    NATS: servers.nats,
  }).map(([name, pid]) => [name, measureCpuMs(pid) / 1_000] as const)

async function measureBare(world: World, count: number) {
  const setup = await openSetup(world, { payloadBytes })
  const program = fileURLToPath(new URL('webhook-speed/bare.ts', import.meta.url))
  const args = [setup.receiverUrl, String(payloadBytes + 200), String(8 * webhooks)]
  const bare = await startProgram({ name: 'bare', program, args, env: setup.env })
  try {
    await bare.ask({ count: 1_000 })
    const { seconds } = await bare.ask<{ seconds: number }>({ count })
    return count / seconds
  } finally {
    await bare.kill()
    await setup.close()
  }
}

/**
 * Measures the delay from commit to arrival with one webhook and 300 events per second; all processes share the
 * clock.
 */
async function measureLatency(world: World, seconds: number) {
  const setup = await openSetup(world, { payloadBytes })
  try {
    await setup.subscribe('hook')
    await setup.publish({ count: eventsPerSecond, perSecond: eventsPerSecond, concurrency: 0 })
    const committed = await setup.publish({
      count: eventsPerSecond * seconds,
      perSecond: eventsPerSecond,
      concurrency: 0,
    })
    await setup.waitUntilDelivered(eventsPerSecond * (seconds + 1))
    return percentilesOf(await delaysOf(setup, committed))
  } finally {
    await setup.close()
  }
}

/** Measures the delay of webhooks that are idle until their only event, which many clients publish at the same time. */
async function measureCold(world: World) {
  const setup = await openSetup(world, { payloadBytes })
  const clients: ColdClient[] = []
  const config = readConfig(setup.env)
  for (let n = 1; n <= cold.clients; n++) {
    const name = `cold ${n}`
    const owner = ['--owner-email', `owner-${n}@cold.example`, '--owner-name', `Owner ${n}`]
    const made = await runAdmin(config, ['create-client', '--name', name].concat(owner))
    const { clientId } = made as { clientId: string }
    const [userId = ''] = await seedUsers(world, setup.superuserUrl, clientId, 1)
    clients.push({ clientId, userId })
  }
  const program = fileURLToPath(new URL('webhook-speed/cold-publisher.ts', import.meta.url))
  const args = [JSON.stringify(clients), String(cold.webhooksEach), setup.receiverUrl, String(payloadBytes)]
  const publisher = await startProgram({ name: 'cold publisher', program, args, env: setup.env })
  try {
    const order: ColdOrder = { seconds: cold.seconds }
    const { committed } = await publisher.ask<{ committed: CommittedEvent[] }>(order)
    await setup.waitUntilDelivered(cold.clients * cold.webhooksEach)
    return percentilesOf(await delaysOf(setup, committed))
  } finally {
    await publisher.kill()
    await setup.close()
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
