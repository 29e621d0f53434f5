import { type Measurement, measure } from '../harness/measurement.ts'
import { databaseSize, type SoakSamples } from './samples.ts'
import { findTrend, type Sample, type Tolerance } from './trend.ts'

type Limits = Record<string, Tolerance>

/**
 * Allowed growth over the measured time, in a run of at least `settledMinutes`. A shorter run has wider limits for what young
 * processes collect: heaps grow until their first full collections, and pools open connections and files as they need them.
 */
const limits: Limits = {
  'memory of a process, MB': { share: 0.1, absolute: 30 },
  'file handles of a process': { share: 0.1, absolute: 10 },
  'memory of NATS, MB': { share: 0.2, absolute: 20 },
  'file handles of NATS': { share: 0.2, absolute: 10 },
  'disk of NATS, MB': { share: 0.2, absolute: 10 },
  'messages in streams': { share: 0.2, absolute: 20 },
  'consumers of streams': { share: 0.1, absolute: 3 },
  'private memory of PostgreSQL, MB': { share: 0.2, absolute: 30 },
  'database connections': { share: 0.2, absolute: 5 },
  'waiting tasks': { share: 0.2, absolute: 20 },
  'waiting deliveries': { share: 0.2, absolute: 20 },
  'size of the task table, MB': { share: 0.3, absolute: 4 },
}
const settledMinutes = 20
const youngLimits: Limits = {
  'memory of a process, MB': { share: 0.5, absolute: 150 },
  'file handles of a process': { share: 0.5, absolute: 40 },
  'private memory of PostgreSQL, MB': { share: 0.5, absolute: 150 },
  'database connections': { share: 1, absolute: 20 },
}

/** Rows of these tables are kept for longer than a run, so their number grows with the writes. */
const retainedTables = new Set([
  'activity_counts',
  'audit_lines',
  'deliveries',
  'delivery_attempts',
  'ended_tasks',
  'events',
  'idempotent_replies',
  // Attempts count against the limits of a provider for at least a day.
  'login_attempts',
  'request_log',
])
const rowLimit: Tolerance = { share: 0.25, absolute: 60 }
/** A short run finds only a table that doubles: with few people, their number varies with the speed of the machine. */
const youngRowLimit: Tolerance = { share: 1, absolute: 120 }
/** The database may not grow faster, for each write, in the second half of the run than in the first. */
const maxAcceleration = 1.3

type WriteSample = Sample

export type SoakFigures = { measurements: Measurement[]; lines: string[]; growing: string[] }

/** Evaluates the samples after the warm-up: which figures grow, and how fast. */
export function evaluate(
  { figures, tables }: Pick<SoakSamples, 'figures' | 'tables'>,
  {
    warmUpSeconds,
    minutes,
    writes,
  }: { warmUpSeconds: number; minutes: number; writes: readonly WriteSample[] },
): SoakFigures {
  const measured = (samples: readonly Sample[]) => samples.filter(({ at }) => at >= warmUpSeconds)
  const lines: string[] = []
  const growing: string[] = []
  const measurements: Measurement[] = []
  for (const [name, tolerance] of Object.entries(limits)) {
    const young = minutes < settledMinutes ? youngLimits[name] : undefined
    const trend = findTrend(measured(figures.get(name) ?? []), young ?? tolerance)
    const { median, growth, perHour, allowed, isFlat } = trend
    lines.push(
      `${name}: median ${round(median)}, growth ${round(growth)} (at most ${round(allowed)}), ${round(perHour)} an hour`,
    )
    if (!isFlat) growing.push(`${name}: ${round(growth)}, at most ${round(allowed)}`)
    measurements.push(measure(`growth of: ${name}`, growth, { atMost: allowed }))
  }
  for (const [name, all] of tables) {
    const { growth, median, allowed, isFlat } = findTrend(
      measured(all),
      minutes < settledMinutes ? youngRowLimit : rowLimit,
    )
    if (Math.abs(growth) >= 1) lines.push(`rows of ${name}: median ${round(median)}, growth ${round(growth)}`)
    if (!isFlat && !retainedTables.has(name))
      growing.push(`rows of ${name}: ${round(growth)}, at most ${round(allowed)}`)
  }
  const acceleration = findAcceleration(measured(figures.get(databaseSize) ?? []), writes)
  lines.push(`bytes of the database for each write, second half to first: ${round(acceleration)}`)
  measurements.push(
    measure('growth of the database for each write, second half to first', acceleration, {
      ...(minutes >= settledMinutes && { atMost: maxAcceleration }),
    }),
  )
  return { measurements, lines, growing }
}

/** Returns the growth for each write in the second half, divided by that in the first. */
function findAcceleration(sizes: readonly Sample[], writes: readonly WriteSample[]) {
  const writesAt = (at: number) => writes.findLast((sample) => sample.at <= at)?.value ?? 0
  const middle = sizes[Math.floor(sizes.length / 2)]
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !middle || !last) return Number.NaN
  const perWrite = (from: Sample, to: Sample) =>
    (to.value - from.value) / Math.max(1, writesAt(to.at) - writesAt(from.at))
  return perWrite(middle, last) / perWrite(first, middle)
}

const round = (value: number) => Number(value.toPrecision(3))
