import type { Run } from '../programs/journal.ts'
import type { Death } from '../programs/keep-running.ts'
import type { InjectedFault } from './faults.ts'

/** A task run interrupted by the death of its worker, and the time until the task ran again. */
export type InterruptedRun = { taskId: string; label: string; pid: number; ms: number; isAlone: boolean }

/** Maximum time until a task of a dead worker runs again. */
export const recoveryMs = 10_000

/**
 * Finds every run that a killed worker was executing, measured from the kill to the next start of the task on any
 * worker. isAlone: between the two starts (or until recoveryMs had passed) no service was hit, and another worker was
 * alive all the time.
 */
export function findInterruptedRuns(
  runs: readonly Run[],
  deaths: readonly Death[],
  faults: readonly InjectedFault[],
): InterruptedRun[] {
  const byTask = Map.groupBy(runs, ({ taskId }) => taskId)
  const deathOf = new Map(deaths.map((death) => [death.pid, death]))
  const serviceFaults = faults.filter(({ hitsService }) => hitsService)
  return runs.flatMap((run) => {
    const death = deathOf.get(run.pid)
    const ofTask = byTask.get(run.taskId) ?? []
    const isLastHere = ofTask.findLast(({ pid }) => pid === run.pid) === run
    if (!death || run.outcome === 'failed' || !isLastHere) return []
    const next = ofTask.find(({ pid, startedAt }) => pid !== run.pid && startedAt > run.startedAt)
    // If no other worker ran the task, it had finished or is lost, which another check detects. If another worker
    // started it before the kill, the killed worker had already lost the lease.
    if (!next || next.startedAt <= death.sentAt) return []
    const until = Math.min(next.startedAt, death.sentAt + recoveryMs)
    const isAlone =
      !serviceFaults.some(({ from, to }) => from < until && to > run.startedAt) &&
      !deaths.some(
        ({ name, sentAt, backAt }) => name !== death.name && sentAt < until && backAt > death.sentAt,
      )
    const { taskId, label, pid } = run
    return [{ taskId, label, pid, ms: next.startedAt - death.sentAt, isAlone }]
  })
}
