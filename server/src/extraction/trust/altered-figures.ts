import type { PageWord, PdfPage, PdfStructure, TrustFinding } from '../document.ts'
import { familyOf } from './column-outliers.ts'
import { createFinding } from './finding-codes.ts'
import { boxOf, digitsOf, isAmount, regionOf, shareInside } from './geometry.ts'

// Checks figures anywhere on the pages, including figures outside tables.

/** Minimum number of figures in a document. With fewer figures, there is no common font to compare with. */
const minFigures = 5
/** Minimum number of figures in one font and size. With fewer figures, their widths cannot be modelled. */
const minFiguresForWidths = 8
/** Maximum number of outliers. If more figures differ, the issuer designed the document that way. */
const maxOutliers = 4
/**
 * Minimum share of figures in the most frequent font family. With a smaller share, the document has no common font.
 */
const minAgreeingShare = 0.8
/**
 * Minimum average number of words on pages with a page-sized image. With fewer words, the pages are photos or scans.
 */
const minWordsOfTextPage = 30
/** Share of the page that an image covers. An image that covers a larger share is page-sized. */
const minPageImageShare = 0.6
/**
 * Factor relative to the largest figure in the common font. A figure that is larger by this factor may have a
 * different font by design.
 */
const displaySizeFactor = 1.05

type FigureOnPage = { page: PdfPage; word: PageWord }

export function checkFigures(pages: readonly PdfPage[], { assembly }: PdfStructure): TrustFinding[] {
  const textPages = pages.filter(({ source }) => source === 'text')
  const figures = textPages.flatMap((page) =>
    page.words.filter(({ text }) => isAmount(text)).map((word) => ({ page, word })),
  )
  return [
    ...checkFontFamilies(textPages, figures),
    ...checkMixedFonts(figures),
    ...checkOverprints(textPages),
    ...checkWidths(figures),
    ...checkTypedOnImages(textPages),
    ...checkAnnotations(textPages, assembly?.notes ?? []),
  ]
}

/** Finds a font that is used only for a few figures and belongs to a different family from the other figures. */
function checkFontFamilies(pages: readonly PdfPage[], figures: FigureOnPage[]): TrustFinding[] {
  if (figures.length < minFigures) return []
  const families = Map.groupBy(figures, ({ word }) => familyOf(word.font))
  const [commonFamily, common] = [...families].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0] ?? ['', []]
  if (common.length < minAgreeingShare * figures.length) return []
  const fontsOfText = new Set(pages.flatMap(({ words }) => words.filter(isText).map(({ font }) => font)))
  return [...Map.groupBy(figures, ({ word }) => word.font ?? '')].flatMap(([font, outliers]) => {
    const [first] = outliers
    const isOutlier = familyOf(font) !== commonFamily && !fontsOfText.has(font)
    if (!isOutlier || outliers.length > maxOutliers) return []
    const places = outliers.map(({ page, word }) => ({
      ...regionOf(page.number, word),
      expected: commonFamily,
      actual: font,
    }))
    const message = `On page ${first?.page.number} "${first?.word.text}" is set in ${font}, which the document uses for no other text; its other figures are in ${commonFamily}.`
    // A large figure may have a different font by design, but not a standard font that every editor offers.
    const largest = Math.max(...common.map(({ word }) => word.size))
    const isSuspicious =
      standardFonts.test(font) || outliers.some(({ word }) => word.size <= largest * displaySizeFactor)
    const severity = isSuspicious ? 'high' : 'medium'
    return [createFinding('FONT_OUTLIER', message, { severity, places })]
  })
}

const standardFonts =
  /^(times|courier|helvetica|arial|calibri|cambria|verdana|tahoma|georgia|liberation|dejavu|nimbus)/i

const isText = ({ text }: PageWord) => /\p{L}{2}/u.test(text)

/**
 * Finds figures whose digits are in two fonts. Currency signs are ignored because they may legitimately be in another
 * font.
 */
function checkMixedFonts(figures: FigureOnPage[]): TrustFinding[] {
  return figures.flatMap(({ page, word }) => {
    const before = page.words.find((other) => isJustBefore(other, word))
    const families = new Set([before?.font ?? word.font, word.font, ...(word.otherFonts ?? [])].map(familyOf))
    if (families.size < 2 || !/^[\d,.]+$/.test(word.text)) return []
    const actual = [...families].join(' and ')
    const message = `On page ${page.number} the digits of "${before?.text ?? ''}${word.text}" are in different fonts: ${actual}.`
    const places = [{ ...regionOf(page.number, word), expected: 'one font', actual }]
    return [createFinding('MIXED_FONTS', message, { places })]
  })
}

/** Whether digits are directly before a figure without a gap, so that a reader sees a single number. */
const isJustBefore = (one: PageWord, figure: PageWord) =>
  Math.abs(one.y - figure.y) < 1.5 &&
  Math.abs(figure.x - one.right) < 0.15 * figure.size &&
  Math.abs(one.size - figure.size) < 0.1 * figure.size &&
  /^\d{1,3},?$/.test(one.text)

/** Maximum number of overprinted figures reported per page. */
const maxOverprints = 5

/** Finds two different visible figures printed over each other. */
function checkOverprints(pages: readonly PdfPage[]): TrustFinding[] {
  return pages.flatMap((page) => {
    const figures = page.words
      .filter(({ text }) => digitsOf(text) !== '')
      .toSorted((one, other) => one.y - other.y)
    const findings: TrustFinding[] = []
    for (const [n, word] of figures.entries())
      for (let next = n + 1; next < figures.length; next++) {
        const other = figures[next]
        if (!other || other.y - word.y > 0.5 * word.size) break
        if (!areOverEachOther(word, other)) continue
        const message = `On page ${page.number} "${word.text}" and "${other.text}" are printed over each other.`
        const places = [{ ...regionOf(page.number, word), expected: word.text, actual: other.text }]
        const isMoney = isAmount(word.text) || isAmount(other.text)
        findings.push(
          createFinding('TEXT_OVER_TEXT', message, { places, severity: isMoney ? 'high' : 'medium' }),
        )
      }
    return findings.slice(0, maxOverprints)
  })
}

/**
 * Whether at least half of one figure is inside the other, and neither repeats the digits of the other. The same
 * figure printed twice is simulated bold type.
 */
function areOverEachOther(one: PageWord, other: PageWord): boolean {
  const [first, second] = [boxOf(one), boxOf(other)]
  const share = Math.max(shareInside(first, second), shareInside(second, first))
  if (share < 0.5) return false
  const [short, long] = [digitsOf(one.text), digitsOf(other.text)].toSorted((a, b) => a.length - b.length)
  return !(long ?? '').includes(short ?? '')
}

/**
 * Finds figures of unusual width. In most fonts all digits are equally wide, so the width of a figure can be
 * predicted from its characters.
 */
function checkWidths(figures: FigureOnPage[]): TrustFinding[] {
  const plain = figures.filter(({ word }) => /^[\d,.]+$/.test(word.text) && !word.otherFonts)
  const groups = Map.groupBy(plain, ({ word }) => `${word.font} ${word.size.toFixed(1)}`)
  return [...groups.values()].flatMap((group) => {
    if (group.length < minFiguresForWidths) return []
    const model = fitWidths(group.map(({ word }) => word))
    const measured = group
      .filter(({ word }) => canPredict(model, word))
      .map((figure) => ({ ...figure, error: Math.abs(widthError(model, figure.word)) }))
    const fitting = measured.filter(({ word, error }) => error < maxFittingError * word.size)
    const outliers = measured.filter(({ word, error }) => error > minOutlierError * word.size)
    if (fitting.length < Math.max(minFiguresForWidths - 1, minFittingShare * measured.length)) return []
    if (outliers.length === 0 || outliers.length > maxOutliers) return []
    const places = outliers.map(({ page, word }) => ({
      ...regionOf(page.number, word),
      expected: predictWidth(model, word).toFixed(1),
      actual: (word.right - word.x).toFixed(1),
    }))
    const [first] = outliers
    const message = `On page ${first?.page.number} "${first?.word.text}" is ${places[0]?.actual} points wide; in the same font and size it would be ${places[0]?.expected}.`
    return [createFinding('SPACING_OUTLIER', message, { places })]
  })
}

/**
 * Limits for the difference between the actual and the predicted width of a figure, in ems. Below the first limit the
 * figure fits the model; above the second it is an outlier.
 */
const maxFittingError = 0.02
const minOutlierError = 0.12
/** Minimum share of figures that fit the model. With a smaller share, the digits of the font are not equally wide. */
const minFittingShare = 0.9

/**
 * Width of a digit and of a separator. `only` is set if all figures have the same number of digits and separators; no
 * other figures can then be predicted.
 */
type WidthModel = { digit: number; separator: number; only?: { digits: number; separators: number } }

const countsOf = ({ text }: PageWord) => ({
  digits: digitsOf(text).length,
  separators: text.replace(/\d/g, '').length,
})
const predictWidth = ({ digit, separator }: WidthModel, word: PageWord) => {
  const { digits, separators } = countsOf(word)
  return digit * digits + separator * separators
}
const widthError = (model: WidthModel, word: PageWord) => word.right - word.x - predictWidth(model, word)

function canPredict({ only }: WidthModel, word: PageWord): boolean {
  const { digits, separators } = countsOf(word)
  return only === undefined || (only.digits === digits && only.separators === separators)
}

/** Share of the figures that is used for the second fit. The figures with the largest errors are left out. */
const refitShare = 0.8

/** Fits both widths by least squares, and fits them again without the figures that have the largest errors. */
function fitWidths(words: PageWord[], isRefit = false): WidthModel {
  let [dd, dp, pp, dw, pw] = [0, 0, 0, 0, 0]
  for (const word of words) {
    const { digits, separators: points } = countsOf(word)
    const width = word.right - word.x
    dd += digits * digits
    dp += digits * points
    pp += points * points
    dw += digits * width
    pw += points * width
  }
  const determinant = dd * pp - dp * dp
  // If all figures have the same number of digits and separators, the two widths cannot be determined separately, so
  // the width of a separator is set to 0.
  const model =
    determinant < 1e-6
      ? { digit: dd === 0 ? 0 : dw / dd, separator: 0, ...(words[0] && { only: countsOf(words[0]) }) }
      : { digit: (dw * pp - pw * dp) / determinant, separator: (pw * dd - dw * dp) / determinant }
  if (isRefit) return model
  const bestFirst = words.toSorted(
    (one, other) => Math.abs(widthError(model, one)) - Math.abs(widthError(model, other)),
  )
  return fitWidths(bestFirst.slice(0, Math.ceil(refitShare * words.length)), true)
}

/** Finds figures typed onto a scan or screenshot. */
function checkTypedOnImages(pages: readonly PdfPage[]): TrustFinding[] {
  const imagePages = pages.filter(({ imageShare }) => imageShare > minPageImageShare)
  const wordCount = imagePages.reduce((count, page) => count + page.words.length, 0)
  if (wordCount >= minWordsOfTextPage * imagePages.length) return []
  return imagePages.flatMap((page) => {
    const typed = page.words.filter(({ text }) => isAmount(text))
    if (typed.length === 0) return []
    const message = `Page ${page.number} is an image, and "${typed[0]?.text}" was typed onto it.`
    const places = typed.map((word) => ({
      ...regionOf(page.number, word),
      expected: 'an image',
      actual: word.text,
    }))
    return [createFinding('TEXT_OVER_PICTURE', message, { places })]
  })
}

type Annotation = { page: number; box: ReturnType<typeof boxOf> | null; kind: string }

/** Maximum number of form fields that are checked. A document with more fields is a form by design. */
const maxFormFields = 6
/**
 * Kinds of annotation that are usually legitimate: form fields are meant to be filled in, and some software draws its
 * links.
 */
const usuallyLegitimate = ['Widget', 'Link']
/** Share of a word that an annotation must cover. With a smaller share, the word does not count as covered. */
const minCoveredShare = 0.3
const isFormField = ({ kind }: Annotation) => kind === 'Widget'

/** Reports annotations. Every viewer displays them, but they are not part of the text of the page. */
function checkAnnotations(pages: readonly PdfPage[], all: Annotation[]): TrustFinding[] {
  const isForm = all.filter(isFormField).length > maxFormFields
  const annotations = isForm ? all.filter((annotation) => !isFormField(annotation)) : all
  return annotations.map(({ page, box, kind }) => {
    const words = pages.find(({ number }) => number === page)?.words ?? []
    const covered = box ? words.filter((word) => shareInside(boxOf(word), box) > minCoveredShare) : []
    const figures = covered.filter(({ text }) => digitsOf(text) !== '')
    const places = box
      ? [{ page, box, expected: covered.map(({ text }) => text).join(' '), actual: kind }]
      : []
    if (figures.length === 0)
      return createFinding('ANNOTATION', `Page ${page} has an annotation on top of its content (${kind}).`, {
        places,
      })
    const message = `Page ${page} has an annotation (${kind}) over "${figures[0]?.text}".`
    return createFinding('ANNOTATION_OVER_TEXT', message, {
      places,
      severity: usuallyLegitimate.includes(kind) ? 'medium' : 'high',
    })
  })
}
