import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../server/test/template.ts'
import { measure, measureFindings } from '../harness/measurement.ts'
import { lane } from '../programs/crash-tasks.ts'
import { type Findings, isClean, listRows } from '../programs/findings.ts'
import { readRuns } from '../programs/journal.ts'
import { findLeftInLane } from '../programs/lane-depth.ts'
import { checkEnd, countLeft } from './checks.ts'
import type { CrashFaults } from './faults.ts'
import type { CrashLoad } from './load.ts'
import type { CrashProcesses } from './processes.ts'
import { findInterruptedRuns, type InterruptedRun, recoveryMs } from './recovery.ts'

type CrashEvidence = {
  world: World
  url: string
  journals: string
  processes: CrashProcesses
  load: CrashLoad
  faults: CrashFaults
  /** Findings of the checks made between faults. */
  meanwhile: Findings
}

const drainMs = 1_200_000

/** Waits until all tasks have ended, then compares their effects with the acknowledged requests. */
export async function judge(evidence: CrashEvidence, size: 'full' | 'small') {
  const { load, faults, processes } = evidence
  const findings = isClean(evidence.meanwhile) ? await examine(evidence) : evidence.meanwhile
  const runs = readRuns(evidence.journals)
  const deaths = processes.workers.flatMap((worker) => worker.deaths)
  const interrupted = findInterruptedRuns(runs, deaths, faults.list)
  const alone = interrupted.filter(({ isAlone }) => isAlone)
  const together = interrupted.filter(({ isAlone }) => !isAlone)
  const recoveryBar = size === 'full' ? { atMost: recoveryMs / 1_000 } : {}
  return {
    lines: listRows(findings),
    measurements: [
      ...measureFindings(findings, ['lost', 'doubled', 'not finished']),
      measure('unacknowledged tasks', load.requested() - load.acknowledged()),
      // A run in which no task is interrupted proves nothing about interrupted tasks.
      measure('tasks interrupted by a kill', interrupted.length, { atLeast: 1 }),
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

/** Waits until all tasks have ended; returns every task that was lost, doubled or not finished. */
export async function examine({
  world,
  url,
  processes,
  load,
}: Pick<CrashEvidence, 'world' | 'url' | 'processes' | 'load'>): Promise<Findings> {
  const deadline = Date.now() + drainMs
  while (Date.now() < deadline && (await countLeft(url)) > 0) await sleep(500)
  const inLane = { natsUrl: world.natsUrl, prefix: world.template, lane: lane.name }
  return {
    ...(await checkEnd(url, load.batches)),
    'left in NATS': await findLeftInLane(inLane, () =>
      Promise.all(processes.workers.map((worker) => worker.close())),
    ),
    'processes that crashed': processes.all.flatMap(({ accidents }) => accidents),
  }
}

const slowest = (runs: readonly InterruptedRun[]) => Math.max(0, ...runs.map(({ ms }) => ms)) / 1_000
