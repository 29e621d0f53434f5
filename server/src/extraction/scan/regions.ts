import type { Picture } from './page-image.ts'

/** In pixels of the page. */
export type Rectangle = { left: number; top: number; right: number; bottom: number }
/** Parts of a page that are read by themselves. */
export type Region = Rectangle[]

// Ink is looked at in cells of 3 x 2 pixels.
const [wide, high] = [3, 2]
const dark = 128
// In points.
const gutterWidth = 5.5
const gutterHeight = 90
const sameLine = 2.2
const longestRule = 40
const fewestLines = 4
const alignedShare = 0.6
const mostRegions = 6

type Ink = { columns: number; rows: number; cells: Uint8Array; pointsWide: number; pointsHigh: number }
type Gutter = { left: number; right: number; top: number; bottom: number }

/**
 * Recognition reads lines from edge to edge: a panel beside a table whose lines are not those of the table would be mixed
 * into them. So what stands side by side without common lines is taken apart.
 */
export function regionsOf(picture: Picture): Region[] {
  const { width, height } = picture
  const all = inkOf(picture)
  const open: Region[] = [[{ left: 0, top: 0, right: width, bottom: height }]]
  const done: Region[] = []
  for (let region = open.shift(); region; region = open.shift()) {
    const parts = open.length + done.length < mostRegions - 3 ? takenApart(all, region) : undefined
    if (parts) open.push(...parts)
    else done.push(region)
  }
  return done
}

function takenApart(all: Ink, region: Region): Region[] | undefined {
  const ink = within(all, region)
  const gutter = guttersOf(ink).find((one) => isApart(ink, one))
  if (!gutter) return undefined
  const x = Math.floor((gutter.left + gutter.right) / 2)
  // A line that ends at the gutter's end may hang over it.
  const [leftEnds, rightEnds] = [endsOf(ink, 0, x, gutter), endsOf(ink, x, ink.columns, gutter)]
  const part = (from: number, to: number, top: number, bottom: number): Region =>
    region
      .map((one) => ({
        left: Math.max(one.left, from * wide),
        top: Math.max(one.top, top * high),
        right: Math.min(one.right, to === ink.columns ? one.right : to * wide),
        bottom: Math.min(one.bottom, bottom === ink.rows ? one.bottom : bottom * high),
      }))
      .filter(({ left, top: first, right, bottom: last }) => left < right && first < last)
  const parts = [
    [...part(0, x, 0, leftEnds[0]), ...part(x, ink.columns, 0, rightEnds[0])],
    part(0, x, leftEnds[0], leftEnds[1]),
    part(x, ink.columns, rightEnds[0], rightEnds[1]),
    [...part(0, x, leftEnds[1], ink.rows), ...part(x, ink.columns, rightEnds[1], ink.rows)],
  ]
  return parts.filter((one) => one.length > 0)
}

/** The first and the last row of the gutter at which nothing is cut through. */
function endsOf(ink: Ink, from: number, to: number, { top, bottom }: Gutter): [number, number] {
  let [first, last] = [top, bottom]
  if (top > 0) while (first < bottom && hasInk(ink, from, to, first)) first++
  if (bottom < ink.rows) while (last > first && hasInk(ink, from, to, last - 1)) last--
  return [first, last]
}

function hasInk({ columns, cells }: Ink, from: number, to: number, row: number): boolean {
  for (let x = from; x < to; x++) if (cells[row * columns + x] === 1) return true
  return false
}

/** White strips that are tall and have something on both sides, the tallest first, one for each strip. */
function guttersOf(ink: Ink): Gutter[] {
  const { columns, rows, cells, pointsWide, pointsHigh } = ink
  const across = Math.ceil(gutterWidth / pointsWide)
  const least = gutterHeight / pointsHigh
  const found: Gutter[] = []
  // How far it is free to the right of each cell, and from which row on it is free below each column.
  const free = new Uint8Array(columns)
  const tops = new Int32Array(columns)
  for (let row = 0; row <= rows; row++) {
    for (let x = columns - 1; x >= 0; x--)
      free[x] = row < rows && cells[row * columns + x] === 0 ? Math.min(across, (free[x + 1] ?? 0) + 1) : 0
    for (let left = across; left + 2 * across < columns; left++) {
      if (free[left] === across) continue
      const top = tops[left] as number
      if (row - top >= least) found.push({ left, right: left + across, top, bottom: row })
      tops[left] = row + 1
    }
  }
  const tallest = found.toSorted((one, other) => other.bottom - other.top - (one.bottom - one.top))
  return tallest.filter((one, n) => tallest.findIndex((taller) => isBeside(taller, one)) === n).slice(0, 60)
}

const isBeside = (taller: Gutter, one: Gutter) =>
  Math.abs(taller.left - one.left) < 4 && taller.top <= one.top && taller.bottom >= one.bottom

type Line = { middle: number }

/** Whether no column to the left has its lines where a column to the right has them. */
function isApart(ink: Ink, gutter: Gutter): boolean {
  const columns = columnsOf(ink, gutter).map(({ from, to }) => ({
    from,
    to,
    lines: linesOf(ink, from, to, gutter),
  }))
  const written = columns.filter(({ lines }) => lines.length >= fewestLines)
  const left = written.filter(({ to }) => to <= gutter.right)
  const right = written.filter(({ from }) => from >= gutter.left)
  if (left.length === 0 || right.length === 0) return false
  const nearest = sameLine / ink.pointsHigh
  return !left.some((one) =>
    right.some((other) => shareAligned(one.lines, other.lines, nearest) >= alignedShare),
  )
}

function shareAligned(one: Line[], other: Line[], nearest: number): number {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  const aligned = fewer.filter(({ middle }) => more.some((line) => Math.abs(line.middle - middle) <= nearest))
  return aligned.length / fewer.length
}

function columnsOf(
  { columns, cells, pointsWide }: Ink,
  { top, bottom }: Gutter,
): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  const across = gutterWidth / pointsWide
  const inked = new Uint8Array(columns)
  for (let row = top; row < bottom; row++)
    for (let x = 0; x < columns; x++) if (cells[row * columns + x] === 1) inked[x] = 1
  for (let x = 0; x < columns; x++) {
    if (inked[x] === 0) continue
    const last = found.at(-1)
    if (last && x - last.to < across) last.to = x + 1
    else found.push({ from: x, to: x + 1 })
  }
  return found
}

function linesOf(ink: Ink, from: number, to: number, { top, bottom }: Gutter): Line[] {
  const lines: Line[] = []
  const lowest = 3 / ink.pointsHigh
  let first = -1
  for (let row = top; row <= bottom; row++) {
    const isInked = row < bottom && hasInk(ink, from, to, row)
    if (isInked && first < 0) first = row
    if (isInked || first < 0) continue
    if (row - first >= lowest) lines.push({ middle: (first + row) / 2 })
    first = -1
  }
  return lines
}

function inkOf({ width, height, pixels, dpi }: Picture): Ink {
  const [columns, rows] = [Math.floor(width / wide), Math.floor(height / high)]
  const cells = new Uint8Array(columns * rows)
  for (let y = 0; y < rows * high; y++) {
    const start = Math.floor(y / high) * columns
    for (let x = 0; x < columns * wide; x++)
      if ((pixels[y * width + x] as number) < dark) cells[start + Math.floor(x / wide)] = 1
  }
  const ink = { columns, rows, cells, pointsWide: (wide * 72) / dpi, pointsHigh: (high * 72) / dpi }
  return withoutRules(ink)
}

/** Rules part nothing: rows of ink that go on for long are left out. */
function withoutRules(ink: Ink): Ink {
  const { columns, rows, pointsWide, pointsHigh } = ink
  const cells = ink.cells.slice()
  const clear = (count: number, lines: number, least: number, at: (n: number, line: number) => number) => {
    for (let line = 0; line < lines; line++) {
      let start = 0
      for (let n = 0; n <= count; n++) {
        if (n < count && ink.cells[at(n, line)] === 1) continue
        if (n - start >= least) for (let x = start; x < n; x++) cells[at(x, line)] = 0
        start = n + 1
      }
    }
  }
  clear(columns, rows, longestRule / pointsWide, (x, y) => y * columns + x)
  clear(rows, columns, longestRule / pointsHigh, (y, x) => y * columns + x)
  return { ...ink, cells }
}

function within(ink: Ink, region: Region): Ink {
  const cells = new Uint8Array(ink.cells.length)
  for (const { left, top, right, bottom } of region)
    for (let row = Math.floor(top / high); row < Math.min(ink.rows, Math.ceil(bottom / high)); row++) {
      const start = row * ink.columns
      const from = start + Math.floor(left / wide)
      const to = start + Math.min(ink.columns, Math.ceil(right / wide))
      cells.set(ink.cells.subarray(from, to), from)
    }
  return { ...ink, cells }
}

/** Which region a place of the page is in. */
export const regionAt = (regions: readonly Region[], x: number, y: number): number =>
  regions.findIndex((region) =>
    region.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom),
  )

export type Stack = { picture: Picture; starts: { at: number; top: number }[] }

const between = 30

/** The regions one below the other in one picture, each as far to the left as it was. */
export function stacked(picture: Picture, regions: readonly Region[]): Stack {
  const { width } = picture
  const tops = regions.map((region) => Math.min(...region.map(({ top }) => top)))
  const bottoms = regions.map((region) => Math.max(...region.map(({ bottom }) => bottom)))
  const starts: Stack['starts'] = []
  let height = 0
  for (const [n, top] of tops.entries()) {
    starts.push({ at: height, top })
    height += (bottoms[n] as number) - top + between
  }
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [n, region] of regions.entries()) {
    const { at, top: first } = starts[n] as Stack['starts'][number]
    for (const { left, top, right, bottom } of region)
      for (let y = top; y < bottom; y++)
        pixels.set(
          picture.pixels.subarray(y * width + left, y * width + right),
          (y - first + at) * width + left,
        )
  }
  return { picture: { ...picture, height, pixels }, starts }
}

/** How far a row of the stack lies below its place on the page. */
export function shiftAt({ starts }: Stack, y: number): number {
  const { at, top } = starts.findLast((start) => start.at <= y + between / 2) ?? { at: 0, top: 0 }
  return at - top
}
