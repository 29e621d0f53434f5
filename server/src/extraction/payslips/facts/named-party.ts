import type { TextPiece } from '../text/lines.ts'

/** The name of a person or company, or a job title. `isLabelled` is true if a label names it. */
export type NamedParty = { text: string; at: TextPiece[]; isLabelled: boolean }
