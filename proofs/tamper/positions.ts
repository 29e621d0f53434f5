import type { TrustFinding } from '../../server/src/extraction/document.ts'

/** A changed region; the box is [left, top, width, height]. */
type ChangedRegion = { page: number; box: [number, number, number, number] | null }

/**
 * Whether a finding points at a change. The change of a whole page has no box; a change of the file alone has page 0.
 */
export function pointsAt({ places }: TrustFinding, { page, box }: ChangedRegion): boolean {
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
