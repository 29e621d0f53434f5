import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import {
  type BalancerPosition,
  listFigures,
  measurePosition,
  type OverloadFigures,
  stateNames,
} from './overload/rounds.ts'
import { openSetup } from './overload/setup.ts'

const bars = { goodput: 0.9, quietTimesPeak: 1.5, offered: 4 }
const rounds = 5
const seconds = 8
/** Percentile at which the quiet client's latency is measured. */
const share = 0.99

/**
 * Four clients send five times the capacity, open-loop, while a quiet client sends ten requests per second. The proof
 * alternates between three states: the quiet client alone (calm), with the others at capacity (peak), and with the
 * others at five times capacity (over).
 */
export async function prove({ seed }: ProveOptions) {
  const setup = await openSetup(seedNumber(seed))
  try {
    print(`  ${setup.placement}`)
    const positions: BalancerPosition[] = ['beside', 'same', 'bare']
    const figures = new Map<BalancerPosition, OverloadFigures>()
    for (const setUp of positions) {
      // Only the recommended setup has bars; the others are for comparison.
      const measured = await measurePosition(
        setup,
        setUp,
        { rounds: setUp === 'beside' ? rounds : 2, seconds, share },
        print,
      )
      figures.set(setUp, measured)
      print(`  ${setUp}: ${listFigures(measured)}`)
    }
    const { goodput, quiet, offered, withoutRetryAfter, quietMs, peakPerSecond } =
      figures.get('beside') ?? missing()
    return [
      measure('goodput as a share of peak', goodput, { atLeast: bars.goodput }),
      measure('offered load as a multiple of capacity', offered, { atLeast: bars.offered }),
      measure('capacity', peakPerSecond, { unit: 'requests/s' }),
      measure('refused requests without Retry-After', withoutRetryAfter, { exactly: 0 }),
      ...stateNames.map((state) =>
        measure(`p99 latency of the quiet client, ${state}`, quietMs[state], { unit: 'ms' }),
      ),
      // Infinity / Infinity is NaN, which misses the bar: a service that serves nothing at peak must not pass.
      measure('p99 latency of the quiet client under overload as a multiple of peak', quiet.besidePeak, {
        atMost: bars.quietTimesPeak,
      }),
    ]
  } finally {
    await setup.stop()
  }
}

function missing(): never {
  throw new Error('nothing was measured')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
