import type { PageImage } from './page-image.ts'

/** A rectangle in pixels. */
export type Rectangle = { left: number; top: number; right: number; bottom: number }
/** Part of a page that is recognised separately. It may consist of several rectangles. */
export type ScanRegion = Rectangle[]

// Size of the cells in which ink is sampled, in pixels.
const [cellWidth, cellHeight] = [3, 2]
const maxInkLevel = 128
// Lengths and distances in points. `minColumnLines` is a number of lines.
const minGutterWidth = 5.5
const minGutterHeight = 90
const maxLineOffset = 2.2
const minRuleLength = 40
const minLineHeight = 3
const minColumnLines = 4
// Minimum share of lines with a counterpart in the other column for both columns to belong to one table.
const minAlignedShare = 0.6
const maxRegions = 6
const maxGutters = 60

type Ink = { columns: number; rows: number; cells: Uint8Array; pointsWide: number; pointsHigh: number }
type Gutter = { left: number; right: number; top: number; bottom: number }

/**
 * Splits columns that share no baselines into separate regions. Tesseract reads lines across the whole width of an
 * image, so it would mix the lines of a side panel into those of the table beside it.
 */
export function splitIntoRegions(image: PageImage): ScanRegion[] {
  const { width, height } = image
  const all = sampleInk(image)
  const open: ScanRegion[] = [[{ left: 0, top: 0, right: width, bottom: height }]]
  const done: ScanRegion[] = []
  for (let region = open.shift(); region; region = open.shift()) {
    const parts = open.length + done.length < maxRegions - 3 ? splitAtGutter(all, region) : undefined
    if (parts) open.push(...parts)
    else done.push(region)
  }
  return done
}

function splitAtGutter(all: Ink, region: ScanRegion): ScanRegion[] | undefined {
  const ink = maskOutside(all, region)
  const gutter = findGutters(ink).find((one) => areUnrelated(ink, one))
  if (!gutter) return undefined
  const x = Math.floor((gutter.left + gutter.right) / 2)
  // A text line at the top or bottom of the gutter may extend into it.
  const [leftEnds, rightEnds] = [findClearRows(ink, 0, x, gutter), findClearRows(ink, x, ink.columns, gutter)]
  const part = (from: number, to: number, top: number, bottom: number): ScanRegion =>
    region
      .map((one) => ({
        left: Math.max(one.left, from * cellWidth),
        top: Math.max(one.top, top * cellHeight),
        right: Math.min(one.right, to === ink.columns ? one.right : to * cellWidth),
        bottom: Math.min(one.bottom, bottom === ink.rows ? one.bottom : bottom * cellHeight),
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

/** Returns the first and last row of the gutter at which a cut does not go through a text line. */
function findClearRows(ink: Ink, from: number, to: number, { top, bottom }: Gutter): [number, number] {
  let [first, last] = [top, bottom]
  if (top > 0) while (first < bottom && hasInk(ink, from, to, first)) first++
  if (bottom < ink.rows) while (last > first && hasInk(ink, from, to, last - 1)) last--
  return [first, last]
}

function hasInk({ columns, cells }: Ink, from: number, to: number, row: number): boolean {
  for (let x = from; x < to; x++) if (cells[row * columns + x] === 1) return true
  return false
}

/** Finds tall white strips with content on both sides, tallest first. Overlapping duplicates are removed. */
function findGutters(ink: Ink): Gutter[] {
  const { columns, rows, cells, pointsWide, pointsHigh } = ink
  const across = Math.ceil(minGutterWidth / pointsWide)
  const minRows = minGutterHeight / pointsHigh
  const gutters: Gutter[] = []
  // `free` is the number of empty cells from each column to the right. `tops` is the row from which each column has
  // been empty.
  const free = new Uint8Array(columns)
  const tops = new Int32Array(columns)
  for (let row = 0; row <= rows; row++) {
    for (let x = columns - 1; x >= 0; x--)
      free[x] = row < rows && cells[row * columns + x] === 0 ? Math.min(across, (free[x + 1] ?? 0) + 1) : 0
    for (let left = across; left + 2 * across < columns; left++) {
      if (free[left] === across) continue
      const top = tops[left] as number
      if (row - top >= minRows) gutters.push({ left, right: left + across, top, bottom: row })
      tops[left] = row + 1
    }
  }
  const tallestFirst = gutters.toSorted((a, b) => b.bottom - b.top - (a.bottom - a.top))
  return tallestFirst
    .filter((gutter, n) => tallestFirst.findIndex((taller) => covers(taller, gutter)) === n)
    .slice(0, maxGutters)
}

const covers = (taller: Gutter, gutter: Gutter) =>
  Math.abs(taller.left - gutter.left) < 4 && taller.top <= gutter.top && taller.bottom >= gutter.bottom

type InkLine = { middle: number }

/** Whether no column to the left of the gutter shares baselines with a column to the right. */
function areUnrelated(ink: Ink, gutter: Gutter): boolean {
  const columns = findColumns(ink, gutter).map(({ from, to }) => ({
    from,
    to,
    lines: findLines(ink, from, to, gutter),
  }))
  const written = columns.filter(({ lines }) => lines.length >= minColumnLines)
  const left = written.filter(({ to }) => to <= gutter.right)
  const right = written.filter(({ from }) => from >= gutter.left)
  if (left.length === 0 || right.length === 0) return false
  const nearest = maxLineOffset / ink.pointsHigh
  return !left.some((one) =>
    right.some((other) => measureAlignment(one.lines, other.lines, nearest) >= minAlignedShare),
  )
}

function measureAlignment(one: InkLine[], other: InkLine[], nearest: number): number {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  const aligned = fewer.filter(({ middle }) => more.some((line) => Math.abs(line.middle - middle) <= nearest))
  return aligned.length / fewer.length
}

function findColumns(
  { columns, cells, pointsWide }: Ink,
  { top, bottom }: Gutter,
): { from: number; to: number }[] {
  const inkColumns: { from: number; to: number }[] = []
  const across = minGutterWidth / pointsWide
  const inked = new Uint8Array(columns)
  for (let row = top; row < bottom; row++)
    for (let x = 0; x < columns; x++) if (cells[row * columns + x] === 1) inked[x] = 1
  for (let x = 0; x < columns; x++) {
    if (inked[x] === 0) continue
    const last = inkColumns.at(-1)
    if (last && x - last.to < across) last.to = x + 1
    else inkColumns.push({ from: x, to: x + 1 })
  }
  return inkColumns
}

function findLines(ink: Ink, from: number, to: number, { top, bottom }: Gutter): InkLine[] {
  const lines: InkLine[] = []
  const minRows = minLineHeight / ink.pointsHigh
  let first = -1
  for (let row = top; row <= bottom; row++) {
    const isInked = row < bottom && hasInk(ink, from, to, row)
    if (isInked && first < 0) first = row
    if (isInked || first < 0) continue
    if (row - first >= minRows) lines.push({ middle: (first + row) / 2 })
    first = -1
  }
  return lines
}

function sampleInk({ width, height, pixels, dpi }: PageImage): Ink {
  const [columns, rows] = [Math.floor(width / cellWidth), Math.floor(height / cellHeight)]
  const cells = new Uint8Array(columns * rows)
  for (let y = 0; y < rows * cellHeight; y++) {
    const start = Math.floor(y / cellHeight) * columns
    for (let x = 0; x < columns * cellWidth; x++)
      if ((pixels[y * width + x] as number) < maxInkLevel) cells[start + Math.floor(x / cellWidth)] = 1
  }
  const ink = {
    columns,
    rows,
    cells,
    pointsWide: (cellWidth * 72) / dpi,
    pointsHigh: (cellHeight * 72) / dpi,
  }
  return clearRules(ink)
}

/** Removes rules: long horizontal and vertical runs of ink. */
function clearRules(ink: Ink): Ink {
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
  clear(columns, rows, minRuleLength / pointsWide, (x, y) => y * columns + x)
  clear(rows, columns, minRuleLength / pointsHigh, (y, x) => y * columns + x)
  return { ...ink, cells }
}

function maskOutside(ink: Ink, region: ScanRegion): Ink {
  const cells = new Uint8Array(ink.cells.length)
  for (const { left, top, right, bottom } of region)
    for (
      let row = Math.floor(top / cellHeight);
      row < Math.min(ink.rows, Math.ceil(bottom / cellHeight));
      row++
    ) {
      const start = row * ink.columns
      const from = start + Math.floor(left / cellWidth)
      const to = start + Math.min(ink.columns, Math.ceil(right / cellWidth))
      cells.set(ink.cells.subarray(from, to), from)
    }
  return { ...ink, cells }
}

/** Returns the index of the region that contains a point. */
export const findRegion = (regions: readonly ScanRegion[], x: number, y: number): number =>
  regions.findIndex((region) =>
    region.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom),
  )

export type RegionStack = { image: PageImage; starts: { at: number; top: number }[] }

const stackGap = 30

/** Copies the regions below each other into one image, keeping their horizontal positions. */
export function stackRegions(image: PageImage, regions: readonly ScanRegion[]): RegionStack {
  const { width } = image
  const tops = regions.map((region) => Math.min(...region.map(({ top }) => top)))
  const bottoms = regions.map((region) => Math.max(...region.map(({ bottom }) => bottom)))
  const starts: RegionStack['starts'] = []
  let height = 0
  for (const [n, top] of tops.entries()) {
    starts.push({ at: height, top })
    height += (bottoms[n] as number) - top + stackGap
  }
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [n, region] of regions.entries()) {
    const { at, top: first } = starts[n] as RegionStack['starts'][number]
    for (const { left, top, right, bottom } of region)
      for (let y = top; y < bottom; y++)
        pixels.set(
          image.pixels.subarray(y * width + left, y * width + right),
          (y - first + at) * width + left,
        )
  }
  return { image: { ...image, height, pixels }, starts }
}

/** Returns the vertical distance between a row of the stack and its position on the page. */
export function getRowShift({ starts }: RegionStack, y: number): number {
  const { at, top } = starts.findLast((start) => start.at <= y + stackGap / 2) ?? { at: 0, top: 0 }
  return at - top
}
