const perSecond = 40

/** Opens an open-loop client. It sends at a fixed rate without waiting for replies, so that delays are not hidden. */
export function openSteadyClient(url: string, headers: Record<string, string>, paths: string[]) {
  async function call(n: number): Promise<number> {
    const startedAt = performance.now()
    const reply = await fetch(`${url}${paths[n % paths.length]}`, { headers })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the API returned ${reply.status}`)
    return performance.now() - startedAt
  }

  return {
    /** Returns the latencies of the calls made while `work` runs. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      const calls: Promise<number>[] = []
      const timer = setInterval(() => calls.push(call(calls.length)), 1_000 / perSecond)
      try {
        await work()
      } finally {
        clearInterval(timer)
      }
      return Promise.all(calls)
    },
  }
}

export const p99 = (figures: number[]) =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length * 0.99)] ?? 0
