import type { PageWord, PdfPage, PdfStructure, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { boxOf, isAmount, regionOf, shareInside, textOf } from './geometry.ts'

/** Distance that a word may have moved between revisions and still count as the same word, in points. */
const samePositionTolerance = 2
/** Share of an old word that a new word must cover to count as its replacement. */
const minReplacedShare = 0.2
const maxPlaces = 20

export type RevisionCheck = {
  findings: TrustFinding[]
  /** All compared revisions could be read and show the same text as the file. */
  isUnchanged: boolean
}

type ReadRevision = (bytes: Uint8Array) => Promise<readonly PdfPage[]>

/**
 * Compares the text of the file with its earlier revisions, which a file saved incrementally still contains. Signing
 * a file or filling in a form also saves it incrementally, so only changed text is suspicious.
 */
export async function checkRevisions(
  { revisionEnds, signatures, hasForm }: PdfStructure,
  bytes: Uint8Array,
  pages: readonly PdfPage[],
  readRevision: ReadRevision,
): Promise<RevisionCheck> {
  const earlier = revisionEnds.slice(0, -1)
  if (earlier.length === 0) return { findings: [], isUnchanged: true }
  const times = earlier.length === 1 ? 'once' : `${earlier.length} times`
  const saved = `The file was saved again ${times} after it was first written, and still contains what it was before.`
  // Only the first and the most recent earlier revision are compared with the file.
  const ends = new Set([earlier[0], earlier.at(-1)].filter((end) => end !== undefined))
  const revisions: (readonly PdfPage[])[] = []
  for (const end of ends) revisions.push(await readOrEmpty(bytes.subarray(0, end), readRevision))
  if (revisions.some((revision) => revision.every(({ words }) => words.length === 0)))
    return {
      findings: [createFinding('INCREMENTAL_UPDATES', `${saved} The earlier revision could not be read.`)],
      isUnchanged: false,
    }
  const changes = revisions.flatMap((revision) => listChanges(revision, pages))
  const amounts = changes.filter(({ before, after }) => isAmount(before) || isAmount(after))
  if (changes.length === 0) {
    const isLegitimate = signatures.length > 0 || hasForm
    const message = `${saved} Its pages show the same text as before.`
    return {
      findings: [createFinding('INCREMENTAL_UPDATES', message, { severity: isLegitimate ? 'info' : 'low' })],
      isUnchanged: true,
    }
  }
  const findings = [
    createFinding(
      'INCREMENTAL_UPDATES',
      `${saved} Its pages showed different text before.`,
      toPlaces(changes),
    ),
  ]
  if (amounts.length > 0)
    findings.push(
      createFinding('AMOUNT_CHANGED_BETWEEN_REVISIONS', describeChanges(amounts), toPlaces(amounts)),
    )
  return { findings, isUnchanged: false }
}

async function readOrEmpty(bytes: Uint8Array, readRevision: ReadRevision): Promise<readonly PdfPage[]> {
  try {
    return await readRevision(bytes)
  } catch {
    return []
  }
}

type TextChange = { page: number; box: ReturnType<typeof boxOf>; before: string; after: string }

const describeChanges = (changes: TextChange[]) => {
  const [first] = changes
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : ''
  return `Before it was saved again, page ${first?.page} said "${first?.before || 'nothing'}" where it now says "${first?.after || 'nothing'}"${more}.`
}

const toPlaces = (changes: TextChange[]) => ({
  places: changes
    .slice(0, maxPlaces)
    .map(({ page, box, before, after }) => ({ page, box, expected: before, actual: after })),
})

function listChanges(before: readonly PdfPage[], after: readonly PdfPage[]): TextChange[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, n) => {
    const [wordsBefore, wordsAfter] = [before[n]?.words ?? [], after[n]?.words ?? []]
    const removed = subtractWords(wordsBefore, wordsAfter)
    const added = subtractWords(wordsAfter, wordsBefore)
    return pairChanges(n + 1, removed, added)
  }).flat()
}

/** Returns the words for which `others` contains no word with the same text and position. */
function subtractWords(words: readonly PageWord[], others: readonly PageWord[]): PageWord[] {
  const byText = Map.groupBy(others, ({ text }) => text)
  return words.filter((word) => !byText.get(word.text)?.some((other) => isSamePosition(word, other)))
}

const isSamePosition = (one: PageWord, other: PageWord) =>
  Math.abs(one.y - other.y) < samePositionTolerance &&
  (Math.abs(one.x - other.x) < samePositionTolerance ||
    Math.abs(one.right - other.right) < samePositionTolerance)

/** Combines a removed word and an added word at the same position into one change. */
function pairChanges(page: number, removed: PageWord[], added: PageWord[]): TextChange[] {
  const paired = new Set<PageWord>()
  const replacements = added.map((word): TextChange => {
    const region = regionOf(page, word)
    const replaced = removed.filter(
      (old) => !paired.has(old) && shareInside(boxOf(old), region.box) > minReplacedShare,
    )
    for (const old of replaced) paired.add(old)
    return { ...region, before: textOf(replaced), after: word.text }
  })
  const removals = removed
    .filter((old) => !paired.has(old))
    .map((old): TextChange => ({ ...regionOf(page, old), before: old.text, after: '' }))
  return [...replacements, ...removals].filter(({ before, after }) => before !== after)
}
