import { type ClaimPosition, firstPosition, nilUuid } from '../queries.ts'

const overlapMs = 2_000
const minuteMs = 60_000
const rescanEveryMs = 5_000
const fullScanEveryMs = 15_000

/**
 * Scan position of a lane in the index of due tasks. Dead index entries of claimed tasks remain until vacuum, which a
 * long snapshot (a backup) can delay for hours; a scan from the start then takes seconds. A slow transaction,
 * however, can commit a task behind the cursor. Every claim therefore overlaps the previous one by two seconds, one
 * claim every 5 s starts a minute back, and one every 15 s scans from the start.
 */
export function createClaimCursor(now = Date.now) {
  let position = positionAt(now() - minuteMs)
  let lastRescanAt = 0
  let lastFullScanAt = 0
  // A clock that was set back is earlier than the last scan. The position may be in its future, so scan again.
  const isOver = (since: number, intervalMs: number) => now() < since || now() - since >= intervalMs
  return {
    current: () => position,
    isRescanDue: () => isOver(lastRescanAt, rescanEveryMs),
    /** Returns the start position of the next claim. A failed claim does not move the cursor. */
    next(): ClaimPosition {
      if (isOver(lastFullScanAt, fullScanEveryMs)) {
        lastFullScanAt = lastRescanAt = now()
        return firstPosition
      }
      if (isOver(lastRescanAt, rescanEveryMs)) {
        lastRescanAt = now()
        return earlierOf(position, positionAt(now() - minuteMs))
      }
      return position
    },
    /** Moves the cursor after a claim that started at `claimedAt` and scanned up to `last`. */
    moveTo(last: ClaimPosition, claimedAt: number) {
      position = earlierOf(last, positionAt(claimedAt - overlapMs))
    },
    /** Moves the cursor after a claim that started at `claimedAt` and found no more due tasks. */
    moveToEnd(claimedAt: number) {
      position = positionAt(claimedAt - overlapMs)
    },
  }
}

const positionAt = (ms: number): ClaimPosition => ({ at: new Date(ms).toISOString(), id: nilUuid })

const earlierOf = (one: ClaimPosition, other: ClaimPosition) =>
  Date.parse(one.at) < Date.parse(other.at) ? one : other
