import type { EventOf, JourneyEvent, View } from './events.ts'
import { frameAddress, type HostMessage, isEvent, isOurs, version } from './messages.ts'
import { openStage } from './stage.ts'
import type { Journey, OpenOptions } from './types.ts'

const loadWithinMs = 20_000
/**
 * Maximum time until a loaded journey sends `ready`. A blocked frame shows an error page of the browser and never
 * sends it.
 */
const answerWithinMs = 5_000
const firstHelloMs = 100
const slowestHelloMs = 2_000
const leaveWithinMs = 1_500
const maxSeenIds = 500

type Opened = Journey & { isSame(options: OpenOptions): boolean }

/** The open journey. There is only one at a time, even if the button is clicked twice. */
let opened: Opened | undefined

/** Opens the journey. The same options return the open journey; others close it first. */
export function open(options: OpenOptions): Journey {
  check(options)
  const address = frameAddress(options.link, options.language)
  if (opened?.isSame(options)) return { close: opened.close }
  opened?.close()
  opened = begin(options, address)
  return { close: opened.close }
}

function check({ mode, ...rest }: OpenOptions) {
  if (typeof document === 'undefined')
    throw new Error('Payproof: the journey opens in a browser; call this in an event handler or an effect')
  if (mode !== 'dialog' && mode !== 'inline') throw new TypeError('Payproof: mode must be dialog or inline')
  const { container } = rest as { container?: unknown }
  if (mode === 'inline' && !(container instanceof HTMLElement))
    throw new TypeError('Payproof: an inline journey needs a container, an element of the page')
}

function begin(options: OpenOptions, address: URL): Opened {
  const { link, mode, onEvent, onExit } = options
  const seen = new Set<string>()
  let lastView: View | null = null
  let hasAnswered = false
  let isOver = false
  let helloTimer: number | undefined
  let loadTimer: number | undefined
  let leaveTimer: number | undefined

  const stage = openStage(options, address.href, {
    onLeave: leave,
    onGone: () => end(),
    onRetry: () => expect(loadWithinMs),
  })
  stage.frame.addEventListener('load', greet)
  window.addEventListener('message', receive)
  expect(loadWithinMs)

  function post(message: HostMessage) {
    stage.frame.contentWindow?.postMessage(message, address.origin)
  }

  /** Greets every document that the frame loads, because a reload loses the connection. */
  function greet() {
    hasAnswered = false
    expect(answerWithinMs)
    const until = Date.now() + loadWithinMs
    const hello = (waitMs: number) => {
      if (isOver || hasAnswered || Date.now() > until) return
      post({ payproof: version, name: 'hello', mode })
      helloTimer = window.setTimeout(hello, waitMs, Math.min(waitMs * 2, slowestHelloMs))
    }
    window.clearTimeout(helloTimer)
    hello(firstHelloMs)
  }

  function expect(withinMs: number) {
    window.clearTimeout(loadTimer)
    loadTimer = window.setTimeout(() => {
      stage.showFailure()
      notify(ownEvent({ name: 'error', code: 'frame-not-loaded', recoverable: true }))
    }, withinMs)
  }

  function receive({ origin, source, data }: MessageEvent) {
    if (origin !== address.origin || source !== stage.frame.contentWindow || !isOurs(data)) return
    if (data.name === 'hello') return answered()
    if (data.name === 'leaving') return data.asks ? window.clearTimeout(leaveTimer) : end()
    if (data.name === 'height') return stage.setHeight(data.height)
    if (data.name === 'show') return stage.showPart(data.top, data.bottom)
    if (!isEvent(data) || seen.has(data.id)) return
    remember(data.id)
    if (data.name === 'exit') return end(data)
    if (data.name === 'view') {
      lastView = data.view
      stage.showTop()
    }
    notify(data)
  }

  function answered() {
    if (hasAnswered) return
    hasAnswered = true
    window.clearTimeout(loadTimer)
    stage.showJourney()
  }

  function remember(id: string) {
    seen.add(id)
    const [oldest] = seen
    if (seen.size > maxSeenIds && oldest) seen.delete(oldest)
  }

  /** Makes the journey ask the person for confirmation; closes anyway if it does not respond. */
  function leave() {
    if (!hasAnswered) return end()
    window.clearTimeout(leaveTimer)
    leaveTimer = window.setTimeout(end, leaveWithinMs)
    post({ payproof: version, name: 'leave' })
    stage.frame.focus()
  }

  const notify = (event: JourneyEvent) => call(onEvent, event)

  function end(exit: EventOf<'exit'> = ownEvent({ name: 'exit', last_view: lastView })) {
    if (isOver) return
    isOver = true
    for (const timer of [helloTimer, loadTimer, leaveTimer]) window.clearTimeout(timer)
    window.removeEventListener('message', receive)
    if (opened === self) opened = undefined
    stage.remove()
    notify(exit)
    call(onExit, exit)
  }

  const self: Opened = {
    close: () => end(),
    isSame: (other) =>
      stage.isThere() &&
      other.link === link &&
      other.mode === mode &&
      (other.mode !== 'inline' || options.mode !== 'inline' || other.container === options.container),
  }
  return self
}

/** Calls the client's handler. An exception in it must not prevent the clean-up. */
function call<E>(callback: ((event: E) => void) | undefined, event: E) {
  try {
    callback?.(event)
  } catch (error) {
    reportError(error)
  }
}

function ownEvent<Detail extends { name: string }>(detail: Detail) {
  return { payproof: version, id: newId(), at: new Date().toISOString(), ...detail } as const
}

/** Generates a UUID. `crypto.randomUUID` is missing on pages without TLS, which the sandbox allows. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
