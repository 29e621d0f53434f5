export const fewSleepers = 10_000

export type Sizes = {
  sleepers: number
  /** How many of them are due at one moment. */
  due: number
  /** What that drain is compared with: so many, due at one moment beside few sleepers. */
  reference: number
  /** How often the reference is drained before the moment, and after it. */
  references: number
  /** How often as many as the reference are drained beside all sleepers as well; a short drain is not enough. */
  repeats: number
  turns: number
  claimsPerTurn: number
  urgentMs: number
  /** The part at either end of a drain whose rates are compared. */
  part: number
  drainMs: number
}

export const sizes: Sizes = {
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
