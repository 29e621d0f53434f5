import type { AnswerValue } from './answer.ts'
import type { NumberedWord } from './words.ts'

/** A value of the answer with its words on the page. */
export type LocatedValue = { text: string; words: NumberedWord[] }

/** Longer values are not drawn. A description of several lines has about 30 words. */
const maxWordsOfValue = 60

/**
 * Finds a value on the page. Returns undefined unless the text consists exactly of the named words, each used once, on
 * one page. The text of the result is that of the page, never the model's.
 */
export function locate(value: AnswerValue, words: readonly NumberedWord[]): LocatedValue | undefined {
  const { words: ids, text } = value
  if (ids.length === 0 || ids.length > maxWordsOfValue || new Set(ids).size !== ids.length) return undefined
  const found = ids.flatMap((id) => words[id] ?? [])
  const isOnOnePage = found.every(({ page }) => page === found[0]?.page)
  if (found.length !== ids.length || !isOnOnePage) return undefined
  const printed = found.map(({ word }) => word.text).join(' ')
  return toComparable(printed) === toComparable(text) && toComparable(text) !== ''
    ? { text: printed, words: found }
    : undefined
}

/** Spaces are ignored, because programs split the same text into words differently. */
const toComparable = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
