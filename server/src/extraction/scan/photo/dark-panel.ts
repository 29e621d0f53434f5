import type { Point, Quad } from './homography.ts'
import { type EdgeMap, type Side, sides } from './sheet-edges.ts'
import { findLines, type Line, refineLine } from './sheet-lines.ts'

// A printed panel along one side of the sheet may be darker than the desk. The search finds the edge between the panel and the
// rest of the sheet, because there the sheet begins to be bright. The real side is further out, where the desk ends.

export type SheetLines = [top: Line, right: Line, bottom: Line, left: Line]

// Maximum width of a panel, as a share of the picture. Minimum width in pixels: a narrower strip is the shadow of the sheet.
const maxPanelShare = 0.5
const minPanelWidth = 12
// Minimum share of the outer side, and of both ends of the panel, at which the desk is brighter than the panel.
const minOuterSupport = 0.7
const minEndSupport = 0.6
const samples = 40

/** Moves the side beside a panel that is darker than the desk to the edge of the panel. */
export function includeDarkPanel(
  edges: EdgeMap,
  lines: SheetLines,
  toQuad: (lines: SheetLines) => Quad | undefined,
): SheetLines {
  const inner = toQuad(lines)
  if (!inner) return lines
  let best: { support: number; lines: SheetLines } | undefined
  for (const [n, side] of sides.entries())
    for (const line of listOuterLines(edges, side, lines[n] as Line)) {
      const moved = lines.with(n, line) as SheetLines
      const outer = toQuad(moved)
      const support = outer && measurePanel(edges, n, inner, outer)
      if (support !== undefined && (!best || support > best.support)) best = { support, lines: moved }
    }
  return best?.lines ?? lines
}

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/** Lists lines further out than a side at which the picture becomes darker towards the sheet. */
function listOuterLines(edges: EdgeMap, side: Side, { at }: Line): Line[] {
  const size = side === 'top' || side === 'bottom' ? edges.height : edges.width
  const outwards = side === 'top' || side === 'left' ? -1 : 1
  return findLines(edges, opposite[side])
    .map((line) => refineLine(edges, opposite[side], line))
    .filter((line) => {
      const width = (line.at - at) * outwards
      return width > minPanelWidth && width < maxPanelShare * size
    })
}

/** Returns the visibility of the outer side and both ends of the panel, or undefined if one is not visible. */
function measurePanel(edges: EdgeMap, n: number, inner: Quad, outer: Quad): number | undefined {
  const [from, to] = [n, (n + 1) % 4]
  const corners = (quad: Quad): [Point, Point] => [quad[from] as Point, quad[to] as Point]
  const [[start, end], [innerStart, innerEnd]] = [corners(outer), corners(inner)]
  const side = sides[n] as Side
  const [before, after] = [sides[(n + 3) % 4] as Side, sides[(n + 1) % 4] as Side]
  const outerSupport = measureSupport(edges, opposite[side], start, end)
  const ends = [
    measureSupport(edges, opposite[before], start, innerStart),
    measureSupport(edges, opposite[after], end, innerEnd),
  ]
  if (outerSupport < minOuterSupport || ends.some((support) => support < minEndSupport)) return undefined
  return outerSupport + (ends[0] ?? 0) + (ends[1] ?? 0)
}

function measureSupport(edges: EdgeMap, side: Side, [x1, y1]: Point, [x2, y2]: Point): number {
  let count = 0
  for (let n = 0; n < samples; n++) {
    const share = (n + 0.5) / samples
    if (edges.isNear(side, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)) count++
  }
  return count / samples
}
