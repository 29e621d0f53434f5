import type { PageImage } from '../page-image.ts'

// Side of a block, in pixels. Light changes little within it, and it contains some background between the letters.
const blockSize = 24
const backgroundQuantile = 0.85
// Blocks by which dark bands and small pictures are filled from the sheet around them.
const fillRadius = 3
// Background in the deepest shadow, as a share of the brightest. Darker areas are printed.
const minLightShare = 0.3
const brightestQuantile = 0.95
// Grey level of the background in the result.
const backgroundLevel = 245

/** Divides each pixel by the light that falls on the sheet there, so that shadows and gradients disappear. */
export function evenLight(image: PageImage): PageImage {
  const { width, height, pixels } = image
  const [columns, rows] = [Math.ceil(width / blockSize), Math.ceil(height / blockSize)]
  const light = measureLight(image, columns, rows)
  const result = new Uint8Array(pixels.length)
  const line = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    const [row, nextRow, below] = locate(y, rows)
    for (let n = 0; n < columns; n++)
      line[n] =
        (light[row * columns + n] as number) * (1 - below) + (light[nextRow * columns + n] as number) * below
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const [column, nextColumn, right] = locate(x, columns)
      const ground = (line[column] as number) * (1 - right) + (line[nextColumn] as number) * right
      result[at] = Math.min(255, ((pixels[at] as number) * backgroundLevel) / ground)
    }
  }
  return { ...image, pixels: result }
}

/** The blocks whose middles are before and after a pixel, and the share of the latter. */
function locate(pixel: number, count: number): [number, number, number] {
  const position = Math.max(0, Math.min(count - 1, (pixel + 0.5) / blockSize - 0.5))
  const block = Math.floor(position)
  return [block, Math.min(count - 1, block + 1), position - block]
}

/** Brightness of the sheet by block. Dark print is filled from its surroundings. */
function measureLight(image: PageImage, columns: number, rows: number): Float32Array {
  const levels = new Float32Array(columns * rows)
  for (let n = 0; n < levels.length; n++)
    levels[n] = measureBackground(image, n % columns, Math.floor(n / columns))
  const filled = spread(spread(levels, columns, rows, Math.max), columns, rows, Math.min)
  const brightest = levels.toSorted()[Math.floor(levels.length * brightestQuantile)] ?? 255
  const smooth = spread(filled, columns, rows, undefined, 1)
  return smooth.map((level) => Math.max(level, brightest * minLightShare, 1))
}

function measureBackground({ width, height, pixels }: PageImage, column: number, row: number): number {
  const counts = new Uint16Array(256)
  const [right, bottom] = [Math.min(width, (column + 1) * blockSize), Math.min(height, (row + 1) * blockSize)]
  let total = 0
  for (let y = row * blockSize; y < bottom; y++)
    for (let x = column * blockSize; x < right; x++, total++) {
      const level = pixels[y * width + x] as number
      counts[level] = (counts[level] as number) + 1
    }
  let below = 0
  for (let level = 0; level < 256; level++) {
    below += counts[level] as number
    if (below >= total * backgroundQuantile) return level
  }
  return 255
}

/** The maximum, minimum or mean of the blocks around each block. */
function spread(
  levels: Float32Array,
  columns: number,
  rows: number,
  choose: ((...values: number[]) => number) | undefined,
  radius = fillRadius,
): Float32Array {
  const result = new Float32Array(levels.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const around: number[] = []
      for (let y = Math.max(0, row - radius); y <= Math.min(rows - 1, row + radius); y++)
        for (let x = Math.max(0, column - radius); x <= Math.min(columns - 1, column + radius); x++)
          around.push(levels[y * columns + x] as number)
      result[row * columns + column] = choose
        ? choose(...around)
        : around.reduce((sum, level) => sum + level, 0) / around.length
    }
  return result
}
