import { boxOf } from '../text-metrics.ts'
import type { Sheet, TextMark } from '../types.ts'

type Box = { left: number; right: number; top: number; bottom: number }

/** Describes texts that exceed the margin, overlap other text or are crossed by a line. */
export function findMisplacedTexts({ width, height, marks }: Sheet, margin: number): string[] {
  const boxes = marks
    .filter((mark) => 'text' in mark)
    .filter((mark) => !isHidden(mark))
    .map((mark) => ({ text: mark.text, ...inkOf(mark) }))
    .sort((one, other) => one.top - other.top)
  const outside = boxes.filter(
    ({ left, right, top, bottom }) =>
      left < margin || top < margin || right > width - margin || bottom > height - margin,
  )
  const collisions = boxes.flatMap((one, n) => {
    const below = boxes.findIndex((other, at) => at > n && other.top >= one.bottom)
    return boxes
      .slice(n + 1, below < 0 ? undefined : below)
      .filter((other) => overlap(one, other))
      .map((other) => `"${one.text}" and "${other.text}" overlap`)
  })
  const crossedOut = lineBoxes(marks).flatMap((rule) => boxes.filter((box) => overlap(box, rule)))
  return [
    ...outside.map(({ text }) => `"${text}" leaves the sheet`),
    ...collisions,
    ...crossedOut.map(({ text }) => `"${text}" has a line through it`),
  ]
}

/** Whether a text is tiny and white, for screen readers. White headings on a coloured background are larger. */
export const isHidden = ({ colour, size }: TextMark) => colour === '#ffffff' && size < 5

/** Returns the bounding box of a text without descenders. */
function inkOf(mark: TextMark): Box {
  const [left, top, width, height] = boxOf(mark)
  return { left, right: left + width, top, bottom: top + height - 0.2 * mark.size }
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const lineBoxes = (marks: Sheet['marks']): Box[] =>
  marks.flatMap((mark) => {
    if ('text' in mark) return []
    if ('line' in mark) return [segment(...mark.line)]
    const [x, y, width, height] = mark.box
    if (!mark.stroke && mark.fill) return []
    return [
      segment(x, y, x + width, y),
      segment(x, y + height, x + width, y + height),
      segment(x, y, x, y + height),
      segment(x + width, y, x + width, y + height),
    ]
  })

const segment = (x1: number, y1: number, x2: number, y2: number): Box => ({
  left: Math.min(x1, x2),
  right: Math.max(x1, x2) + 0.01,
  top: Math.min(y1, y2),
  bottom: Math.max(y1, y2) + 0.01,
})
