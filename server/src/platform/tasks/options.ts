/** How a task is scheduled. */
export type TaskOptions = {
  /** Not before this time; now, if left out. */
  at?: Date
  /** Tasks of one key run one after another, in the order in which they became due. At most 200 characters. */
  key?: string
  /** With a key: while a task of this kind and key is not ended, scheduling it again changes nothing. */
  once?: boolean
  /** The task goes when this user goes. */
  userId?: string
  /** Somebody waits for the end, and is told at once. */
  awaited?: boolean
  /** Tasks of one pace start no faster than this, over all processes. At most 200 characters. */
  pace?: { name: string; perSecond: number; burst?: number }
  /** Only where the transaction belongs to no client: whose task it is. */
  clientId?: string
}

/** Refuses what would only fail later, in the database. */
export function checkOptions(options: TaskOptions): TaskOptions {
  const { key, once, pace } = options
  for (const name of [key, pace?.name]) {
    if (name !== undefined && (name.length < 1 || name.length > 200))
      throw new Error('A key has 1 to 200 characters')
  }
  if (once && key === undefined) throw new Error('A task that is scheduled once needs a key')
  if (pace && !(pace.perSecond > 0)) throw new Error('A pace is more than 0 per second')
  return options
}
