import { z } from 'zod'
import type { Lane } from '../platform/tasks/lanes.ts'

// One line per sort of work. concurrency: at once in one worker process; depth: handed to NATS ahead of the workers.
const usual: readonly Lane[] = [
  { name: 'connect', concurrency: 32, depth: 256 },
  { name: 'retrieve', concurrency: 32, depth: 512 },
  // They mostly wait for their turn at the authority; each client has one at a time.
  { name: 'tax', concurrency: 64, depth: 256 },
  { name: 'extract', concurrency: 2, depth: 32 },
  // A courier is one webhook; most of them only wait.
  { name: 'deliver', concurrency: 256, depth: 1_024 },
  { name: 'erase', concurrency: 4, depth: 64 },
  { name: 'mail', concurrency: 4, depth: 64 },
]

const Figure = z.coerce.number().int().min(1).max(100_000).optional()
const Figures = z.strictObject({ concurrency: Figure, depth: Figure, perSecond: Figure, burst: Figure })

/**
 * The lanes with the operator's own figures, written as `deliver:concurrency=128,perSecond=500 extract:depth=8`.
 * With names, only those.
 */
export function listLanes(figures: string, names: readonly string[] = []): Lane[] {
  const changes = readFigures(figures)
  for (const name of [...names, ...changes.keys()]) {
    if (!usual.some((lane) => lane.name === name)) {
      const known = usual.map((lane) => lane.name).join(', ')
      throw new Error(`There is no lane called [${name}]; there are: ${known}`)
    }
  }
  return usual
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((lane) => ({ ...lane, ...changes.get(lane.name) }))
}

function readFigures(text: string) {
  const lanes = text.split(/\s+/).filter(Boolean)
  return new Map(
    lanes.map((lane) => {
      const [name = '', figures = ''] = lane.split(':')
      const parsed = Figures.safeParse(
        Object.fromEntries(figures.split(',').map((figure) => figure.split('='))),
      )
      if (!parsed.success) throw new Error(`LANES is wrong at [${lane}]: ${z.prettifyError(parsed.error)}`)
      return [name, parsed.data as Partial<Lane>] as const
    }),
  )
}
