import type { CellRequests, PeerCell } from '../../platform/cells/cell-requests.ts'
import { Jwks } from './schemas.ts'

const cacheLifetimeMs = 60_000
const timeoutMs = 2_000

type Keys = (typeof Jwks)['_output']['keys']

/**
 * Reads the public keys of the other cells. All cells share one address, so its JWKS must contain the keys of every
 * cell.
 */
export function openOtherCellKeys({ peers, send }: CellRequests) {
  const cachedKeys = new Map<string, { keys: Keys; readAt: number }>()

  async function read(peer: PeerCell): Promise<Keys> {
    const cached = cachedKeys.get(peer.cell)
    if (cached && Date.now() - cached.readAt < cacheLifetimeMs) return cached.keys
    try {
      const reply = await send(peer, { method: 'GET', path: '/.well-known/jwks.json', timeoutMs })
      const { keys } = Jwks.parse(reply.body)
      cachedKeys.set(peer.cell, { keys, readAt: Date.now() })
      return keys
    } catch {
      // While a cell is unreachable, its last known keys are used.
      return cached?.keys ?? []
    }
  }

  return { list: async () => (await Promise.all(peers.map(read))).flat() }
}
