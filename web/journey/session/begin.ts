import { emitEvent } from '../events/events.ts'
import { go, syncRouteWithUrl } from '../router/navigation.ts'
import { parseProviderReturn } from '../router/routes.ts'
import { openSession, readSession } from './session.ts'

/** Opens the session and shows the screen for the current URL. */
export async function begin() {
  await openSession()
  if (readSession().kind !== 'open') return
  emitEvent({ name: 'open' })
  const back = parseProviderReturn(location.pathname, location.search)
  if (!back) return syncRouteWithUrl()
  const { account, error } = back
  if (error) go({ view: 'error', code: error, ...(account && { account }) }, { replace: true })
  else go({ view: 'progress', ...(account && { account }) }, { replace: true })
}
