import { Jwks } from './schemas.ts'

/** Marks a request forwarded by another cell, so that it is not forwarded again. */
export const forwardedByHeader = 'x-svc-asked-by'

const cacheLifetimeMs = 60_000
const timeoutMs = 2_000

type Keys = (typeof Jwks)['_output']['keys']

/**
 * Reads the public keys of the other cells. All cells share one address, so its JWKS must contain the keys of every
 * cell.
 */
export function openOtherCellKeys({ addresses, cell }: { addresses: readonly string[]; cell: string }) {
  const cachedKeys = new Map<string, { keys: Keys; readAt: number }>()

  async function read(address: string): Promise<Keys> {
    const cached = cachedKeys.get(address)
    if (cached && Date.now() - cached.readAt < cacheLifetimeMs) return cached.keys
    try {
      const reply = await fetch(`${address}/.well-known/jwks.json`, {
        headers: { [forwardedByHeader]: cell },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { keys } = Jwks.parse(await reply.json())
      cachedKeys.set(address, { keys, readAt: Date.now() })
      return keys
    } catch {
      // While a cell is unreachable, its last known keys are used.
      return cached?.keys ?? []
    }
  }

  return { list: async () => (await Promise.all(addresses.map(read))).flat() }
}
