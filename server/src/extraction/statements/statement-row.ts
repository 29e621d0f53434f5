import type { Step } from './arithmetic/running-balance.ts'
import type { LineDay } from './facts/days.ts'
import type { Description } from './facts/descriptions.ts'

/** A transaction as it was read. */
export type Row = { step: Step; day: string | null; from: LineDay | null; description: Description }
