import type { Catalogue } from './types.ts'

// A search result: an employer, or a payroll provider.

export type Choice = { kind: 'employer' | 'provider'; id: string; name: string; providers: string[] }

export const maxResults = 20

/** In catalogue order (by popularity); only providers with a login. */
export function choicesOf({ employers, providers }: Catalogue): Choice[] {
  const open = providers.filter(({ id, is_direct }) => !is_direct && id !== 'taxauth')
  const ids = new Set(open.map(({ id }) => id))
  const offered = employers.flatMap(({ id, name, providers: of }) => {
    const known = of.filter((provider) => ids.has(provider))
    return known.length > 0 ? [{ kind: 'employer' as const, id, name, providers: known }] : []
  })
  return [
    ...offered,
    ...open.map(({ id, name }) => ({ kind: 'provider' as const, id, name, providers: [id] })),
  ]
}

/** Every typed word must be a prefix of a word in the name; names starting with the query come first. */
export function search(choices: Choice[], typed: string): Choice[] {
  const words = plain(typed).split(' ').filter(Boolean)
  const begins = plain(typed)
  const hits = choices.filter(({ name }) => {
    const parts = plain(name).split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const first = (choice: Choice) => (plain(choice.name).startsWith(begins) ? 0 : 1)
  return hits.toSorted((a, b) => first(a) - first(b)).slice(0, maxResults)
}

/** Ignores accents, punctuation and case. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
