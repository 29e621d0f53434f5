import { z } from 'zod'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import { defineTask } from '../../server/src/platform/tasks/task.ts'

const input = z.object({ number: z.int() })

// What it comes to is kept with the ended task: the proof reads there when each of them started.
const run = async () => ({ started_at: Date.now() })

/** What sleeps, wakes all at once and is drained. */
export const timer = defineTask({ kind: 'proof.timer', lane: 'timers', input, run })

/** What is due at once and in a hurry, on a lane of its own. */
export const urgent = defineTask({ kind: 'proof.urgent', lane: 'urgent', input, run })

/** Only claimed, by the proof itself: no dispatcher looks after this lane. */
export const claimed = defineTask({ kind: 'proof.claimed', lane: 'claimed', input, run })

export const lanes: Lane[] = [
  { name: timer.lane, concurrency: 64, depth: 1_024 },
  { name: urgent.lane, concurrency: 32, depth: 256 },
]
