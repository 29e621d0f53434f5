import { beginning, noId, type Place } from '../queries.ts'

const littleMs = 2_000
const minuteMs = 60_000
const backEveryMs = 5_000
const beginEveryMs = 15_000

/**
 * From where a lane looks for due tasks. What lies before has been handed out, but it stays in the index until it is
 * vacuumed, and as long as somebody reads one moment of the database (a backup, for hours) nothing is: then the way
 * from the beginning is seconds long. A transaction that is slow to commit may leave a task behind where we have
 * already looked. So every look goes back a little, some go back a minute, and few to the beginning.
 */
export function openPlace(now = Date.now) {
  let after = placeAt(now() - minuteMs)
  let wentBackAt = 0
  let beganAt = 0
  return {
    current: () => after,
    isTimeToGoBack: () => now() - wentBackAt >= backEveryMs,
    /** Where the next claim begins. One that fails changes nothing: the claim after it begins where we were. */
    next(): Place {
      if (now() - beganAt >= beginEveryMs) {
        beganAt = wentBackAt = now()
        return beginning
      }
      if (now() - wentBackAt >= backEveryMs) {
        wentBackAt = now()
        return earlierOf(after, placeAt(now() - minuteMs))
      }
      return after
    },
    /** A look that began at `lookedAt` came to there. */
    moveTo(last: Place, lookedAt: number) {
      after = earlierOf(last, placeAt(lookedAt - littleMs))
    },
    /** A look that began at `lookedAt` found no more. */
    moveToEnd(lookedAt: number) {
      after = placeAt(lookedAt - littleMs)
    },
  }
}

const placeAt = (ms: number): Place => ({ at: new Date(ms).toISOString(), id: noId })

const earlierOf = (one: Place, other: Place) => (Date.parse(one.at) < Date.parse(other.at) ? one : other)
