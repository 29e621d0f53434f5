import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export type Resolve = ReturnType<typeof openResolver>

/**
 * Queries DNS directly instead of the system resolver, whose /etc/hosts and search domains would expose internal
 * names to clients.
 */
export function openResolver({ servers, timeoutMs }: { servers: readonly string[]; timeoutMs: number }) {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)

  /**
   * Returns all addresses of the host, unchecked, IPv4 first. Fails if the look-up of either family fails, so that no
   * address escapes the check.
   */
  return async (host: string, signal: AbortSignal): Promise<string[]> => {
    if (isIP(host) !== 0) return [host]
    if (host === 'localhost') return ['127.0.0.1', '::1']
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const answers = [resolver.resolve4(host), resolver.resolve6(host)].map(emptyIfNotFound)
    return (await Promise.race([Promise.all(answers), rejectOnAbort(deadline)])).flat()
  }
}

const notFoundCodes = ['ENODATA', 'ENOTFOUND']

async function emptyIfNotFound(answer: Promise<string[]>): Promise<string[]> {
  try {
    return await answer
  } catch (error) {
    if (notFoundCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
