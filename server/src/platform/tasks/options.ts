export type TaskOptions = {
  /** Earliest start. Defaults to now. */
  at?: Date
  /** Tasks with the same key run one at a time, in the order in which they become due. At most 200 characters. */
  key?: string
  /** Requires a key. Scheduling has no effect while a task of this kind and key has not ended. */
  once?: boolean
  /** The task is deleted with this user. */
  userId?: string
  /** Set if a caller waits for the end of the task and must be notified over NATS. */
  awaited?: boolean
  /** Rate limit shared by all tasks with this name, over all processes. The name has at most 200 characters. */
  pace?: { name: string; perSecond: number; burst?: number }
  /** The client that the task belongs to. Can only be set in a system transaction. */
  clientId?: string
}

const minPerSecond = 1 / 86_400
const maxBurst = 1_000_000

/** Throws early for options that the database would reject later. */
export function validateTaskOptions(options: TaskOptions): TaskOptions {
  const { key, once, pace, at } = options
  for (const name of [key, pace?.name]) {
    if (name !== undefined && (name.length < 1 || name.length > 200))
      throw new Error('A key must have 1 to 200 characters')
  }
  if (once && key === undefined) throw new Error('A task that is scheduled once needs a key')
  if (at && Number.isNaN(at.getTime())) throw new Error('A time must be a valid date')
  if (pace && !(pace.perSecond >= minPerSecond)) throw new Error('A pace must be at least one task per day')
  if (pace?.burst !== undefined && !(Number.isInteger(pace.burst) && isWithin(pace.burst, 1, maxBurst)))
    throw new Error('A burst must be a whole number from 1 to 1000000')
  return options
}

const isWithin = (value: number, min: number, max: number) => value >= min && value <= max
