import { type Day, dayOf } from './calendar.ts'

/** The time of the whole world. It goes on by itself, and can be moved either way. */
export type Clock = {
  now(): Date
  today(): Day
  /** From here on the time is this, and goes on from there. */
  set(at: Date): void
  advance(ms: number): void
  /** Back to the time of everybody else. */
  reset(): void
}

export function openClock(startsAt?: Date): Clock {
  let aheadMs = startsAt ? startsAt.getTime() - Date.now() : 0
  const now = () => new Date(Date.now() + aheadMs)
  return {
    now,
    today: () => dayOf(now()),
    set(at) {
      aheadMs = at.getTime() - Date.now()
    },
    advance(ms) {
      aheadMs += ms
    },
    reset() {
      aheadMs = 0
    },
  }
}
