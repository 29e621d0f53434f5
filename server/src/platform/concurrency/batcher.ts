const longestMs = 40

/**
 * A call that comes alone leaves at once. The more travelled together last time, the longer the next trip waits for
 * more, because a trip costs about the same for one as for fifty. Each caller gets the answer to its own entry; when
 * one of them may have spoilt the trip for all, each goes alone.
 */
export function gather<Entry, Answer>(
  send: (entries: Entry[]) => Promise<(entry: Entry) => Answer>,
  { most, isOfOne }: { most: number; isOfOne(error: unknown): boolean },
) {
  type Waiting = { entry: Entry; resolve(answer: Answer): void; reject(error: unknown): void }
  let waiting: Waiting[] = []
  let isBusy = false
  let leftAt = 0
  let lastCount = 0

  async function leave() {
    const going = waiting.slice(0, most)
    waiting = waiting.slice(most)
    leftAt = performance.now()
    lastCount = going.length
    await travel(going)
    isBusy = false
    plan()
  }

  async function travel(going: Waiting[]): Promise<void> {
    try {
      const answerTo = await send(going.map(({ entry }) => entry))
      for (const { entry, resolve } of going) resolve(answerTo(entry))
    } catch (error) {
      if (going.length === 1 || !isOfOne(error)) for (const { reject } of going) reject(error)
      else for (const one of going) await travel([one])
    }
  }

  function plan() {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    const spaceMs = Math.min(longestMs, lastCount / 2)
    const waitMs = waiting.length >= most ? 0 : spaceMs - (performance.now() - leftAt)
    if (waitMs > 0) setTimeout(leave, waitMs)
    // Whoever calls in this same moment still gets on.
    else queueMicrotask(leave)
  }

  return (entry: Entry) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      plan()
    })
}
