export type Interruption = {
  reason: Error | undefined
  onInterrupt: (reason: Error) => void
  signal(): AbortSignal
  interrupt(reason: Error): void
}

/** Reason for interrupting a run: the process is shutting down. */
export const shutdown = new Error('the process is shutting down')

/** Reason for interrupting a run: the task was cancelled, deleted or offered to another worker. */
export const leaseLost = new Error('the task was cancelled or offered to another worker')

/** Creates the AbortController only when the run reads its signal, because most runs end without reading it. */
export function createInterruption(): Interruption {
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
