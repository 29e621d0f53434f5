import { call } from '../api.ts'
import { happened, sendEvents } from '../events/events.ts'
import { hasJourney } from '../journey.ts'
import { readPlace } from '../router/navigation.ts'
import { createStore } from '../store.ts'
import type { Journey } from '../types.ts'
import { inFrame } from './boot.ts'
import { readSession } from './session.ts'

/** `left`: the person has left, and nobody has taken the page away. */
type Leaving = 'no' | 'asking' | 'left'

const leaving = createStore<Leaving>('no')
export const useLeaving = leaving.use

/** Somebody wants to leave: they are asked once more. */
export const askToLeave = () => leaving.set('asking')
export const stay = () => leaving.set('no')

/** The page around us wants to end. False where there is nothing to ask, and nobody to ask it. */
export function leaveForHost() {
  if (readSession().kind !== 'open' || !hasJourney()) return false
  const { view } = readPlace()
  if (view !== 'done') return askToLeave()
  happened({ name: 'exit', last_view: view })
  void sendEvents()
}

/** To where the client wants the person back; in a frame it is the page around that decides what comes next. */
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

/** What came of the journey, as the client's address is told. */
export function outcomeOf({ accounts, documents }: Journey) {
  const connected = accounts.find(({ status }) => status === 'AUTHORISED')
  if (connected) return { kind: 'connected', account_id: connected.account_id } as const
  if (documents.payslips + documents.bank_statements > 0) return { kind: 'documents' } as const
  const [failed] = accounts.flatMap(({ failure, reason, status }) =>
    status === 'INVALID' || status === 'EXPIRED' ? [failure ?? reason] : [],
  )
  return failed ? ({ kind: 'failed', error: failed } as const) : ({ kind: 'nothing' } as const)
}
