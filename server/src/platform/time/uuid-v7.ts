import { randomUUID } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A UUID of version 7 that is greater than the one before it in this process: what one transaction makes happens at the
 * same moment, and the ids then tell in which order.
 */
export function newTimedId() {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xfff) {
    // Too many for one millisecond, or the clock went back: time goes on without it.
    lastMs++
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const count = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`
}
