import { isIP } from 'node:net'

/**
 * Address ranges that webhooks must not reach, each with the reason, in the notation of the IANA special-purpose
 * registries.
 */
export const blockedRanges = {
  '0.0.0.0/8': 'this host',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'carrier-grade NAT; also the metadata service of Alibaba',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'Azure platform services, reachable from every Azure machine',
  '169.254.0.0/16': 'link-local; also the metadata service of most clouds',
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'protocol assignments; also the metadata service of Oracle',
  '192.0.2.0/24': 'documentation',
  '192.88.99.0/24': '6to4 relays',
  '192.168.0.0/16': 'private',
  '198.18.0.0/15': 'benchmarks',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved and broadcast',

  '::/96': 'unspecified, loopback and embedded IPv4 (compatible)',
  '::ffff:0:0/96': 'embedded IPv4 (mapped); no public receiver has such an address',
  '::ffff:0:0:0/96': 'embedded IPv4 (translated)',
  '64:ff9b::/96': 'embedded IPv4 (NAT64)',
  '64:ff9b:1::/48': 'embedded IPv4 (local NAT64)',
  '100::/64': 'discarded',
  '2001::/23': 'protocol assignments; also Teredo, which is embedded IPv4',
  '2001:db8::/32': 'documentation',
  '2002::/16': 'embedded IPv4 (6to4)',
  '3fff::/20': 'documentation',
  '5f00::/16': 'segment routing',
  'fc00::/7': 'unique local; also the metadata service of AWS',
  'fe80::/10': 'link-local',
  'fec0::/10': 'site-local',
  'ff00::/8': 'multicast',
  // All public IPv6 addresses are in 2000::/3. Everything else is blocked, including ranges that are assigned in the
  // future.
  '::/3': 'outside the public address space',
  '4000::/2': 'outside the public address space',
  '8000::/1': 'outside the public address space',
} as const

type AddressRange = { family: number; first: bigint; last: bigint; reason: string }

const ranges = Object.entries(blockedRanges).map(([range, reason]) => parseRange(range, reason))
const loopback = [parseRange('127.0.0.0/8', 'loopback'), parseRange('::1/128', 'loopback')]

/**
 * Returns why requests to this address are blocked, or undefined if they are allowed. Addresses that cannot be parsed
 * are blocked.
 */
export function blockReason(address: string): string | undefined {
  const parsed = parseAddress(address)
  if (!parsed) return 'not an address'
  return ranges.find((range) => contains(range, parsed))?.reason
}

export function isLoopback(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && loopback.some((range) => contains(range, parsed))
}

function contains({ family, first, last }: AddressRange, address: { family: number; value: bigint }) {
  return family === address.family && first <= address.value && address.value <= last
}

function parseRange(range: string, reason: string): AddressRange {
  const [base = '', length] = range.split('/')
  const parsed = parseAddress(base)
  if (!parsed) throw new Error(`${range} is not an address range`)
  const { family, value } = parsed
  const size = 1n << BigInt((family === 4 ? 32 : 128) - Number(length))
  return { family, first: value, last: value + size - 1n, reason }
}

/**
 * Strict parser. It rejects IPv6 zones, and the short and octal forms of IPv4, which the URL parser has already
 * normalised.
 */
function parseAddress(address: string) {
  const family = isIP(address)
  if (family === 4) return { family, value: joinBits(address.split('.').map(Number), 8n) }
  if (family === 6 && !address.includes('%')) return { family, value: joinBits(ipv6Words(address), 16n) }
  return undefined
}

function ipv6Words(address: string): number[] {
  const [head = '', tail] = address.split('::').map((half) => half.split(':').flatMap(parseIpv6Word))
  if (!tail) return head as number[]
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail]
}

/** The last 32 bits of an IPv6 address may be written as an IPv4 address, which becomes two 16-bit words. */
function parseIpv6Word(word: string): number[] {
  if (word === '') return []
  if (!word.includes('.')) return [Number.parseInt(word, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function joinBits(parts: number[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(part), 0n)
}
