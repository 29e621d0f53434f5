import type { PageWord } from '../../document.ts'

/** A text that may be the name searched for, with the evidence for and against it. */
export type NameCandidate<Feature extends string> = {
  value: string
  words: readonly PageWord[]
  page: number
  features: readonly Feature[]
}

type ScoredName<Feature extends string> = NameCandidate<Feature> & { score: number }

export type NameWeights<Feature extends string> = {
  /** Weights of which only the highest counts, because they are about the same thing, such as the position. */
  strongest: Readonly<Partial<Record<Feature, number>>>
  /** Weights that are added up. */
  added: Readonly<Partial<Record<Feature, number>>>
}

type ChoiceLimits = {
  /** Minimum score of a name. Below it, the name is unknown. */
  minScore: number
  /** Minimum lead over the best other name. With a smaller lead, the name is unknown. */
  minMargin: number
}

const toKey = (value: string): string => value.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/**
 * Scores every candidate by the weights of its features and returns the best, or undefined if there is too little
 * evidence or another name is about as likely. Occurrences of the same name share their features.
 */
export function chooseName<Feature extends string>(
  candidates: readonly NameCandidate<Feature>[],
  weights: NameWeights<Feature>,
  { minScore, minMargin }: ChoiceLimits,
  isSameParty: (one: string, other: string) => boolean,
): ScoredName<Feature> | undefined {
  const ranked = rankNames(candidates, weights)
  const [best] = ranked
  if (!best || best.score < minScore) return undefined
  const rival = ranked.find(({ value }) => value !== best.value && !isSameParty(value, best.value))
  return rival && best.score - rival.score < minMargin ? undefined : best
}

/** Merges the occurrences of each name and sorts the names by score. The place is that of the best occurrence. */
export function rankNames<Feature extends string>(
  candidates: readonly NameCandidate<Feature>[],
  weights: NameWeights<Feature>,
): ScoredName<Feature>[] {
  const weigh = (features: readonly Feature[]) =>
    Math.max(0, ...features.map((name) => weights.strongest[name] ?? 0)) +
    features.reduce((sum, name) => sum + (weights.added[name] ?? 0), 0)
  const groups = Map.groupBy(candidates, ({ value }) => toKey(value))
  return [...groups.values()]
    .map((group) => {
      const [first] = group.toSorted((a, b) => weigh(b.features) - weigh(a.features))
      const features = [...new Set(group.flatMap((candidate) => candidate.features))]
      return { ...(first as NameCandidate<Feature>), features, score: weigh(features) }
    })
    .toSorted((a, b) => b.score - a.score)
}
