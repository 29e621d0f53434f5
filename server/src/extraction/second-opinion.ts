import type { Page, PayslipParse, Provenance, StatementParse, Word } from './document.ts'

type Parse = StatementParse | PayslipParse

/**
 * What another program reads on the same pages, beside the first reading that left doubts. Where both agree the first
 * stands as it is; where they differ the value is doubtful. It never makes anything verified.
 */
export function withSecondOpinion<P extends Parse>(first: P, second: P): P {
  const values = leaves('', first.submission)
  const others = leaves('', second.submission)
  if (others.size === 0) return first
  if (values.size === 0) return { ...second, verified: false, warnings: [...second.warnings, onlyOne] }
  const different = [...new Set([...values.keys(), ...others.keys()])].filter(
    (path) => values.get(path) !== others.get(path),
  )
  if (different.length === 0) return first
  return {
    ...first,
    provenance: doubted(first.provenance, different),
    warnings: [...first.warnings, disagreement(different)],
  }
}

/** Two programs have seen the same words at the same places: then what is made of them is the same too. */
export const areAlike = (one: readonly Page[], other: readonly Page[]): boolean =>
  one.length === other.length && one.every(({ words }, n) => haveTwins(words, other[n]?.words ?? []))

function haveTwins(words: readonly Word[], others: readonly Word[]): boolean {
  if (words.length !== others.length) return false
  const byText = Map.groupBy(words, ({ text }) => text)
  return others.every((word) => byText.get(word.text)?.some((twin) => areClose(twin, word)))
}

const areClose = (one: Word, other: Word) =>
  Math.abs(one.x - other.x) < 1 &&
  Math.abs(one.right - other.right) < 1 &&
  Math.abs(one.y - other.y) < 0.25 * one.size

const onlyOne = 'Only one of two ways to read the file found anything'

const mostNamed = 5

function disagreement(paths: string[]): string {
  const named = paths.slice(0, mostNamed).join(', ')
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return `Two ways to read the file differ on ${named}${more}`
}

function doubted(provenance: Provenance, paths: string[]): Provenance {
  const result = { ...provenance }
  for (const path of paths) {
    const source = result[path]
    if (source) result[path] = { ...source, confidence: 'doubtful' }
  }
  return result
}

/** Every value that is printed, by its path. */
function leaves(path: string, value: unknown, found = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || value === undefined) return found
  if (typeof value !== 'object') return found.set(path, value)
  for (const [key, part] of Object.entries(value)) leaves(path ? `${path}.${key}` : key, part, found)
  return found
}
