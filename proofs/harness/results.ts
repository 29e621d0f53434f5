import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadDuringRun } from './machine-load.ts'
import type { Measurement } from './measurement.ts'
import type { ProofEntry } from './proof.ts'

export const resultsFolder = fileURLToPath(new URL('../results/', import.meta.url))

/** The last run of a proof at full size, as committed in proofs/results/NAME.json. */
export type ProofResult = {
  name: string
  claim: string
  kind: ProofEntry['kind']
  reached: boolean
  measurements: Measurement[]
  /** Error message; set if the proof ended without figures. */
  error?: string
  seed: string
  startedAt: string
  finishedAt: string
  durationSeconds: number
  commit: string
  /** Whether there were uncommitted changes outside proofs/results and docs. */
  dirty: boolean
  machine: { cores: number; memoryGiB: number; cpu: string; node: string }
  load: LoadDuringRun & { loadAverageBefore: number }
  /** Reason why measurements that depend on the machine's speed were withheld. */
  withheld?: string
  /** Last lines of the proof's output. */
  log: string[]
}

export function readResults(folder = resultsFolder): ProofResult[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}

/** Writes a result atomically: an interrupted runner leaves the old result, never an incomplete file. */
export function writeResult(result: ProofResult, folder = resultsFolder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${result.name}.json`)
  writeFileSync(`${file}.new`, `${JSON.stringify(result, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}
