import type { PageImage } from '../page-image.ts'
import { type Homography, type Point, type Quad, solveHomography } from './homography.ts'

// Longer side of the flattened page in points: A4. The real size is unknown, and only proportions matter.
const longSide = 842
// Ratio of the sides of A-series sheets. A measured ratio this close to it is taken as exact.
const aSeriesRatio = Math.SQRT2
const maxRatioError = 0.09
const maxRatio = 4
// Focal length of phone cameras, as a share of the longer side of the picture: 26 mm on a 4:3 sensor.
const focalShare = 0.75
// If opposite sides are nearly parallel, the focal length says nothing about the ratio.
const minConvergence = 0.02

export type SheetSize = { width: number; height: number }

/** Size of the flattened sheet in points. */
export function measureSheet(quad: Quad, picture: SheetSize): SheetSize {
  const ratio = snapRatio(measureRatio(quad, picture))
  return ratio > 1
    ? { width: longSide, height: longSide / Math.min(ratio, maxRatio) }
    : { width: longSide * Math.max(ratio, 1 / maxRatio), height: longSide }
}

function snapRatio(ratio: number): number {
  const [upright, inverse] = [Math.max(ratio, 1 / ratio), ratio < 1]
  const snapped = Math.abs(upright / aSeriesRatio - 1) < maxRatioError ? aSeriesRatio : upright
  return inverse ? 1 / snapped : snapped
}

/**
 * Width divided by height of the real sheet, from its corners (Zhang and He, "Whiteboard scanning and image
 * enhancement"). The middle of the picture is taken as the optical axis.
 */
function measureRatio(quad: Quad, { width, height }: SheetSize): number {
  const [m1, m2, m4, m3] = quad.map(([x, y]) => [x - width / 2, y - height / 2, 1]) as Vector[]
  if (!m1 || !m2 || !m3 || !m4) return 1
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3)
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2)
  const across: Vector = [k2 * m2[0] - m1[0], k2 * m2[1] - m1[1], k2 - 1]
  const down: Vector = [k3 * m3[0] - m1[0], k3 * m3[1] - m1[1], k3 - 1]
  const isFlat = Math.abs(k2 - 1) < minConvergence && Math.abs(k3 - 1) < minConvergence
  const focal = focalShare * Math.max(width, height)
  const length = ([x, y, z]: Vector) => Math.hypot(x / focal, y / focal, isFlat ? 0 : z)
  return length(across) / length(down)
}

type Vector = [number, number, number]

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The transformation from a flat page to the quad of the picture, in the units of both. */
export const createUnfolding = (quad: Quad, { width, height }: SheetSize): Homography | undefined =>
  solveHomography(
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    quad,
  )

/** Draws the sheet flat at a resolution, with bilinear interpolation. `toPicture` maps points of the sheet to pixels. */
export function flatten(
  { width: fromWidth, height: fromHeight, pixels }: PageImage,
  toPicture: Homography,
  size: SheetSize,
  dpi: number,
): PageImage {
  const scale = dpi / 72
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  const result = new Uint8Array(width * height).fill(255)
  const [a, b, c, d, e, f, g, h] = toPicture
  for (let y = 0, at = 0; y < height; y++) {
    const v = (y + 0.5) / scale
    for (let x = 0; x < width; x++, at++) {
      const u = (x + 0.5) / scale
      const w = g * u + h * v + 1
      const fromX = (a * u + b * v + c) / w - 0.5
      const fromY = (d * u + e * v + f) / w - 0.5
      const left = Math.floor(fromX)
      const top = Math.floor(fromY)
      if (left < 0 || top < 0 || left >= fromWidth - 1 || top >= fromHeight - 1) continue
      const [dx, dy] = [fromX - left, fromY - top]
      const from = top * fromWidth + left
      const upper = (pixels[from] as number) * (1 - dx) + (pixels[from + 1] as number) * dx
      const lower =
        (pixels[from + fromWidth] as number) * (1 - dx) + (pixels[from + fromWidth + 1] as number) * dx
      result[at] = upper * (1 - dy) + lower * dy
    }
  }
  return { width, height, pixels: result, dpi }
}

/** Scales a quad, for example from a small image to a large one. */
export const scaleQuad = (quad: Quad, factor: number): Quad =>
  quad.map(([x, y]): Point => [(x + 0.5) * factor, (y + 0.5) * factor]) as unknown as Quad
