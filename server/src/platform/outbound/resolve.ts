import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export type Resolve = ReturnType<typeof openResolver>

/**
 * Asks DNS itself and not the system: entries of /etc/hosts and search domains would give clients names that mean
 * something only in here.
 */
export function openResolver({ servers, limitMs }: { servers: readonly string[]; limitMs: number }) {
  const resolver = new Resolver({ timeout: Math.ceil(limitMs / 2), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)

  /** All addresses of the host, IPv4 first. They are unchecked, and half an answer is none. */
  return async (host: string, signal: AbortSignal): Promise<string[]> => {
    if (isIP(host) !== 0) return [host]
    if (host === 'localhost') return ['127.0.0.1', '::1']
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const answers = [resolver.resolve4(host), resolver.resolve6(host)].map(orNothing)
    return (await Promise.race([Promise.all(answers), endOf(limit)])).flat()
  }
}

const nothing = ['ENODATA', 'ENOTFOUND']

async function orNothing(answer: Promise<string[]>): Promise<string[]> {
  try {
    return await answer
  } catch (error) {
    if (nothing.includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
