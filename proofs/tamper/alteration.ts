import type { TamperTarget } from '../../sandbox/src/documents/tampering/amounts.ts'
import type { Drawing } from '../../sandbox/src/documents/types.ts'
import type { SeededRandom } from '../../sandbox/src/random.ts'

/** A generated PDF, its drawing, and the figures to alter. */
export type AlterableDocument = {
  bytes: Buffer
  drawing: Drawing
  targets: TamperTarget[]
  random: SeededRandom
}

/** A change to a file that the sandbox's own tampering does not cover. */
export type Alteration = {
  name: string
  /** Codes of the expected findings; null for harmless changes, which must cause no high-severity finding. */
  codes: RegExp | null
  /** Whether a finding must point at the figure. */
  isPlaced: boolean
  apply(document: AlterableDocument): Promise<Uint8Array>
}
