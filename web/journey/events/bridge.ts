import type { JourneyEvent } from '../../embed/events.ts'
import { type FrameMessage, type HostMessage, isOurs, version } from '../../embed/messages.ts'
import type { Mode } from '../../embed/types.ts'

const mostWaiting = 200

export type Bridge = {
  isFramed: boolean
  /** To the page around us, once it has said hello. After `exit` it takes the frame away. */
  tell(event: JourneyEvent): void
  stop(): void
}

type Matter = {
  /** Of the client's pages, as the server says; with anybody else not a word is exchanged. */
  origins: readonly string[]
  /** The page around wants to end: ask whether the person is sure, or return false where nothing would be lost. */
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

  function shakeHands(origin: string, mode: Mode) {
    host = origin
    post({ payproof: version, name: 'hello' })
    for (const message of waiting.splice(0)) post(message)
    // The style sheet lets an inline page be as high as what it shows, and no higher.
    document.documentElement.dataset.frame = mode === 'inline' ? 'inline' : 'dialog'
    if (mode !== 'inline') return document.addEventListener('keydown', leaveByEscape)
    observer.observe(document.body)
    document.addEventListener('focusin', showDialog)
  }

  function leave() {
    post({ payproof: version, name: 'leaving', asks: onLeave() !== false })
  }

  /** Keys pressed in here never reach the page around. A dialog of ours and a search have uses for this one. */
  function leaveByEscape(event: KeyboardEvent) {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return
    // Else the same key would close the question that it has opened.
    event.preventDefault()
    leave()
  }

  /** In the middle of an inline frame is perhaps out of sight: only the page around can scroll there. */
  function showDialog({ target }: FocusEvent) {
    const dialog = target instanceof Element && target.closest('dialog[open]')
    if (!dialog) return
    const { top, bottom } = dialog.getBoundingClientRect()
    post({ payproof: version, name: 'show', top, bottom })
  }

  function post(message: FrameMessage) {
    if (host) window.parent.postMessage(message, host)
    else if (waiting.length < mostWaiting) waiting.push(message)
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
