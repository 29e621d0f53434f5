import type { PageRegion, PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { isAmount, regionOf } from './geometry.ts'

// Checks figures beside labels, as on payslips and in summaries. They have no column to compare with, but label and figure of
// one line normally share baseline and size.

/** points: baselines this close belong to one line. */
const sameLineTolerance = 2.5
/** With fewer figures there is nothing to compare with. */
const minFigures = 8
/** Share of figures that must be exactly on the baseline of their label. */
const minAlignedShare = 0.9
/** More outliers are the issuer's design. */
const maxOutliers = 2
/** em between a label and its figure. */
const maxLabelGap = 20
/** points: baselines within the first are aligned, beyond the second they are off. */
const alignedTolerance = 0.1
const minOffset = 0.25
/** points: the smallest difference in size that counts. */
const minSizeDifference = 0.2
/** Share of the label's size: a figure that differs by more does so by design. */
const maxSizeDifference = 0.2

type LabelledFigure = { page: PdfPage; word: PageWord; label: PageWord[] }

/** Figures already reported by the column checks are not reported again. */
export function checkFiguresBesideLabels(
  pages: readonly PdfPage[],
  reported: readonly TrustFinding[],
): TrustFinding[] {
  const known = new Set(reported.flatMap(({ places }) => places.map(toKey)))
  const figures = pages.filter(({ source }) => source === 'text').flatMap(listFigures)
  return [...checkBaselines(figures), ...checkSizes(figures, pages)].filter(
    ({ places }) => !places.some((place) => known.has(toKey(place))),
  )
}

const toKey = ({ page, box }: PageRegion) => `${page} ${box.join(' ')}`

function listFigures(page: PdfPage): LabelledFigure[] {
  return page.words
    .filter(({ text }) => isAmount(text) && !text.includes('%'))
    .map((word) => ({ page, word, label: findLabel(page, word) }))
}

/** The text before a figure on its line, back to another figure or a wide gap: beyond it may be another box. */
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

/** Finds a figure slightly larger or smaller than its label, in a size that nothing else on the document has. */
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

const sizeOf = ({ size }: PageWord) => size.toFixed(1)
