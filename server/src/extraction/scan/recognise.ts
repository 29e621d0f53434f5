import { availableParallelism } from 'node:os'
import type { Page, Word } from '../document.ts'
import { type OpenPdf, withPdf } from '../pdf/pdfium.ts'
import { bandsTurnedWhite } from './dark-bands.ts'
import { repairedByNeighbours } from './repair-words.ts'
import { evened } from './contrast.ts'
import { daysInOrder } from './day-order.ts'
import { draw, type Picture, quarterTurned } from './page-image.ts'
import { spaced } from './fixed-pitch.ts'
import { printSizeOf } from './print-size.ts'
import { needsRecognition, textQuality } from './quality.ts'
import { straightened } from './deskew.ts'
import { recognise } from './tesseract.ts'

// At 200 dpi many a digit of small print is mistaken, at 250 some, at 300 hardly one; larger print gains nothing.
const dpi = 200
const finer = { dpi: 300, below: 5.2 }
// Each is one process with one thread; more would not fit into the memory of a reader.
const atATime = Math.min(4, availableParallelism())

export type RecognitionLimits = {
  /** When the work has to end, as of performance.now(). */
  until: number
  /** Is told of every page that there was no time for. */
  onLeftOut: (page: number) => void
}

/** The pages, with what pictures show in place of what could not be read as text. */
export async function recognisePages(
  bytes: Uint8Array,
  pages: readonly Page[],
  { until = Infinity, onLeftOut }: Partial<RecognitionLimits> = {},
): Promise<Page[]> {
  if (!pages.some(needsRecognition)) return [...pages]
  return withPdf(bytes, async (pdf) => {
    const result = [...pages]
    const open = pages.filter(needsRecognition)
    const drawnFor = drawingOf(pdf)
    const work = async () => {
      for (let page = open.shift(); page; page = open.shift())
        result[page.number - 1] = await recognised(page, drawnFor, until).catch((error) => {
          if (!(error instanceof OutOfTime)) throw error
          onLeftOut?.(page.number)
          return page
        })
    }
    await Promise.all(Array.from({ length: atATime }, work))
    return result
  })
}

class OutOfTime extends Error {}

async function recognised(page: Page, drawnFor: (index: number) => Picture, until: number): Promise<Page> {
  if (performance.now() > until) throw new OutOfTime()
  const drawn = drawnFor(page.number - 1)
  if (isBlank(drawn)) return { ...page, words: [], source: 'empty' }
  const found = await bestReading(drawn, until)
  if (!found || found.words.length === 0) return page
  const { picture, turn } = found
  const words = spaced(daysInOrder(repairedByNeighbours(found.words)))
  const size = { width: (picture.width * 72) / picture.dpi, height: (picture.height * 72) / picture.dpi }
  return { ...page, ...size, words, turn, source: 'ocr', picture: Math.max(page.picture, 1) }
}

/** Small print on one page is small print on the next: only the first is drawn twice. */
function drawingOf(pdf: OpenPdf): (index: number) => Picture {
  let usual = dpi
  return (index) => {
    const drawn = evened(draw(pdf, index, usual))
    if (usual === finer.dpi || printSizeOf(drawn) >= finer.below) return drawn
    usual = finer.dpi
    return evened(draw(pdf, index, usual))
  }
}

type Read = { picture: Picture; words: Word[]; turn: NonNullable<Page['turn']> }

const goodEnough = 0.55

/** Upright in nearly every case; a page that lies on its side or stands on its head reads as nonsense first. */
async function bestReading(drawn: Picture, until: number): Promise<Read | undefined> {
  let best: (Read & { score: number }) | undefined
  for (const quarters of [0, 1, 3, 2]) {
    const upright = straightened(quarters === 0 ? drawn : quarterTurned(drawn, quarters))
    const picture = bandsTurnedWhite(upright.picture)
    const words = await recognise(picture, until)
    const score = words ? scoreOf(words) : 0
    const turn = { quarters, degrees: upright.degrees }
    if (words && (!best || score > best.score)) best = { picture, words, score, turn }
    if (best && best.score >= goodEnough) break
    if (performance.now() > until) throw new OutOfTime()
  }
  return best
}

function scoreOf(words: readonly Word[]): number {
  const certainty = words.reduce((sum, word) => sum + (word.certainty ?? 0), 0) / Math.max(1, words.length)
  return (certainty / 100) * textQuality(words)
}

/** A page that shows nothing: hardly any of it differs from its paper. */
function isBlank({ pixels }: Picture): boolean {
  let dark = 0
  for (let n = 0; n < pixels.length; n += 7) if ((pixels[n] as number) < 128) dark++
  return dark * 7 < pixels.length * 0.0005
}
