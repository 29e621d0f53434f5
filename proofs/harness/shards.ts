import type { ProofEntry } from './proof.ts'

export type Shard = { number: number; of: number }

/** Parses a shard, e.g. "2/3" for the second of three. */
export function parseShard(text: string): Shard {
  const [, number, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (!number || !of || number > of) throw new Error(`--shard takes e.g. 1/3, not ${text}`)
  return { number, of }
}

/**
 * Returns the proofs of one shard, longest first: each proof is assigned to the shard with the least work so far. The
 * result depends on the catalogue alone, so that every machine computes the same shards, as does a run that continues
 * after an interruption.
 */
export function chooseShard(entries: readonly ProofEntry[], { number, of }: Shard): ProofEntry[] {
  const shards = Array.from({ length: of }, () => ({ minutes: 0, entries: [] as ProofEntry[] }))
  const longestFirst = entries.toSorted((a, b) => b.minutes - a.minutes || (a.name < b.name ? -1 : 1))
  for (const entry of longestFirst) {
    const least = shards.reduce((best, shard) => (shard.minutes < best.minutes ? shard : best))
    least.minutes += entry.minutes
    least.entries.push(entry)
  }
  return shards[number - 1]?.entries ?? []
}
