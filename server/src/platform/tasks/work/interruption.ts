/** How a run is cut short from outside. */
export type Interruption = {
  reason: Error | undefined
  onInterrupt: (reason: Error) => void
  signal(): AbortSignal
  interrupt(reason: Error): void
}

/** An AbortController that is only made when the run asks for its signal: most runs are over before they could. */
export function openInterruption(): Interruption {
  let controller: AbortController | undefined
  const interruption: Interruption = {
    reason: undefined,
    onInterrupt: () => {},
    signal() {
      controller ??= new AbortController()
      if (interruption.reason) controller.abort(interruption.reason)
      return controller.signal
    },
    interrupt(reason) {
      if (interruption.reason) return
      interruption.reason = reason
      controller?.abort(reason)
      interruption.onInterrupt(reason)
    },
  }
  return interruption
}
