import type { Measurement } from './measurement.ts'

export type ProveOptions = { full: boolean; seed: string }

/** A file in proofs/. It starts the services it needs, prints progress, returns its figures and stops everything again. */
export type Proof = { prove(options: ProveOptions): Promise<Measurement[]> }

export type ProofEntry = {
  name: string
  /** One sentence, as published in docs/proofs.md. */
  claim: string
  /** Every figure of a speed proof depends on the machine: on a busy one nothing is recorded. */
  kind: 'correctness' | 'speed'
  /** Speed proofs have no small form: a few seconds on a busy machine measure nothing. */
  hasSmallForm: boolean
  /** Estimated duration at full size on two cores, to balance shards. */
  minutes: number
}
