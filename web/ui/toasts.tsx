import { useSyncExternalStore } from 'react'

type Toast = { id: number; text: string }

const shownMs = 6_000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Confirms a completed action. Errors are shown where they occurred, and stay. */
export function tell(text: string) {
  const id = ++last
  set([...toasts, { id, text }])
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), shownMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  )
}
