/**
 * Runs `work` in a loop, never concurrently: first immediately, then with a pause after each run. `runNow` triggers a
 * run soon; if a run is in progress, another one follows, because the current run may have read old data. Only the
 * first of several consecutive failures is reported.
 */
export function startBackgroundLoop(
  pauseMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isRunRequested = false
  let isFailing = false
  let isClosed = false

  async function run() {
    clearTimeout(timer)
    isRunRequested = false
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailure(error)
      isFailing = true
    }
    running = undefined
    if (!isClosed) timer = setTimeout(start, isRunRequested ? 0 : pauseMs).unref()
  }
  function start() {
    running = run()
    return running
  }

  return {
    /** Resolves after the first run, successful or not. */
    firstRun: start(),
    runNow() {
      if (running) isRunRequested = true
      else if (!isClosed) start()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
