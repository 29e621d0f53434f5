import type { KeyboardEvent } from 'react'

/**
 * Roving tabindex: a long list has one tab stop, and arrow keys, Home and End move the focus between elements marked
 * data-stop.
 */
export function rove(event: KeyboardEvent<HTMLElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const last = stops.length - 1
  const to = {
    ArrowDown: Math.min(last, at + 1),
    ArrowRight: Math.min(last, at + 1),
    ArrowUp: Math.max(0, at - 1),
    ArrowLeft: Math.max(0, at - 1),
    Home: 0,
    End: last,
  }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  stops[to]?.focus()
}
