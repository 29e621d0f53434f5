import { randomUUID } from 'node:crypto'

/**
 * Ids stay monotonic while the clock moves back by less than this. After a longer step they follow the clock, because the clock
 * was wrong before. Deliveries of an event are searched from this long before the time of its id.
 */
const maxAheadMs = 5_000

let lastMs = 0
let counter = 0

/**
 * Returns a version 7 UUID, monotonic within the process: rows created by one transaction have the same timestamp and
 * are ordered by id.
 */
export function newUuidV7() {
  const now = Date.now()
  if (now > lastMs || lastMs - now > maxAheadMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xfff) {
    // The counter overflowed or the clock moved back a little, so the id runs ahead of the clock to stay monotonic.
    lastMs++
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const count = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`
}
