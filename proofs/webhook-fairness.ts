import { makeWorld, type World } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import { medianOf, percentilesOf } from './timers/percentiles.ts'
import { delaysOf } from './webhook-speed/delays.ts'
import { openSite } from './webhook-speed/setup.ts'

const webhooks = 20
const payloadBytes = 2_048

const size = { rounds: 3, warmUp: 100, seconds: 60, perSecond: 20 }
const bars = { timesUndisturbed: 1.5, memoryGrowth: 1.15 }

/**
 * Twenty webhooks of one client get every event. In one run all answer; in the other a fifth of them hang or answer byte by byte,
 * up to the request timeout. The others must not be delayed, and memory must not grow.
 */
export async function prove() {
  const { world, stop } = await makeWorld({ durable: true })
  try {
    const calm: Run[] = []
    const troubled: Run[] = []
    for (let round = 1; round <= size.rounds; round++) {
      calm.push(await run(world, size, 0))
      troubled.push(await run(world, size, webhooks / 5))
      print(`  round ${round}: undisturbed ${words(calm.at(-1))}; a fifth hanging ${words(troubled.at(-1))}`)
    }
    const [before, after] = [p99Of(calm), p99Of(troubled)]
    const grown = Math.max(...troubled.map(({ memory: [middle, last] }) => last / middle))
    return [
      measure('p99 of the others, all webhooks answering', before, { unit: 'ms' }),
      measure('p99 of the others, a fifth hanging', after, { unit: 'ms' }),
      measure('times undisturbed', after / before, { atMost: bars.timesUndisturbed }),
      measure('worker memory, last third as a multiple of the middle third', grown, {
        atMost: bars.memoryGrowth,
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
  const site = await openSite(world, { payloadBytes })
  try {
    const good: string[] = []
    for (let n = 0; n < webhooks; n++) {
      const isBad = n < bad
      const id = await site.subscribe(`${isBad ? (n % 2 ? 'hang' : 'drip') : 'hook'}-${n}`)
      if (!isBad) good.push(id)
    }
    await site.publish({ count: warmUp, perSecond: 20, atOnce: 0 })
    await site.untilDelivered(warmUp * good.length, good)
    const samples: number[] = []
    const sampling = setInterval(() => samples.push(site.worker.memoryBytes()), 500)
    const committed = await site.publish({ count: seconds * perSecond, perSecond, atOnce: 0 })
    clearInterval(sampling)
    await site.untilDelivered((warmUp + committed.length) * good.length, good)
    const { p50, p99 } = percentilesOf(await delaysOf(site, committed, good))
    const [{ held }] = (await site.query(
      `select count(*)::int as held from webhook_queues where held_until is not null`,
    )) as [{ held: number }]
    return { p50, p99, held, memory: thirdsOf(samples) }
  } finally {
    await site.close()
  }
}

const p99Of = (runs: readonly Run[]) => medianOf(runs.map(({ p99 }) => p99))

/** The first third is the heap finding its size. */
function thirdsOf(samples: readonly number[]): Run['memory'] {
  const third = Math.floor(samples.length / 3)
  return [medianOf(samples.slice(third, 2 * third)), medianOf(samples.slice(2 * third))]
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`

function words(run: Run | undefined) {
  if (!run) return ''
  const { p50, p99, held, memory } = run
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${held} held back, ${memory.map(megabytes).join(' → ')}`
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
