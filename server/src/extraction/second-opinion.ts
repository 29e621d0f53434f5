import type { DocumentParse, PageWord, PdfPage, Provenance } from './document.ts'

/**
 * Compares an unverified parse with a second parse of the same pages as extracted by Poppler. Values that differ
 * become doubtful. Agreement never makes a parse verified.
 */
export function applySecondOpinion<P extends DocumentParse>(first: P, second: P): P {
  const firstValues = flatten('', first.submission)
  const secondValues = flatten('', second.submission)
  if (secondValues.size === 0) return first
  if (firstValues.size === 0)
    return { ...second, verified: false, certified: [], warnings: [...second.warnings, onlyOneFoundValues] }
  const differingPaths = [...new Set([...firstValues.keys(), ...secondValues.keys()])].filter(
    (path) => firstValues.get(path) !== secondValues.get(path),
  )
  if (differingPaths.length === 0) return first
  return {
    ...first,
    provenance: markDoubtful(first.provenance, differingPaths),
    warnings: [...first.warnings, formatDisagreement(differingPaths)],
  }
}

/**
 * Whether both programs extracted the same words at the same positions. If so, a second parse would have the same
 * result.
 */
export const haveSameWords = (one: readonly PdfPage[], other: readonly PdfPage[]): boolean =>
  one.length === other.length && one.every(({ words }, n) => haveCounterparts(words, other[n]?.words ?? []))

function haveCounterparts(words: readonly PageWord[], others: readonly PageWord[]): boolean {
  if (words.length !== others.length) return false
  const byText = Map.groupBy(words, ({ text }) => text)
  return others.every((word) => byText.get(word.text)?.some((candidate) => areClose(candidate, word)))
}

const areClose = (one: PageWord, other: PageWord) =>
  Math.abs(one.x - other.x) < 1 &&
  Math.abs(one.right - other.right) < 1 &&
  Math.abs(one.y - other.y) < 0.25 * one.size

const onlyOneFoundValues = 'Only one of two ways to read the file found anything'

const maxNamedPaths = 5

function formatDisagreement(paths: string[]): string {
  const named = paths.slice(0, maxNamedPaths).join(', ')
  const more = paths.length > maxNamedPaths ? ` and ${paths.length - maxNamedPaths} more` : ''
  return `Two ways to read the file differ on ${named}${more}`
}

function markDoubtful(provenance: Provenance, paths: string[]): Provenance {
  const result = { ...provenance }
  for (const path of paths) {
    const source = result[path]
    if (source) result[path] = { ...source, confidence: 'doubtful' }
  }
  return result
}

/** Returns every non-null value by its path. */
function flatten(path: string, value: unknown, values = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || value === undefined) return values
  if (typeof value !== 'object') return values.set(path, value)
  for (const [key, child] of Object.entries(value)) flatten(path ? `${path}.${key}` : key, child, values)
  return values
}
