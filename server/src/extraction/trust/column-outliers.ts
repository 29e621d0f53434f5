import type { Finding, Page, TableCell, Word } from '../document.ts'
import { type CodeName, finding } from './finding-codes.ts'
import { placeOf } from './geometry.ts'

// A column of a table has one look. One figure in it that looks otherwise was set by another hand. Bold figures are
// totals and are left out; few figures prove nothing.

const fewest = 6
const agreeing = 0.8
const most = 3

export function judgeLooks(pages: readonly Page[], cells: readonly TableCell[]): Finding[] {
  const written = cells.filter(({ word }) => word.certainty === undefined && !isBold(word.font))
  const columns = [...Map.groupBy(written, ({ column }) => column).values()]
  const neighboursOf = neighboursIn(pages)
  // Columns share their font, and some have few figures.
  const fonts = written.length < fewest ? [] : odd(written, familyOfCell, 'FONT_OUTLIER', 'font')
  const looks = columns.flatMap((plain) => {
    if (plain.length < fewest) return []
    return [
      ...odd(
        plain,
        sizeOf,
        'SIZE_OUTLIER',
        'size',
        (one, usual) => Math.abs(Number(one) - Number(usual)) >= 0.2,
      ),
      ...odd(plain, colourOf, 'COLOUR_OUTLIER', 'colour', isNearby),
      ...judgeBaselines(neighboursOf, plain),
      ...judgeEnds(neighboursOf, plain),
      ...judgeGaps(pages, plain),
    ]
  })
  return [...fonts, ...looks]
}

const familyOfCell = ({ word }: TableCell) => familyOf(word.font)

const sizeOf = ({ word }: TableCell) => word.size.toFixed(1)
const colourOf = ({ word }: TableCell) => (word.colour ?? 0).toString(16).padStart(6, '0')

/** Cells whose look is not that of nearly all others. */
function odd(
  cells: TableCell[],
  look: (cell: TableCell) => string,
  code: CodeName,
  what: string,
  counts: (one: string, usual: string) => boolean = () => true,
): Finding[] {
  const groups = [...Map.groupBy(cells, look)].toSorted(([, one], [, other]) => other.length - one.length)
  const [usual, same] = groups[0] ?? ['', []]
  if (same.length < agreeing * cells.length) return []
  const others = cells.filter((cell) => look(cell) !== usual && counts(look(cell), usual))
  if (others.length === 0 || others.length > most) return []
  const places = others.map((cell) => ({
    ...placeOf(cell.page, cell.word),
    expected: usual,
    actual: look(cell),
  }))
  const [first] = others
  const message = `On page ${first?.page} "${first?.word.text}" is set in another ${what} (${places[0]?.actual}) than the ${same.length} other figures of its table (${usual}).`
  return [finding(code, message, { places })]
}

/** Credits in green are an issuer's choice; a black that is not quite the same black is nobody's. */
function isNearby(one: string, usual: string): boolean {
  const parts = (colour: string) => [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [first, second] = [parts(one), parts(usual)]
  return first.every((part, n) => Math.abs(part - (second[n] ?? 0)) <= 48)
}

const bold = /bold|black|heavy|semib|demi/i

const isBold = (font = '') => bold.test(font)

const styles =
  /[-, ]?(bold|black|heavy|semibold|demi|italic|oblique|regular|roman|medium|light|book|narrow|condensed|psmt|ps|mt)/gi

/** The font without its style: `Arial-BoldMT` and `ArialMT` are one family. */
export const familyOf = (font = '') =>
  font
    .replace(/^[A-Z]{6}\+/, '')
    .replace(styles, '')
    .replace(/[-, ]+$/, '') || font

type Neighbours = (cell: TableCell) => Word[]

const sameLine = 2.5

/** Finds the words that stand on the same line by more than chance, without the figure itself, in their order. */
function neighboursIn(pages: readonly Page[]): Neighbours {
  const strips = new Map(pages.map(({ number, words }) => [number, { words, byStrip: stripsOf(words) }]))
  return ({ page, word }) => {
    const { words = [], byStrip } = strips.get(page) ?? {}
    const strip = Math.floor(word.y / sameLine)
    const near = [strip - 1, strip, strip + 1]
      .flatMap((at) => byStrip?.get(at) ?? [])
      .toSorted((a, b) => a - b)
    return near
      .map((n) => words[n] as Word)
      .filter(
        (other) =>
          other !== word &&
          Math.abs(other.y - word.y) < sameLine &&
          !(other.x === word.x && other.text === word.text),
      )
  }
}

const stripsOf = (words: readonly Word[]) =>
  Map.groupBy(words.keys(), (n) => Math.floor((words[n]?.y ?? 0) / sameLine))

/** How far a figure stands above or below the line of its row; undefined where the row has no one line. */
function offLine(neighboursOf: Neighbours, cell: TableCell): number | undefined {
  const neighbours = neighboursOf(cell).filter(({ size }) => Math.abs(size - cell.word.size) < 0.1)
  const [first] = neighbours
  if (neighbours.length < 2 || !first) return undefined
  if (neighbours.some(({ y }) => Math.abs(y - first.y) > 0.1)) return undefined
  return cell.word.y - first.y
}

function judgeBaselines(neighboursOf: Neighbours, cells: TableCell[]): Finding[] {
  const measured = cells.flatMap((cell) => {
    const off = offLine(neighboursOf, cell)
    return off === undefined ? [] : [{ cell, off }]
  })
  const straight = measured.filter(({ off }) => Math.abs(off) <= 0.1)
  const crooked = measured.filter(({ off }) => Math.abs(off) >= 0.25)
  if (straight.length < Math.max(fewest, 0.9 * measured.length)) return []
  if (crooked.length === 0 || crooked.length > most) return []
  const places = crooked.map(({ cell, off }) => ({
    ...placeOf(cell.page, cell.word),
    expected: (cell.word.y - off).toFixed(2),
    actual: cell.word.y.toFixed(2),
  }))
  const [first] = crooked
  const way = (first?.off ?? 0) > 0 ? 'below' : 'above'
  const message = `On page ${first?.cell.page} "${first?.cell.word.text}" stands ${Math.abs(first?.off ?? 0).toFixed(1)} points ${way} the line of its row; the other figures of its column do not.`
  return [finding('BASELINE_OUTLIER', message, { places })]
}

/** Figures end at the edge of their column. Signs after them may stick out, so only those that end in a digit count. */
function judgeEnds(neighboursOf: Neighbours, cells: TableCell[]): Finding[] {
  const plain = cells.filter((cell) => /\d$/.test(cell.word.text) && !hasSuffix(neighboursOf, cell))
  return [...Map.groupBy(plain, ({ page }) => page).values()].flatMap((onPage) => {
    if (onPage.length < fewest) return []
    const edges = onPage.map(({ word }) => word.right).toSorted((one, other) => one - other)
    const edge = edges[Math.floor(edges.length / 2)] ?? 0
    const aligned = onPage.filter(({ word }) => Math.abs(word.right - edge) <= 0.3)
    const others = onPage.filter(({ word }) => Math.abs(word.right - edge) > 0.6)
    if (aligned.length < 0.9 * onPage.length || others.length === 0 || others.length > most) return []
    const places = others.map(({ page, word }) => ({
      ...placeOf(page, word),
      expected: edge.toFixed(1),
      actual: word.right.toFixed(1),
    }))
    const [first] = others
    const message = `On page ${first?.page} "${first?.word.text}" ends ${Math.abs((first?.word.right ?? 0) - edge).toFixed(1)} points from the edge at which the ${aligned.length} other figures of its column end.`
    return [finding('ALIGNMENT_OUTLIER', message, { places })]
  })
}

/** A picture in a column, in a row that has no figure there: what it shows cannot be read, and is not to be. */
function judgeGaps(pages: readonly Page[], cells: TableCell[]): Finding[] {
  return [...Map.groupBy(cells, ({ page }) => page)].flatMap(([number, onPage]) => {
    if (onPage.length < fewest) return []
    const [left, right] = [
      Math.min(...onPage.map(({ word }) => word.x)),
      Math.max(...onPage.map(({ word }) => word.right)),
    ]
    const ys = onPage.map(({ word }) => word.y)
    const pictures = pages.find((page) => page.number === number)?.pictures ?? []
    const odd = pictures.filter((box) => {
      const across = Math.min(box[2], right) - Math.max(box[0], left)
      const isInside =
        across > 0.5 * (box[2] - box[0]) && box[1] > Math.min(...ys) - 20 && box[3] < Math.max(...ys) + 20
      return isInside && !ys.some((y) => y > box[1] && y < box[3] + 2)
    })
    if (odd.length === 0 || odd.length > most) return []
    const places = odd.map((box) => ({ page: number, box, expected: 'a figure', actual: 'a picture' }))
    const message = `On page ${number} a picture stands in a column of figures, in a row that has no figure there.`
    return [finding('FIGURE_AS_PICTURE', message, { places })]
  })
}

const hasSuffix = (neighboursOf: Neighbours, cell: TableCell) =>
  neighboursOf(cell).some(({ x }) => x >= cell.word.right - 1 && x - cell.word.right < cell.word.size)
