import type { RecurringSetup } from './setup.ts'

type Sample = { atMs: number; dispatcher: number; worker: number }

const sampleMs = 1_000
const slackBytes = 30 * 1024 ** 2
const mebibyte = 1024 ** 2

/** Samples the memory of dispatcher and worker. */
export function watchMemory({ dispatcher, worker }: RecurringSetup) {
  const samples: Sample[] = []
  const sample = () => {
    samples.push({
      atMs: performance.now(),
      dispatcher: dispatcher.memoryBytes(),
      worker: worker.memoryBytes(),
    })
  }
  sample()
  const timer = setInterval(sample, sampleMs)
  return {
    /** Stops sampling. `from` is the share of the time after which pools and heaps have reached their steady size. */
    end(from: number) {
      clearInterval(timer)
      sample()
      const late = samples.slice(Math.floor(samples.length * from))
      return { dispatcher: growthOf(late, 'dispatcher'), worker: growthOf(late, 'worker') }
    },
  }
}

/**
 * Returns the growth from the mean of the first fifth of the samples to that of the last fifth, and the regression
 * slope.
 */
function growthOf(samples: Sample[], part: 'dispatcher' | 'worker') {
  const bytes = samples.map((sample) => sample[part])
  const fifth = Math.max(1, Math.floor(bytes.length / 5))
  const before = mean(bytes.slice(0, fifth))
  const after = mean(bytes.slice(-fifth))
  const minutes = samples.map(({ atMs }) => atMs / 60_000)
  return {
    before: before / mebibyte,
    after: after / mebibyte,
    max: Math.max(...bytes) / mebibyte,
    slope: slopeOf(minutes, bytes) / mebibyte,
    /** Upper limit for `after`, with tolerance for noise. */
    maxAfter: (1.25 * before + slackBytes) / mebibyte,
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function slopeOf(xs: number[], ys: number[]) {
  const [x0, y0] = [mean(xs), mean(ys)]
  const over = xs.reduce((sum, x) => sum + (x - x0) ** 2, 0)
  return over === 0 ? 0 : xs.reduce((sum, x, n) => sum + (x - x0) * ((ys[n] ?? y0) - y0), 0) / over
}
