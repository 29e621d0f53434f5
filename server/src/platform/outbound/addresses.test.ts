import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockedRanges, blockReason, isLoopback } from './addresses.ts'

const blocked = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '1000::1',
  '4000::1',
  '8000::1',
  'f000::1',
]
const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '168.63.129.17',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::',
  '2001:db9::',
  '2003::1',
  '2606:4700::1',
  '2a00:1450:4009::1',
  '3ffe::1',
  '3fff:1000::',
]
const notAddresses = [
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '010.0.0.1',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '2130706433',
]
const malformed = [
  ' 8.8.8.8',
  '8.8.8.8 ',
  '[2606:4700::1]',
  '2606:4700::1%eth0',
  'fe80::1%1',
  '2606::4700::1',
  ':::',
  '8.8.8.8/32',
]

test.each(blocked)('%s is blocked', (address) => {
  expect(blockReason(address)).toBeDefined()
})

test.each(allowed)('%s is allowed', (address) => {
  expect(blockReason(address)).toBeUndefined()
})

test.each([...notAddresses, ...malformed])('“%s” is blocked because it is not an address', (text) => {
  expect(blockReason(text)).toBe('not an address')
  expect(isLoopback(text)).toBe(false)
})

test('only 127.0.0.0/8 and ::1 are loopback', () => {
  for (const address of ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1']) {
    expect(isLoopback(address), address).toBe(true)
  }
  for (const address of [
    '126.255.255.255',
    '128.0.0.0',
    '::',
    '::2',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '0.0.0.0',
  ]) {
    expect(isLoopback(address), address).toBe(false)
  }
})

// Once Node's BlockList has a rule for IPv4-mapped addresses, it blocks all of IPv4, so this rule is left out.
const ranges = Object.keys(blockedRanges).filter((range) => range !== '::ffff:0:0/96' && range !== '::/3')
const oracle = new BlockList()
for (const range of ranges) {
  const [base = '', length] = range.split('/')
  oracle.addSubnet(base, Number(length), base.includes(':') ? 'ipv6' : 'ipv4')
}

test('agrees with the BlockList of Node', () => {
  const isBlocked = (address: string) => blockReason(address) !== undefined
  const byte = fc.oneof(fc.constantFrom(10, 100, 127, 169, 172, 192, 198, 203), fc.nat(255))
  const v4 = fc.tuple(byte, fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => bytes.join('.'))
  fc.assert(
    fc.property(v4, (address) => isBlocked(address) === oracle.check(address, 'ipv4')),
    { numRuns: 5_000 },
  )
  // Only addresses from 2000:: upwards are generated, because Node's rules differ below 2000::.
  const word = fc.oneof(fc.constantFrom(0x2001, 0x2002, 0x3fff, 0x5f00, 0xdb8, 0), fc.nat(0xffff))
  const rest = fc.array(word, { minLength: 7, maxLength: 7 })
  const v6 = fc
    .tuple(
      word.filter((first) => first >= 0x2000),
      rest,
    )
    .map((words) => words.flat().map(hex).join(':'))
  fc.assert(
    fc.property(v6, (address) => isBlocked(address) === oracle.check(address, 'ipv6')),
    { numRuns: 5_000 },
  )
})

test.each(Object.entries(blockedRanges))('%s is blocked from its first address to its last: %s', (range) => {
  const [base = '', length] = range.split('/')
  expect(blockReason(base)).toBeDefined()
  expect(blockReason(lastOf(base, Number(length)))).toBeDefined()
})

/** Returns the last address of a range by setting the host bits in the text of the first address. */
function lastOf(base: string, length: number) {
  if (!base.includes(':')) {
    const bytes = base
      .split('.')
      .map((byte, index) => Number(byte) | (0xff >> Math.min(8, Math.max(0, length - index * 8))))
    return bytes.join('.')
  }
  const words = new URL(`http://[${base}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = words.map((half) => half.split(':').filter(Boolean))
  const full = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  const bits = (index: number) => 0xffff >> Math.min(16, Math.max(0, length - index * 16))
  return full.map((word, index) => hex(Number.parseInt(word, 16) | bits(index))).join(':')
}

function hex(word: number) {
  return word.toString(16)
}
