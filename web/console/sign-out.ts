import { api, queries } from './api.ts'
import { endSession, idleMs, lastActivity, recordActivity, sessionNow } from './session.ts'

/** Ends the session at the service, then in every tab. A service that cannot be reached ends it after 15 minutes. */
export async function signOut() {
  try {
    const { session } = await api.members.getCurrentSession()
    await api.members.endSession(session.id)
  } finally {
    endSession()
    queries.clear()
  }
}

const activities = ['pointerdown', 'keydown', 'wheel'] as const
const recordIntervalMs = 10_000
const checkIntervalMs = 15_000
// A member who reads or types sends no requests; this keeps the session alive meanwhile.
const renewIntervalMs = 5 * 60_000

/**
 * Signs the member out after 15 minutes without activity in any tab. Pages that poll would otherwise keep an
 * unattended session alive.
 */
export function watchActivity() {
  let renewedAt = Date.now()
  const onActivity = () => {
    if (Date.now() - lastActivity() > recordIntervalMs) recordActivity()
  }
  for (const name of activities) addEventListener(name, onActivity, { passive: true })

  function check() {
    if (!sessionNow()) return
    const activeAt = lastActivity()
    if (Date.now() - activeAt > idleMs) return void signOut().catch(() => {})
    if (activeAt > renewedAt && Date.now() - renewedAt > renewIntervalMs) {
      renewedAt = Date.now()
      api.members.getCurrentSession().catch(() => {})
    }
  }
  setInterval(check, checkIntervalMs)
  document.addEventListener('visibilitychange', check)
}
