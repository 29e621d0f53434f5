import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { randomFor, type SeededRandom } from '../random.ts'
import { collect } from './producers/library.ts'
import { type Raster, toGrey } from './raster.ts'
import type { PhotoOptions } from './types.ts'

// Simulates phone photos of printed pages: taken at an angle, on a desk, in uneven light, slightly bent and blurred.

type Point = readonly [x: number, y: number]

// The page is printed finer than it is photographed.
const printDpi = 250
// Side lengths of a camera's picture are 4:3. The hosted journey reduces it to this longer side.
const defaultLongestSide = 2_500
const a4 = { short: 595.28, long: 841.89 }
// Ranges of a difficulty. Angles in degrees, lengths as shares of the page, levels as shares of full light.
const ranges = {
  easy: { tilt: 9, roll: 3, bend: 0.002, darkest: 0.75, shadow: 0.25, blur: 0.6, noise: 3, quality: 84 },
  hard: { tilt: 20, roll: 9, bend: 0.006, darkest: 0.55, shadow: 0.5, blur: 0.9, noise: 6, quality: 72 },
}

/** Photographs every page and returns a PDF with one image on each page, without a text layer. */
export async function simulatePhotos(bytes: Uint8Array, options: PhotoOptions): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', info: { Title: 'Photo' } })
  const written = collect(pdf)
  for (const [n, page] of (await toGrey(bytes, printDpi)).entries()) {
    const { jpeg, width, height } = await photograph(page, options, n)
    const size: [number, number] = width > height ? [a4.long, a4.short] : [a4.short, a4.long]
    pdf.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { fit: size, align: 'center', valign: 'center' })
  }
  pdf.end()
  return written
}

export async function photograph(
  page: Raster,
  { seed, difficulty = 'hard', longestSide }: PhotoOptions,
  n = 0,
) {
  const random = randomFor('photo', seed, n)
  const range = ranges[difficulty]
  const long = longestSide ?? defaultLongestSide
  const short = Math.round(long * 0.75)
  const isLandscape = page.width > page.height
  const [width, height] = isLandscape ? [long, short] : [short, long]
  const scene = { width, height, pixels: new Uint8Array(width * height) }
  const corners = placePage(page, scene, random, range)
  const light = createLight(scene, random, range)
  paint(page, scene, { corners, light, random, bend: (random.fraction() * 2 - 1) * range.bend })
  const shape = { width, height, channels: 1 as const }
  // Most phones turn the photo upright; some pages were held the other way.
  const quarters = random.chance(0.75) ? 0 : random.integer(1, 3)
  const blurred = await sharp(scene.pixels, { raw: shape })
    .blur(range.blur * (0.6 + 0.4 * random.fraction()))
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  addNoise(blurred, range.noise, random)
  const turned = sharp(blurred, { raw: shape }).rotate(quarters * 90)
  const jpeg = await turned.jpeg({ quality: range.quality }).toBuffer()
  return quarters % 2 === 0 ? { jpeg, width, height } : { jpeg, width: height, height: width }
}

/** Projects the corners of the page into the picture, clockwise from the top left, so that all of it is visible. */
function placePage(
  page: Raster,
  { width, height }: Raster,
  random: SeededRandom,
  range: { tilt: number; roll: number },
): Point[] {
  const angle = (limit: number) => ((random.fraction() * 2 - 1) * limit * Math.PI) / 180
  const [pitch, yaw, roll] = [angle(range.tilt), angle(range.tilt), angle(range.roll)]
  const high = page.height / page.width
  const plane: Point[] = [
    [-0.5, -high / 2],
    [0.5, -high / 2],
    [0.5, high / 2],
    [-0.5, high / 2],
  ]
  // Distance of the camera from the middle of the page, in page widths.
  const distance = 1.4 * Math.max(1, high)
  const projected = plane.map(([x, y]): Point => {
    const [rolledX, rolledY] = [
      x * Math.cos(roll) - y * Math.sin(roll),
      x * Math.sin(roll) + y * Math.cos(roll),
    ]
    const depth = distance + rolledX * Math.sin(yaw) + rolledY * Math.sin(pitch)
    return [(rolledX * Math.cos(yaw)) / depth, (rolledY * Math.cos(pitch)) / depth]
  })
  const [xs, ys] = [projected.map(([x]) => x), projected.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [wide, tall] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const margin = 0.02 + 0.06 * random.fraction()
  const scale = Math.min((width * (1 - 2 * margin)) / wide, (height * (1 - 2 * margin)) / tall)
  const shift = (rest: number) => rest * (0.3 + 0.4 * random.fraction())
  const [dx, dy] = [shift(width - wide * scale), shift(height - tall * scale)]
  return projected.map(([x, y]) => [(x - left) * scale + dx, (y - top) * scale + dy])
}

type Light = (x: number, y: number) => number

/** Light that falls off across the picture, with the soft shadow of a hand or the phone. */
function createLight(
  { width, height }: Raster,
  random: SeededRandom,
  range: { darkest: number; shadow: number },
): Light {
  const direction = random.fraction() * Math.PI * 2
  const [alongX, alongY] = [Math.cos(direction), Math.sin(direction)]
  const darkest = range.darkest + (1 - range.darkest) * random.fraction() * 0.5
  const side = random.fraction() * Math.PI * 2
  const edge = { x: Math.cos(side), y: Math.sin(side), at: 0.1 + 0.25 * random.fraction() }
  const soft = 0.04 + 0.1 * random.fraction()
  const depth = random.chance(0.7) ? range.shadow * (0.4 + 0.6 * random.fraction()) : 0
  return (x, y) => {
    const [u, v] = [x / width - 0.5, y / height - 0.5]
    const fall = darkest + (1 - darkest) * (0.5 + (u * alongX + v * alongY) * 0.7)
    const behind = (u * edge.x + v * edge.y - edge.at) / soft
    return fall * (1 - depth / (1 + Math.exp(-behind * 4)))
  }
}

type Painting = { corners: Point[]; light: Light; random: SeededRandom; bend: number }

function paint(page: Raster, scene: Raster, { corners, light, random, bend }: Painting) {
  const toPage = solveHomography(corners, [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ])
  const desk = random.pick([45, 70, 95, 120, 150])
  const grain = random.integer(3, 18)
  const grainScale = 8 + random.fraction() * 30
  const paperLevel = 215 + random.integer(0, 25)
  for (let y = 0, at = 0; y < scene.height; y++)
    for (let x = 0; x < scene.width; x++, at++) {
      const [u, bent] = project(toPage, x, y)
      // The page bends along its length like a sheet that was folded for a letter.
      const v = bent + bend * Math.sin(u * Math.PI * 2) + bend * Math.sin(u * Math.PI)
      const inside = u >= 0 && u <= 1 && v >= 0 && v <= 1
      const level = inside
        ? (sample(page, u * (page.width - 1), v * (page.height - 1)) * (paperLevel - 25)) / 255 + 25
        : desk + grain * Math.sin(x / grainScale + 3 * Math.sin(y / (grainScale * 9)))
      scene.pixels[at] = Math.max(0, Math.min(255, level * light(x, y)))
    }
}

function sample({ width, height, pixels }: Raster, x: number, y: number): number {
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))]
  const [dx, dy] = [x - left, y - top]
  const at = top * width + left
  const upper = (pixels[at] ?? 255) * (1 - dx) + (pixels[at + 1] ?? 255) * dx
  const lower = (pixels[at + width] ?? 255) * (1 - dx) + (pixels[at + width + 1] ?? 255) * dx
  return upper * (1 - dy) + lower * dy
}

function addNoise(pixels: Uint8Array, deviation: number, random: SeededRandom) {
  let state = random.integer(1, 0x7fffffff)
  for (let at = 0; at < pixels.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    // The sum of four random bytes approximates a normal distribution.
    const bell = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510
    pixels[at] = Math.max(0, Math.min(255, (pixels[at] as number) + (bell * deviation) / 148))
  }
}

function project(matrix: readonly number[], x: number, y: number): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = matrix
  const w = g * x + h * y + 1
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

/** The projective transformation of four points onto four others, by Gaussian elimination. */
function solveHomography(from: readonly Point[], to: readonly Point[]): number[] {
  const rows = from.flatMap(([x, y], n) => {
    const [u, v] = to[n] as Point
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  for (let n = 0; n < 8; n++) {
    const pivot = rows.reduce(
      (best, row, at) => (at >= n && Math.abs(row[n] ?? 0) > Math.abs(rows[best]?.[n] ?? 0) ? at : best),
      n,
    )
    const swapped = rows[n] as number[]
    rows[n] = rows[pivot] as number[]
    rows[pivot] = swapped
    const row = rows[n] as number[]
    for (const [at, other] of rows.entries()) {
      if (at === n) continue
      const share = (other[n] ?? 0) / (row[n] ?? 1)
      for (let k = n; k < 9; k++) other[k] = (other[k] ?? 0) - share * (row[k] ?? 0)
    }
  }
  return rows.map((row, n) => (row[8] ?? 0) / (row[n] ?? 1))
}
