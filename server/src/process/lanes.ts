import { z } from 'zod'
import type { Lane } from '../platform/tasks/lanes.ts'

// Task queues. `concurrency` is the number of tasks that one worker process runs concurrently, `maxDepth` the number
// of tasks that wait in NATS for the workers.
const defaultLanes: readonly Lane[] = [
  { name: 'connect', concurrency: 32, maxDepth: 256 },
  { name: 'retrieve', concurrency: 32, maxDepth: 512 },
  // These tasks mostly wait for the tax authority's rate limit. Each client runs one of them at a time.
  { name: 'tax', concurrency: 64, maxDepth: 256 },
  { name: 'extract', concurrency: 2, maxDepth: 128, hasShortQueue: true },
  // There is one task per webhook with pending deliveries. Most of these tasks are waiting.
  { name: 'deliver', concurrency: 256, maxDepth: 1_024 },
  { name: 'erase', concurrency: 4, maxDepth: 64 },
  { name: 'mail', concurrency: 4, maxDepth: 64 },
]

const Setting = z.coerce.number().int().min(1).max(100_000).optional()
const LaneSettings = z.strictObject({
  concurrency: Setting,
  depth: Setting,
  perSecond: Setting,
  burst: Setting,
})

/**
 * Lists the default lanes with the operator's overrides, written as `deliver:concurrency=128,perSecond=500
 * extract:depth=8`. If names are given, only those lanes are listed.
 */
export function listLanes(overridesText: string, names: readonly string[] = []): Lane[] {
  const overrides = parseOverrides(overridesText)
  for (const name of [...names, ...overrides.keys()]) {
    if (!defaultLanes.some((lane) => lane.name === name)) {
      const knownNames = defaultLanes.map((lane) => lane.name).join(', ')
      throw new Error(`Unknown lane [${name}]; known lanes: ${knownNames}`)
    }
  }
  return defaultLanes
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((lane) => ({ ...lane, ...overrides.get(lane.name) }))
}

function parseOverrides(text: string) {
  const lanes = text.split(/\s+/).filter(Boolean)
  return new Map(
    lanes.map((lane) => {
      const [name = '', assignments = ''] = lane.split(':')
      const parsed = LaneSettings.safeParse(
        Object.fromEntries(assignments.split(',').map((assignment) => assignment.split('='))),
      )
      if (!parsed.success) throw new Error(`LANES is invalid at [${lane}]: ${z.prettifyError(parsed.error)}`)
      const { depth, ...settings } = parsed.data
      return [name, { ...settings, ...(depth && { maxDepth: depth }) } as Partial<Lane>] as const
    }),
  )
}
