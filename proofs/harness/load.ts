import autocannon from 'autocannon'

export type HttpLoad = {
  url: string
  paths: string[]
  headers: Record<string, string>
  seconds: number
  connections: number
}

/** Runs a closed-loop load from this process; every reply must be a 200. */
export async function runLoad({ url, paths, headers, seconds, connections }: HttpLoad) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ method: 'GET', path, headers })),
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0)
    throw new Error(
      `${failed} replies were not 200: ${JSON.stringify(result.statusCodeStats)} ${result.errors} errors`,
    )
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}
