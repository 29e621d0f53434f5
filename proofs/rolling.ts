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
import { openSite, type Site, type Size } from './rolling/setup.ts'
import { upgradeUnderLoad } from './rolling/upgrade.ts'
import { isJudged } from './rolling/verdict.ts'

const small: Size = { perSecond: [100], apis: 2, clients: 4, users: 20, calmMs: 3_000 }
const large: Size = { perSecond: [500, 400, 300, 200, 100], apis: 2, clients: 8, users: 50, calmMs: 15_000 }
const seededUsers = 100_000

/** Restarts every process of a cell under load; at full size also upgrades from an older version and times migrations. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const seed = seedNumber(seedText)
  const site = await openSite()
  try {
    const measurements = report(await proveRestart(site, full, seed))
    if (full)
      measurements.push(...report(await proveUpgrade(site, seed + 1)), ...report(await proveLocks(site)))
    return measurements
  } finally {
    await site.close()
  }
}

/** Printed at once, because the whole proof takes a while. */
function report(part: Measurement[]): Measurement[] {
  print(`  ${areAllReached(part) ? 'reached' : 'MISSED'}: ${describeMeasurements(part)}`)
  return part
}

const named = (prefix: string, part: Measurement[]) =>
  part.map((measurement) => ({ ...measurement, name: `${prefix}: ${measurement.name}` }))

async function proveRestart(site: Site, full: boolean, seed: number) {
  const size = full ? large : small
  const outcome = await restartUnderLoad(site, { ...size, isInTurn: full, seed })
  const { report: load, findings, rate, restarts } = outcome
  for (const line of listRows(findings)) print(line)
  print(`  ${listCounts(load)}; ${listWaits(load)}`)
  return named('restart', [
    ...measureFindings(findings, ['failed requests']),
    measure('processes restarted', restarts),
    ...measureLoad(load, { rate, size, full }),
  ])
}

async function proveUpgrade(site: Site, seed: number) {
  const outcome = await upgradeUnderLoad(site, { ...large, seededUsers, seed })
  const { report: load, findings, rate, applied, waits } = outcome
  for (const line of listRows(findings)) print(line)
  print(`  applied ${applied.join(', ')}; gave way ${waits} times`)
  print(`  ${listCounts(load)}; ${listWaits(load)}`)
  return named('upgrade', [
    ...measureFindings(findings, ['failed requests']),
    measure('users', seededUsers),
    ...measureLoad(load, { rate, size: large, full: true }),
  ])
}

/** On a slow machine the service sheds load instead of failing; only the full size has a bar for that. */
function measureLoad(load: LoadReport, { rate, size, full }: { rate: number; size: Size; full: boolean }) {
  return [
    measure('requests', load.sent, { atLeast: 1 }),
    measure('rate', rate, { unit: 'requests/s', timed: true, ...(full && { atLeast: size.perSecond[0] }) }),
    measure('requests shed with 503', countRefused(load), { timed: true, ...(full && { exactly: 0 }) }),
  ]
}

/** Released migrations cannot be changed any more; newer ones must not need a longer lock than the default. */
async function proveLocks(site: Site) {
  const figures = await measureLocks(site, seededUsers)
  for (const line of figures.map(describeFile)) print(`  ${line}`)
  const longer = figures.filter(({ holdMs }) => holdMs > defaultHoldMs)
  const others = figures.filter(({ holdMs }) => holdMs <= defaultHoldMs)
  return named('migrations', [
    measure('files', figures.length),
    measure('files that need a longer lock', longer.length),
    measure('newer files that need a longer lock', longer.filter(({ file }) => file >= firstHeld).length, {
      exactly: 0,
    }),
    measure('longest wait of a caller', Math.max(0, ...others.map(({ seenMs }) => seenMs)), {
      unit: 'ms',
      atMost: mostWaitMs,
      timed: true,
    }),
  ])
}

const defaultHoldMs = 100
const mostWaitMs = 200
const firstHeld = '0022'

const describeFile = ({ file, ms, longestMs, seenMs, gaveWay, holdMs }: FileFigures) =>
  `${file} ${Math.round(ms)} ms, gave way ${gaveWay} times, others waited ${Math.round(seenMs)} ms (their longest statement ` +
  `${Math.round(longestMs)})${holdMs > defaultHoldMs ? `, allowed ${holdMs}` : ''}`

const judgedWaits = ({ waits }: LoadReport) => Object.entries(waits).filter(([phase]) => isJudged(phase))

const countRefused = (report: LoadReport) =>
  judgedWaits(report).reduce((sum, [, { refused }]) => sum + refused, 0)

const listWaits = (report: LoadReport) =>
  judgedWaits(report)
    .map(([phase, { p99, most, refused }]) => {
      const shed = refused > 0 ? `, ${refused} shed` : ''
      return `${phase} p99 ${Math.round(p99)} ms, longest ${Math.round(most)}${shed}`
    })
    .join('; ')

const listCounts = ({ byOperation }: LoadReport) =>
  Object.entries(byOperation)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
