import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../server/test/template.ts'
import { lane } from '../programs/crash-tasks.ts'
import { type Findings, isClean, listRows, summarise } from '../programs/findings.ts'
import { readRuns } from '../programs/journal.ts'
import { findLeftInLane } from '../programs/lane-depth.ts'
import { checkEnd, countLeft } from './checks.ts'
import type { Crew } from './crew.ts'
import type { Load } from './load.ts'
import { type Cut, findCuts, recoveryMs } from './recovery.ts'
import type { Strikes } from './strikes.ts'

export type Evidence = {
  world: World
  url: string
  journals: string
  crew: Crew
  load: Load
  strikes: Strikes
  /** What was already found while faults came. */
  meanwhile: Findings
}

// The small form runs beside others, on machines that are slow already.
const slackMs = 30_000
const drainMs = 300_000

/** Lets everything come to its end, and holds what is there against what was asked for. */
export async function judge(evidence: Evidence, size: 'full' | 'small') {
  const { load, strikes, crew } = evidence
  const findings = isClean(evidence.meanwhile) ? await examine(evidence) : evidence.meanwhile
  const runs = readRuns(evidence.journals)
  const deaths = crew.workers.flatMap((worker) => worker.deaths)
  const cuts = findCuts(runs, deaths, strikes.list)
  const alone = cuts.filter(({ isAlone }) => isAlone)
  const together = cuts.filter(({ isAlone }) => !isAlone)
  const mostMs = size === 'full' ? recoveryMs : slackMs
  const late = alone.filter(({ ms }) => ms > mostMs)
  findings['run again too late'] = late.map((cut) => JSON.stringify(cut))
  const unknown = load.requested() - load.acknowledged()
  return {
    // Without a single task that was cut off nothing would be said about what becomes of them.
    isGood: isClean(findings) && cuts.length > 0,
    lines: listRows(findings),
    figure:
      `${summarise(findings, '0 lost, 0 doubled, 0 not ended')} of ${load.acknowledged()} acknowledged schedules ` +
      `(and ${unknown} unknown ones); tasks of a dead worker ran again within ${slowest(alone)} ` +
      `(${alone.length} tasks), within ${slowest(together)} if more was hit meanwhile (${together.length} tasks)`,
    bar: `all done exactly once, run again within ${mostMs / 1_000} s`,
  }
}

async function examine({ world, url, crew, load }: Evidence): Promise<Findings> {
  const deadline = Date.now() + drainMs
  while (Date.now() < deadline && (await countLeft(url)) > 0) await sleep(500)
  const inLane = { natsUrl: world.natsUrl, prefix: world.template, lane: lane.name }
  return {
    ...(await checkEnd(url, load.batches)),
    'left in NATS': await findLeftInLane(inLane, () =>
      Promise.all(crew.workers.map((worker) => worker.close())),
    ),
    'ended by itself': crew.all.flatMap(({ accidents }) => accidents),
  }
}

const slowest = (cuts: readonly Cut[]) => `${(Math.max(0, ...cuts.map(({ ms }) => ms)) / 1_000).toFixed(1)} s`
