import { formatInteger, print } from './report-lines.ts'
import type { TimersSetup } from './setup.ts'
import type { TimersSizes } from './sizes.ts'
import { seedSleepers } from './sleepers.ts'

/**
 * Inserts all scheduled tasks. Returns the time at which `due` of them become due, which leaves time for the
 * measurements before. The due tasks are spread over the second half of the inserts; the duration of the first half
 * determines when they are due.
 */
export async function seedMany(many: TimersSetup, { sleepers, due, turns, urgentMs }: TimersSizes) {
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
  print(
    `${sleepers} scheduled tasks created in ${formatInteger(seconds)} s, ${formatInteger(bytesEach)} bytes each with indexes`,
  )
  return at
}
