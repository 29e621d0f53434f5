import { Jwks } from './schemas.ts'

/** Says that a cell asks, so that the one that is asked does not ask on. */
export const askedBy = 'x-svc-asked-by'

const believedMs = 60_000
const timeoutMs = 2_000

type Keys = (typeof Jwks)['_output']['keys']

/** The public keys of the other cells: all cells have one address, and whoever checks a signature finds every key there. */
export function openOtherKeys({ addresses, cell }: { addresses: readonly string[]; cell: string }) {
  const known = new Map<string, { keys: Keys; readAt: number }>()

  async function read(address: string): Promise<Keys> {
    const before = known.get(address)
    if (before && Date.now() - before.readAt < believedMs) return before.keys
    try {
      const reply = await fetch(`${address}/.well-known/jwks.json`, {
        headers: { [askedBy]: cell },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { keys } = Jwks.parse(await reply.json())
      known.set(address, { keys, readAt: Date.now() })
      return keys
    } catch {
      // While a cell is away, its keys of the last time are better than none.
      return before?.keys ?? []
    }
  }

  return { list: async () => (await Promise.all(addresses.map(read))).flat() }
}
