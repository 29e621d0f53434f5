import { fileURLToPath } from 'node:url'
import { startProgram } from '../dev/faults/processes.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import { medianOf, percentilesOf } from './timers/percentiles.ts'
import { delaysOf } from './webhook-speed/delays.ts'
import { openSite, type Site } from './webhook-speed/setup.ts'

const deliveries = 30_000
const rounds = 3
const latencySeconds = 60
const bars = { perSecond: 1_000, p50Ms: 50, p99Ms: 500 }
const webhooks = 4
const payloadBytes = 8 * 1024
const eventsPerSecond = 300

/**
 * Signed and encrypted deliveries of 8 KiB, from the commit to the recorded 2xx, with publisher, database, NATS, dispatcher,
 * worker and receiver on this machine. For comparison, a loop that only POSTs the same bytes.
 */
export async function prove() {
  const { world, stop } = await makeWorld({ durable: true })
  try {
    const rates: number[] = []
    const bare: number[] = []
    for (let round = 1; round <= rounds; round++) {
      rates.push(await measureRate(world, deliveries))
      bare.push(await measureBare(world, deliveries))
      print(
        `  round ${round}: ${rates.at(-1)?.toFixed(0)}/s end to end, bare POSTs ${bare.at(-1)?.toFixed(0)}/s`,
      )
    }
    const { p50, p99 } = await measureLatency(world, latencySeconds)
    const perSecond = medianOf(rates)
    return [
      measure('end to end', perSecond, { unit: 'deliveries/s', atLeast: bars.perSecond }),
      measure('share of a bare undici loop', perSecond / medianOf(bare)),
      measure(`commit to arrival at ${eventsPerSecond}/s, p50`, p50, { unit: 'ms', atMost: bars.p50Ms }),
      measure(`commit to arrival at ${eventsPerSecond}/s, p99`, p99, { unit: 'ms', atMost: bars.p99Ms }),
    ]
  } finally {
    await stop()
  }
}

async function measureRate(world: World, deliveries: number) {
  const site = await openSite(world, { payloadBytes })
  try {
    for (let n = 1; n <= webhooks; n++) await site.subscribe(`hook-${n}`)
    await site.publish({ count: 200, atOnce: 16 })
    await site.untilDelivered(200 * webhooks)
    const cpu = cpuOf(site)
    const startedAt = performance.now()
    const events = deliveries / webhooks
    const publishing = site.publish({ count: events, atOnce: 16 })
    await publishing
    await site.untilDelivered((200 + events) * webhooks)
    const seconds = (performance.now() - startedAt) / 1_000
    const spent = cpuOf(site).map(
      ([part, s], n) => `${part} ${(((s - (cpu[n]?.[1] ?? 0)) * 1e6) / deliveries).toFixed(0)}`,
    )
    print(`    µs of CPU a delivery: ${spent.join(', ')}`)
    return deliveries / seconds
  } finally {
    await site.close()
  }
}

const cpuOf = ({ worker, publisher, dispatcher, receiver }: Site) =>
  Object.entries({ worker, publisher, dispatcher, receiver }).map(
    ([part, one]) => [part, one.cpuSeconds()] as const,
  )

async function measureBare(world: World, count: number) {
  const site = await openSite(world, { payloadBytes })
  const program = fileURLToPath(new URL('webhook-speed/bare.ts', import.meta.url))
  const args = [site.receiverUrl, String(payloadBytes + 200), String(8 * webhooks)]
  const bare = await startProgram({ name: 'bare', program, args, env: site.env })
  try {
    await bare.ask({ count: 1_000 })
    const { seconds } = await bare.ask<{ seconds: number }>({ count })
    return count / seconds
  } finally {
    await bare.kill()
    await site.close()
  }
}

/** One webhook, 300 events a second: how long after its commit an event arrives, the receiver's clock being ours. */
async function measureLatency(world: World, seconds: number) {
  const site = await openSite(world, { payloadBytes })
  try {
    await site.subscribe('hook')
    await site.publish({ count: eventsPerSecond, perSecond: eventsPerSecond, atOnce: 0 })
    const committed = await site.publish({
      count: eventsPerSecond * seconds,
      perSecond: eventsPerSecond,
      atOnce: 0,
    })
    await site.untilDelivered(eventsPerSecond * (seconds + 1))
    return percentilesOf(await delaysOf(site, committed))
  } finally {
    await site.close()
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
