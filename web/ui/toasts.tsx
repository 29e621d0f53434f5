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

/** Confirms a completed action. Errors are not shown as toasts but stay where they occurred. */
export function showToast(text: string) {
  const id = ++last
  set([...toasts, { id, text }])
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), shownMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Toasts() {
  const visible = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status">
      {visible.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  )
}
