/**
 * Ends one request at its deadline or when its caller aborts. An AbortController with its listeners costs more than
 * the rest of a request on an idle connection, so one is created only if a connection has to be opened.
 */
export class Cancellation {
  reason: unknown
  #isCancelled = false
  #controller: AbortController | undefined
  #listener: (() => void) | undefined
  readonly #timer: NodeJS.Timeout
  readonly #siblings: Set<Cancellation> | undefined

  constructor(deadlineMs: number, caller: AbortSignal | undefined) {
    this.#timer = setTimeout(() => this.cancel(new Error('the deadline is over')), deadlineMs)
    this.#siblings = caller && cancellationsOf(caller)
    this.#siblings?.add(this)
  }

  get isCancelled() {
    return this.#isCancelled
  }

  cancel(reason: unknown) {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.reason = reason
    this.#controller?.abort(reason)
    this.#listener?.()
  }

  /** Sets the function that is called on cancellation, or removes it. There is one at a time. */
  listen(listener: (() => void) | undefined) {
    this.#listener = listener
  }

  /** The same as an AbortSignal. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isCancelled) this.#controller.abort(this.reason)
    return this.#controller.signal
  }

  /** Must be called when the request has ended. */
  end() {
    clearTimeout(this.#timer)
    this.#siblings?.delete(this)
  }
}

// Many requests share the signal of their caller, and each listener of a signal has its cost, so they share one.
const cancellationsBySignal = new WeakMap<AbortSignal, Set<Cancellation>>()

function cancellationsOf(signal: AbortSignal) {
  const existing = cancellationsBySignal.get(signal)
  if (existing) return existing
  const cancellations = new Set<Cancellation>()
  signal.addEventListener(
    'abort',
    () => {
      for (const cancellation of cancellations) cancellation.cancel(signal.reason)
    },
    { once: true },
  )
  cancellationsBySignal.set(signal, cancellations)
  return cancellations
}
