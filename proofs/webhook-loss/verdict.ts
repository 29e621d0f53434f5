import { measure, measureFindings } from '../harness/measurement.ts'
import { type Findings, listRows } from '../programs/findings.ts'
import { journalOfElsewhere, journalOfHook, readArrivals, readLines } from '../programs/webhook-plan.ts'
import { checkHook } from './arrived.ts'
import type { Hook } from './hooks.ts'
import type { Pause } from './pauses.ts'
import { type Published, readPublished } from './published.ts'

export type Evidence = {
  /** Of the receivers. */
  folder: string
  /** Of the publishers. */
  journals: readonly string[]
  hooks: readonly Hook[]
  pauses: readonly Pause[]
  pauseGraceMs: number
  tables: { events: number; delivered: number; left: string[] }
  /** What was found on the way. */
  meanwhile: Findings
}

/** Holds what the receivers wrote down against what the publishers wrote down; the service's own tables come last. */
export function judge({ folder, journals, hooks, pauses, pauseGraceMs, tables, meanwhile }: Evidence) {
  const published = readPublished(journals)
  const findings: Findings = { ...meanwhile, 'left in the tables': tables.left }
  const arrivedAt = new Map<number, number>()
  const ids = new Set<string>()
  const delaysMs: number[] = []
  let [requests, deliveries, duplicates] = [0, 0, 0]
  // One subscription after another: of the full size, that is a hundred thousand events at a time.
  for (const { index } of hooks) {
    const arrivals = readArrivals(journalOfHook(folder, index))
    const hook = checkHook(index, arrivals, published, { pauses, pauseGraceMs })
    for (const [name, rows] of Object.entries(hook.findings))
      findings[name] = [...(findings[name] ?? []), ...rows]
    for (const [event, { id }] of hook.accepted) {
      arrivedAt.set(event, (arrivedAt.get(event) ?? 0) + 1)
      ids.add(id)
    }
    requests += arrivals.length
    deliveries += hook.accepted.size
    duplicates += hook.duplicates
    delaysMs.push(...thin(hook.delaysMs))
  }
  Object.assign(findings, {
    'sent after a redirect': readLines(journalOfElsewhere(folder)).map((line) => line.join(' ')),
    torn: findTorn(published, arrivedAt, hooks.length),
    'ids that two subscriptions share':
      ids.size < deliveries ? [`${deliveries - ids.size} of ${deliveries}`] : [],
    'disagreements with the tables': [
      ...(tables.events === arrivedAt.size
        ? []
        : [`${tables.events} events there, ${arrivedAt.size} arrived`]),
      ...(tables.delivered === deliveries
        ? []
        : [`${tables.delivered} deliveries there, ${deliveries} arrived`]),
    ],
  })
  return {
    lines: listRows(findings),
    measurements: [
      ...measureFindings(findings, ['lost', 'gap in a sequence', 'not verified', 'sent while paused']),
      measure('events', arrivedAt.size, { atLeast: 1 }),
      measure('deliveries', deliveries),
      measure('requests', requests),
      measure('duplicates with the same id', duplicates),
    ],
    delaysMs: delaysMs.sort((a, b) => a - b),
  }
}

/** A transaction arrives with all its events at all subscriptions, or with none at any. */
function findTorn({ batches }: Published, arrivedAt: ReadonlyMap<number, number>, hooks: number) {
  return batches.flatMap(({ events }) => {
    const counts = events.map(({ number }) => arrivedAt.get(number) ?? 0)
    const isWhole = counts.every((count) => count === 0) || counts.every((count) => count === hooks)
    return isWhole
      ? []
      : [`events ${events.map(({ number }) => number)} at ${counts} of ${hooks} subscriptions`]
  })
}

/** The slowest, and of the others enough to know the middle. */
function thin(delaysMs: number[]) {
  const sorted = delaysMs.sort((a, b) => a - b)
  return sorted.filter((_, place) => sorted.length < 2_000 || place % 50 === 0 || place === sorted.length - 1)
}
