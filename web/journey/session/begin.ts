import { happened } from '../events/events.ts'
import { go, readAddress } from '../router/navigation.ts'
import { returnOf } from '../router/routes.ts'
import { openSession, readSession } from './session.ts'

/** Opens the session and shows the screen for the current address. */
export async function begin() {
  await openSession()
  if (readSession().kind !== 'open') return
  happened({ name: 'open' })
  const back = returnOf(location.pathname, location.search)
  if (!back) return readAddress()
  const { account, error } = back
  if (error) go({ view: 'error', code: error, ...(account && { account }) }, { replace: true })
  else go({ view: 'progress', ...(account && { account }) }, { replace: true })
}
