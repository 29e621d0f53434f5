import type { Target } from '../../sandbox/src/documents/tampering/amounts.ts'
import type { Drawing } from '../../sandbox/src/documents/types.ts'
import type { Random } from '../../sandbox/src/random.ts'

/** A finished paper of the library, what was drawn on it, and the figure that whoever alters it goes for. */
export type Paper = { bytes: Buffer; drawing: Drawing; targets: Target[]; random: Random }

/** Something done to a file that the sandbox does not do. */
export type Trick = {
  name: string
  /** What has to be told of it; for what is honest, nothing of high severity is allowed. */
  codes: RegExp | null
  /** The findings have to point at the figure. */
  isPlaced: boolean
  apply(paper: Paper): Promise<Uint8Array>
}
