import type { Site } from './setup.ts'
import type { Sizes } from './sizes.ts'
import { seedSleepers } from './sleepers.ts'
import { print, whole } from './report-lines.ts'

/**
 * All sleepers, and the moment at which some of them are due: late enough for the measurements before it. Those of the
 * moment lie scattered among the others of the second half, which begins when we know how long a half takes.
 */
export async function seedMany(many: Site, { sleepers, due, turns, urgentMs }: Sizes) {
  const half = sleepers / 2
  const startedAt = performance.now()
  await seedSleepers({ ...many, from: 1, to: half })
  await many.sql('vacuum analyze tasks')
  const tookMs = performance.now() - startedAt
  const at = new Date(Date.now() + tookMs * 1.5 + turns * (urgentMs + 1_000) * 2)
  await seedSleepers({ ...many, from: half + 1, to: sleepers, moment: { at, every: half / due } })
  await many.sql('vacuum analyze tasks')
  const [size] = await many.sql<{ bytes: number }>(`select pg_total_relation_size('tasks')::float8 as bytes`)
  const seconds = (performance.now() - startedAt) / 1000
  const bytesEach = (size?.bytes ?? Number.NaN) / sleepers
  print(`${sleepers} sleepers made in ${whole(seconds)} s, ${whole(bytesEach)} bytes each with indexes`)
  return at
}
