import type { PageWord, PdfPage, TableCell, TrustFinding } from '../document.ts'
import { createFinding, type FindingCode } from './finding-codes.ts'
import { regionOf } from './geometry.ts'

// The figures of a table column share font, size, colour, baseline and right edge. A figure that differs was probably
// added by another program. Bold figures are totals and are ignored.

/** Minimum number of figures. With fewer figures, there is nothing to compare with. */
const minFigures = 6
/** Minimum share of figures that look alike. With a smaller share, there is no common appearance. */
const minAgreeingShare = 0.8
/** Maximum number of outliers. If more figures differ, the issuer designed the document that way. */
const maxOutliers = 3
/** Minimum difference in type size that is reported, in points. Smaller differences are rounding errors. */
const minSizeDifference = 0.2
/**
 * Maximum difference per colour channel that is reported, 0 to 255. A colour that differs more was chosen by the
 * issuer.
 */
const maxColourDifference = 48
/** Maximum difference between sizes or baselines that count as equal, in points. */
const sameTolerance = 0.1
/** Minimum distance of a figure from the baseline of its row that is reported, in points. */
const minBaselineOffset = 0.25
/**
 * Limits for the distance of a figure from the right edge of its column, in points. Up to the first limit the figure
 * is aligned; above the second it is an outlier.
 */
const alignedEdgeTolerance = 0.3
const minEdgeOffset = 0.6
/**
 * Minimum share of figures that are on the baseline of their row, or at the right edge of their column. With a
 * smaller share, the column is not checked.
 */
const minAlignedShare = 0.9
/** Height of the area above the first row and below the last row that still belongs to the table, in points. */
const tableMargin = 20

export function checkColumns(pages: readonly PdfPage[], cells: readonly TableCell[]): TrustFinding[] {
  const figures = cells.filter(({ word }) => word.certainty === undefined && !isBold(word.font))
  const columns = [...Map.groupBy(figures, ({ column }) => column).values()]
  const findNeighbours = indexNeighbours(pages)
  // All columns of a document normally share one font, so fonts are compared across columns, including short ones.
  const fontFindings =
    figures.length < minFigures ? [] : findOutliers(figures, familyOfCell, 'FONT_OUTLIER', 'font')
  const columnFindings = columns.flatMap((column) => {
    if (column.length < minFigures) return []
    return [
      ...findOutliers(column, sizeOf, 'SIZE_OUTLIER', 'size', isDifferentSize),
      ...findOutliers(column, colourOf, 'COLOUR_OUTLIER', 'colour', isSimilarColour),
      ...checkBaselines(findNeighbours, column),
      ...checkRightEdges(findNeighbours, column),
      ...checkImagesInPlaceOfFigures(pages, column),
    ]
  })
  return [...fontFindings, ...columnFindings]
}

const familyOfCell = ({ word }: TableCell) => familyOf(word.font)

const sizeOf = ({ word }: TableCell) => word.size.toFixed(1)
const colourOf = ({ word }: TableCell) => (word.colour ?? 0).toString(16).padStart(6, '0')

const isDifferentSize = (size: string, common: string) =>
  Math.abs(Number(size) - Number(common)) >= minSizeDifference

/** Finds the few cells that differ from nearly all other cells in one property. */
function findOutliers(
  cells: TableCell[],
  propertyOf: (cell: TableCell) => string,
  code: FindingCode,
  propertyName: string,
  isSuspicious: (value: string, common: string) => boolean = () => true,
): TrustFinding[] {
  const groups = [...Map.groupBy(cells, propertyOf)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  const [common, agreeing] = groups[0] ?? ['', []]
  if (agreeing.length < minAgreeingShare * cells.length) return []
  const outliers = cells.filter(
    (cell) => propertyOf(cell) !== common && isSuspicious(propertyOf(cell), common),
  )
  if (outliers.length === 0 || outliers.length > maxOutliers) return []
  const places = outliers.map((cell) => ({
    ...regionOf(cell.page, cell.word),
    expected: common,
    actual: propertyOf(cell),
  }))
  const [first] = outliers
  const message = `On page ${first?.page} "${first?.word.text}" is set in another ${propertyName} (${places[0]?.actual}) than the ${agreeing.length} other figures of its table (${common}).`
  return [createFinding(code, message, { places })]
}

/**
 * Whether a colour is close to the common colour. A slightly different black is suspicious; green credits are a
 * choice of the issuer.
 */
function isSimilarColour(colour: string, common: string): boolean {
  const channelsOf = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const [channels, commonChannels] = [channelsOf(colour), channelsOf(common)]
  return channels.every((channel, n) => Math.abs(channel - (commonChannels[n] ?? 0)) <= maxColourDifference)
}

const bold = /bold|black|heavy|semib|demi/i

const isBold = (font = '') => bold.test(font)

const styles =
  /[-, ]?(bold|black|heavy|semibold|demi|italic|oblique|regular|roman|medium|light|book|narrow|condensed|psmt|ps|mt)/gi

/** Returns the font name without its style: `Arial-BoldMT` and `ArialMT` belong to one family. */
export const familyOf = (font = '') =>
  font
    .replace(/^[A-Z]{6}\+/, '')
    .replace(styles, '')
    .replace(/[-, ]+$/, '') || font

type FindNeighbours = (cell: TableCell) => PageWord[]

/** Upper limit of the baseline difference between words of one line, in points. */
const sameLineTolerance = 2.5

/**
 * Returns a function that lists the other words on the line of a figure. Words are indexed by horizontal strips of
 * the page for fast lookup.
 */
function indexNeighbours(pages: readonly PdfPage[]): FindNeighbours {
  const pagesByNumber = new Map(
    pages.map(({ number, words }) => [number, { words, byStrip: groupByStrip(words) }]),
  )
  return ({ page, word }) => {
    const { words = [], byStrip } = pagesByNumber.get(page) ?? {}
    const strip = Math.floor(word.y / sameLineTolerance)
    const near = [strip - 1, strip, strip + 1]
      .flatMap((at) => byStrip?.get(at) ?? [])
      .toSorted((a, b) => a - b)
    return near
      .map((n) => words[n] as PageWord)
      .filter(
        (other) =>
          other !== word &&
          Math.abs(other.y - word.y) < sameLineTolerance &&
          !(other.x === word.x && other.text === word.text),
      )
  }
}

const groupByStrip = (words: readonly PageWord[]) =>
  Map.groupBy(words.keys(), (n) => Math.floor((words[n]?.y ?? 0) / sameLineTolerance))

/**
 * Returns the distance of a figure from the baseline of its row, or undefined if the other words of the row do not
 * share a baseline.
 */
function baselineOffset(findNeighbours: FindNeighbours, cell: TableCell): number | undefined {
  const neighbours = findNeighbours(cell).filter(
    ({ size }) => Math.abs(size - cell.word.size) < sameTolerance,
  )
  const [first] = neighbours
  if (neighbours.length < 2 || !first) return undefined
  if (neighbours.some(({ y }) => Math.abs(y - first.y) > sameTolerance)) return undefined
  return cell.word.y - first.y
}

function checkBaselines(findNeighbours: FindNeighbours, cells: TableCell[]): TrustFinding[] {
  const measured = cells.flatMap((cell) => {
    const offset = baselineOffset(findNeighbours, cell)
    return offset === undefined ? [] : [{ cell, offset }]
  })
  const aligned = measured.filter(({ offset }) => Math.abs(offset) <= sameTolerance)
  const outliers = measured.filter(({ offset }) => Math.abs(offset) >= minBaselineOffset)
  if (aligned.length < Math.max(minFigures, minAlignedShare * measured.length)) return []
  if (outliers.length === 0 || outliers.length > maxOutliers) return []
  const places = outliers.map(({ cell, offset }) => ({
    ...regionOf(cell.page, cell.word),
    expected: (cell.word.y - offset).toFixed(2),
    actual: cell.word.y.toFixed(2),
  }))
  const [first] = outliers
  const direction = (first?.offset ?? 0) > 0 ? 'below' : 'above'
  const message = `On page ${first?.cell.page} "${first?.cell.word.text}" is ${Math.abs(first?.offset ?? 0).toFixed(1)} points ${direction} the baseline of its row; the other figures of its column are not.`
  return [createFinding('BASELINE_OUTLIER', message, { places })]
}

/**
 * Finds figures that are not aligned with the right edge of their column. A trailing sign may extend beyond the edge,
 * so only figures that end in a digit are compared.
 */
function checkRightEdges(findNeighbours: FindNeighbours, cells: TableCell[]): TrustFinding[] {
  const withoutSign = cells.filter((cell) => /\d$/.test(cell.word.text) && !hasSuffix(findNeighbours, cell))
  return [...Map.groupBy(withoutSign, ({ page }) => page).values()].flatMap((onPage) => {
    if (onPage.length < minFigures) return []
    const edges = onPage.map(({ word }) => word.right).toSorted((one, other) => one - other)
    const edge = edges[Math.floor(edges.length / 2)] ?? 0
    const aligned = onPage.filter(({ word }) => Math.abs(word.right - edge) <= alignedEdgeTolerance)
    const outliers = onPage.filter(({ word }) => Math.abs(word.right - edge) > minEdgeOffset)
    if (aligned.length < minAlignedShare * onPage.length) return []
    if (outliers.length === 0 || outliers.length > maxOutliers) return []
    const places = outliers.map(({ page, word }) => ({
      ...regionOf(page, word),
      expected: edge.toFixed(1),
      actual: word.right.toFixed(1),
    }))
    const [first] = outliers
    const message = `On page ${first?.page} "${first?.word.text}" ends ${Math.abs((first?.word.right ?? 0) - edge).toFixed(1)} points from the edge at which the ${aligned.length} other figures of its column end.`
    return [createFinding('ALIGNMENT_OUTLIER', message, { places })]
  })
}

/**
 * Finds small images in a column on rows without a figure. Such an image replaces the figure, which then cannot be
 * read as text.
 */
function checkImagesInPlaceOfFigures(pages: readonly PdfPage[], cells: TableCell[]): TrustFinding[] {
  return [...Map.groupBy(cells, ({ page }) => page)].flatMap(([number, onPage]) => {
    if (onPage.length < minFigures) return []
    const [left, right] = [
      Math.min(...onPage.map(({ word }) => word.x)),
      Math.max(...onPage.map(({ word }) => word.right)),
    ]
    const ys = onPage.map(({ word }) => word.y)
    const images = pages.find((page) => page.number === number)?.smallImages ?? []
    const inColumn = images.filter((box) => {
      const across = Math.min(box[2], right) - Math.max(box[0], left)
      const isInside =
        across > 0.5 * (box[2] - box[0]) &&
        box[1] > Math.min(...ys) - tableMargin &&
        box[3] < Math.max(...ys) + tableMargin
      return isInside && !ys.some((y) => y > box[1] && y < box[3] + 2)
    })
    if (inColumn.length === 0 || inColumn.length > maxOutliers) return []
    const places = inColumn.map((box) => ({ page: number, box, expected: 'a figure', actual: 'an image' }))
    const message = `On page ${number} an image is in a column of figures, in a row without a figure.`
    return [createFinding('FIGURE_AS_PICTURE', message, { places })]
  })
}

const hasSuffix = (findNeighbours: FindNeighbours, cell: TableCell) =>
  findNeighbours(cell).some(({ x }) => x >= cell.word.right - 1 && x - cell.word.right < cell.word.size)
