import type { PageWord } from '../../document.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { accountTuning } from '../tuning/facts.ts'
import type { LocatedFact } from './located-fact.ts'

// Numbers beside, below or above their labels.

export const sortCodeShape =
  /^(\d\d)(?:[-\u2013\u2010.\u00b7 ]?| \/ )(\d\d)(?:[-\u2013\u2010.\u00b7 ]?| \/ )(\d\d)$/
// Words before or after a label which show that it labels another number.
export const otherNumber = /^(international|iban|customer|savings|linked|reference)$/i

/** Words before eight digits that are another number. */
export const otherCaptionWord =
  /^(phone|tel|telephone|call|customer|reference|ref|linked|nominated|company|registered|vat|charity|frn|order|policy)\b/i

export function findLabelled(
  lines: readonly StatementLine[],
  labelShape: RegExp,
  shape: RegExp,
  maxWords: number,
): LocatedFact[] {
  const facts: LocatedFact[] = []
  lines.forEach((line, index) => {
    const labels = [...findLabels(line, labelShape), ...findWrappedLabels(lines, index, labelShape)]
    for (const label of labels) {
      const value = findValue(lines, index, label, shape, maxWords)
      if (value) facts.push({ value: textOf(value), place: locateWords(line.page, value), isLabelled: true })
    }
  })
  return facts
}

/** A label: the index of the word after it, and its left and right edge. */
type Label = { end: number; x: number; right: number }

/** Finds a value right of the label or, if there is none, on the lines below it. */
export function findValue(
  lines: readonly StatementLine[],
  index: number,
  label: Label,
  shape: RegExp,
  maxWords: number,
): PageWord[] | undefined {
  const { maxLinesBelow, maxDistanceBelow, maxLeftOffset, maxRightOffset } = accountTuning
  const line = lines[index] as StatementLine
  const right = findFirst(line.words.slice(label.end), shape, maxWords)
  if (right) return right
  for (const below of lines.slice(index + 1, index + 1 + maxLinesBelow)) {
    if (below.page !== line.page || below.y - line.y > maxDistanceBelow * line.size) break
    const words = below.words.filter(
      ({ x, right: end }) => end > label.x - maxLeftOffset && x < label.right + maxRightOffset,
    )
    const value = findFirst(words, shape, maxWords)
    if (value) return value
  }
  return findValueAbove(lines, index, label, shape, maxWords)
}

/** Finds a value above its label: a caption in smaller type at the same left edge. */
function findValueAbove(
  lines: readonly StatementLine[],
  index: number,
  label: Label,
  shape: RegExp,
  maxWords: number,
): PageWord[] | undefined {
  const { maxLinesBelow, maxCaptionPitch, maxLeftOffset } = accountTuning
  const line = lines[index] as StatementLine
  for (const above of lines.slice(Math.max(0, index - maxLinesBelow), index).toReversed()) {
    if (above.page !== line.page || line.y - above.y > maxCaptionPitch * above.size) break
    const start = above.words.findIndex(({ x }) => Math.abs(x - label.x) < maxLeftOffset)
    const cell = start < 0 ? [] : takeCell(above, start)
    if (cell.length > 0 && cell.length <= maxWords && shape.test(textOf(cell))) return cell
  }
  return undefined
}

function findLabels({ words }: StatementLine, labelShape: RegExp): Label[] {
  const labels: Label[] = []
  for (let n = 0; n < words.length; n++) {
    for (const count of [1, 2, 3]) {
      const group = words.slice(n, n + count)
      if (group.length < count || labelShape.exec(textOf(group).replace(/^\(/, ''))?.index !== 0) continue
      const isOther = [words[n - 1], words[n + count]].some(
        (word) => word && otherNumber.test(word.text.replace(/[():]/g, '')) && isNear(word, group),
      )
      if (!isOther)
        labels.push({ end: n + count, x: getCellStart(words, n), right: (group.at(-1) as PageWord).right })
      break
    }
  }
  return labels
}

/** Finds labels whose last word is wrapped to this line: `Rhif y cyfrif / Account` above `number`. */
function findWrappedLabels(lines: readonly StatementLine[], index: number, labelShape: RegExp): Label[] {
  const { words, page, y, size } = lines[index] as StatementLine
  const { maxLinesBelow, maxWrapPitch, maxLeftOffset, cellGap } = accountTuning
  const above = lines
    .slice(Math.max(0, index - maxLinesBelow), index)
    .filter((line) => line.page === page && y - line.y < maxWrapPitch * size)
    .flatMap((line) => splitIntoCells(line.words, cellGap))
  return splitIntoCells(words, cellGap).flatMap(([word, second]) => {
    if (!word || second) return []
    const start = above.find(([first]) => first && Math.abs(first.x - word.x) < maxLeftOffset)
    const isLabel = start && labelShape.exec(`${start.at(-1)?.text} ${word.text}`)?.index === 0
    return isLabel ? [{ end: words.indexOf(word) + 1, x: word.x, right: word.right }] : []
  })
}

/**
 * Returns the left edge of the cell that contains a label. The value is below the first word of the cell, as in
 * `Branch sort code`.
 */
function getCellStart(words: readonly PageWord[], index: number): number {
  let start = index
  while (start > 0 && isNear(words[start - 1] as PageWord, [words[start] as PageWord])) start--
  return (words[start] as PageWord).x
}

const isNear = (word: PageWord, group: readonly PageWord[]): boolean =>
  Math.max((group[0] as PageWord).x - word.right, word.x - (group.at(-1) as PageWord).right) <
  accountTuning.cellGap * word.size

function findFirst(words: readonly PageWord[], shape: RegExp, maxWords: number): PageWord[] | undefined {
  for (let n = 0; n < words.length; n++) {
    for (let count = 1; count <= maxWords && n + count <= words.length; count++) {
      const group = words.slice(n, n + count)
      // Two groups of four digits may be part of an IBAN.
      const before = words[n - 1]
      if (count === 2 && before && /^[A-Z\d]{4}$/.test(before.text)) continue
      // Longer account numbers are printed in groups, too: `55 2001 7721`.
      if (before && isPartOfGroups(before, group)) continue
      if (shape.test(removePunctuation(textOf(group)))) return group
    }
  }
  return undefined
}

/** Whether groups of digits continue another group of digits before them. */
const isPartOfGroups = (before: PageWord, group: readonly PageWord[]): boolean =>
  group.length > 1 && /^\d{1,3}$/.test(before.text) && isSpaceBetween(before, group[0] as PageWord)

/** Removes brackets and punctuation around a number: `(sort code 15-99-30)`. */
const removePunctuation = (text: string): string => text.replace(/^[([]/, '').replace(/[)\]:;,.]+$/, '')

/** Returns the words of the cell that begins with this word. */
export function takeCell({ words }: StatementLine, start: number): PageWord[] {
  const cell = [words[start] as PageWord]
  for (const word of words.slice(start + 1)) {
    if (!isNear(word, cell)) break
    cell.push(word)
  }
  return cell
}

export const isSpaceBetween = (left: PageWord, right: PageWord): boolean =>
  right.x - left.right < accountTuning.maxSpace * right.size
