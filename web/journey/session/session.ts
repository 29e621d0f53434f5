import { ApiError, call, now, onRefusal, readClock, setToken, waitForToken } from '../api.ts'
import { routeOfLink } from '../router/next-screen.ts'
import { addressOf, parseProviderReturn, parseRoute } from '../router/routes.ts'
import { createStore } from '../store.ts'
import type { JourneySession } from '../types.ts'
import { boot } from './boot.ts'
import { readDeviceSecret } from './device-secret.ts'
import { keep, kept } from './storage.ts'

/**
 * opening: the link's code is being exchanged. failed: there was no response, and a retry is possible. expired: the
 * link has expired. ended: the session has ended, or this tab never had one. returned: this window has returned from
 * a provider and can be closed.
 */
export type SessionState =
  | { kind: 'opening' }
  | { kind: 'failed' }
  | { kind: 'expired' }
  | { kind: 'ended' }
  | { kind: 'returned'; error: string | undefined }
  | { kind: 'open'; session: JourneySession }

const state = createStore<SessionState>({ kind: 'opening' })
export const useSession = state.use
export const readSession = state.read

const storedAs = (journeyId: string) => `payproof:${journeyId}`
const codeStoredAs = (journeyId: string) => `payproof:code:${journeyId}`

/** Exchanges the link's code, or restores this tab's session. Called again after a failure. */
export async function openSession() {
  state.set({ kind: 'opening' })
  const code = /^\/r\/([^/]+)$/.exec(location.pathname)?.[1]
  if (code !== undefined) return boot.link === 'expired' ? state.set({ kind: 'expired' }) : exchange(code)
  const journeyId = /^\/j\/([^/]+)/.exec(location.pathname)?.[1] ?? ''
  const session = readStored(journeyId)
  if (session) return enter(session)
  // The page was reloaded, or the connection failed, before the code was exchanged.
  const unused = kept(codeStoredAs(journeyId))
  if (unused !== undefined) return exchange(unused)
  const back = parseProviderReturn(location.pathname, location.search)
  if (back) return state.set({ kind: 'returned', error: back.error })
  state.set({ kind: boot.link === 'expired' ? 'expired' : 'ended' })
}

let link: string | undefined
/** Returns the link that opened this page, until it is reloaded. It is kept in memory only, because it opens the journey. */
export const readLink = () => link

/** Exchanges the code. If the page already contains the journey, its first screen does not wait for that. */
async function exchange(code: string) {
  const opening = requestSession(code)
  link = `${location.origin}/r/${code}`
  waitForToken(opening)
  if (!showEmbeddedJourney(code)) await opening.catch(() => {})
}

/** Shows the journey in the page of a link. A page that was reloaded or whose exchange failed has no current one. */
function showEmbeddedJourney(code: string) {
  const { journey } = boot
  const isLink = location.pathname.startsWith('/r/')
  if (!isLink || !journey?.journey_id || !journey.session.link_expires_at) return false
  keep(codeStoredAs(journey.journey_id), code)
  readClock(boot.at)
  showAddress(journey.journey_id)
  const { expires_at, link_expires_at } = journey.session
  enter({ journey_id: journey.journey_id, token: '', expires_at, link_expires_at })
  return true
}

async function requestSession(code: string) {
  try {
    const body = { code, device: readDeviceSecret() }
    const session = await call<JourneySession>('POST', '/journeys/sessions', { body, isPublic: true })
    keep(storedAs(session.journey_id), JSON.stringify(session))
    keep(codeStoredAs(session.journey_id), undefined)
    showAddress(session.journey_id)
    enter(session)
  } catch (error) {
    const gone = error instanceof ApiError && (error.code === 'link-expired' || error.status === 404)
    state.set({ kind: gone ? 'expired' : 'failed' })
    throw error
  }
}

/** Replaces the link's URL. From then on, the code is in no URL: neither in the one shown nor in one sent to a server. */
function showAddress(journeyId: string) {
  if (location.pathname.startsWith('/r/'))
    history.replaceState(null, '', addressOf(journeyId, routeOfLink(boot.journey)))
}

/** Opens a new journey of the same person with a one-time code, at the screen of the current URL. */
export async function returnWithCode(journeyId: string, oneTimeCode: string) {
  const session = await call<JourneySession>('POST', `/journeys/${journeyId}/returns`, {
    body: { one_time_code: oneTimeCode, device: readDeviceSecret() },
    isPublic: true,
  })
  keep(storedAs(session.journey_id), JSON.stringify(session))
  history.replaceState(history.state, '', addressOf(session.journey_id, parseRoute(location.pathname)))
  // A link that is still being exchanged must not replace this session's token.
  waitForToken(Promise.resolve())
  enter(session)
}

/** Replaces a token that is about to expire. */
export async function renewSession() {
  const session = await call<JourneySession>('POST', '/journeys/sessions/renewals', { body: {} })
  keep(storedAs(session.journey_id), JSON.stringify(session))
  enter(session)
}

export function endSession(kind: 'ended' | 'expired') {
  const current = state.read()
  if (current.kind !== 'open') return
  keep(storedAs(current.session.journey_id), undefined)
  setToken(undefined)
  state.set({ kind })
}

/** Makes API calls use this session from now on. */
export function enter(session: JourneySession) {
  setToken(session.token)
  state.set({ kind: 'open', session })
}

function readStored(journeyId: string): JourneySession | undefined {
  try {
    const session: JourneySession = JSON.parse(kept(storedAs(journeyId)) ?? 'null')
    return session && Date.parse(session.expires_at) > now() ? session : undefined
  } catch {
    return undefined
  }
}

onRefusal(({ status, code }) => {
  if (code === 'link-expired') endSession('expired')
  else if (status === 401) endSession('ended')
})
