import { maxRetryAfterSeconds } from '@payproof/sdk'
import { useSyncExternalStore } from 'react'

// Tracks whether the service is asking clients to retry later. The SDK waits and retries; meanwhile the console shows
// a notice.

let isAsked = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: boolean) {
  clearTimeout(timer)
  if (next === isAsked) return
  isAsked = next
  for (const listener of listeners) listener()
}

/** Calls fetch and observes Retry-After headers. */
export const watchedFetch: typeof fetch = async (...request) => {
  const reply = await fetch(...request)
  const seconds = Number(reply.headers.get('retry-after'))
  const isBusy = reply.status === 429 || reply.status === 503
  const mustWait = isBusy && seconds > 0 && seconds <= maxRetryAfterSeconds
  set(mustWait)
  // The notice is cleared even if the caller gives up; the error itself is shown elsewhere.
  if (mustWait) timer = setTimeout(() => set(false), (seconds + 5) * 1_000)
  return reply
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useAskedToWait = () => useSyncExternalStore(subscribe, () => isAsked)
