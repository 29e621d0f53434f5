import type { Box, PageRegion, PdfPage, Provenance, TrustFinding } from './document.ts'
import { getShift } from './scan/photo/bend.ts'
import { project } from './scan/photo/homography.ts'

// The reader flattens, rotates and deskews a page before parsing it. A PDF viewer shows the page as it is in the file, so regions are mapped back
// to the coordinates of the displayed page before they leave the reader.

export function getDisplaySize({ width, height, rotation: turn, flattened }: PdfPage) {
  if (flattened) return { width: flattened.width, height: flattened.height }
  return (turn?.quarters ?? 0) % 2 === 0 ? { width, height } : { width: height, height: width }
}

export const toDisplayProvenance = (provenance: Provenance, pages: readonly PdfPage[]): Provenance =>
  Object.fromEntries(
    Object.entries(provenance).map(([path, source]) => [
      path,
      { ...source, place: source.place && toDisplayRegion(source.place, pages) },
    ]),
  )

export const toDisplayFindings = (
  findings: readonly TrustFinding[],
  pages: readonly PdfPage[],
): TrustFinding[] =>
  findings.map((finding) => ({
    ...finding,
    places: finding.places.map((place) =>
      isFromFileStructure(finding, pages[place.page - 1]) ? place : toDisplayRegion(place, pages),
    ),
  }))

/**
 * Whether a finding about a scan already uses file coordinates. Findings about how the scan was assembled do; only
 * regions of recognised text must be rotated.
 */
const isFromFileStructure = ({ category, code }: TrustFinding, page: PdfPage | undefined) =>
  page?.source === 'ocr' && category === 'page' && code !== 'TEXT_DIFFERS_FROM_PIXELS'

function toDisplayRegion<P extends PageRegion>(place: P, pages: readonly PdfPage[]): P {
  const page = pages[place.page - 1]
  if (!page?.rotation) return place
  return { ...place, box: toDisplayBox(place.box, page, page.rotation) }
}

/**
 * Returns the axis-aligned bounding box of the rotated box. On a skewed page it is slightly taller than the text
 * line.
 */
function toDisplayBox(
  [left, top, right, bottom]: Box,
  page: PdfPage,
  turn: NonNullable<PdfPage['rotation']>,
): Box {
  const corners = [
    toDisplayPoint(left, top, page, turn),
    toDisplayPoint(right, top, page, turn),
    toDisplayPoint(left, bottom, page, turn),
    toDisplayPoint(right, bottom, page, turn),
  ]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function toDisplayPoint(
  x: number,
  y: number,
  page: PdfPage,
  turn: NonNullable<PdfPage['rotation']>,
): [number, number] {
  const { width, height, flattened } = page
  const bent = turn.bend ? y + getShift(turn.bend, (x / width) * 2 - 1, (y / height) * 2 - 1) : y
  const turned = rotateBack(x, bent, page, turn)
  return flattened ? project(flattened.toDisplay, ...turned) : turned
}

function rotateBack(
  x: number,
  y: number,
  { width, height }: PdfPage,
  { quarters, degrees }: NonNullable<PdfPage['rotation']>,
): [number, number] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [centredX, centredY] = [x - width / 2, y - height / 2]
  const [skewedX, skewedY] = [
    centredX * cos - centredY * sin + width / 2,
    centredX * sin + centredY * cos + height / 2,
  ]
  switch (quarters) {
    case 1:
      return [skewedY, width - skewedX]
    case 2:
      return [width - skewedX, height - skewedY]
    case 3:
      return [height - skewedY, skewedX]
    default:
      return [skewedX, skewedY]
  }
}
