import type { Finding, Page, Structure, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { familyOf } from './column-outliers.ts'
import { boxOf, digitsOf, isAmount, placeOf, shareInside } from './geometry.ts'

// Figures anywhere on the pages, also where there is no table to compare them with.

const fewestFigures = 5
const fewestWidths = 8
const mostOddFigures = 4
const agreeing = 0.8
/** A page with fewer words than this under a picture of its own size was not written, it was photographed. */
const fewWords = 30

type Placed = { page: Page; word: Word }

export function judgeFigures(pages: readonly Page[], { assembly }: Structure): Finding[] {
  const written = pages.filter(({ source }) => source === 'text')
  const figures = written.flatMap((page) =>
    page.words.filter(({ text }) => isAmount(text)).map((word) => ({ page, word })),
  )
  return [
    ...judgeFamilies(written, figures),
    ...judgeMixture(figures),
    ...judgeOverprint(written),
    ...judgeWidths(figures),
    ...judgePictures(written),
    ...judgeNotes(written, assembly?.notes ?? []),
  ]
}

/** A font that the paper uses for nothing but a figure or two, and of another family than its other figures. */
function judgeFamilies(pages: readonly Page[], figures: Placed[]): Finding[] {
  if (figures.length < fewestFigures) return []
  const families = Map.groupBy(figures, ({ word }) => familyOf(word.font))
  const [usual, same] = [...families].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [
    '',
    [],
  ]
  if (same.length < agreeing * figures.length) return []
  const ofWords = new Set(pages.flatMap(({ words }) => words.filter(isWord).map(({ font }) => font)))
  return [...Map.groupBy(figures, ({ word }) => word.font ?? '')].flatMap(([font, odd]) => {
    const [first] = odd
    if (familyOf(font) === usual || ofWords.has(font) || odd.length > mostOddFigures) return []
    const places = odd.map(({ page, word }) => ({
      ...placeOf(page.number, word),
      expected: usual,
      actual: font,
    }))
    const message = `On page ${first?.page.number} "${first?.word.text}" is set in ${font}, which the paper uses for no word; its other figures are in ${usual}.`
    // A large figure may have a face of its own by design, but not one that every computer has.
    const largest = Math.max(...same.map(({ word }) => word.size))
    const isNoDesign = everywhere.test(font) || odd.some(({ word }) => word.size <= largest * 1.05)
    const severity = isNoDesign ? 'high' : 'medium'
    return [finding('FONT_OUTLIER', message, { severity, places })]
  })
}

const everywhere =
  /^(times|courier|helvetica|arial|calibri|cambria|verdana|tahoma|georgia|liberation|dejavu|nimbus)/i

const isWord = ({ text }: Word) => /\p{L}{2}/u.test(text)

/** One figure in two fonts. A currency sign may come from another font, so only digits count. */
function judgeMixture(figures: Placed[]): Finding[] {
  return figures.flatMap(({ page, word }) => {
    const before = page.words.find((other) => isJustBefore(other, word))
    const families = new Set([before?.font ?? word.font, word.font, ...(word.otherFonts ?? [])].map(familyOf))
    if (families.size < 2 || !/^[\d,.]+$/.test(word.text)) return []
    const actual = [...families].join(' and ')
    const message = `On page ${page.number} the digits of "${before?.text ?? ''}${word.text}" are in different fonts: ${actual}.`
    const places = [{ ...placeOf(page.number, word), expected: 'one font', actual }]
    return [finding('MIXED_FONTS', message, { places })]
  })
}

/** Digits that were put before a figure without a gap: people read one number. */
const isJustBefore = (one: Word, figure: Word) =>
  /^\d{1,3},?$/.test(one.text) &&
  Math.abs(one.y - figure.y) < 1.5 &&
  Math.abs(one.size - figure.size) < 0.1 * figure.size &&
  Math.abs(figure.x - one.right) < 0.15 * figure.size

/** Two different figures that are painted over each other, both to be seen. The same one twice is how bold is faked. */
function judgeOverprint(pages: readonly Page[]): Finding[] {
  return pages.flatMap((page) => {
    const figures = page.words
      .filter(({ text }) => digitsOf(text) !== '')
      .toSorted((one, other) => one.y - other.y)
    const found: Finding[] = []
    for (const [n, word] of figures.entries())
      for (let next = n + 1; next < figures.length; next++) {
        const other = figures[next]
        if (!other || other.y - word.y > 0.5 * word.size) break
        if (!areOverEachOther(word, other)) continue
        const message = `On page ${page.number} "${word.text}" and "${other.text}" are printed over each other.`
        const places = [{ ...placeOf(page.number, word), expected: word.text, actual: other.text }]
        const isMoney = isAmount(word.text) || isAmount(other.text)
        found.push(finding('TEXT_OVER_TEXT', message, { places, severity: isMoney ? 'high' : 'medium' }))
      }
    return found.slice(0, 5)
  })
}

function areOverEachOther(one: Word, other: Word): boolean {
  const [first, second] = [boxOf(one), boxOf(other)]
  const share = Math.max(shareInside(first, second), shareInside(second, first))
  if (share < 0.5) return false
  const [short, long] = [digitsOf(one.text), digitsOf(other.text)].toSorted((a, b) => a.length - b.length)
  return !(long ?? '').includes(short ?? '')
}

/** All digits of most fonts are equally wide: then the width of a figure follows from its signs. */
function judgeWidths(figures: Placed[]): Finding[] {
  const plain = figures.filter(({ word }) => /^[\d,.]+$/.test(word.text) && !word.otherFonts)
  const groups = Map.groupBy(plain, ({ word }) => `${word.font} ${word.size.toFixed(1)}`)
  return [...groups.values()].flatMap((group) => {
    if (group.length < fewestWidths) return []
    const model = fit(group.map(({ word }) => word))
    const off = group
      .filter(({ word }) => isTold(model, word))
      .map((one) => ({ ...one, by: one.word.right - one.word.x - widthBy(model, one.word) }))
    const isNear = ({ word, by }: (typeof off)[number]) => Math.abs(by) < 0.02 * word.size
    const odd = off.filter(({ word, by }) => Math.abs(by) > 0.12 * word.size)
    if (
      off.filter(isNear).length < Math.max(fewestWidths - 1, 0.9 * off.length) ||
      odd.length === 0 ||
      odd.length > mostOddFigures
    )
      return []
    const places = odd.map(({ page, word }) => ({
      ...placeOf(page.number, word),
      expected: widthBy(model, word).toFixed(1),
      actual: (word.right - word.x).toFixed(1),
    }))
    const [first] = odd
    const message = `On page ${first?.page.number} "${first?.word.text}" is ${places[0]?.actual} points wide; in the same font and size it would be ${places[0]?.expected}.`
    return [finding('SPACING_OUTLIER', message, { places })]
  })
}

/** `only`: how many of both all figures had that it comes from; nothing is known of others then. */
type Widths = { digit: number; point: number; only?: { digits: number; points: number } }

const countsOf = ({ text }: Word) => ({
  digits: digitsOf(text).length,
  points: text.replace(/\d/g, '').length,
})
const widthBy = ({ digit, point }: Widths, word: Word) => {
  const { digits, points } = countsOf(word)
  return digit * digits + point * points
}

function isTold({ only }: Widths, word: Word): boolean {
  const { digits, points } = countsOf(word)
  return only === undefined || (only.digits === digits && only.points === points)
}

/** Least squares over two unknowns, then once more without what is far off. */
function fit(words: Word[], isAgain = false): Widths {
  let [dd, dp, pp, dw, pw] = [0, 0, 0, 0, 0]
  for (const word of words) {
    const { digits, points } = countsOf(word)
    const width = word.right - word.x
    dd += digits * digits
    dp += digits * points
    pp += points * points
    dw += digits * width
    pw += points * width
  }
  const determinant = dd * pp - dp * dp
  // Figures with equally many signs leave the two widths undecided; then all signs count as digits of one width.
  const widths =
    determinant < 1e-6
      ? { digit: dd === 0 ? 0 : dw / dd, point: 0, ...(words[0] && { only: countsOf(words[0]) }) }
      : { digit: (dw * pp - pw * dp) / determinant, point: (pw * dd - dw * dp) / determinant }
  if (isAgain) return widths
  const byMiss = words.toSorted((one, other) => missOf(widths, one) - missOf(widths, other))
  return fit(byMiss.slice(0, Math.ceil(0.8 * words.length)), true)
}

const missOf = (widths: Widths, word: Word) => Math.abs(word.right - word.x - widthBy(widths, word))

/** A scan or a screenshot onto which figures were typed. */
function judgePictures(pages: readonly Page[]): Finding[] {
  const pictured = pages.filter(({ picture }) => picture > 0.6)
  const words = pictured.reduce((sum, page) => sum + page.words.length, 0)
  if (words >= fewWords * pictured.length) return []
  return pictured.flatMap((page) => {
    const typed = page.words.filter(({ text }) => isAmount(text))
    if (typed.length === 0) return []
    const message = `Page ${page.number} is a picture, and "${typed[0]?.text}" was written onto it.`
    const places = typed.map((word) => ({
      ...placeOf(page.number, word),
      expected: 'a picture',
      actual: word.text,
    }))
    return [finding('TEXT_OVER_PICTURE', message, { places })]
  })
}

type Note = { page: number; box: ReturnType<typeof boxOf> | null; kind: string }

const mostFields = 6
// Forms are filled in, and some programs paint their links.
const mostlyHonest = ['Widget', 'Link']
const isField = ({ kind }: Note) => kind === 'Widget'

/** Notes are shown by every viewer and are no part of the page's text. A paper with many filled fields is a form by design. */
function judgeNotes(pages: readonly Page[], all: Note[]): Finding[] {
  const isForm = all.filter(isField).length > mostFields
  const notes = isForm ? all.filter((note) => !isField(note)) : all
  return notes.map(({ page, box, kind }) => {
    const words = pages.find(({ number }) => number === page)?.words ?? []
    const below = box ? words.filter((word) => shareInside(boxOf(word), box) > 0.3) : []
    const figures = below.filter(({ text }) => digitsOf(text) !== '')
    const places = box ? [{ page, box, expected: below.map(({ text }) => text).join(' '), actual: kind }] : []
    if (figures.length === 0)
      return finding('ANNOTATION', `On page ${page} something was added on top of the page (${kind}).`, {
        places,
      })
    const message = `On page ${page} something was added (${kind}) over "${figures[0]?.text}".`
    return finding('ANNOTATION_OVER_TEXT', message, {
      places,
      severity: mostlyHonest.includes(kind) ? 'medium' : 'high',
    })
  })
}
