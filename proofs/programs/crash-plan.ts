import { randomFrom } from './random.ts'

type TaskPlan = {
  workMs: number
  /** Number of attempts that fail before one succeeds. */
  failures: number
  /** Whether the task reads the row that was written in the transaction that scheduled it. */
  reads: boolean
  /** Whether the task writes a row in the transaction that ends it. */
  writes: boolean
  /** Whether the task schedules another task in the transaction that ends it. */
  followUp: boolean
  key: string | undefined
  delayMs: number
}

/** Returns the behaviour of the task with this number; it is the same in every process. */
export function planTask(number: number): TaskPlan {
  const random = randomFrom(number * 7_919)
  const writes = random.chance(0.75)
  return {
    writes,
    followUp: writes && random.chance(0.25),
    workMs: workMs(random.next(), random.next()),
    failures: random.chance(0.1) ? random.integer(1, 2) : 0,
    reads: random.chance(0.3),
    key: random.chance(0.3) ? `key ${number % 150}` : undefined,
    delayMs: random.chance(0.15) ? random.integer(500, 4_000) : 0,
  }
}

// A few tasks are long, so that killing a worker always interrupts a task.
function workMs(sort: number, size: number) {
  if (sort < 0.03) return 3_000 + size * 3_000
  if (sort < 0.25) return 50 + size * 250
  return 1 + size * 30
}
