import type { Box, Finding, HiddenWord, Hiding, Page, Word } from '../document.ts'
import { type CodeName, finding } from './finding-codes.ts'
import { boxOf, digitsOf, holds, isAmount, middleOf, placeOf, textOf } from './geometry.ts'

/** A picture this large is the page itself, and unseen text over it is what was recognised in it. */
const wholePicture = 0.6
const mostPlaces = 20

/** What pages hide: text that was covered, and text that was never meant to be seen. */
export const judgeHidden = (pages: readonly Page[]): Finding[] => [
  ...pages.flatMap(judgeCovers),
  ...judgeUnseen(pages),
]

const coverCodes = { box: 'BOX_OVER_TEXT', image: 'IMAGE_OVER_TEXT' } as const
const coverNames = { box: 'box', image: 'picture' } as const

function judgeCovers(page: Page): Finding[] {
  return page.covers.flatMap((cover) => {
    const below = page.hidden.filter((word) => word.why === cover.by && isOn(cover.box, word))
    // A page that is painted twice in the same words hides nothing.
    const lost = below.filter((word) => !hasTwin(word, cover.redrawn))
    const added = cover.redrawn.filter((word) => !hasTwin(word, below))
    if (lost.length === 0) return []
    const [was, now] = [textOf(lost), textOf(added)]
    const isFigure = digitsOf(was) !== '' || digitsOf(now) !== ''
    const severity = isFigure ? 'high' : 'medium'
    const places = [{ page: page.number, box: around(lost, added), expected: was, actual: now || 'nothing' }]
    const covered = `On page ${page.number} a ${coverNames[cover.by]} covers "${short(was)}".`
    const found = [finding(coverCodes[cover.by], covered, { severity, places })]
    if (added.length > 0) {
      const message = `${covered.slice(0, -1)}, and "${short(now)}" was written on it.`
      found.push(finding('TEXT_REDRAWN_OVER_COVER', message, { severity, places }))
    }
    return found
  })
}

const isOn = (box: Box, word: Word) => holds(box, ...middleOf(boxOf(word)))

const hasTwin = (word: Word, others: readonly Word[]) =>
  others.some(
    (other) => other.text === word.text && Math.abs(other.x - word.x) < 1 && Math.abs(other.y - word.y) < 1,
  )

function around(...groups: Word[][]): Box {
  const boxes = groups.flat().map(boxOf)
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}

type Unseen = Exclude<Hiding, 'box' | 'image'>

const unseen: Record<Unseen, { code: CodeName; how: string }> = {
  invisible: { code: 'INVISIBLE_TEXT', how: 'are in the file but are not painted' },
  white: { code: 'WHITE_TEXT', how: 'are written in the colour of the paper' },
  'off-page': { code: 'OFF_PAGE', how: 'stand outside the page' },
  tiny: { code: 'TINY_TEXT', how: 'are too small to be read' },
}

/** Some banks put words for screen readers on their pages; those say nothing that cannot be seen. */
function judgeUnseen(pages: readonly Page[]): Finding[] {
  const shown = new Set(pages.flatMap(({ words }) => words.map(({ text }) => digitsOf(text))))
  const kinds = Object.keys(unseen) as Unseen[]
  return kinds.flatMap((why) => {
    const { code, how } = unseen[why]
    const amounts = pages
      .filter(({ picture }) => why !== 'invisible' || picture < wholePicture)
      .flatMap((page) =>
        page.hidden.filter((word) => isSecret(word, why, shown)).map((word) => ({ page, word })),
      )
    const [first] = amounts
    if (!first) return []
    const more = amounts.length > 1 ? ` and ${amounts.length - 1} more figures` : ''
    const places = amounts
      .slice(0, mostPlaces)
      .map(({ page, word }) => ({ ...placeOf(page.number, word), expected: 'nothing', actual: word.text }))
    return [finding(code, `On page ${first.page.number} "${first.word.text}"${more} ${how}.`, { places })]
  })
}

const isSecret = (word: HiddenWord, why: Unseen, shown: Set<string>) =>
  word.why === why && isAmount(word.text) && !shown.has(digitsOf(word.text))

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
