import type { Run } from '../programs/journal.ts'
import type { Death } from '../programs/keep-running.ts'

type Step = Run & { key: number; number: number; overAt: number }

/**
 * Checks in the journals that runs of one key never overlap, and that no run of a later task starts before the last
 * run of an earlier one. An interrupted run ended when its process died.
 */
export function checkRuns(runs: readonly Run[], deaths: readonly Death[]) {
  const goneAt = new Map(deaths.map((death) => [death.pid, death.goneAt]))
  const steps = runs.map((run): Step => {
    const [key = 0, number = 0] = run.label.split('/').map(Number)
    return { ...run, key, number, overAt: run.endedAt ?? goneAt.get(run.pid) ?? Number.POSITIVE_INFINITY }
  })
  const overlaps: string[] = []
  const disorders: string[] = []
  for (const ofKey of Map.groupBy(steps, ({ key }) => key).values()) {
    ofKey.sort((a, b) => a.startedAt - b.startedAt)
    let longest: Step | undefined
    for (const [index, run] of ofKey.entries()) {
      const before = ofKey[index - 1]
      if (longest && run.startedAt < longest.overAt)
        overlaps.push(`${describe(longest)} and ${describe(run)}`)
      if (before && run.number < before.number) disorders.push(`${describe(run)} after ${describe(before)}`)
      if (!longest || run.overAt > longest.overAt) longest = run
    }
  }
  return { 'overlapping runs': overlaps, 'runs out of order': disorders }
}

const describe = ({ key, number, pid, startedAt, overAt, outcome }: Step) =>
  `key ${key} task ${number} (process ${pid}, ${startedAt.toFixed(1)} to ${overAt.toFixed(1)}, ${outcome ?? 'interrupted'})`
