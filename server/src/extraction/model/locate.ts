import type { AnswerValue } from './answer.ts'
import type { NumberedWord } from './words.ts'

/** A value of the answer with its words on the page. */
export type LocatedValue = { text: string; words: NumberedWord[] }

/** Longer values are not drawn. A description of several lines has about 30 words. */
const maxWordsOfValue = 60
/** Lines between two parts of a wrapped description: that of another column may be in between. */
const maxLineStep = 2

/**
 * Finds a value on the page. Returns undefined unless the text consists exactly of the named words and these are printed
 * side by side, or on successive lines if the value `mayWrap`. The text of the result is that of the page, never the
 * model's.
 */
export function locate(
  { words: ids, text }: AnswerValue,
  words: readonly NumberedWord[],
  { mayWrap = false } = {},
): LocatedValue | undefined {
  if (ids.length === 0 || ids.length > maxWordsOfValue) return undefined
  const found = ids.flatMap((id) => words[id] ?? [])
  if (found.length !== ids.length) return undefined
  const isTogether = found.every((word, n) => {
    const before = found[n - 1]
    return !before || follows(word, before) || (mayWrap && followsOnNextLine(word, before))
  })
  if (!isTogether) return undefined
  const printed = found.map(({ word }) => word.text).join(' ')
  return toComparable(printed) === toComparable(text) && toComparable(text) !== ''
    ? { text: printed, words: found }
    : undefined
}

const follows = (word: NumberedWord, before: NumberedWord) =>
  word.id === before.id + 1 && word.line === before.line

const followsOnNextLine = (word: NumberedWord, before: NumberedWord) =>
  word.page === before.page && word.line > before.line && word.line - before.line <= maxLineStep

/** Spaces are ignored, because programs split the same text into words differently. */
const toComparable = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
