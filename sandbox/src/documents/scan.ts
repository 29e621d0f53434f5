import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { type Random, randomFor } from '../random.ts'
import { collect } from './producers/library.ts'
import { type Raster, toGrey } from './raster.ts'
import type { Drawing, ScanOptions } from './types.ts'

/** Paper as an office scanner sees it: not quite white, not quite straight, a little soft, with grain. */
const paper = { lightest: 249, darkest: 240 }
const ink = { lightest: 52, darkest: 24 }

/** The pages of a document as pictures and nothing else: there is no text to be read from such a file. */
export async function scanned(
  bytes: Buffer,
  { title, madeOn }: Pick<Drawing, 'title' | 'madeOn'>,
  options: ScanOptions,
): Promise<Buffer> {
  const pages = await toGrey(bytes, options.dpi)
  const madeAt = new Date(`${madeOn}T12:00:00Z`)
  const info = {
    Title: title,
    Creator: 'Office scanner',
    Producer: 'Payproof sandbox',
    CreationDate: madeAt,
    ModDate: madeAt,
  }
  const pdf = new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', info })
  const written = collect(pdf)
  for (const [n, page] of pages.entries()) {
    const random = randomFor('scan', options.seed, n)
    const picture = await photograph(page, random, options)
    const size: [number, number] = [(page.width * 72) / options.dpi, (page.height * 72) / options.dpi]
    pdf.addPage({ size, margin: 0 }).image(picture, 0, 0, { width: size[0], height: size[1] })
  }
  pdf.end()
  return written
}

async function photograph(page: Raster, random: Random, options: ScanOptions): Promise<Buffer> {
  const background = random.whole(paper.darkest, paper.lightest)
  const blackest = random.whole(ink.darkest, ink.lightest)
  const shape = { width: page.width, height: page.height, channels: 1 as const }
  const turned = await sharp(page.pixels, { raw: shape })
    .rotate(options.skewDegrees, { background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Turning makes the picture larger; the glass of the scanner does not grow.
  const { data } = await sharp(turned.data, { raw: turned.info })
    .extract({
      left: Math.floor((turned.info.width - page.width) / 2),
      top: Math.floor((turned.info.height - page.height) / 2),
      width: page.width,
      height: page.height,
    })
    .blur(0.5 + options.dpi / 600)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  addGrain(data, background, blackest, options.noise, random)
  return sharp(data, { raw: shape }).jpeg({ quality: 72, mozjpeg: false }).toBuffer()
}

/** One number of a quick generator for every pixel: millions of them are asked for. `noise` is the spread in levels. */
function addGrain(pixels: Uint8Array, background: number, blackest: number, noise: number, random: Random) {
  let state = random.whole(1, 0x7fffffff)
  const range = background - blackest
  for (let at = 0; at < pixels.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    // The sum of four bytes of the number is near enough to a bell.
    const bell = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510
    const level = blackest + ((pixels[at] as number) * range) / 255 + (bell * noise) / 148
    pixels[at] = Math.max(0, Math.min(255, level))
  }
}
