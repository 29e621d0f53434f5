import { readSession } from '../session/session.ts'
import { createStore } from '../store.ts'
import { addressOf, type JourneyRoute, placeOf, samePlace } from './routes.ts'

const current = createStore<JourneyRoute>(placeOf(location.pathname))
export const usePlace = current.use
export const readPlace = current.read

/** Navigates to a screen; `replace` keeps the current one out of the history. */
export function go(place: JourneyRoute, { replace = false } = {}) {
  const session = readSession()
  if (session.kind !== 'open') return
  const address = addressOf(session.session.journey_id, place)
  if (replace || samePlace(place, current.read())) history.replaceState({ depth: depth() }, '', address)
  else history.pushState({ depth: depth() + 1 }, '', address)
  current.set(place)
}

/** Goes back one screen; after a reload in the middle, to the screen that would have been before. */
export function goBack(otherwise: JourneyRoute) {
  if (depth() > 0) history.back()
  else go(otherwise, { replace: true })
}

// Number of our own history entries before this one.
const depth = (): number => history.state?.depth ?? 0

/** The current address, after the code in the link was exchanged. */
export const readAddress = () => current.set(placeOf(location.pathname))

addEventListener('popstate', readAddress)
