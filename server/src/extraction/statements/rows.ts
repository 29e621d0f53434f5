import type { LineDay } from './days.ts'
import type { Description } from './describe.ts'
import type { Step } from './walk.ts'

/** A transaction as it was read. */
export type Row = { step: Step; day: string | null; from: LineDay | null; description: Description }
