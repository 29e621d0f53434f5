import type { Page } from '../document.ts'

const wholePage = 0.6
const fewestWords = 20
const mostVisible = 0.1
// What somebody else recognised is used only until it has been recognised here, and never thought certain.
const certainty = 40

/**
 * A picture of a page with its words laid invisibly over or under it, as scanners make them to be searched: the page is a
 * scan, not one with hidden text. What counts is what the picture shows.
 */
export function scanOf(page: Page): Page {
  const layer = page.hidden.filter(({ why }) => why === 'invisible' || why === 'image')
  const isLayer = layer.length >= fewestWords && page.words.length < layer.length * mostVisible
  if (!isLayer || page.picture < wholePage) return page
  const words = [...page.words, ...layer.map(({ why, ...word }) => word)].map(
    ({ font, colour, ...word }) => ({
      ...word,
      certainty,
    }),
  )
  return {
    ...page,
    words,
    hidden: page.hidden.filter((word) => !layer.includes(word)),
    covers: [],
    source: 'ocr',
    layer: words,
  }
}
