import type { PageImage } from '../page-image.ts'

/** Sides of the sheet, in the order of the corners of a quad. */
export const sides = ['top', 'right', 'bottom', 'left'] as const
export type Side = (typeof sides)[number]

/** Strong edges of a small image by the side of the sheet that they may be: bright towards its middle. */
export type EdgeMap = {
  width: number
  height: number
  /** Edge strength by side; 0 where there is no such edge. */
  strength: Record<Side, Float32Array>
  /** 1 where thin dark strokes, such as text, were removed before the search. */
  ink: Uint8Array
  /** Whether an edge of this side is near. */
  isNear(side: Side, x: number, y: number): boolean
}

// Radius of the closing that removes text from the sheet, in pixels. Larger dark areas remain.
const closingRadius = 5
// Added to grey levels before taking logarithms, so that dark noise does not look like an edge.
const darkOffset = 12
// Minimum step of the logarithm of brightness over two pixels: a sheet is at least 10 % brighter than the desk beside it.
const minStep = 0.1
// Minimum darkness of ink relative to the sheet around it, and in grey levels. The grain of a dark desk has less.
const minInkContrast = 0.22
const minInkDepth = 30
// The edges of a bent sheet are this far from a straight line, in pixels.
const nearDistance = 4

export function findEdges(image: PageImage): EdgeMap {
  const { width, height } = image
  const smooth = boxBlur(Float32Array.from(image.pixels), width, height)
  const closed = close(smooth, width, height)
  const ink = new Uint8Array(width * height)
  for (let n = 0; n < ink.length; n++) {
    const [level, ground] = [image.pixels[n] as number, closed[n] as number]
    ink[n] = level < ground * (1 - minInkContrast) && level < ground - minInkDepth ? 1 : 0
  }
  const light = boxBlur(closed, width, height).map((level) => Math.log(level + darkOffset))
  const strength = {
    top: new Float32Array(width * height),
    right: new Float32Array(width * height),
    bottom: new Float32Array(width * height),
    left: new Float32Array(width * height),
  }
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      const acrossX = stepX(light, at)
      const acrossY = stepY(light, at, width)
      const [sizeX, sizeY] = [Math.abs(acrossX), Math.abs(acrossY)]
      if (Math.max(sizeX, sizeY) < minStep) continue
      // Only the steepest point across the edge counts.
      if (sizeX >= sizeY) {
        if (sizeX < Math.abs(stepX(light, at - 1)) || sizeX < Math.abs(stepX(light, at + 1))) continue
        strength[acrossX > 0 ? 'left' : 'right'][at] = sizeX
      } else {
        if (sizeY < Math.abs(stepY(light, at - width, width))) continue
        if (sizeY < Math.abs(stepY(light, at + width, width))) continue
        strength[acrossY > 0 ? 'top' : 'bottom'][at] = sizeY
      }
    }
  const isNear = (side: Side, x: number, y: number) => {
    const map = strength[side]
    const isHorizontal = side === 'top' || side === 'bottom'
    const [column, row] = [Math.round(x), Math.round(y)]
    for (let n = -nearDistance; n <= nearDistance; n++) {
      const [nearX, nearY] = isHorizontal ? [column, row + n] : [column + n, row]
      if (
        nearX >= 0 &&
        nearY >= 0 &&
        nearX < width &&
        nearY < height &&
        (map[nearY * width + nearX] ?? 0) > 0
      )
        return true
    }
    return false
  }
  return { width, height, strength, ink, isNear }
}

const stepX = (light: Float32Array, at: number) => (light[at + 1] ?? 0) - (light[at - 1] ?? 0)
const stepY = (light: Float32Array, at: number, width: number) =>
  (light[at + width] ?? 0) - (light[at - width] ?? 0)

const max = (a: number, b: number, c: number) => Math.max(a, Math.max(b, c))
const min = (a: number, b: number, c: number) => Math.min(a, Math.min(b, c))
const mean = (a: number, b: number, c: number) => (a + b + c) / 3
type Combine = typeof mean

/** Mean of each pixel and its eight neighbours. */
const boxBlur = (levels: Float32Array, width: number, height: number) =>
  slideDown(slideAcross(levels, width, height, mean), width, height, mean)

/** Fills dark strokes up to twice the radius wide: the maximum of the pixels around, then the minimum of those. */
function close(levels: Float32Array, width: number, height: number): Float32Array {
  let result = levels
  for (const combine of [max, min])
    for (let n = 0; n < closingRadius; n++)
      result = slideDown(slideAcross(result, width, height, combine), width, height, combine)
  return result
}

/** Combines each pixel with its neighbours to the left and right. Pixels at the edge repeat. */
function slideAcross(levels: Float32Array, width: number, height: number, combine: Combine): Float32Array {
  const result = new Float32Array(levels.length)
  for (let y = 0; y < height; y++) {
    const start = y * width
    let before = levels[start] as number
    let here = before
    for (let x = 0; x < width; x++) {
      const after = x + 1 < width ? (levels[start + x + 1] as number) : here
      result[start + x] = combine(before, here, after)
      before = here
      here = after
    }
  }
  return result
}

/** The same with the neighbours above and below. */
function slideDown(levels: Float32Array, width: number, height: number, combine: Combine): Float32Array {
  const result = new Float32Array(levels.length)
  for (let y = 0; y < height; y++) {
    const [above, below] = [y === 0 ? 0 : -width, y === height - 1 ? 0 : width]
    for (let at = y * width; at < (y + 1) * width; at++)
      result[at] = combine(levels[at + above] as number, levels[at] as number, levels[at + below] as number)
  }
  return result
}
