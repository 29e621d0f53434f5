import type { SeededRandom } from '../../random.ts'
import type { Drawing, Tampering } from '../types.ts'

/** A finished document with the drawing it was made from. */
export type GenuineDocument = {
  bytes: Buffer
  drawing: Drawing
  producer: 'library' | 'chromium'
  random: SeededRandom
}

export type TamperedCopy = { bytes: Buffer; tampering: Tampering }
