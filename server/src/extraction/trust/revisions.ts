import type { Finding, Page, Structure, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { boxOf, isAmount, placeOf, shareInside, textOf } from './geometry.ts'

/** How far a word may have moved and still be the same one, in points. */
const sameSpot = 2
const mostPlaces = 20

export type Revisions = {
  findings: Finding[]
  /** Earlier states were read, and show the same words. */
  isUnchanged: boolean
}

type ReadRevision = (bytes: Uint8Array) => Promise<readonly Page[]>

/**
 * A file that was saved by appending still holds what it was before. Signing and filling in a form save in that way too,
 * so what matters is whether the pages said something else.
 */
export async function judgeRevisions(
  { revisionEnds, signatures, hasForm }: Structure,
  bytes: Uint8Array,
  pages: readonly Page[],
  readRevision: ReadRevision,
): Promise<Revisions> {
  const earlier = revisionEnds.slice(0, -1)
  if (earlier.length === 0) return { findings: [], isUnchanged: true }
  const times = earlier.length === 1 ? 'once' : `${earlier.length} times`
  const saved = `The file was saved again ${times} after it was first written, and what it was before is still inside.`
  // The first state and the one before the last: what happened in between shows in one of the two.
  const ends = new Set([earlier[0], earlier.at(-1)].filter((end) => end !== undefined))
  const states: (readonly Page[])[] = []
  for (const end of ends) states.push(await read(bytes.subarray(0, end), readRevision))
  if (states.some((state) => state.every(({ words }) => words.length === 0)))
    return {
      findings: [finding('INCREMENTAL_UPDATES', `${saved} It could not be compared with what it shows now.`)],
      isUnchanged: false,
    }
  const changes = states.flatMap((state) => changesBetween(state, pages))
  const amounts = changes.filter(({ was, now }) => isAmount(was) || isAmount(now))
  if (changes.length === 0) {
    const isOrdinary = signatures.length > 0 || hasForm
    const message = `${saved} Its pages say the same as before.`
    return {
      findings: [finding('INCREMENTAL_UPDATES', message, { severity: isOrdinary ? 'info' : 'low' })],
      isUnchanged: true,
    }
  }
  const found = [
    finding('INCREMENTAL_UPDATES', `${saved} Its pages said something else before.`, at(changes)),
  ]
  if (amounts.length > 0) found.push(finding('AMOUNT_CHANGED_BETWEEN_REVISIONS', told(amounts), at(amounts)))
  return { findings: found, isUnchanged: false }
}

async function read(bytes: Uint8Array, readRevision: ReadRevision): Promise<readonly Page[]> {
  try {
    return await readRevision(bytes)
  } catch {
    return []
  }
}

type Change = { page: number; box: ReturnType<typeof boxOf>; was: string; now: string }

const told = (changes: Change[]) => {
  const [first] = changes
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : ''
  return `Before it was saved again, page ${first?.page} said "${first?.was || 'nothing'}" where it now says "${first?.now || 'nothing'}"${more}.`
}

const at = (changes: Change[]) => ({
  places: changes
    .slice(0, mostPlaces)
    .map(({ page, box, was, now }) => ({ page, box, expected: was, actual: now })),
})

function changesBetween(before: readonly Page[], after: readonly Page[]): Change[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, n) => {
    const [were, are] = [before[n]?.words ?? [], after[n]?.words ?? []]
    return changesOn(n + 1, without(were, are), without(are, were))
  }).flat()
}

/** The words of the first page that are not on the second. */
function without(words: readonly Word[], others: readonly Word[]): Word[] {
  const byText = Map.groupBy(others, ({ text }) => text)
  return words.filter((word) => !byText.get(word.text)?.some((other) => isSameSpot(word, other)))
}

const isSameSpot = (one: Word, other: Word) =>
  Math.abs(one.y - other.y) < sameSpot &&
  (Math.abs(one.x - other.x) < sameSpot || Math.abs(one.right - other.right) < sameSpot)

/** A word that went and one that came at the same place are one change. */
function changesOn(page: number, gone: Word[], come: Word[]): Change[] {
  const paired = new Set<Word>()
  const replaced = come.map((word): Change => {
    const place = placeOf(page, word)
    const below = gone.filter((old) => !paired.has(old) && shareInside(boxOf(old), place.box) > 0.2)
    for (const old of below) paired.add(old)
    return { ...place, was: textOf(below), now: word.text }
  })
  const removed = gone
    .filter((old) => !paired.has(old))
    .map((old): Change => ({ ...placeOf(page, old), was: old.text, now: '' }))
  return [...replaced, ...removed].filter(({ was, now }) => was !== now)
}
