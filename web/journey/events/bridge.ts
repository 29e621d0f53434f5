import type { JourneyEvent } from '../../embed/events.ts'
import { type FrameMessage, type HostMessage, isOurs, version } from '../../embed/messages.ts'
import type { DisplayMode } from '../../embed/types.ts'

const maxQueued = 200

export type Bridge = {
  isFramed: boolean
  /** Sends events to the embedding page after its greeting. After `exit` the page removes the frame. */
  tell(event: JourneyEvent): void
  stop(): void
}

type Matter = {
  /** Registered origins of the client, from the server; no messages are exchanged with others. */
  origins: readonly string[]
  /** The embedding page wants to close: ask for confirmation, or return false if nothing would be lost. */
  onLeave(): unknown
}

export function openBridge({ origins, onLeave }: Matter): Bridge {
  const isFramed = window.parent !== window
  if (!isFramed) return { isFramed, tell: () => {}, stop: () => {} }

  const waiting: FrameMessage[] = []
  let host: string | undefined
  let hasEnded = false
  let heightTold = 0
  const observer = new ResizeObserver(tellHeight)
  window.addEventListener('message', receive)

  function receive({ source, origin, data }: MessageEvent) {
    if (source !== window.parent || !origins.includes(origin) || !isOurs(data)) return
    const message = data as HostMessage
    if (message.name === 'hello') shakeHands(origin, message.mode)
    if (message.name === 'leave' && origin === host) leave()
  }

  function shakeHands(origin: string, mode: DisplayMode) {
    host = origin
    post({ payproof: version, name: 'hello' })
    for (const message of waiting.splice(0)) post(message)
    // The style sheet makes an inline page as tall as its content.
    document.documentElement.dataset.frame = mode === 'inline' ? 'inline' : 'dialog'
    if (mode !== 'inline') return document.addEventListener('keydown', leaveByEscape)
    observer.observe(document.body)
    document.addEventListener('focusin', showDialog)
  }

  function leave() {
    post({ payproof: version, name: 'leaving', asks: onLeave() !== false })
  }

  /**
   * Key presses inside the frame don't reach the page around it. Dialogs and the search use Escape
   * themselves.
   */
  function leaveByEscape(event: KeyboardEvent) {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return
    // Otherwise the same key press would close the confirmation it opened.
    event.preventDefault()
    leave()
  }

  /** The middle of an inline frame may be off screen: only the embedding page can scroll there. */
  function showDialog({ target }: FocusEvent) {
    const dialog = target instanceof Element && target.closest('dialog[open]')
    if (!dialog) return
    const { top, bottom } = dialog.getBoundingClientRect()
    post({ payproof: version, name: 'show', top, bottom })
  }

  function post(message: FrameMessage) {
    if (host) window.parent.postMessage(message, host)
    else if (waiting.length < maxQueued) waiting.push(message)
  }

  function tellHeight() {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === heightTold) return
    heightTold = height
    post({ payproof: version, name: 'height', height })
  }

  return {
    isFramed,
    tell(event) {
      if (hasEnded) return
      hasEnded = event.name === 'exit'
      post(event)
    },
    stop() {
      window.removeEventListener('message', receive)
      document.removeEventListener('keydown', leaveByEscape)
      document.removeEventListener('focusin', showDialog)
      observer.disconnect()
    },
  }
}
