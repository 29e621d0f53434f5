import { readSession } from '../session/session.ts'
import { createStore } from '../store.ts'
import { addressOf, isSameRoute, type JourneyRoute, parseRoute } from './routes.ts'

const current = createStore<JourneyRoute>(parseRoute(location.pathname))
export const useRoute = current.use
export const readRoute = current.read

/** Navigates to a screen; with `replace`, the current screen is removed from the history. */
export function go(route: JourneyRoute, { replace = false } = {}) {
  const session = readSession()
  if (session.kind !== 'open') return
  const address = addressOf(session.session.journey_id, route)
  if (replace || isSameRoute(route, current.read())) history.replaceState({ depth: depth() }, '', address)
  else history.pushState({ depth: depth() + 1 }, '', address)
  current.set(route)
}

/** Goes back one screen. If the tab has no history, e.g. after a reload, goes to the given screen. */
export function goBack(fallback: JourneyRoute) {
  if (depth() > 0) history.back()
  else go(fallback, { replace: true })
}

// Number of the journey's own history entries before the current one.
const depth = (): number => history.state?.depth ?? 0

/** Reads the route from the current URL, once the code in the link was exchanged. */
export const syncRouteWithUrl = () => current.set(parseRoute(location.pathname))

addEventListener('popstate', syncRouteWithUrl)
