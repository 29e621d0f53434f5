/** Addresses of every blocked range, listed independently of the guard. */
export const victims4 = [
  '127.0.0.1',
  '127.0.0.53',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.254',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.254',
  '255.255.255.255',
]

export const victims6 = [
  '::',
  '::1',
  '::2',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'feff::1',
  'ff02::1',
  'ff0e::1',
  '2001:db8::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:1ff::1',
  '100::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::1',
  '2002::1',
  '1::1',
  '4000::1',
  'e000::1',
]

/** External addresses, the only ones that may be reached. */
export const outside4 = '93.184.216.34'
export const outside6 = '2606:2800:220:1:248:1893:25c8:1946'

/** Lists IPv6 addresses that embed an IPv4 address. */
export function embeddings(address: string): string[] {
  const [high, low] = wordsOf(address)
  const inverted = wordsOf(
    bytesOf(address)
      .map((byte) => 255 - byte)
      .join('.'),
  ).join(':')
  return [
    `::${high}:${low}`,
    `::ffff:${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${inverted}`,
  ]
}

/** Lists URL hosts that mean this address, one for each kind of notation. */
export function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const octal = (value: number) => `0${value.toString(8)}`
  const hex = (value: number) => `0x${value.toString(16)}`
  return [
    address,
    `${address}.`,
    `${whole}`,
    hex(whole),
    hex(whole).toUpperCase().replace('0X', '0x'),
    octal(whole),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    [octal(a), hex(b), c, d].join('.'),
    [a, b, c, d].map((byte) => `0000${byte.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${(b * 256 + c) * 256 + d}.`,
    address.replace(/\d/g, (digit) => `%3${digit}`),
    address.replaceAll('.', '%2e'),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  ]
}

export function spellings6(address: string): string[] {
  const expanded = expand(address)
  return [`[${address}]`, `[${expanded}]`, `[${expanded.toUpperCase()}]`]
}

export function expand(address: string): string {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const words = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return words.map((word) => word.padStart(4, '0')).join(':')
}

function bytesOf(address: string): number[] {
  return address.split('.').map(Number)
}

function wordsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}
