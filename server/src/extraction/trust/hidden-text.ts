import type { Box, HiddenWord, HidingReason, PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding, type FindingCode } from './finding-codes.ts'
import { boxOf, centreOf, containsPoint, digitsOf, isAmount, regionOf, textOf } from './geometry.ts'

/**
 * Share of the page that an image covers. A page with a larger image is a scan, and the invisible text on it is the
 * text layer of the scanner.
 */
const minScanShare = 0.6
const maxPlaces = 20

/** Finds text that is covered, and text that is invisible. */
export const checkHiddenText = (pages: readonly PdfPage[]): TrustFinding[] => [
  ...pages.flatMap(checkCovers),
  ...checkInvisibleText(pages),
]

const coverCodes = { box: 'BOX_OVER_TEXT', image: 'IMAGE_OVER_TEXT' } as const
const coverNames = { box: 'a box', image: 'an image' } as const

function checkCovers(page: PdfPage): TrustFinding[] {
  return page.covers.flatMap((cover) => {
    const covered = page.hidden.filter((word) => word.why === cover.by && isInside(cover.box, word))
    // If the page only prints the same text again over the cover, nothing is hidden.
    const lost = covered.filter((word) => !hasTwin(word, cover.redrawn))
    const added = cover.redrawn.filter((word) => !hasTwin(word, covered))
    if (lost.length === 0) return []
    const [before, after] = [textOf(lost), textOf(added)]
    const hasFigure = digitsOf(before) !== '' || digitsOf(after) !== ''
    const severity = hasFigure ? 'high' : 'medium'
    const places = [
      { page: page.number, box: boundingBox(lost, added), expected: before, actual: after || 'nothing' },
    ]
    const covering = `On page ${page.number} ${coverNames[cover.by]} covers "${shorten(before)}"`
    const findings = [createFinding(coverCodes[cover.by], `${covering}.`, { severity, places })]
    if (added.length > 0) {
      const message = `${covering}, and "${shorten(after)}" was written on it.`
      findings.push(createFinding('TEXT_REDRAWN_OVER_COVER', message, { severity, places }))
    }
    return findings
  })
}

const isInside = (box: Box, word: PageWord) => containsPoint(box, ...centreOf(boxOf(word)))

const hasTwin = (word: PageWord, others: readonly PageWord[]) =>
  others.some(
    (other) => other.text === word.text && Math.abs(other.x - word.x) < 1 && Math.abs(other.y - word.y) < 1,
  )

function boundingBox(...groups: PageWord[][]): Box {
  const boxes = groups.flat().map(boxOf)
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}

type InvisibleReason = Exclude<HidingReason, 'box' | 'image'>

const invisibleTexts: Record<InvisibleReason, { code: FindingCode; description: string }> = {
  invisible: { code: 'INVISIBLE_TEXT', description: 'in the file but is not painted' },
  white: { code: 'WHITE_TEXT', description: 'printed in the colour of the background' },
  'off-page': { code: 'OFF_PAGE', description: 'outside the page' },
  tiny: { code: 'TINY_TEXT', description: 'too small to read' },
}

/**
 * Finds invisible amounts that are not also printed visibly. Some banks add invisible text for screen readers, which
 * repeats the visible text.
 */
function checkInvisibleText(pages: readonly PdfPage[]): TrustFinding[] {
  const shown = new Set(pages.flatMap(({ words }) => words.map(({ text }) => digitsOf(text))))
  const reasons = Object.keys(invisibleTexts) as InvisibleReason[]
  return reasons.flatMap((why) => {
    const { code, description } = invisibleTexts[why]
    const amounts = pages
      .filter(({ imageShare }) => why !== 'invisible' || imageShare < minScanShare)
      .flatMap((page) =>
        page.hidden.filter((word) => isInvisibleAmount(word, why, shown)).map((word) => ({ page, word })),
      )
    const [first] = amounts
    if (!first) return []
    const more = amounts.length > 1 ? ` (and ${amounts.length - 1} more figures)` : ''
    const places = amounts
      .slice(0, maxPlaces)
      .map(({ page, word }) => ({ ...regionOf(page.number, word), expected: 'nothing', actual: word.text }))
    return [
      createFinding(code, `On page ${first.page.number} "${first.word.text}"${more} is ${description}.`, {
        places,
      }),
    ]
  })
}

const isInvisibleAmount = (word: HiddenWord, why: InvisibleReason, shown: Set<string>) =>
  word.why === why && isAmount(word.text) && !shown.has(digitsOf(word.text))

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
