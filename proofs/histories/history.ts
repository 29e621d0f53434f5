/**
 * One operation of a client, as in Jepsen: when it was invoked, and when the reply arrived. Times are in
 * microseconds. Without `return` the outcome is unknown: it may take effect at any later time, or never. Operations that
 * certainly failed are left out.
 */
export type HistoryEntry = {
  /** The object of the operation; every key is checked on its own. */
  key: string
  op: RegisterOp | TaskOp
  value: number
  call: number
  return?: number
}

/** A register returns the value of the last write. */
type RegisterOp = 'write' | 'read'
/** A task is scheduled once and takes effect once. `final` has the number of its effects at the end. */
type TaskOp = 'schedule' | 'effect' | 'final'

export type History = { model: 'register' | 'task'; entries: HistoryEntry[] }

export const microseconds = (ms: number) => Math.round(ms * 1_000)

export type TaskEvidence = {
  /** Requests that scheduled tasks; `at` is missing if they were not acknowledged. Times of the wall clock in ms. */
  requests: readonly { numbers: readonly number[]; sentAt: number; at?: number | undefined }[]
  /** Effects that were found in the database, with the database's time in ms. */
  effects: readonly { number: number; at: number }[]
  /** Time after the last task ended. */
  endedAt: number
}

/**
 * Builds the history of once-only tasks. The clock of the database is that of the machine; an effect is visible at some time after the
 * one in its row, which was taken before the commit.
 */
export function historyOfTasks({ requests, effects, endedAt }: TaskEvidence): History {
  const finalAt = microseconds(endedAt)
  const counts = new Map<number, number>()
  const entries: HistoryEntry[] = []
  for (const { numbers, sentAt, at } of requests)
    for (const number of numbers) {
      counts.set(number, 0)
      const call = microseconds(sentAt)
      const end = at === undefined ? {} : { return: Math.max(call, microseconds(at)) }
      entries.push({ key: String(number), op: 'schedule', value: 0, call, ...end })
    }
  for (const { number, at } of effects) {
    counts.set(number, (counts.get(number) ?? 0) + 1)
    const call = Math.min(microseconds(at), finalAt - 2)
    entries.push({ key: String(number), op: 'effect', value: 0, call, return: finalAt - 1 })
  }
  for (const [number, value] of counts)
    entries.push({ key: String(number), op: 'final', value, call: finalAt, return: finalAt + 1 })
  return { model: 'task', entries }
}
