/** Processes pushed items in order, at most `width` concurrently. */
export function openLanes<Item>(width: number, work: (item: Item) => Promise<void>) {
  let waiting: Item[] = []
  let next = 0
  let running = 0

  function run(item: Item) {
    running++
    work(item).then(ended, fail)
  }

  function ended() {
    running--
    if (next < waiting.length) run(waiting[next++] as Item)
    else if (next > 0) {
      waiting = []
      next = 0
    }
  }

  return {
    push(item: Item) {
      if (running < width) run(item)
      else waiting.push(item)
    },
    /** Returns the number of items that were pushed and have not finished. */
    unfinished: () => running + waiting.length - next,
  }
}

// An engine would retry a failed task; here a failure is a bug in the proof, so it ends the process.
function fail(error: unknown) {
  process.nextTick(() => {
    throw error
  })
}
