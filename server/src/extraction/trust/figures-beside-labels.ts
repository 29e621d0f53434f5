import type { Finding, Page, Place, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { isAmount, placeOf } from './geometry.ts'

// Figures beside their labels, as payslips and summaries have them. There is no column to compare them with, but what
// stands on one line was set by one hand.

const sameLine = 2.5
const fewest = 8
const straightShare = 0.9
const most = 2
/** Between a label and its figure, in sizes of its letters. */
const widest = 20
/** A figure that is larger by more than this is larger by design. */
const nearlySame = 0.2

type Lone = { page: Page; word: Word; beside: Word[] }

/** Those that the comparison of columns has told of are not told again. */
export function judgeLoneFigures(pages: readonly Page[], told: readonly Finding[]): Finding[] {
  const known = new Set(told.flatMap(({ places }) => places.map(asText)))
  const figures = pages.filter(({ source }) => source === 'text').flatMap(figuresOf)
  return [...judgeLines(figures), ...judgeSizes(figures, pages)].filter(
    ({ places }) => !places.some((place) => known.has(asText(place))),
  )
}

const asText = ({ page, box }: Place) => `${page} ${box.join(' ')}`

function figuresOf(page: Page): Lone[] {
  return page.words
    .filter(({ text }) => isAmount(text) && !text.includes('%'))
    .map((word) => ({ page, word, beside: labelOf(page, word) }))
}

/** The words before a figure on its line. What is beyond a wide gap or another figure may belong to a box beside it. */
function labelOf({ words }: Page, figure: Word): Word[] {
  const before = words
    .filter(({ y, right }) => Math.abs(y - figure.y) < sameLine && right <= figure.x)
    .toSorted((one, other) => other.x - one.x)
  const label: Word[] = []
  for (const word of before) {
    const next = label.at(-1) ?? figure
    if (/\d/.test(word.text) || next.x - word.right > (label.length > 0 ? 1 : widest) * word.size) break
    label.push(word)
  }
  return label
}

function judgeLines(figures: Lone[]): Finding[] {
  const measured = figures.flatMap((figure) => {
    const { word, beside } = figure
    const alike = beside.filter(({ size }) => Math.abs(size - word.size) < 0.1)
    const [first] = alike
    if (!first || alike.some(({ y }) => Math.abs(y - first.y) > 0.1)) return []
    return [{ ...figure, off: word.y - first.y }]
  })
  const crooked = measured.filter(({ off }) => Math.abs(off) >= 0.25)
  const straight = measured.filter(({ off }) => Math.abs(off) <= 0.1)
  if (crooked.length === 0 || crooked.length > most) return []
  if (straight.length < Math.max(fewest, straightShare * measured.length)) return []
  const places = crooked.map(({ page, word, off }) => ({
    ...placeOf(page.number, word),
    expected: (word.y - off).toFixed(2),
    actual: word.y.toFixed(2),
  }))
  const [first] = crooked
  const message = `On page ${first?.page.number} "${first?.word.text}" stands ${Math.abs(first?.off ?? 0).toFixed(1)} points off the line of the words beside it; the other figures of the paper do not.`
  return [finding('BASELINE_OUTLIER', message, { places })]
}

/** A size that nothing else on the paper has, beside words of the usual one. */
function judgeSizes(figures: Lone[], pages: readonly Page[]): Finding[] {
  if (figures.length < fewest) return []
  const used = Map.groupBy(
    pages.flatMap(({ words }) => words),
    sizeOf,
  )
  const odd = figures.filter(({ word, beside }) => {
    const labels = beside.filter(({ text }) => /\p{L}{2}/u.test(text))
    const [label] = labels
    if (!label || labels.some((other) => sizeOf(other) !== sizeOf(label))) return false
    const by = Math.abs(word.size - label.size)
    return by >= 0.2 && by <= nearlySame * label.size && used.get(sizeOf(word))?.length === 1
  })
  if (odd.length === 0 || odd.length > most) return []
  const places = odd.map(({ page, word, beside }) => ({
    ...placeOf(page.number, word),
    expected: beside[0] ? sizeOf(beside[0]) : '',
    actual: sizeOf(word),
  }))
  const [first] = odd
  const message = `On page ${first?.page.number} "${first?.word.text}" is set in a size (${places[0]?.actual}) that nothing else on the paper has.`
  return [finding('SIZE_OUTLIER', message, { places })]
}

const sizeOf = ({ size }: Word) => size.toFixed(1)
