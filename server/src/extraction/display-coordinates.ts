import type { Box, Finding, Page, Place, Provenance } from './document.ts'

// A page that lies on its side or is crooked is turned upright to be read. Whoever looks at the file sees it as it is, so what
// leaves the reader has its places on the page as it is shown.

/** As it is shown, and not as it was read. */
export const sizeAsShown = ({ width, height, turn }: Page) =>
  (turn?.quarters ?? 0) % 2 === 0 ? { width, height } : { width: height, height: width }

export const provenanceAsShown = (provenance: Provenance, pages: readonly Page[]): Provenance =>
  Object.fromEntries(
    Object.entries(provenance).map(([path, source]) => [
      path,
      { ...source, place: source.place && placeAsShown(source.place, pages) },
    ]),
  )

export const findingsAsShown = (findings: readonly Finding[], pages: readonly Page[]): Finding[] =>
  findings.map((finding) => ({
    ...finding,
    places: finding.places.map((place) =>
      isOfFile(finding, pages[place.page - 1]) ? place : placeAsShown(place, pages),
    ),
  }))

/** What was noticed about the making of a scan stands where the file says; only what was recognised was turned. */
const isOfFile = ({ category, code }: Finding, page: Page | undefined) =>
  page?.source === 'ocr' && category === 'page' && code !== 'TEXT_DIFFERS_FROM_PIXELS'

function placeAsShown<P extends Place>(place: P, pages: readonly Page[]): P {
  const page = pages[place.page - 1]
  return page?.turn ? { ...place, box: boxAsShown(place.box, page, page.turn) } : place
}

/** The upright box around what a box becomes: of a crooked line it is a little higher than the line. */
function boxAsShown([left, top, right, bottom]: Box, page: Page, turn: NonNullable<Page['turn']>): Box {
  const corners = [
    pointAsShown(left, top, page, turn),
    pointAsShown(right, top, page, turn),
    pointAsShown(left, bottom, page, turn),
    pointAsShown(right, bottom, page, turn),
  ]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function pointAsShown(
  x: number,
  y: number,
  { width, height }: Page,
  { quarters, degrees }: NonNullable<Page['turn']>,
): [number, number] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [fromX, fromY] = [x - width / 2, y - height / 2]
  const [backX, backY] = [fromX * cos - fromY * sin + width / 2, fromX * sin + fromY * cos + height / 2]
  switch (quarters) {
    case 1:
      return [backY, width - backX]
    case 2:
      return [width - backX, height - backY]
    case 3:
      return [height - backY, backX]
    default:
      return [backX, backY]
  }
}
