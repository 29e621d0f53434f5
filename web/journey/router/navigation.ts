import { readSession } from '../session/session.ts'
import { createStore } from '../store.ts'
import { addressOf, type Place, placeOf, samePlace } from './routes.ts'

const current = createStore<Place>(placeOf(location.pathname))
export const usePlace = current.use
export const readPlace = current.read

/** To another screen; `replace` where the back button shall not lead here again. */
export function go(place: Place, { replace = false } = {}) {
  const session = readSession()
  if (session.kind !== 'open') return
  const address = addressOf(session.session.journey_id, place)
  if (replace || samePlace(place, current.read())) history.replaceState({ depth: depth() }, '', address)
  else history.pushState({ depth: depth() + 1 }, '', address)
  current.set(place)
}

/** To the screen before this one, or, where a reload began in the middle, to the one that would have been. */
export function goBack(otherwise: Place) {
  if (depth() > 0) history.back()
  else go(otherwise, { replace: true })
}

// How many screens of ours lie behind this one in the tab.
const depth = (): number => history.state?.depth ?? 0

/** The address as it is now, after the link's exchange changed it. */
export const readAddress = () => current.set(placeOf(location.pathname))

addEventListener('popstate', readAddress)
