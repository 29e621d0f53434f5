import { dayOf, type IsoDate } from './calendar.ts'

/** Clock of the simulated world: runs in real time and can be set forwards or backwards. */
export type WorldClock = {
  now(): Date
  today(): IsoDate
  /** Sets the clock to this time; it keeps running from there. */
  set(at: Date): void
  advance(ms: number): void
  /** Sets the clock back to real time. */
  reset(): void
}

export function openClock(startsAt?: Date): WorldClock {
  let offsetMs = startsAt ? startsAt.getTime() - Date.now() : 0
  const now = () => new Date(Date.now() + offsetMs)
  return {
    now,
    today: () => dayOf(now()),
    set(at) {
      offsetMs = at.getTime() - Date.now()
    },
    advance(ms) {
      offsetMs += ms
    },
    reset() {
      offsetMs = 0
    },
  }
}
