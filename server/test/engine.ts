import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { openEngine } from './open-engine.ts'
import type { World } from './template.ts'

export { eventually } from './eventually.ts'
export { testLane } from './open-engine.ts'

/** Starts the task engine on its own database; it is closed at the end of the test file. */
export async function startEngine(
  settings: Record<string, string> = {},
  {
    world = inject('world'),
    databaseAt = world.postgres,
  }: { world?: World; databaseAt?: World['postgres'] } = {},
) {
  const { close, ...engine } = await openEngine(world, settings, databaseAt)
  atEnd(close)
  return engine
}

export type Engine = Awaited<ReturnType<typeof startEngine>>
