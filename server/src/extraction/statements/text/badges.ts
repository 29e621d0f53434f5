import type { PageWord } from '../../document.ts'
import { badgeTuning } from '../tuning/blocks.ts'

// Apps print the initials of each payee in a circle left of the name: `FC  Fellgate Co-operative Foods`. They repeat
// the name and are not part of the description.

/** Removes the initials beside names from the words of all pages. */
export function dropBadges(pages: readonly (readonly PageWord[])[]): PageWord[][] {
  const badges = pages.flatMap(findBadges)
  const all = new Set(badges)
  const shortWords = pages.flat().filter(({ text }) => initials.test(text))
  const centres = badges.map(getCentre)
  const isInColumn = (word: PageWord) =>
    centres.filter((centre) => Math.abs(centre - getCentre(word)) <= badgeTuning.maxCentreOffset).length >=
    badgeTuning.minBadges
  const dropped = new Set(badges.filter((badge) => isInColumn(badge) && isColumnOfBadges(badge)))
  return pages.map((words) => words.filter((word) => !dropped.has(word)))

  /** Whether nearly all words as short as initials in this column are initials. */
  function isColumnOfBadges(badge: PageWord): boolean {
    const short = shortWords.filter(
      (word) => Math.abs(getCentre(word) - getCentre(badge)) <= badgeTuning.maxCentreOffset,
    )
    return short.filter((word) => all.has(word)).length >= badgeTuning.minShare * short.length
  }
}

const getCentre = ({ x, right }: PageWord): number => (x + right) / 2

const initials = /^[\p{Lu}\d&]{1,2}$/u

/** Finds initials of the name beside them. */
function findBadges(words: readonly PageWord[]): PageWord[] {
  return words.filter((word) => {
    if (!initials.test(word.text)) return false
    // The type of the transaction may be below the name.
    let first: PageWord | undefined
    for (const other of words)
      if (
        isBeside(word, other) &&
        (!first || other.y < first.y || (other.y === first.y && other.x < first.x))
      )
        first = other
    return first !== undefined && takeInitials(words, first).startsWith(word.text)
  })
}

/** Whether another word is right of the initials, at about the same height and with a gap between them. */
function isBeside(word: PageWord, { x, y, size }: PageWord): boolean {
  const { maxDistance, minGap, maxGap } = badgeTuning
  return (
    Math.abs(y - word.y) <= maxDistance * size &&
    x - word.right > minGap * size &&
    x - word.right < maxGap * size
  )
}

/** Returns the initials of a name, from its first word to the end of the line. */
const takeInitials = (words: readonly PageWord[], first: PageWord): string =>
  words
    .filter(({ x, y }) => y === first.y && x >= first.x)
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text.charAt(0).toUpperCase())
    .join('')
