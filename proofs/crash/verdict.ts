import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../server/test/template.ts'
import { measure, measureFindings } from '../harness/measurement.ts'
import { lane } from '../programs/crash-tasks.ts'
import { type Findings, isClean, listRows } from '../programs/findings.ts'
import { readRuns } from '../programs/journal.ts'
import { findLeftInLane } from '../programs/lane-depth.ts'
import { checkEnd, countLeft } from './checks.ts'
import type { Strikes } from './faults.ts'
import type { Load } from './load.ts'
import type { Crew } from './processes.ts'
import { type Cut, findCuts, recoveryMs } from './recovery.ts'

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

const drainMs = 1_200_000

/** Waits until all tasks have ended, then compares their effects with what was acknowledged. */
export async function judge(evidence: Evidence, size: 'full' | 'small') {
  const { load, strikes, crew } = evidence
  const findings = isClean(evidence.meanwhile) ? await examine(evidence) : evidence.meanwhile
  const runs = readRuns(evidence.journals)
  const deaths = crew.workers.flatMap((worker) => worker.deaths)
  const cuts = findCuts(runs, deaths, strikes.list)
  const alone = cuts.filter(({ isAlone }) => isAlone)
  const together = cuts.filter(({ isAlone }) => !isAlone)
  const recoveryBar = size === 'full' ? { atMost: recoveryMs / 1_000 } : {}
  return {
    lines: listRows(findings),
    measurements: [
      ...measureFindings(findings, ['lost', 'doubled', 'not ended']),
      measure('unacknowledged tasks', load.requested() - load.acknowledged()),
      // A run in which no task is interrupted proves nothing about interrupted tasks.
      measure('tasks interrupted by a kill', cuts.length, { atLeast: 1 }),
      measure('slowest restart of a task after its worker died', slowest(alone), {
        unit: 's',
        timed: true,
        ...recoveryBar,
      }),
      measure('slowest restart with other faults at the same time', slowest(together), {
        unit: 's',
        timed: true,
      }),
    ],
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

const slowest = (cuts: readonly Cut[]) => Math.max(0, ...cuts.map(({ ms }) => ms)) / 1_000
