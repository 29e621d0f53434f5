export type FairQueueEntry = { group: string; queuedAt: number }

type Group<E> = {
  entries: E[]
  /** Number of rounds in which the group has been served. The group with the lowest number is served next. */
  round: number
  /** Time since which the group has had at least one entry queued. */
  nonEmptySince: number
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
      const group = groups.get(entry.group) ?? { entries: [], round: currentRound, nonEmptySince: 0 }
      if (group.entries.length === 0) {
        // A group that was idle gets no extra turns for the rounds it missed.
        group.round = Math.max(group.round, currentRound)
        group.nonEmptySince = entry.queuedAt
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
     * Removes entries that were queued for longer than `maxWaitMs`. A group that has been non-empty for longer than
     * `maxWaitMs` has a lasting backlog instead of a burst. Queueing would only delay all its responses, so its limit
     * is `backlogMaxWaitMs`.
     */
    evictExpired(now: number, maxWaitMs: number, backlogMaxWaitMs: number): E[] {
      const expired: E[] = []
      for (const group of groups.values()) {
        const limitMs = now - group.nonEmptySince > maxWaitMs ? backlogMaxWaitMs : maxWaitMs
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
