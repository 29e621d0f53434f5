import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type Figures, listFigures, measureSetUp, type SetUp, stateNames } from './overload/rounds.ts'
import { openSite } from './overload/setup.ts'

const bars = { goodput: 0.9, quietTimesPeak: 1.5, offered: 4 }
const rounds = 5
const seconds = 8
/** The percentile of the quiet client's waits that is judged. */
const share = 0.99

/**
 * Four clients send five times the capacity, open-loop, and a fifth sends ten requests a second. Alternates between the fifth
 * alone (calm), beside the others at capacity (peak), and beside the others at five times capacity (over).
 */
export async function prove({ seed }: ProveOptions) {
  const site = await openSite(seedNumber(seed))
  try {
    print(`  ${site.where}`)
    const setUps: SetUp[] = ['beside', 'same', 'bare']
    const figures = new Map<SetUp, Figures>()
    for (const setUp of setUps) {
      // Only the recommended setup is judged; the others are for comparison.
      const found = await measureSetUp(
        site,
        setUp,
        { rounds: setUp === 'beside' ? rounds : 2, seconds, share },
        print,
      )
      figures.set(setUp, found)
      print(`  ${setUp}: ${listFigures(found)}`)
    }
    const { goodput, quiet, offered, withoutRetryAfter, quietMs, peakPerSecond } =
      figures.get('beside') ?? missing()
    return [
      measure('goodput as a share of peak', goodput, { atLeast: bars.goodput }),
      measure('offered load as a multiple of capacity', offered, { atLeast: bars.offered }),
      measure('capacity', peakPerSecond, { unit: 'requests/s' }),
      measure('refusals without Retry-After', withoutRetryAfter, { exactly: 0 }),
      ...stateNames.map((state) =>
        measure(`p99 of the quiet client, ${state}`, quietMs[state], { unit: 'ms' }),
      ),
      // Infinity / Infinity is NaN, which reaches no bar: a service that answers nothing at peak proves nothing.
      measure('p99 of the quiet client under overload as a multiple of peak', quiet.besidePeak, {
        atMost: bars.quietTimesPeak,
      }),
    ]
  } finally {
    await site.stop()
  }
}

function missing(): never {
  throw new Error('nothing was measured')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
