/** One who waits: for whom, and since when. */
export type Place = { group: string; since: number }

/** since: the moment from which on somebody of it has been waiting. */
type Group<P> = { places: P[]; turn: number; since: number }

/**
 * A line in which groups take turns: each turn moves its group one step on, and whoever stands lowest goes next, the shorter
 * line first. A group that asked for little is next at once, however many places another has.
 */
export function openFairLine<P extends Place>() {
  const groups = new Map<string, Group<P>>()
  let turn = 0
  let size = 0

  function best(isBetter: (one: Group<P>, other: Group<P>) => boolean) {
    let found: Group<P> | undefined
    for (const group of groups.values()) {
      if (group.places.length > 0 && (!found || isBetter(group, found))) found = group
    }
    return found
  }

  function take(group: Group<P> | undefined, index: number) {
    const [place] = group?.places.splice(index, 1) ?? []
    if (place) size--
    // Whoever took turns is remembered until nobody waits: else an empty line would be a way to the front.
    if (size === 0) groups.clear()
    return place
  }

  return {
    size: () => size,
    join(place: P) {
      const group = groups.get(place.group) ?? { places: [], turn, since: 0 }
      if (group.places.length === 0) {
        group.turn = Math.max(group.turn, turn)
        group.since = place.since
      }
      group.places.push(place)
      groups.set(place.group, group)
      size++
    },
    leave(place: P) {
      const group = groups.get(place.group)
      const index = group?.places.indexOf(place) ?? -1
      return index >= 0 && take(group, index) !== undefined
    },
    next(): P | undefined {
      const group = best((one, other) =>
        one.turn === other.turn ? one.places.length < other.places.length : one.turn < other.turn,
      )
      if (!group) return undefined
      turn = group.turn++
      return take(group, 0)
    },
    /**
     * Takes out whoever has waited too long: for a burst `waitMs`. A group that has had somebody in line for all that time is no
     * burst. Its line would only make every answer later, so there it is `standingMs`.
     */
    takeLate(now: number, waitMs: number, standingMs: number): P[] {
      const late: P[] = []
      for (const group of groups.values()) {
        const allowedMs = now - group.since > waitMs ? standingMs : waitMs
        const inTime = group.places.findIndex(({ since }) => now - since <= allowedMs)
        late.push(...group.places.splice(0, inTime < 0 ? group.places.length : inTime))
      }
      size -= late.length
      if (size === 0) groups.clear()
      return late
    },
    /** Takes out the newest of the group with the most places: who has to go when the line is full. */
    takeFromLongest(): P | undefined {
      return take(
        best((one, other) => one.places.length > other.places.length),
        -1,
      )
    },
  }
}
