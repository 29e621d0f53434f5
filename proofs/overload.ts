import { type Figures, listFigures, measure, type SetUp, stateNames } from './overload/rounds.ts'
import { openSite } from './overload/site.ts'

export const name = 'overload'

// The small form runs for seconds on a machine that does other things: it is there to notice a collapse, and looks at the quiet
// client's median. Without the door callers have all their sockets in a queue, and no more than 2.6 × the capacity arrives.
const bars = {
  full: { goodput: 0.9, quiet: 1.5, share: 0.99, rounds: 5, seconds: 8 },
  small: { goodput: 0.3, quiet: 6, share: 0.5, rounds: 3, seconds: 2 },
}

/**
 * Four clients send five times what the service can do, whatever comes of it, and a fifth sends ten requests a second. In turns:
 * the fifth alone (calm), beside as many of the others as the service can do (peak), beside five times as many (over).
 */
export async function prove({ full }: { full: boolean }) {
  const { rounds, seconds, share, ...bar } = full ? bars.full : bars.small
  const word = `${share * 100} %`
  const site = await openSite()
  try {
    print(`  ${site.where}`)
    const setUps: SetUp[] = full ? ['beside', 'same', 'bare'] : ['beside']
    const figures = new Map<SetUp, Figures>()
    for (const setUp of setUps) {
      // Judged is what operators are told to run; the others are there to compare.
      const found = await measure(
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
    const said = stateNames.map((state) => `${state} ${quietMs[state].toFixed(1)}`).join(', ')
    return {
      pass:
        goodput >= bar.goodput &&
        // Of a machine that stood still at peak nothing can be said.
        Number.isFinite(quietMs.peak) &&
        quiet.besidePeak <= bar.quiet &&
        offered >= 4 &&
        withoutRetryAfter === 0,
      figure:
        `at ${offered.toFixed(1)} × the capacity of ${peakPerSecond.toFixed(0)}/s goodput is ${goodput.toFixed(2)} of peak, ` +
        `${withoutRetryAfter} refusals without Retry-After; quiet client has ${word} answered within ${said} ms: ` +
        `${quiet.besidePeak.toFixed(2)} × peak, ${quiet.besideCalm.toFixed(2)} × calm`,
      bar: `goodput ≥ ${bar.goodput}, every refusal with Retry-After, ${word} of the quiet client within ${bar.quiet} × their time at peak`,
    }
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
