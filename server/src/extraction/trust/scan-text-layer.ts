import type { Finding, Page, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { boxOf, digitsOf, isAmount, placeOf, shareInside } from './geometry.ts'

/** Below this a figure was not read clearly enough here to be held against the one in the file. */
const clear = 75
const fewest = 4
const agreeing = 0.7
const most = 6

/**
 * A scan with its words laid over it says everything twice. A figure that differs was misread by whoever made the layer or
 * by this reader, or was changed in one of the two, so this is never more than medium.
 */
export const judgeLayers = (pages: readonly Page[]): Finding[] => pages.flatMap(judgeLayer)

function judgeLayer({ number, words, layer }: Page): Finding[] {
  // Words that were not recognised here are those of the layer itself.
  if (!layer || words === layer) return []
  const shown = words.filter(({ text, certainty = 0 }) => isAmount(text) && certainty >= clear)
  const pairs = layer
    .filter(({ text }) => isAmount(text))
    .flatMap((said) => {
      const seen = shown.find((word) => areInOnePlace(said, word))
      return seen ? [{ said, seen }] : []
    })
  const differing = pairs.filter(({ said, seen }) => digitsOf(said.text) !== digitsOf(seen.text))
  const same = pairs.length - differing.length
  // Where much differs the two were not read from one picture, or the layer is a poor one.
  if (differing.length === 0 || differing.length > most) return []
  if (same < fewest || same < agreeing * pairs.length) return []
  const places = differing.map(({ said, seen }) => ({
    ...placeOf(number, seen),
    expected: seen.text,
    actual: said.text,
  }))
  const [first] = places
  const message = `Page ${number} is a picture that shows "${first?.expected}" where the text laid over it says "${first?.actual}".`
  return [finding('TEXT_DIFFERS_FROM_PIXELS', message, { places })]
}

/** Figures end at the edge of their column, so one that became longer lies over the old one still. */
const areInOnePlace = (one: Word, other: Word) => {
  const [first, second] = [boxOf(one), boxOf(other)]
  return Math.max(shareInside(first, second), shareInside(second, first)) > 0.5
}
