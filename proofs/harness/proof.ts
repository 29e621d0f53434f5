import type { Measurement } from './measurement.ts'

export type ProveOptions = {
  full: boolean
  seed: string
  /** Duration instead of that of the form; only some proofs run for a chosen time. */
  minutes?: number
  /** The name of the only part to run, if the proof has parts. */
  part?: string
}

/**
 * A module in proofs/. It starts the services it needs, prints progress, returns its figures and stops everything
 * again.
 */
export type Proof = {
  prove(options: ProveOptions): Promise<Measurement[]>
  /** Parts that can run alone, for a proof that takes longer than one wants to wait. Only a whole run is recorded. */
  parts?: readonly string[]
}

export type ProofEntry = {
  name: string
  /** The claim in one sentence, as published in docs/proofs.md. */
  claim: string
  /** All figures of a speed proof depend on the machine, so nothing is recorded if the machine is busy. */
  kind: 'correctness' | 'speed'
  /**
   * Whether there is a small form. Speed proofs have none, because a few seconds on a busy machine measure nothing.
   */
  hasSmallForm: boolean
  /** Whether `--minutes` chooses how long the proof runs. */
  hasDuration?: true
  /** Estimated duration at full size on two cores, to balance shards. */
  minutes: number
}
