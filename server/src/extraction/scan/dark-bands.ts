import type { PageImage } from './page-image.ts'

// Side of a cell in inches, and in pixels of an image. In smaller cells, bold print would be as dark as a band.
const cellInches = 0.04
const getCellSize = ({ dpi }: PageImage): number => Math.max(1, Math.round(cellInches * dpi))
// Maximum mean grey level of a dark cell, from 0 to 255.
const maxDarkCellLevel = 140
// Minimum size of a band, in cells. Smaller dark regions are letters or marks.
const minBandWidth = 14
const minBandHeight = 3
// Minimum share of dark cells in a band. A region with fewer is a photograph or a frame.
const minFilledShare = 0.55
const maxDarkLevel = 128

type Rectangle = { left: number; top: number; right: number; bottom: number }

/** Inverts white text on dark bands to dark text on white. Tesseract skips white text. */
export function invertDarkBands(image: PageImage): PageImage {
  const bands = findDarkBands(image)
  if (bands.length === 0) return image
  const { width } = image
  const pixels = image.pixels.slice()
  for (const band of bands) {
    const { left, top, right, bottom } = refineEdges(image, band)
    const backgroundLevel = getMedianLevel(image, { left, top, right, bottom })
    if (backgroundLevel >= maxDarkLevel) continue
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const at = y * width + x
        pixels[at] = Math.min(255, ((255 - (pixels[at] as number)) * 255) / (255 - backgroundLevel))
      }
  }
  return { ...image, pixels }
}

/** Returns the bounding boxes of connected dark cells. */
function findDarkBands(image: PageImage): Rectangle[] {
  const { width, height, pixels } = image
  const cellSize = getCellSize(image)
  const [columns, rows] = [Math.floor(width / cellSize), Math.floor(height / cellSize)]
  const isPending = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = row * cellSize; y < (row + 1) * cellSize; y++)
        for (let x = column * cellSize; x < (column + 1) * cellSize; x++)
          sum += pixels[y * width + x] as number
      if (sum < maxDarkCellLevel * cellSize * cellSize) isPending[row * columns + column] = 1
    }
  const bands: Rectangle[] = []
  for (let start = 0; start < isPending.length; start++) {
    if (isPending[start] === 0) continue
    const box = { left: columns, top: rows, right: 0, bottom: 0 }
    let count = 0
    const left = [start]
    isPending[start] = 0
    for (let at = left.pop(); at !== undefined; at = left.pop(), count++) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      box.left = Math.min(box.left, column)
      box.right = Math.max(box.right, column + 1)
      box.top = Math.min(box.top, row)
      box.bottom = Math.max(box.bottom, row + 1)
      const beside = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        at - columns,
        at + columns,
      ]
      for (const other of beside)
        if (isPending[other] === 1) {
          isPending[other] = 0
          left.push(other)
        }
    }
    const [wide, high] = [box.right - box.left, box.bottom - box.top]
    if (wide >= minBandWidth && high >= minBandHeight && count >= wide * high * minFilledShare)
      bands.push({
        left: box.left * cellSize,
        top: box.top * cellSize,
        right: box.right * cellSize,
        bottom: box.bottom * cellSize,
      })
  }
  return bands
}

/** Moves the edges of a band from cell boundaries to the exact pixel rows and columns. */
function refineEdges(image: PageImage, { left, top, right, bottom }: Rectangle): Rectangle {
  const { width, height, pixels } = image
  const cellSize = getCellSize(image)
  const isDark = (x1: number, y1: number, x2: number, y2: number) => {
    let sum = 0
    for (let y = y1; y < y2; y++) for (let x = x1; x < x2; x++) sum += pixels[y * width + x] as number
    return sum < maxDarkLevel * (x2 - x1) * (y2 - y1)
  }
  const box = { left, top, right, bottom }
  const row = (y: number) => y >= 0 && y < height && isDark(left, y, right, y + 1)
  const column = (x: number) => x >= 0 && x < width && isDark(x, top, x + 1, bottom)
  for (let n = 0; n < cellSize && row(box.top - 1); n++) box.top--
  for (let n = 0; n < cellSize && !row(box.top); n++) box.top++
  for (let n = 0; n < cellSize && row(box.bottom); n++) box.bottom++
  for (let n = 0; n < cellSize && !row(box.bottom - 1); n++) box.bottom--
  for (let n = 0; n < cellSize && column(box.left - 1); n++) box.left--
  for (let n = 0; n < cellSize && !column(box.left); n++) box.left++
  for (let n = 0; n < cellSize && column(box.right); n++) box.right++
  for (let n = 0; n < cellSize && !column(box.right - 1); n++) box.right--
  return box
}

function getMedianLevel({ width, pixels }: PageImage, { left, top, right, bottom }: Rectangle): number {
  const levels: number[] = []
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 4) levels.push(pixels[y * width + x] as number)
  return levels.sort((one, other) => one - other)[Math.floor(levels.length / 2)] ?? 255
}
