import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether the proxy at this address may name the previous hop in X-Forwarded-For. Hop 0 is the connected peer. */
export type TrustProxy = (address: string, hop: number) => boolean

const mappedIpv4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

export const trustNoProxy: TrustProxy = () => false

/** `false`, a number of proxies in front of the API, or the addresses and ranges of those proxies. */
export function parseTrustedProxies(text: string): TrustProxy | undefined {
  if (text === 'false') return trustNoProxy
  if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text)
  return matchAddresses(text.split(',').map((range) => range.trim()))
}

/** Whether an address is one of these addresses or in one of these CIDR ranges. Undefined if one of them is malformed. */
export function matchAddresses(ranges: readonly string[]): ((address: string) => boolean) | undefined {
  const blocks = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix, ...rest] = range.split('/')
    const family = isIP(address)
    const maxPrefix = family === 4 ? 32 : 128
    const bits = prefix === undefined ? maxPrefix : Number(prefix)
    const isValid = family !== 0 && rest.length === 0 && prefix !== '' && bits >= 0 && bits <= maxPrefix
    if (!isValid || !Number.isInteger(bits)) return undefined
    blocks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const plain = address.replace(mappedIpv4, '')
    return isIP(plain) !== 0 && blocks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

// Addresses that another cell, identified by its certificate, named for the caller of a request that it forwards.
const forwardedAddresses = new WeakMap<object, string>()

/** Takes the caller's address from the header of a request that another cell forwards. */
export function setForwardedAddress(request: IncomingMessage) {
  const address = String(request.headers['x-forwarded-for'] ?? '').trim()
  forwardedAddresses.set(request, isIP(address) ? address : String(request.socket.remoteAddress))
}

export const forwardedAddress = (request: object) => forwardedAddresses.get(request)

/** The first address, seen from the API, that is not a trusted proxy. Callers cannot choose it: proxies append to the header. */
export function callerAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: TrustProxy,
): string {
  const named = forwardedAddress(request)
  if (named) return named
  const { headers, socket } = request
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = String(socket.remoteAddress)
  for (let hop = 0; trust(address, hop); hop++) {
    const previous = forwarded.pop()?.trim()
    if (!previous) break
    address = previous
  }
  return address
}

/**
 * The name under which requests from an address are counted. One IPv6 customer usually gets a whole /64, so its
 * addresses share a counter.
 */
export function addressBucket(address: string): string {
  const plain = address.replace(mappedIpv4, '')
  if (!isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain.replace(/%.*$/, '')}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
