import type { Run } from '../programs/journal.ts'
import type { Death } from '../programs/keep-running.ts'
import type { Strike } from './faults.ts'

/** A run that ended with its worker, and how long it took until the task ran again. */
export type Cut = { taskId: string; label: string; pid: number; ms: number; isAlone: boolean }

/** How soon a task of a dead worker has to run again. */
export const recoveryMs = 10_000

/**
 * Every run that a killed worker had in its hands, measured from the kill to the next start of the task anywhere.
 * isAlone: between the two starts (or until it was too late) no service was hit, and there was another worker all the
 * time.
 */
export function findCuts(runs: readonly Run[], deaths: readonly Death[], strikes: readonly Strike[]): Cut[] {
  const byTask = Map.groupBy(runs, ({ taskId }) => taskId)
  const deathOf = new Map(deaths.map((death) => [death.pid, death]))
  const services = strikes.filter(({ hitsService }) => hitsService)
  return runs.flatMap((run) => {
    const death = deathOf.get(run.pid)
    const ofTask = byTask.get(run.taskId) ?? []
    const isLastHere = ofTask.findLast(({ pid }) => pid === run.pid) === run
    if (!death || run.outcome === 'failed' || !isLastHere) return []
    const next = ofTask.find(({ pid, startedAt }) => pid !== run.pid && startedAt > run.startedAt)
    // Nobody else took it up: it had ended, or it is lost, which another check finds. One that was taken up before the
    // kill was no longer this worker's.
    if (!next || next.startedAt <= death.sentAt) return []
    const until = Math.min(next.startedAt, death.sentAt + recoveryMs)
    const isAlone =
      !services.some(({ from, to }) => from < until && to > run.startedAt) &&
      !deaths.some(
        ({ name, sentAt, backAt }) => name !== death.name && sentAt < until && backAt > death.sentAt,
      )
    const { taskId, label, pid } = run
    return [{ taskId, label, pid, ms: next.startedAt - death.sentAt, isAlone }]
  })
}
