/** So many at once; whoever waits longest comes next, unless they have given up. */
export function openPlaces(most: number) {
  let taken = 0
  const waiting: (() => void)[] = []

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }
  /** Each place is given back once, however often it is said. */
  const place = () => {
    let isMine = true
    return () => {
      if (isMine) leave()
      isMine = false
    }
  }

  return {
    taken: () => taken,
    /** Gives the function that gives the place back. */
    async take(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (taken < most) taken++
      else
        await new Promise<void>((resolve, reject) => {
          const come = () => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          const giveUp = () => {
            waiting.splice(waiting.indexOf(come), 1)
            reject(signal.reason)
          }
          signal.addEventListener('abort', giveUp, { once: true })
          waiting.push(come)
        })
      return place()
    },
  }
}
