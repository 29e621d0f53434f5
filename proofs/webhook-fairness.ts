import { makeWorld, type World } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import { medianOf, percentilesOf } from './timers/percentiles.ts'
import { delaysOf } from './webhook-speed/delays.ts'
import { openSetup } from './webhook-speed/setup.ts'

const webhooks = 20
const payloadBytes = 2_048

const size = { rounds: 3, warmUp: 100, seconds: 60, perSecond: 20 }
const bars = { maxDelayRatio: 1.5, maxMemoryGrowth: 1.15 }

/**
 * Twenty webhooks of one client receive every event. In one run all receivers respond; in the other a fifth of them
 * hang or respond byte by byte, up to the request timeout. The other webhooks must not be delayed, and memory must
 * not grow.
 */
export async function prove() {
  const { world, stop } = await makeWorld({ durable: true })
  try {
    const undisturbed: Run[] = []
    const disturbed: Run[] = []
    for (let round = 1; round <= size.rounds; round++) {
      undisturbed.push(await run(world, size, 0))
      disturbed.push(await run(world, size, webhooks / 5))
      print(
        `  round ${round}: undisturbed ${describe(undisturbed.at(-1))}; a fifth hanging ${describe(disturbed.at(-1))}`,
      )
    }
    const [before, after] = [p99Of(undisturbed), p99Of(disturbed)]
    const growth = Math.max(...disturbed.map(({ memory: [middle, last] }) => last / middle))
    return [
      measure('p99 delay of the others, all receivers healthy', before, { unit: 'ms' }),
      measure('p99 delay of the others, a fifth hanging', after, { unit: 'ms' }),
      measure('ratio', after / before, { atMost: bars.maxDelayRatio }),
      measure('worker memory, last third as a multiple of the middle third', growth, {
        atMost: bars.maxMemoryGrowth,
      }),
    ]
  } finally {
    await stop()
  }
}

type Run = { p50: number; p99: number; held: number; memory: [middle: number, last: number] }

async function run(
  world: World,
  { warmUp, seconds, perSecond }: { warmUp: number; seconds: number; perSecond: number },
  bad: number,
) {
  const setup = await openSetup(world, { payloadBytes })
  try {
    const good: string[] = []
    for (let n = 0; n < webhooks; n++) {
      const isBad = n < bad
      const id = await setup.subscribe(`${isBad ? (n % 2 ? 'hang' : 'drip') : 'hook'}-${n}`)
      if (!isBad) good.push(id)
    }
    await setup.publish({ count: warmUp, perSecond: 20, concurrency: 0 })
    await setup.waitUntilDelivered(warmUp * good.length, good)
    const samples: number[] = []
    const sampling = setInterval(() => samples.push(setup.worker.memoryBytes()), 500)
    const committed = await setup.publish({ count: seconds * perSecond, perSecond, concurrency: 0 })
    clearInterval(sampling)
    await setup.waitUntilDelivered((warmUp + committed.length) * good.length, good)
    const { p50, p99 } = percentilesOf(await delaysOf(setup, committed, good))
    const [{ held }] = (await setup.query(
      `select count(*)::int as held from webhook_queues where held_until is not null`,
    )) as [{ held: number }]
    return { p50, p99, held, memory: thirdsOf(samples) }
  } finally {
    await setup.close()
  }
}

const p99Of = (runs: readonly Run[]) => medianOf(runs.map(({ p99 }) => p99))

/**
 * Returns the medians of the second and last third of the samples. In the first third, the heap reaches its steady
 * size.
 */
function thirdsOf(samples: readonly number[]): Run['memory'] {
  const third = Math.floor(samples.length / 3)
  return [medianOf(samples.slice(third, 2 * third)), medianOf(samples.slice(2 * third))]
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`

function describe(run: Run | undefined) {
  if (!run) return ''
  const { p50, p99, held, memory } = run
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${held} queues backed off, ${memory.map(megabytes).join(' → ')}`
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
