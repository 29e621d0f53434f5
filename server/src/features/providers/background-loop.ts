/**
 * Does something again and again, never twice at once: first now, then with a pause after each time. `now` does it
 * soon, also if it is under way: what that one saw may be old already. Of failures in a row the first one is told.
 */
export function repeat(pauseMs: number, work: () => Promise<void>, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isFailing = false
  let isClosed = false

  async function run() {
    clearTimeout(timer)
    isWanted = false
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailure(error)
      isFailing = true
    }
    running = undefined
    if (!isClosed) timer = setTimeout(start, isWanted ? 0 : pauseMs).unref()
  }
  function start() {
    running = run()
    return running
  }

  return {
    /** Resolves once it has been done for the first time, or could not be. */
    begun: start(),
    now() {
      if (running) isWanted = true
      else if (!isClosed) start()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
