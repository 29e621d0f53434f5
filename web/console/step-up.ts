import { useSyncExternalStore } from 'react'
import { watchedFetch } from './overload-notice.ts'

// Dangerous operations need an authentication within the last ten minutes. A request that is refused for this reason waits
// here while the member authenticates in a dialog, and is then sent again.

/** Time limit of one request. The SDK's own limit includes the time in the dialog. */
const requestTimeoutMs = 60_000

const listeners = new Set<() => void>()
let answer: ((isAuthenticated: boolean) => void) | undefined
let pending: Promise<boolean> | undefined

function notify() {
  for (const listener of listeners) listener()
}

/** Opens the dialog. Requests that are refused meanwhile share it. */
function askForAuthentication() {
  pending ??= new Promise<boolean>((resolve) => {
    answer = resolve
    notify()
  })
  return pending
}

/** Closes the dialog, after the member has authenticated or cancelled. */
export function settleStepUp(isAuthenticated: boolean) {
  answer?.(isAuthenticated)
  answer = undefined
  pending = undefined
  notify()
}

function send(input: Parameters<typeof fetch>[0], init: RequestInit = {}) {
  const limit = AbortSignal.timeout(requestTimeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  return watchedFetch(input, { ...init, signal })
}

const isRefused = ({ status, headers }: Response) =>
  status === 403 && headers.get('x-svc-error-code') === 'reauthentication-required'

/** Calls fetch. If the service asks for a new authentication, asks the member for it and sends the request again. */
export const fetchWithStepUp: typeof fetch = async (input, init) => {
  const reply = await send(input, init)
  if (!isRefused(reply) || !(await askForAuthentication())) return reply
  return send(input, init)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsStepUpOpen = () => useSyncExternalStore(subscribe, () => answer !== undefined)
