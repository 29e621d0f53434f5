import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'

// Connections and DNS replies on one machine take milliseconds. The limits leave room for a machine that is busy.
const dnsTimeoutMs = 3_000
const connectTimeoutMs = 5_000

export type Unguarded = ReturnType<typeof openUnguarded>

/** Opens a sender without the SSRF guard. */
export function openUnguarded(dnsServer: string) {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 })
  resolver.setServers([dnsServer])

  async function listAddresses(host: string) {
    if (isIP(host) !== 0) return [host]
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  return {
    /** Connects to every address of the URL's host. */
    async callTarget(target: string) {
      const url = URL.parse(`http://${target}`)
      if (!url) return false
      const addresses = await listAddresses(url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''))
      const calls = await Promise.all(addresses.map((address) => call(address, Number(url.port || 80))))
      return calls.includes(true)
    },
    /** Connects to an address. A link-local address needs the interface name. */
    callAddress: async (address: string) => (await call(address, 80)) || call(`${address}%lo`, 80),
    /** Resolves the name twice, like a check that does not pin the address (DNS rebinding). */
    async checkThenCall(name: string) {
      await resolver.resolve4(name)
      const [address = ''] = await resolver.resolve4(name)
      return call(address, 80)
    },
  }
}

async function call(host: string, port: number): Promise<boolean> {
  if (port === 0 || isIP(host) === 0) return false
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
