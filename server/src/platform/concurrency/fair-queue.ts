export type FairQueueEntry = { group: string; queuedAt: number }

type Group<E> = {
  entries: E[]
  /** Number of rounds in which the group has been served. The group with the lowest number is served next. */
  round: number
  /** Time since which its oldest entry has always waited for longer than the shorter limit. */
  lateSince: number | undefined
  /** Whether the group has been late for long. It stays so until its queue empties. */
  hasBacklog: boolean
}

const newGroup = <E>(round: number): Group<E> => ({
  entries: [],
  round,
  lateSince: undefined,
  hasBacklog: false,
})

function noteDelay<E extends FairQueueEntry>(
  group: Group<E>,
  now: number,
  maxWaitMs: number,
  backlogMaxWaitMs: number,
) {
  const [oldest] = group.entries
  if (!oldest || now - oldest.queuedAt <= backlogMaxWaitMs) group.lateSince = undefined
  else group.lateSince ??= oldest.queuedAt + backlogMaxWaitMs
  if (group.lateSince !== undefined && now - group.lateSince >= maxWaitMs) group.hasBacklog = true
}

/**
 * Round-robin queue over groups (clients): the group with the fewest rounds is served next; in a tie, the group with
 * fewer entries. A group with one entry does not wait behind the thousands of entries of another group.
 */
export function createFairQueue<E extends FairQueueEntry>() {
  const groups = new Map<string, Group<E>>()
  let currentRound = 0
  let size = 0

  function findGroup(isPreferred: (candidate: Group<E>, best: Group<E>) => boolean) {
    let best: Group<E> | undefined
    for (const group of groups.values()) {
      if (group.entries.length > 0 && (!best || isPreferred(group, best))) best = group
    }
    return best
  }

  function take(group: Group<E> | undefined, index: number) {
    const [entry] = group?.entries.splice(index, 1) ?? []
    if (entry) size--
    // Keep the rounds until the whole queue is empty. Otherwise a group that empties its own queue would move to the
    // front.
    if (size === 0) groups.clear()
    return entry
  }

  return {
    size: () => size,
    enqueue(entry: E) {
      const group = groups.get(entry.group) ?? newGroup(currentRound)
      if (group.entries.length === 0) {
        // A group that was idle gets no extra turns for the rounds it missed.
        group.round = Math.max(group.round, currentRound)
        group.lateSince = undefined
        group.hasBacklog = false
      }
      group.entries.push(entry)
      groups.set(entry.group, group)
      size++
    },
    /** Removes an entry. Returns whether the entry was still queued. */
    remove(entry: E) {
      const group = groups.get(entry.group)
      const index = group?.entries.indexOf(entry) ?? -1
      return index >= 0 && take(group, index) !== undefined
    },
    dequeue(): E | undefined {
      const group = findGroup((candidate, best) =>
        candidate.round === best.round
          ? candidate.entries.length < best.entries.length
          : candidate.round < best.round,
      )
      if (!group) return undefined
      currentRound = group.round++
      return take(group, 0)
    },
    /**
     * Removes entries that were queued for longer than `maxWaitMs`. A group whose entries have waited for longer than
     * `backlogMaxWaitMs` all through the last `maxWaitMs` has a lasting backlog instead of a burst. Queueing would only
     * delay all its responses, so its limit is `backlogMaxWaitMs`. A queue that is never empty but moves is no backlog.
     */
    evictExpired(now: number, maxWaitMs: number, backlogMaxWaitMs: number): E[] {
      const expired: E[] = []
      for (const group of groups.values()) {
        noteDelay(group, now, maxWaitMs, backlogMaxWaitMs)
        const limitMs = group.hasBacklog ? backlogMaxWaitMs : maxWaitMs
        const firstKept = group.entries.findIndex(({ queuedAt }) => now - queuedAt <= limitMs)
        expired.push(...group.entries.splice(0, firstKept < 0 ? group.entries.length : firstKept))
      }
      size -= expired.length
      if (size === 0) groups.clear()
      return expired
    },
    /** Removes the newest entry of the largest group. Used when the queue is full. */
    evictFromLongest(): E | undefined {
      return take(
        findGroup((candidate, best) => candidate.entries.length > best.entries.length),
        -1,
      )
    },
  }
}
