export const fewSleepers = 10_000

export type TimersSizes = {
  /** Number of tasks scheduled for later. */
  sleepers: number
  /** Number of timers that are due at the same time. */
  due: number
  /** Number of timers in a reference drain, with few scheduled tasks. */
  reference: number
  /** Number of reference drains before the large drain, and again after it. */
  references: number
  /**
   * Number of extra drains of the reference size while all tasks are scheduled, because one short drain is not
   * enough.
   */
  repeats: number
  turns: number
  claimsPerTurn: number
  urgentMs: number
  /** Share at either end of a drain whose rates are compared. */
  part: number
  drainMs: number
}

export const sizes: TimersSizes = {
  sleepers: 10_000_000,
  due: 1_000_000,
  reference: 20_000,
  references: 4,
  repeats: 0,
  turns: 8,
  claimsPerTurn: 2_000,
  urgentMs: 3_000,
  part: 0.1,
  drainMs: 600_000,
}
