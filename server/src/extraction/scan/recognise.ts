import { availableParallelism } from 'node:os'
import type { PageWord, PdfPage } from '../document.ts'
import { type OpenPdf, withPdf } from '../pdf/pdfium.ts'
import { normaliseContrast } from './contrast.ts'
import { invertDarkBands } from './dark-bands.ts'
import { repairDayOrder } from './day-order.ts'
import { deskew } from './deskew.ts'
import { adjustWordWidths } from './fixed-pitch.ts'
import { isSideways } from './orientation.ts'
import { type PageImage, renderPage, rotateQuarters } from './page-image.ts'
import { openPhoto } from './photo/open-photo.ts'
import { measureBend, unbend } from './photo/unbend.ts'
import { measurePrintSize } from './print-size.ts'
import { needsRecognition, textQuality } from './quality.ts'
import { repairWords } from './repair-words.ts'
import { clearRuledLines } from './ruled-lines.ts'
import { recogniseImage } from './tesseract.ts'

// Many digits of small print are misread at 200 dpi, some at 250 dpi and hardly any at 300 dpi. Larger print is read
// equally well at 200 dpi.
const defaultDpi = 200
// Print smaller than `belowPoints` is rendered at this resolution.
const smallPrint = { dpi: 300, belowPoints: 5.2 }
// Minimum share of the page that an image covers for the page to be a photo.
const minPhotoShare = 0.4
// Each page is recognised by a single-threaded process. More processes would exceed the memory limit of a reader.
const maxConcurrentPages = Math.min(4, availableParallelism())

export type RecognitionLimits = {
  /** Deadline on the performance.now() clock. */
  deadlineMs: number
  /** Called for every page that was not recognised before the deadline. */
  onPageSkipped: (page: number) => void
}

/** Replaces pages without readable text with their OCR results. */
export async function recognisePages(
  bytes: Uint8Array,
  pages: readonly PdfPage[],
  { deadlineMs = Infinity, onPageSkipped }: Partial<RecognitionLimits> = {},
): Promise<PdfPage[]> {
  if (!pages.some(needsRecognition)) return [...pages]
  return withPdf(bytes, async (pdf) => {
    const result = [...pages]
    const pending = pages.filter(needsRecognition)
    const render = createRenderer(pdf)
    const work = async () => {
      for (let page = pending.shift(); page; page = pending.shift())
        result[page.number - 1] = await recognisePage(page, render, deadlineMs).catch((error) => {
          if (!(error instanceof OutOfTime)) throw error
          onPageSkipped?.(page.number)
          return page
        })
    }
    await Promise.all(Array.from({ length: maxConcurrentPages }, work))
    return result
  })
}

class OutOfTime extends Error {}

async function recognisePage(
  page: PdfPage,
  render: (page: PdfPage) => RenderedPage,
  deadlineMs: number,
): Promise<PdfPage> {
  if (performance.now() > deadlineMs) throw new OutOfTime()
  const { image, flattened } = render(page)
  if (isBlank(image)) return { ...page, words: [], source: 'empty' }
  const best = await recogniseUpright(image, flattened !== undefined, deadlineMs)
  if (!best || best.words.length === 0) return page
  const { image: upright, rotation } = best
  const words = adjustWordWidths(repairDayOrder(repairWords(best.words)))
  const size = { width: (upright.width * 72) / upright.dpi, height: (upright.height * 72) / upright.dpi }
  const imageShare = Math.max(page.imageShare, 1)
  return { ...page, ...size, words, rotation, source: 'ocr', imageShare, ...(flattened && { flattened }) }
}

type RenderedPage = { image: PageImage; flattened?: PdfPage['flattened'] }

/**
 * Returns a function that renders a page at the resolution its print needs. If one page has small print, the next
 * pages are immediately rendered at the higher resolution.
 */
function createRenderer(pdf: OpenPdf): (page: PdfPage) => RenderedPage {
  let dpi = defaultDpi
  return ({ number, imageShare }) => {
    const photo = imageShare > minPhotoShare ? openPhoto(pdf, number - 1) : undefined
    const draw = () => (photo ? photo.draw(dpi) : normaliseContrast(renderPage(pdf, number - 1, dpi)))
    let image = draw()
    if (dpi !== smallPrint.dpi && measurePrintSize(image) < smallPrint.belowPoints) {
      dpi = smallPrint.dpi
      image = draw()
    }
    return { image, ...(photo && { flattened: photo.flattened }) }
  }
}

type UprightReading = { image: PageImage; words: PageWord[]; rotation: NonNullable<PdfPage['rotation']> }

// Score, from 0 to 1, and number of solid words from which no further rotation is tried. On a page that lies on its side,
// single letters and pairs are read with some certainty.
const goodScore = 0.55
const minSolidWords = 12
const minSolidCertainty = 70
const solidWord = /[\p{L}\d]{3}/u
const uprightFirst = [0, 2, 1, 3]
const sidewaysFirst = [1, 3, 0, 2]

/**
 * Tries the four rotations, the likely ones first. A sideways or upside-down page results in gibberish with a low score, or in
 * few words.
 */
async function recogniseUpright(
  page: PageImage,
  isPhoto: boolean,
  deadlineMs: number,
): Promise<UprightReading | undefined> {
  let best: (UprightReading & { value: number }) | undefined
  for (const quarters of isSideways(page) ? sidewaysFirst : uprightFirst) {
    const turned = quarters === 0 ? page : rotateQuarters(page, quarters)
    // The edges of the sheet are straight already, so its lines are straightened directly.
    const upright = isPhoto ? { image: turned, degrees: 0 } : deskew(turned)
    const bend = isPhoto ? measureBend(turned) : undefined
    const inverted = invertDarkBands(bend ? unbend(upright.image, bend) : upright.image)
    const image = isPhoto ? clearRuledLines(inverted) : inverted
    const words = await recogniseImage(image, deadlineMs)
    const score = words ? scoreWords(words) : 0
    const pointBend = bend?.map((weight) => (weight * 72) / image.dpi)
    const rotation = { quarters, degrees: upright.degrees, ...(pointBend && { bend: pointBend }) }
    const solid = words?.filter(isSolid).length ?? 0
    const value = score * Math.min(minSolidWords, solid)
    if (words && (!best || value > best.value)) best = { image, words, value, rotation }
    if (score >= goodScore && solid >= minSolidWords) break
    if (performance.now() > deadlineMs) throw new OutOfTime()
  }
  return best
}

const isSolid = ({ text, certainty = 0 }: PageWord) => certainty >= minSolidCertainty && solidWord.test(text)

function scoreWords(words: readonly PageWord[]): number {
  const certainty = words.reduce((sum, word) => sum + (word.certainty ?? 0), 0) / Math.max(1, words.length)
  return (certainty / 100) * textQuality(words)
}

// Maximum share of dark pixels on a blank page. Only every seventh pixel is sampled.
const maxBlankShare = 0.0005
const sampleStep = 7

function isBlank({ pixels }: PageImage): boolean {
  let dark = 0
  for (let n = 0; n < pixels.length; n += sampleStep) if ((pixels[n] as number) < 128) dark++
  return dark * sampleStep < pixels.length * maxBlankShare
}
