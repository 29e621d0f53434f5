import type { Findings } from '../programs/findings.ts'

export type Bar = { atLeast: number } | { atMost: number } | { exactly: number }

/** One figure of a proof. Without a bar it is only informative and always counts as reached. */
export type Measurement = {
  name: string
  /** Null if the value could not be measured (NaN, infinity) or was withheld because the machine was busy. */
  value: number | null
  unit?: string
  bar?: Bar
  /**
   * Whether the figure depends on the speed of the machine. It is withheld if the machine was too busy to measure.
   */
  timed?: true
  withheld?: true
  reached: boolean
}

type Options = { unit?: string; timed?: boolean; atLeast?: number; atMost?: number; exactly?: number }

/** Number of digits, enough that rounding never turns a missed bar into a reached one on the published page. */
const significantDigits = 6

export function measure(name: string, value: number, options: Options = {}): Measurement {
  const { unit, timed, atLeast, atMost, exactly } = options
  const bars: Bar[] = []
  if (atLeast !== undefined) bars.push({ atLeast })
  if (atMost !== undefined) bars.push({ atMost })
  if (exactly !== undefined) bars.push({ exactly })
  if (bars.length > 1) throw new Error(`measurement ${name} has more than one bar`)
  const [bar] = bars
  return {
    name,
    value: rounded(value),
    ...(unit !== undefined && { unit }),
    ...(bar && { bar }),
    ...(timed && { timed }),
    reached: bar === undefined || isReached(value, bar),
  }
}

const rounded = (value: number) => {
  if (!Number.isFinite(value)) return null
  return Number.isInteger(value) ? value : Number(value.toPrecision(significantDigits))
}

/** Whether a value reaches its bar. A value that could not be measured (NaN) never does. */
function isReached(value: number, bar: Bar) {
  if ('atLeast' in bar) return value >= bar.atLeast
  if ('atMost' in bar) return value <= bar.atMost
  return value === bar.exactly
}

/**
 * Returns one measurement for each named kind of finding, and one for the sum of all others ("other violations"). All
 * must be 0.
 */
export function measureFindings(findings: Findings, named: readonly string[]): Measurement[] {
  const count = (kind: string) => findings[kind]?.length ?? 0
  const others = Object.keys(findings).filter((kind) => !named.includes(kind))
  const otherViolations = others.reduce((sum, kind) => sum + count(kind), 0)
  return [
    ...named.map((kind) => measure(kind, count(kind), { exactly: 0 })),
    measure('other violations', otherViolations, { exactly: 0 }),
  ]
}

export const areAllReached = (measurements: readonly Measurement[]) =>
  measurements.length > 0 && measurements.every(({ reached, withheld }) => reached || withheld)

/**
 * Withholds figures that depend on the machine's speed, because they are not meaningful on a busy machine. They count
 * as neither reached nor missed.
 */
export function withholdTimed(measurements: readonly Measurement[]): Measurement[] {
  return measurements.map((measurement) =>
    measurement.timed ? { ...measurement, value: null, withheld: true, reached: false } : measurement,
  )
}

export function describeMeasurement(measurement: Measurement): string {
  const { name, value, unit, bar, withheld, reached } = measurement
  const figure = withheld ? 'withheld, machine busy' : value === null ? 'not measurable' : formatValue(value)
  const inUnit = value !== null && unit ? `${figure} ${unit}` : figure
  const missed = reached || withheld ? '' : ', MISSED'
  return `${name}: ${inUnit}${bar ? ` (${describeBar(bar)}${missed})` : ''}`
}

export const describeMeasurements = (measurements: readonly Measurement[]) =>
  measurements.map(describeMeasurement).join('; ')

export function describeBar(bar: Bar): string {
  if ('atLeast' in bar) return `at least ${formatValue(bar.atLeast)}`
  if ('atMost' in bar) return `at most ${formatValue(bar.atMost)}`
  return `must be ${formatValue(bar.exactly)}`
}

export function formatValue(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 1_000 ? 0 : Math.abs(value) >= 10 ? 1 : 3
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits })
}
