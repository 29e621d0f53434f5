import type { Catalogue } from '../../connectors/catalogue.ts'

/** An employer, or a payroll provider with a login, that a person can choose. */
export type EmployerMatch = { kind: 'employer' | 'provider'; id: string; name: string; providers: string[] }

type Indexed = { match: EmployerMatch; names: { words: string[]; trigrams: Set<string> }[] }

export const maxEmployerMatches = 20
/** Employers among the suggestions shown before anything is typed; providers fill the rest. */
const suggestedEmployers = 3
const maxSuggestions = 6
/** Share of the typed trigrams that a name must contain. One wrong, missing or swapped letter in a word of seven leaves half. */
const minSimilarity = 0.45
/** Every typed word starts a word of the name: ranked before all approximate matches. */
const prefixScore = 2

/** Kinds that no employer pays through, or that need no login. */
const notPayroll = ['bureau', 'tax-authority', 'bank-income']

/** Indexes the catalogue once; it is read from a file at start-up and never changes. */
export function createEmployerSearch({ providers, employers }: Catalogue) {
  const open = providers.filter(({ kind }) => !notPayroll.includes(kind))
  const ids = new Set(open.map(({ id }) => id))
  const offered: Indexed[] = employers.flatMap(({ id, name, aliases, providers: used }) => {
    const known = used.filter((provider) => ids.has(provider))
    return known.length > 0 ? [index({ kind: 'employer', id, name, providers: known }, aliases)] : []
  })
  const signIns = open.map(({ id, name }) => index({ kind: 'provider', id, name, providers: [id] }))
  const all = [...offered, ...signIns]
  const suggestions = [...offered.slice(0, suggestedEmployers), ...signIns]
    .slice(0, maxSuggestions)
    .map(({ match }) => match)

  /** Best matches first; equal ones in catalogue order, which is by popularity. */
  return (query: string): EmployerMatch[] => {
    const typed = wordsOf(query)
    if (typed.length === 0) return suggestions
    const trigrams = trigramsOf(typed)
    return all
      .map(({ match, names }) => ({
        match,
        score: Math.max(...names.map((name) => scoreOf(name, typed, trigrams))),
      }))
      .filter(({ score }) => score >= minSimilarity)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, maxEmployerMatches)
      .map(({ match }) => match)
  }
}

const index = (match: EmployerMatch, aliases: readonly string[] = []): Indexed => ({
  match,
  names: [match.name, ...aliases].map((name) => {
    const words = wordsOf(name)
    return { words, trigrams: trigramsOf(words) }
  }),
})

function scoreOf(name: Indexed['names'][number], typed: string[], trigrams: Set<string>) {
  if (typed.every((word) => name.words.some((part) => part.startsWith(word)))) return prefixScore
  let shared = 0
  for (const trigram of trigrams) if (name.trigrams.has(trigram)) shared++
  return shared / trigrams.size
}

/** Words without accents, punctuation and case. */
export const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** As pg_trgm: each word with two spaces before and one after it, so that its beginning weighs more than its end. */
function trigramsOf(words: readonly string[]) {
  const trigrams = new Set<string>()
  for (const word of words) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams
}
