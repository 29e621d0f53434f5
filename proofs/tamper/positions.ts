import type { Finding } from '../../server/src/extraction/document.ts'

/** Left, top, width and height: as the sandbox names places. */
export type Changed = { page: number; box: [number, number, number, number] | null }

/** Whether a finding points at a change. A change of a whole page has no box, one of the file alone no page. */
export function pointsAt({ places }: Finding, { page, box }: Changed): boolean {
  if (page === 0) return true
  return places.some((place) => {
    if (place.page !== page) return false
    if (box === null) return true
    const [left, top, width, height] = box
    const across = Math.min(place.box[2], left + width) - Math.max(place.box[0], left)
    const down = Math.min(place.box[3], top + height) - Math.max(place.box[1], top)
    return across > 0 && down > 0
  })
}
