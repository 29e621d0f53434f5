import { z } from 'zod'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import { defineTask } from '../../server/src/platform/tasks/task.ts'

const input = z.object({ number: z.int() })

// The return value is stored with the ended task; the proof reads the start times from it.
const run = async () => ({ started_at: Date.now() })

/** Task that is scheduled for later; many of them become due at the same time and are drained. */
export const timer = defineTask({ kind: 'proof.timer', lane: 'timers', input, run })

/** Task that is due immediately, in a separate lane. */
export const urgent = defineTask({ kind: 'proof.urgent', lane: 'urgent', input, run })

/** Task that the proof itself claims; no dispatcher handles this lane. */
export const claimed = defineTask({ kind: 'proof.claimed', lane: 'claimed', input, run })

export const lanes: Lane[] = [
  { name: timer.lane, concurrency: 64, maxDepth: 1_024 },
  { name: urgent.lane, concurrency: 32, maxDepth: 256 },
]
