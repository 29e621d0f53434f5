import type { Random } from '../../random.ts'
import type { Drawing, Tampering } from '../types.ts'

/** A finished document as a forger has it, and what we know of it because we drew it. */
export type Genuine = { bytes: Buffer; drawing: Drawing; producer: 'library' | 'chromium'; random: Random }

export type Twin = { bytes: Buffer; tampering: Tampering }
