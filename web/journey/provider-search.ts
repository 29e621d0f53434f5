import type { Catalogue } from './types.ts'

// Who pays somebody: an employer, or the service that an employer pays through.

export type Choice = { kind: 'employer' | 'provider'; id: string; name: string; providers: string[] }

export const mostShown = 20

/** In the catalogue's order, which is the order of how often they are chosen; only what a person can sign in to. */
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

/** Every word typed begins a word of the name; names that begin with what was typed come first. */
export function search(choices: Choice[], typed: string): Choice[] {
  const words = plain(typed).split(' ').filter(Boolean)
  const begins = plain(typed)
  const hits = choices.filter(({ name }) => {
    const parts = plain(name).split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const first = (choice: Choice) => (plain(choice.name).startsWith(begins) ? 0 : 1)
  return hits.toSorted((a, b) => first(a) - first(b)).slice(0, mostShown)
}

/** Without accents, signs and capitals: people type names as they can. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
