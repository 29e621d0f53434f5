type Waiting = { clientId: string; resolve(): void }

/**
 * The places of one process for requests that are under way. They go in the order in which they were asked for, so
 * webhooks take turns; no client has more than its share, so a client whose receivers hang fills only that.
 */
export function openSenders({ most, clientMost }: { most: number; clientMost: number }) {
  const byClient = new Map<string, number>()
  let waiting: Waiting[] = []
  let taken = 0

  const mayHave = (clientId: string) => taken < most && (byClient.get(clientId) ?? 0) < clientMost

  function take(clientId: string) {
    taken++
    byClient.set(clientId, (byClient.get(clientId) ?? 0) + 1)
  }

  function giveBack(clientId: string) {
    taken--
    const left = (byClient.get(clientId) ?? 1) - 1
    if (left === 0) byClient.delete(clientId)
    else byClient.set(clientId, left)
    serve()
  }

  function serve() {
    if (waiting.length === 0) return
    const still: Waiting[] = []
    for (const one of waiting) {
      if (mayHave(one.clientId)) {
        take(one.clientId)
        one.resolve()
      } else {
        still.push(one)
      }
    }
    waiting = still
  }

  return {
    taken: () => taken,
    waiting: () => waiting.length,
    /** Resolves when there is a place; what it resolves to gives the place back. */
    async place(clientId: string): Promise<() => void> {
      if (mayHave(clientId)) take(clientId)
      else await new Promise<void>((resolve) => waiting.push({ clientId, resolve }))
      return () => giveBack(clientId)
    },
  }
}

export type Senders = ReturnType<typeof openSenders>
