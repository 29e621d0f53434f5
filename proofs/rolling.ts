import { isClean, listRows, summarise } from './programs/findings.ts'
import type { LoadReport } from './programs/rolling-load.ts'
import { type FileFigures, measureLocks } from './rolling/locks.ts'
import { restartUnderLoad } from './rolling/restart.ts'
import { openSite, type Site, type Size } from './rolling/site.ts'
import { upgradeUnderLoad } from './rolling/upgrade.ts'
import { isJudged } from './rolling/verdict.ts'

export const name = 'rolling'

const small: Size = { perSecond: [100], apis: 2, clients: 4, users: 20, calmMs: 3_000 }
const large: Size = { perSecond: [500, 400, 300, 200, 100], apis: 2, clients: 8, users: 50, calmMs: 15_000 }
const seededUsers = 100_000

/** Every process of a cell is replaced in turn under load: no request fails, and nothing that was promised is lost. */
export async function prove({ full }: { full: boolean }) {
  const site = await openSite()
  try {
    const parts = [told(await proveRestart(site, full))]
    if (full) parts.push(told(await proveUpgrade(site)), told(await proveLocks(site)))
    return {
      pass: parts.every(({ pass }) => pass),
      figure: [
        ...parts.map(({ figure }) => figure),
        ...(full ? [] : ['upgrade: in the full form only']),
      ].join('. '),
      bar: `0 lost tasks, writes or deliveries, 0 failed requests ${full ? 'at 500/s, nobody waits over 200 ms for a migration' : '(a tenth of them may be told to come again on a slow machine)'}`,
    }
  } finally {
    await site.close()
  }
}

type Part = { pass: boolean; figure: string }

/** At once, because the whole takes minutes. */
function told(part: Part): Part {
  print(`  ${part.pass ? 'good' : 'NOT GOOD'}: ${part.figure}`)
  return part
}

async function proveRestart(site: Site, full: boolean) {
  const seed = Date.now() % 1_000_000
  const size = full ? large : small
  const outcome = await restartUnderLoad(site, { ...size, isInTurn: full, seed })
  const { report, findings, rate, seconds, restarts } = outcome
  for (const line of listRows(findings)) print(line)
  print(`  ${listCounts(report)}`)
  // A machine that others use may be too slow for the rate, and the service says so instead of failing.
  const mayBeRefused = full ? 0 : report.sent / 10
  return {
    pass: isClean(findings) && countRefused(report) <= mayBeRefused && rate === size.perSecond[0],
    figure:
      `${restarts} processes restarted in ${seconds} s at ${tellRate(rate, size)}: ` +
      `${summarise(findings, '0 failed, 0 lost')} of ${report.sent} requests; ${tellWaits(report)}`,
  }
}

async function proveUpgrade(site: Site) {
  const seed = Date.now() % 1_000_000
  const outcome = await upgradeUnderLoad(site, { ...large, seededUsers, seed })
  const { report, findings, rate, seconds, applied, waits } = outcome
  for (const line of listRows(findings)) print(line)
  print(`  ${listCounts(report)}`)
  return {
    pass: isClean(findings) && countRefused(report) === 0 && rate === large.perSecond[0],
    figure:
      `Upgrade with ${seededUsers} users at ${tellRate(rate, large)}: ${applied.join(', ')} applied (gave way ${waits} times), ` +
      `then old and new together for ${seconds} s: ${summarise(findings, '0 failed, 0 lost')} of ${report.sent} requests; ${tellWaits(report)}`,
  }
}

/** Files of earlier versions cannot be changed any more: what they need is told, and every newer one is held to the bar. */
async function proveLocks(site: Site) {
  const figures = await measureLocks(site, seededUsers)
  for (const line of figures.map(tellFile)) print(`  ${line}`)
  const [usual, longer] = [
    figures.filter(({ holdMs }) => holdMs === 100),
    figures.filter(({ holdMs }) => holdMs > 100),
  ]
  const longest = Math.max(0, ...usual.map(({ seenMs }) => seenMs))
  return {
    pass: longest <= mostWaitMs && longer.every(({ file }) => file < firstHeld),
    figure:
      `Migrations since 0012 on ${seededUsers} users: nobody waited longer than ${Math.round(longest)} ms for ` +
      `${usual.length} of ${figures.length}` +
      (longer.length > 0 ? `; the others hold up callers: ${longer.map(tellFile).join(', ')}` : ''),
  }
}

const mostWaitMs = 200
const firstHeld = '0022'

const tellFile = ({ file, ms, longestMs, seenMs, gaveWay, holdMs }: FileFigures) =>
  `${file} ${Math.round(ms)} ms, gave way ${gaveWay} times, others waited ${Math.round(seenMs)} ms (their longest statement ` +
  `${Math.round(longestMs)})${holdMs > 100 ? `, allowed ${holdMs}` : ''}`

const judgedWaits = ({ waits }: LoadReport) => Object.entries(waits).filter(([phase]) => isJudged(phase))

const countRefused = (report: LoadReport) =>
  judgedWaits(report).reduce((sum, [, { refused }]) => sum + refused, 0)

const tellRate = (rate: number, { perSecond: [wanted] }: Size) =>
  rate === wanted ? `${rate}/s` : `${rate}/s (this machine cannot carry ${wanted})`

const tellWaits = (report: LoadReport) =>
  judgedWaits(report)
    .map(([phase, { p99, most, refused }]) => {
      const told = refused > 0 ? `, ${refused} told to come again` : ''
      return `${phase} p99 ${Math.round(p99)} ms, longest ${Math.round(most)}${told}`
    })
    .join('; ')

const listCounts = ({ byOperation }: LoadReport) =>
  Object.entries(byOperation)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
