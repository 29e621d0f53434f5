const perSecond = 40

/** Calls at a fixed pace, whatever the answers take: whoever waits for an answer before the next call sees no delays. */
export function openSlowClient(url: string, headers: Record<string, string>, paths: string[]) {
  async function call(n: number): Promise<number> {
    const startedAt = performance.now()
    const reply = await fetch(`${url}${paths[n % paths.length]}`, { headers })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`The API answered ${reply.status}`)
    return performance.now() - startedAt
  }

  return {
    /** How long each call took while the work went on. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      const calls: Promise<number>[] = []
      const pace = setInterval(() => calls.push(call(calls.length)), 1_000 / perSecond)
      try {
        await work()
      } finally {
        clearInterval(pace)
      }
      return Promise.all(calls)
    },
  }
}

export const p99 = (figures: number[]) =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length * 0.99)] ?? 0
