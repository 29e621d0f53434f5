export const fewSleepers = 10_000

export type TimersSizes = {
  /** Tasks scheduled for later. */
  sleepers: number
  /** How many of the timers are due at the same time. */
  due: number
  /** Size of the reference drain, with few scheduled tasks. */
  reference: number
  /** How often the reference is drained before and after the large drain. */
  references: number
  /** How often a drain of the reference size is repeated with all scheduled tasks; one short drain is not enough. */
  repeats: number
  turns: number
  claimsPerTurn: number
  urgentMs: number
  /** The share at either end of a drain whose rates are compared. */
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
