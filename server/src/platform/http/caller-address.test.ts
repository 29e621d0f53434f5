import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { addressBucket, callerAddress, parseTrustedProxies } from './caller-address.ts'

const addressOf = (setting: string, remoteAddress: string, forwarded?: string) => {
  const trust = parseTrustedProxies(setting)
  if (!trust) throw new Error(`${setting} is not valid`)
  return callerAddress(
    { socket: { remoteAddress } as Socket, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} },
    trust,
  )
}

test.each([
  ['no proxy is trusted', 'false', '203.0.113.7', '6.6.6.6', '203.0.113.7'],
  [
    'an address that the caller wrote in front is ignored',
    '1',
    '10.0.0.1',
    '6.6.6.6, 203.0.113.7',
    '203.0.113.7',
  ],
  ['two proxies append one address each', '2', '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['the header is missing', '1', '10.0.0.1', undefined, '10.0.0.1'],
  ['the header has fewer addresses than proxies', '3', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['proxies are trusted by range', '10.0.0.0/8', '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.2.0.2', '203.0.113.7'],
  ['a peer outside the ranges is the caller', '10.0.0.0/8', '203.0.113.9', '6.6.6.6', '203.0.113.9'],
  ['an IPv4 peer of a dual-stack socket', '10.0.0.0/8', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['proxies with IPv6', 'fd00::/8,10.0.0.1', 'fd12::1', '2001:db8::7, 10.0.0.1', '2001:db8::7'],
  ['a forged entry that is no address', '10.0.0.0/8', '10.0.0.1', '203.0.113.7, nonsense', 'nonsense'],
])('%s', (_, setting, peer, forwarded, expected) => {
  expect(addressOf(setting, peer, forwarded)).toBe(expected)
})

test.each([
  'true',
  '0',
  '10',
  '-1',
  '',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'proxy.example',
  '10.0.0.1,',
])('rejects the setting [%s]', (setting) => {
  expect(parseTrustedProxies(setting)).toBeUndefined()
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'nonsense'],
])('counts requests from %s as %s', (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket)
})
