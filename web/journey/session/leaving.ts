import { call } from '../api.ts'
import { happened, sendEvents } from '../events/events.ts'
import { hasJourney } from '../journey.ts'
import { readPlace } from '../router/navigation.ts'
import { createStore } from '../store.ts'
import type { Journey } from '../types.ts'
import { inFrame } from './boot.ts'
import { readSession } from './session.ts'

/** `left`: the person has left, but the page is still there. */
type Leaving = 'no' | 'asking' | 'left'

const leaving = createStore<Leaving>('no')
export const useLeaving = leaving.use

/** Asks the person to confirm leaving. */
export const askToLeave = () => leaving.set('asking')
export const stay = () => leaving.set('no')

/** The embedding page wants to close. Returns false if there is nothing to confirm. */
export function leaveForHost() {
  if (readSession().kind !== 'open' || !hasJourney()) return false
  const { view } = readPlace()
  if (view !== 'done') return askToLeave()
  happened({ name: 'exit', last_view: view })
  void sendEvents()
}

/** Sends the person to the client's return address; in a frame the embedding page decides. */
export async function leave(journey: Journey) {
  happened({ name: 'exit', last_view: readPlace().view })
  await sendEvents()
  if (!inFrame && journey.client.has_callback) {
    const { redirect_to } = await call<{ redirect_to: string | null }>('POST', '/journeys/current/ends', {
      body: { outcome: outcomeOf(journey) },
    })
    if (redirect_to && /^https?:/.test(redirect_to)) return location.assign(redirect_to)
  }
  leaving.set('left')
}

/** The journey's outcome, as passed to the client's return address. */
export function outcomeOf({ accounts, documents }: Journey) {
  const connected = accounts.find(({ status }) => status === 'AUTHORISED')
  if (connected) return { kind: 'connected', account_id: connected.account_id } as const
  if (documents.payslips + documents.bank_statements > 0) return { kind: 'documents' } as const
  const [failed] = accounts.flatMap(({ failure, reason, status }) =>
    status === 'INVALID' || status === 'EXPIRED' ? [failure ?? reason] : [],
  )
  return failed ? ({ kind: 'failed', error: failed } as const) : ({ kind: 'nothing' } as const)
}
