import {
  areAllReached,
  describeMeasurements,
  type Measurement,
  measure,
  measureFindings,
} from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { listRows } from './programs/findings.ts'
import type { LoadReport } from './programs/rolling-load.ts'
import { type FileFigures, measureLocks } from './rolling/locks.ts'
import { restartUnderLoad } from './rolling/restart.ts'
import { openSetup, type RollingSetup, type RollingSize } from './rolling/setup.ts'
import { upgradeUnderLoad } from './rolling/upgrade.ts'
import { isMeasured } from './rolling/verdict.ts'

const small: RollingSize = { perSecond: [100], apis: 2, clients: 4, users: 20, calmMs: 3_000 }
const large: RollingSize = {
  perSecond: [500, 400, 300, 200, 100],
  apis: 2,
  clients: 8,
  users: 50,
  calmMs: 15_000,
}
const seededUsers = 100_000

/**
 * Restarts every process of a cell under load. The full form also upgrades from an older version and times
 * migrations.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const seed = seedNumber(seedText)
  const setup = await openSetup()
  try {
    const measurements = report(await proveRestart(setup, full, seed))
    if (full)
      measurements.push(...report(await proveUpgrade(setup, seed + 1)), ...report(await proveLocks(setup)))
    return measurements
  } finally {
    await setup.close()
  }
}

/** Prints the result of each part at once, because the proof takes long. */
function report(part: Measurement[]): Measurement[] {
  print(`  ${areAllReached(part) ? 'reached' : 'MISSED'}: ${describeMeasurements(part)}`)
  return part
}

const prefixed = (prefix: string, part: Measurement[]) =>
  part.map((measurement) => ({ ...measurement, name: `${prefix}: ${measurement.name}` }))

async function proveRestart(setup: RollingSetup, full: boolean, seed: number) {
  const size = full ? large : small
  const outcome = await restartUnderLoad(setup, { ...size, isSequential: full, seed })
  const { report: load, findings, rate, restarts } = outcome
  for (const line of listRows(findings)) print(line)
  print(`  ${listCounts(load)}; ${listWaits(load)}`)
  return prefixed('restart', [
    ...measureFindings(findings, ['failed requests']),
    measure('processes restarted', restarts),
    ...measureLoad(load, { rate, size, full }),
  ])
}

async function proveUpgrade(setup: RollingSetup, seed: number) {
  const outcome = await upgradeUnderLoad(setup, { ...large, seededUsers, seed })
  const { report: load, findings, rate, applied, waits } = outcome
  for (const line of listRows(findings)) print(line)
  print(`  applied ${applied.join(', ')}; yielded locks ${waits} times`)
  print(`  ${listCounts(load)}; ${listWaits(load)}`)
  return prefixed('upgrade', [
    ...measureFindings(findings, ['failed requests']),
    measure('users', seededUsers),
    ...measureLoad(load, { rate, size: large, full: true }),
  ])
}

/**
 * Evaluates the load. On a slow machine the service sheds load instead of failing; only the full form limits that.
 */
function measureLoad(
  load: LoadReport,
  { rate, size, full }: { rate: number; size: RollingSize; full: boolean },
) {
  return [
    measure('requests', load.sent, { atLeast: 1 }),
    measure('rate', rate, { unit: 'requests/s', timed: true, ...(full && { atLeast: size.perSecond[0] }) }),
    measure('requests shed with 503', countRefused(load), { timed: true, ...(full && { exactly: 0 }) }),
  ]
}

/**
 * Measures how long migrations lock tables. Released migrations cannot be changed; newer ones must not need a longer
 * lock than the default.
 */
async function proveLocks(setup: RollingSetup) {
  const figures = await measureLocks(setup, seededUsers)
  for (const line of figures.map(describeFile)) print(`  ${line}`)
  const longer = figures.filter(({ holdMs }) => holdMs > defaultHoldMs)
  const others = figures.filter(({ holdMs }) => holdMs <= defaultHoldMs)
  return prefixed('migrations', [
    measure('files', figures.length),
    measure('files that need a longer lock', longer.length),
    measure('newer files that need a longer lock', longer.filter(({ file }) => file >= firstChecked).length, {
      exactly: 0,
    }),
    measure('longest time a query waited for a lock', Math.max(0, ...others.map(({ seenMs }) => seenMs)), {
      unit: 'ms',
      atMost: maxWaitMs,
      timed: true,
    }),
  ])
}

const defaultHoldMs = 100
const maxWaitMs = 200
/** First migration to which the limit applies. */
const firstChecked = '0022'

const describeFile = ({ file, ms, longestMs, seenMs, gaveWay, holdMs }: FileFigures) =>
  `${file} ${Math.round(ms)} ms, yielded ${gaveWay} times, queries waited ${Math.round(seenMs)} ms (longest statement ` +
  `${Math.round(longestMs)})${holdMs > defaultHoldMs ? `, allowed ${holdMs}` : ''}`

const measuredWaits = ({ waits }: LoadReport) => Object.entries(waits).filter(([phase]) => isMeasured(phase))

const countRefused = (report: LoadReport) =>
  measuredWaits(report).reduce((sum, [, { refused }]) => sum + refused, 0)

const listWaits = (report: LoadReport) =>
  measuredWaits(report)
    .map(([phase, { p99, max, refused }]) => {
      const shed = refused > 0 ? `, ${refused} shed` : ''
      return `${phase} p99 ${Math.round(p99)} ms, longest ${Math.round(max)}${shed}`
    })
    .join('; ')

const listCounts = ({ byOperation }: LoadReport) =>
  Object.entries(byOperation)
    .map(([operation, count]) => `${count} × ${operation}`)
    .join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
