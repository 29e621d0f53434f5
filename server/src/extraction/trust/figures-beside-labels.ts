import type { PageRegion, PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { isAmount, regionOf } from './geometry.ts'

// Checks figures beside labels, as on payslips and in summaries. They are not in a column that they could be compared
// with, but a label and its figure normally share baseline and type size.

/** Upper limit of the baseline difference between words of one line, in points. */
const sameLineTolerance = 2.5
/** Minimum number of figures. With fewer figures, there is nothing to compare with. */
const minFigures = 8
/**
 * Minimum share of figures that are exactly on the baseline of their label. With a smaller share, baselines are not
 * checked.
 */
const minAlignedShare = 0.9
/** Maximum number of outliers. If more figures differ, the issuer designed the document that way. */
const maxOutliers = 2
/** Maximum gap between a label and its figure, in ems. Text further away is not the label. */
const maxLabelGap = 20
/**
 * Limits for the distance of a figure from the baseline of its label, in points. Up to the first limit the figure is
 * aligned; at or above the second it is an outlier.
 */
const alignedTolerance = 0.1
const minOffset = 0.25
/** Minimum difference in type size between a figure and its label that is reported, in points. */
const minSizeDifference = 0.2
/**
 * Maximum difference in type size that is reported, as a share of the size of the label. A larger difference is part
 * of the design.
 */
const maxSizeDifference = 0.2

type LabelledFigure = { page: PdfPage; word: PageWord; label: PageWord[] }

/**
 * Checks baselines and type sizes of figures beside labels. Figures that the column checks have already reported are
 * skipped.
 */
export function checkFiguresBesideLabels(
  pages: readonly PdfPage[],
  reported: readonly TrustFinding[],
): TrustFinding[] {
  const known = new Set(reported.flatMap(({ places }) => places.map(toKey)))
  const printed = pages.filter(({ source }) => source === 'text')
  const figures = printed.flatMap(listFigures)
  return [
    ...checkBaselines(figures),
    ...checkSizes(figures, pages),
    ...printed.flatMap(checkImagesBesideLabels),
  ].filter(({ places }) => !places.some((place) => known.has(toKey(place))))
}

const toKey = ({ page, box }: PageRegion) => `${page} ${box.join(' ')}`

function listFigures(page: PdfPage): LabelledFigure[] {
  return page.words
    .filter(({ text }) => isAmount(text) && !text.includes('%'))
    .map((word) => ({ page, word, label: findLabel(page, word) }))
}

/**
 * Returns the text before a figure on the same line, up to another figure or a wide gap. Text beyond the gap may
 * belong to another box.
 */
function findLabel({ words }: PdfPage, figure: PageWord): PageWord[] {
  const before = words
    .filter(({ y, right }) => Math.abs(y - figure.y) < sameLineTolerance && right <= figure.x)
    .toSorted((one, other) => other.x - one.x)
  const label: PageWord[] = []
  for (const word of before) {
    const next = label.at(-1) ?? figure
    if (/\d/.test(word.text) || next.x - word.right > (label.length > 0 ? 1 : maxLabelGap) * word.size) break
    label.push(word)
  }
  return label
}

function checkBaselines(figures: LabelledFigure[]): TrustFinding[] {
  const measured = figures.flatMap((figure) => {
    const { word, label } = figure
    const ofSameSize = label.filter(({ size }) => Math.abs(size - word.size) < 0.1)
    const [first] = ofSameSize
    if (!first || ofSameSize.some(({ y }) => Math.abs(y - first.y) > alignedTolerance)) return []
    return [{ ...figure, offset: word.y - first.y }]
  })
  const outliers = measured.filter(({ offset }) => Math.abs(offset) >= minOffset)
  const aligned = measured.filter(({ offset }) => Math.abs(offset) <= alignedTolerance)
  if (outliers.length === 0 || outliers.length > maxOutliers) return []
  if (aligned.length < Math.max(minFigures, minAlignedShare * measured.length)) return []
  const places = outliers.map(({ page, word, offset }) => ({
    ...regionOf(page.number, word),
    expected: (word.y - offset).toFixed(2),
    actual: word.y.toFixed(2),
  }))
  const [first] = outliers
  const message = `On page ${first?.page.number} "${first?.word.text}" is ${Math.abs(first?.offset ?? 0).toFixed(1)} points off the baseline of its label; the other figures of the document are not.`
  return [createFinding('BASELINE_OUTLIER', message, { places })]
}

/**
 * Finds figures that are slightly larger or smaller than their label, in a size that no other text in the document
 * has.
 */
function checkSizes(figures: LabelledFigure[], pages: readonly PdfPage[]): TrustFinding[] {
  if (figures.length < minFigures) return []
  const wordsBySize = Map.groupBy(
    pages.flatMap(({ words }) => words),
    sizeOf,
  )
  const outliers = figures.filter(({ word, label }) => {
    const texts = label.filter(({ text }) => /\p{L}{2}/u.test(text))
    const [first] = texts
    if (!first || texts.some((other) => sizeOf(other) !== sizeOf(first))) return false
    const difference = Math.abs(word.size - first.size)
    const isUnique = wordsBySize.get(sizeOf(word))?.length === 1
    return difference >= minSizeDifference && difference <= maxSizeDifference * first.size && isUnique
  })
  if (outliers.length === 0 || outliers.length > maxOutliers) return []
  const places = outliers.map(({ page, word, label }) => ({
    ...regionOf(page.number, word),
    expected: label[0] ? sizeOf(label[0]) : '',
    actual: sizeOf(word),
  }))
  const [first] = outliers
  const message = `On page ${first?.page.number} "${first?.word.text}" is set in a size (${places[0]?.actual}) that nothing else on the document has.`
  return [createFinding('SIZE_OUTLIER', message, { places })]
}

/** Labels of amounts. A label of something else may well have an image beside it. */
const amountLabel = /\b(net|gross|total|pay|paid|tax|ni|national insurance|pension|salary)\b/i

/**
 * Finds small images where the figure of a label should be: after the label on its line, or below it, with no figure
 * there.
 */
function checkImagesBesideLabels(page: PdfPage): TrustFinding[] {
  const replaced = (page.smallImages ?? []).filter((box) => {
    const [left, top, right, bottom] = box
    const place = { x: left, right, y: bottom - imageDescent * (bottom - top), size: bottom - top }
    const isOnLine = ({ y }: PageWord) => y > top && y < bottom + sameLineTolerance
    const hasFigure = page.words.some((word) => isOnLine(word) && word.x >= left - 1 && isAmount(word.text))
    if (hasFigure) return false
    const beside = findLabel(page, { ...place, y: lineAt(page, place) ?? place.y, text: '' })
    return isAmountLabel(beside) || isAmountLabel(findLabelAbove(page, box))
  })
  if (replaced.length === 0 || replaced.length > maxOutliers) return []
  const places = replaced.map((box) => ({
    page: page.number,
    box,
    expected: 'a figure',
    actual: 'an image',
  }))
  const message = `On page ${page.number} an image is where the figure of a label should be.`
  return [createFinding('FIGURE_AS_PICTURE', message, { places })]
}

/** Share of the height of an image of a figure that is below the baseline. */
const imageDescent = 0.2

/** Returns the baseline of the nearest text before the image, if that text is on the same line. */
function lineAt({ words }: PdfPage, { x, y, size }: { x: number; y: number; size: number }) {
  const before = words.filter((word) => word.right <= x && Math.abs(word.y - y) < size / 2)
  return before.toSorted((one, other) => other.right - one.right)[0]?.y
}

/** Returns the words just above an image, as in a box with a caption and a figure. */
const findLabelAbove = ({ words }: PdfPage, [left, top, right, bottom]: PageRegion['box']): PageWord[] =>
  words
    .filter(({ y, size }) => y <= top + 1 && top - y < size && size < 2 * (bottom - top))
    .filter((word) => word.x < right && word.right > left)
    .toSorted((one, other) => other.x - one.x)

const isAmountLabel = (label: PageWord[]) =>
  amountLabel.test(
    label
      .toReversed()
      .map(({ text }) => text)
      .join(' '),
  )

const sizeOf = ({ size }: PageWord) => size.toFixed(1)
