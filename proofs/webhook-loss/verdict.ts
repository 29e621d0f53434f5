import { measure, measureFindings } from '../harness/measurement.ts'
import { type Findings, listRows } from '../programs/findings.ts'
import { journalOfElsewhere, journalOfHook, readArrivals, readLines } from '../programs/webhook-plan.ts'
import { checkHook } from './arrived.ts'
import type { CreatedWebhook } from './hooks.ts'
import type { Pause } from './pauses.ts'
import { type Published, readPublished } from './published.ts'

type WebhookEvidence = {
  /** Folder that contains the receivers' journals. */
  folder: string
  /** Paths of the publishers' journals. */
  journals: readonly string[]
  hooks: readonly CreatedWebhook[]
  pauses: readonly Pause[]
  pauseGraceMs: number
  tables: { events: number; delivered: number; left: string[] }
  /** Findings made during the run. */
  meanwhile: Findings
}

/** Compares the receivers' journals with the publishers', and then with the service's own tables. */
export function judge({ folder, journals, hooks, pauses, pauseGraceMs, tables, meanwhile }: WebhookEvidence) {
  const published = readPublished(journals)
  const findings: Findings = { ...meanwhile, 'undelivered according to the tables': tables.left }
  const arrivedAt = new Map<number, number>()
  const ids = new Set<string>()
  const delaysMs: number[] = []
  let [requests, deliveries, duplicates] = [0, 0, 0]
  // Webhooks are checked one at a time to limit memory: in the full form, each has a hundred thousand events.
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
    delaysMs.push(...sampleDelays(hook.delaysMs))
  }
  Object.assign(findings, {
    'sent after a redirect': readLines(journalOfElsewhere(folder)).map((line) => line.join(' ')),
    'partially delivered transactions': findPartial(published, arrivedAt, hooks.length),
    'ids shared by two webhooks': ids.size < deliveries ? [`${deliveries - ids.size} of ${deliveries}`] : [],
    'disagreements with the tables': [
      ...(tables.events === arrivedAt.size
        ? []
        : [`${tables.events} events stored, ${arrivedAt.size} received`]),
      ...(tables.delivered === deliveries
        ? []
        : [`${tables.delivered} deliveries recorded, ${deliveries} received`]),
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

/** Lists transactions of which only some events reached all webhooks; either all must, or none may reach any. */
function findPartial({ batches }: Published, arrivedAt: ReadonlyMap<number, number>, hooks: number) {
  return batches.flatMap(({ events }) => {
    const counts = events.map(({ number }) => arrivedAt.get(number) ?? 0)
    const isComplete = counts.every((count) => count === 0) || counts.every((count) => count === hooks)
    return isComplete
      ? []
      : [`events ${events.map(({ number }) => number)} at ${counts} of ${hooks} webhooks`]
  })
}

/** Keeps the slowest delay and a sample of the others, which is enough for the median. */
function sampleDelays(delaysMs: number[]) {
  const sorted = delaysMs.sort((a, b) => a - b)
  return sorted.filter((_, index) => sorted.length < 2_000 || index % 50 === 0 || index === sorted.length - 1)
}
