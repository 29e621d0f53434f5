/** Works on what is pushed, at most `width` at a time and in order of arrival. */
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
    /** Everything that was pushed and has not ended. */
    held: () => running + waiting.length - next,
  }
}

// A task that fails would be tried again by an engine; in a race on one machine it is a mistake of ours.
function fail(error: unknown) {
  process.nextTick(() => {
    throw error
  })
}
