import { call } from '../api.ts'
import { emitEvent, sendEvents } from '../events/events.ts'
import { readJourney } from '../journey.ts'
import { readRoute } from '../router/navigation.ts'
import { createStore } from '../store.ts'
import type { Journey } from '../types.ts'
import { inFrame } from './boot.ts'
import { readSession } from './session.ts'

/** With `left`, the person has left, but the page is still open. */
type Leaving = 'no' | 'asking' | 'left'

const leaving = createStore<Leaving>('no')
export const useLeaving = leaving.use

/** Asks the person to confirm leaving. */
export const askToLeave = () => leaving.set('asking')
export const stay = () => leaving.set('no')

/** Handles the embedding page's request to close. Returns false if there is nothing to confirm. */
export function leaveForHost() {
  const journey = readJourney()
  if (readSession().kind !== 'open' || !journey) return false
  const { view } = readRoute()
  if (view !== 'done') return askToLeave()
  emitEvent({ name: 'exit', last_view: view })
  void sendEvents()
  void end(journey).catch(() => {})
}

/** Sends the person to the client's return URL; in a frame, the embedding page decides what happens. */
export async function leave(journey: Journey) {
  emitEvent({ name: 'exit', last_view: readRoute().view })
  await sendEvents()
  if (!inFrame && journey.client.has_callback) {
    const { redirect_to } = await end(journey)
    if (redirect_to && /^https?:/.test(redirect_to)) return location.assign(redirect_to)
  } else void end(journey).catch(() => {})
  leaving.set('left')
}

/** Reports the outcome to the service, which publishes it and returns the redirect URL. */
const end = (journey: Journey) =>
  call<{ redirect_to: string | null }>('POST', '/journeys/current/ends', {
    body: { outcome: outcomeOf(journey) },
    keepalive: true,
  })

/** Returns the journey's outcome, as passed to the client's return URL. */
export function outcomeOf({ accounts, documents }: Journey) {
  const connected = accounts.find(({ status }) => status === 'AUTHORISED')
  if (connected) return { kind: 'connected', account_id: connected.account_id } as const
  if (documents.payslips + documents.bank_statements > 0) return { kind: 'documents' } as const
  const [failed] = accounts.flatMap(({ failure, reason, status }) =>
    status === 'INVALID' || status === 'EXPIRED' ? [failure ?? reason] : [],
  )
  return failed ? ({ kind: 'failed', error: failed } as const) : ({ kind: 'nothing' } as const)
}
