import type { JourneyEvent } from '../../../embed/src/events.ts'
import { type FrameMessage, type HostMessage, isOurs, version } from '../../../embed/src/messages.ts'
import type { DisplayMode } from '../../../embed/src/types.ts'

const maxQueued = 200

export type Bridge = {
  isFramed: boolean
  /**
   * Sends an event to the embedding page, once that page has sent `hello`. After `exit`, the page removes the frame.
   */
  send(event: JourneyEvent): void
  stop(): void
}

type BridgeOptions = {
  /** Registered origins of the client, from the server; no messages are exchanged with other origins. */
  origins: readonly string[]
  /**
   * Called when the embedding page wants to close. Asks for confirmation, or returns false if nothing would be lost.
   */
  onLeave(): unknown
}

export function openBridge({ origins, onLeave }: BridgeOptions): Bridge {
  const isFramed = window.parent !== window
  if (!isFramed) return { isFramed, send: () => {}, stop: () => {} }

  const waiting: FrameMessage[] = []
  let host: string | undefined
  let hasEnded = false
  let lastSentHeight = 0
  const observer = new ResizeObserver(sendHeight)
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
   * Leaves on Escape, because key presses inside the frame don't reach the page around it. Dialogs and the search
   * handle Escape themselves.
   */
  function leaveByEscape(event: KeyboardEvent) {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return
    // Without this, the same key press would close the confirmation that it opened.
    event.preventDefault()
    leave()
  }

  /**
   * Asks the embedding page to scroll to an open dialog: the middle of an inline frame may be off screen, and only
   * that page can scroll to it.
   */
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

  function sendHeight() {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === lastSentHeight) return
    lastSentHeight = height
    post({ payproof: version, name: 'height', height })
  }

  return {
    isFramed,
    send(event) {
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
