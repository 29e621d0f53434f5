import pg from 'pg'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { openSetup } from './overload/setup.ts'
import { percentilesOf } from './timers/percentiles.ts'

/** About a third of what the service can do on its core, so that the latency is its own and not that of a queue. */
const perSecond = 100
const sockets = 64
const secondsPerMinute = 60
const minutes = { before: 3, during: 10, compared: 3, after: 1 }
const maxRatio = 1.2
/** The median is steadier than the p99, which a few collections of garbage decide, so it shows a slow growth first. */
const maxMedianRatio = 1.2

/**
 * Reads and changes users of one client at a constant rate, first undisturbed, then for ten minutes beside a transaction
 * with an old snapshot. PostgreSQL can clean up no row version that this snapshot may still need, so each row that is
 * updated often, and each request that reads it, gets slower. Compares the last minutes with those before.
 */
export async function prove({ seed }: ProveOptions) {
  const setup = await openSetup(seedNumber(seed))
  let failed = 0
  const measureMinutes = async (label: string, count: number) => {
    const latencies: number[][] = []
    for (let minute = 1; minute <= count; minute++) {
      const tally = await setup.callers.quiet.run({
        address: setup.api.address,
        requests: setup.requests.quiet,
        seconds: secondsPerMinute,
        sockets,
        perSecond,
      })
      failed += tally.unsent + tally.broken + tally.refusedMs.length
      latencies.push(tally.answeredMs)
      const { p50, p99 } = percentilesOf(tally.answeredMs)
      print(`  ${label}, minute ${minute}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
    }
    return latencies
  }
  try {
    await measureMinutes('warming up', 1)
    const before = percentilesOf((await measureMinutes('undisturbed', minutes.before)).flat())
    const reader = new pg.Client({ connectionString: setup.superuserUrl })
    await reader.connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select count(*) from users')
    const during = await measureMinutes('beside the old snapshot', minutes.during)
    await reader.query('select count(*) from users')
    await reader.end()
    await measureMinutes('after it', minutes.after)
    const last = percentilesOf(during.slice(-minutes.compared).flat())
    return [
      measure('requests', during.flat().length, { atLeast: 1 }),
      measure('failed or unsent requests', failed, { exactly: 0 }),
      measure('p50 undisturbed', before.p50, { unit: 'ms' }),
      measure('p50 in the last three of ten minutes of an open snapshot', last.p50, { unit: 'ms' }),
      measure('p50 as a multiple of undisturbed', last.p50 / before.p50, { atMost: maxMedianRatio }),
      measure('p99 undisturbed', before.p99, { unit: 'ms' }),
      measure('p99 in the last three of ten minutes of an open snapshot', last.p99, { unit: 'ms' }),
      measure('p99 as a multiple of undisturbed', last.p99 / before.p99, { atMost: maxRatio }),
    ]
  } finally {
    await setup.stop()
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
