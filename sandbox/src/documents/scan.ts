import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { randomFor, type SeededRandom } from '../random.ts'
import { collect } from './producers/library.ts'
import { type Raster, toGrey } from './raster.ts'
import type { Drawing, ScanOptions } from './types.ts'

/** Grey levels of page background and ink in an office scan. */
const backgroundLevels = { lightest: 249, darkest: 240 }
const inkLevels = { lightest: 52, darkest: 24 }

/** Simulates a scan: pages become slightly skewed, blurred and noisy images without a text layer. */
export async function simulateScan(
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
    const picture = await scanPage(page, random, options)
    const size: [number, number] = [(page.width * 72) / options.dpi, (page.height * 72) / options.dpi]
    pdf.addPage({ size, margin: 0 }).image(picture, 0, 0, { width: size[0], height: size[1] })
  }
  pdf.end()
  return written
}

async function scanPage(page: Raster, random: SeededRandom, options: ScanOptions): Promise<Buffer> {
  const background = random.integer(backgroundLevels.darkest, backgroundLevels.lightest)
  const blackest = random.integer(inkLevels.darkest, inkLevels.lightest)
  const shape = { width: page.width, height: page.height, channels: 1 as const }
  const rotated = await sharp(page.pixels, { raw: shape })
    .rotate(options.skewDegrees, { background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Rotation enlarges the image; crop it back to the page size.
  const { data } = await sharp(rotated.data, { raw: rotated.info })
    .extract({
      left: Math.floor((rotated.info.width - page.width) / 2),
      top: Math.floor((rotated.info.height - page.height) / 2),
      width: page.width,
      height: page.height,
    })
    .blur(0.5 + options.dpi / 600)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  addNoise(data, background, blackest, options.noise, random)
  return sharp(data, { raw: shape }).jpeg({ quality: 72, mozjpeg: false }).toBuffer()
}

/** Adds noise to every pixel with a fast xorshift generator. `noise` is the standard deviation in grey levels. */
function addNoise(
  pixels: Uint8Array,
  background: number,
  blackest: number,
  noise: number,
  random: SeededRandom,
) {
  let state = random.integer(1, 0x7fffffff)
  const range = background - blackest
  for (let at = 0; at < pixels.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    // The sum of four random bytes approximates a normal distribution.
    const bell = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510
    const level = blackest + ((pixels[at] as number) * range) / 255 + (bell * noise) / 148
    pixels[at] = Math.max(0, Math.min(255, level))
  }
}
