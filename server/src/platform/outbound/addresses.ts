import { isIP } from 'node:net'

/** What no receiver can have, and why. Spelled as IANA's registries of special addresses spell them. */
export const blockedRanges = {
  '0.0.0.0/8': 'this host',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'shared between carriers; also the metadata service of Alibaba',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'the platform of Azure, which answers inside every machine there',
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

  '::/96': 'unspecified, loopback and IPv4 in disguise (compatible)',
  '::ffff:0:0/96': 'IPv4 in disguise (mapped); nobody publishes a receiver like this',
  '::ffff:0:0:0/96': 'IPv4 in disguise (translated)',
  '64:ff9b::/96': 'IPv4 in disguise (NAT64)',
  '64:ff9b:1::/48': 'IPv4 in disguise (local NAT64)',
  '100::/64': 'discarded',
  '2001::/23': 'protocol assignments; also Teredo, which is IPv4 in disguise',
  '2001:db8::/32': 'documentation',
  '2002::/16': 'IPv4 in disguise (6to4)',
  '3fff::/20': 'documentation',
  '5f00::/16': 'segment routing',
  'fc00::/7': 'unique local; also the metadata service of AWS',
  'fe80::/10': 'link-local',
  'fec0::/10': 'site-local',
  'ff00::/8': 'multicast',
  // All public addresses are in 2000::/3. Whatever is given a meaning elsewhere is unknown to this table.
  '::/3': 'outside the public addresses',
  '4000::/2': 'outside the public addresses',
  '8000::/1': 'outside the public addresses',
} as const

type Range = { family: number; first: bigint; last: bigint; reason: string }

const ranges = Object.entries(blockedRanges).map(([range, reason]) => readRange(range, reason))
const loopback = [readRange('127.0.0.0/8', 'loopback'), readRange('::1/128', 'loopback')]

/** Why nothing may be sent to this address, or undefined. What is not understood is refused. */
export function blockOf(address: string): string | undefined {
  const parsed = parse(address)
  if (!parsed) return 'not an address'
  return ranges.find((range) => contains(range, parsed))?.reason
}

export function isLoopback(address: string): boolean {
  const parsed = parse(address)
  return parsed !== undefined && loopback.some((range) => contains(range, parsed))
}

function contains({ family, first, last }: Range, address: { family: number; value: bigint }) {
  return family === address.family && first <= address.value && address.value <= last
}

function readRange(range: string, reason: string): Range {
  const [base = '', length] = range.split('/')
  const parsed = parse(base)
  if (!parsed) throw new Error(`${range} is no range`)
  const { family, value } = parsed
  const size = 1n << BigInt((family === 4 ? 32 : 128) - Number(length))
  return { family, first: value, last: value + size - 1n, reason }
}

/** Strict: one to four numbers, octal and the like are for whoever reads URLs; and no zones. */
function parse(address: string) {
  const family = isIP(address)
  if (family === 4) return { family, value: join(address.split('.').map(Number), 8n) }
  if (family === 6 && !address.includes('%')) return { family, value: join(wordsOf(address), 16n) }
  return undefined
}

function wordsOf(address: string): number[] {
  const [head = '', tail] = address.split('::').map((half) => half.split(':').flatMap(readWord))
  if (!tail) return head as number[]
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail]
}

/** The end of an IPv6 address may be written as an IPv4 address, which is two words. */
function readWord(word: string): number[] {
  if (word === '') return []
  if (!word.includes('.')) return [Number.parseInt(word, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function join(parts: number[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(part), 0n)
}
