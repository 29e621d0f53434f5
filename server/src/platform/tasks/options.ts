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

const leastPerSecond = 1 / 86_400
const mostBurst = 1_000_000

/** Refuses what would only fail later, in the database. */
export function checkOptions(options: TaskOptions): TaskOptions {
  const { key, once, pace, at } = options
  for (const name of [key, pace?.name]) {
    if (name !== undefined && (name.length < 1 || name.length > 200))
      throw new Error('A key has 1 to 200 characters')
  }
  if (once && key === undefined) throw new Error('A task that is scheduled once needs a key')
  if (at && Number.isNaN(at.getTime())) throw new Error('A time is needed, not an invalid date')
  if (pace && !(pace.perSecond >= leastPerSecond)) throw new Error('A pace is at least one a day')
  if (pace?.burst !== undefined && !(Number.isInteger(pace.burst) && isWithin(pace.burst, 1, mostBurst)))
    throw new Error('A burst is a whole number from 1 to a million')
  return options
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most
