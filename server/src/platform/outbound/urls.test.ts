import { expect, test } from 'vitest'
import { isAddressAllowed, type OutboundRules, parseTargetUrl } from './urls.ts'

const production: OutboundRules = {
  environment: 'production',
  allowLoopback: false,
  ports: [443, 8443],
  dnsServers: [],
}
const sandbox: OutboundRules = { ...production, environment: 'sandbox', ports: [80, 443, 8443] }
const withLoopback: OutboundRules = { ...sandbox, allowLoopback: true }

const refusal = (url: string, rules: OutboundRules) => {
  const parsed = parseTargetUrl(url, rules)
  return 'refusal' in parsed ? parsed.refusal : undefined
}

test.each([
  'https://example.com',
  'https://example.com:443/hook?a=b#c',
  'https://hooks.payments.example.com:8443/',
  'https://example.com./hook',
  'https://my_host.example.com',
  'https://bücher.example',
  'https://notlocal.example.com',
  'https://local.example.com',
])('production allows %s', (url) => {
  expect(refusal(url, production)).toBeUndefined()
})

test.each([
  ['http://example.com', 'must use https:'],
  ['ftp://example.com', 'must use https:'],
  ['file:///etc/passwd', 'must use https:'],
  ['javascript:alert(1)', 'must use https:'],
  ['example.com/hook', 'must be an absolute URL'],
  ['https://', 'must be an absolute URL'],
  ['https://[fe80::1%25eth0]/', 'must be an absolute URL'],
  ['https://user@example.com', 'must have no user name or password'],
  ['https://:secret@example.com', 'must have no user name or password'],
  ['https://127.0.0.1#@example.com', 'must name its host, not give an address'],
  ['https://example.com:80', 'must use port 443 or 8443'],
  ['https://example.com:5432', 'must use port 443 or 8443'],
  ['https://example.com:0', 'must use port 443 or 8443'],
  ['https://8.8.8.8', 'must name its host, not give an address'],
  ['https://0x08080808', 'must name its host, not give an address'],
  ['https://[2606:4700::1]', 'must name its host, not give an address'],
  ['https://intranet', 'must name a host of the public internet'],
  ['https://intranet.', 'must name a host of the public internet'],
  ['https://localhost', 'must name a host of the public internet'],
  ['https://LOCALHOST./', 'must name a host of the public internet'],
  ['https://a.localhost', 'must name a host of the public internet'],
  ['https://metadata.google.internal', 'must name a host of the public internet'],
  ['https://metadata.google.INTERNAL.', 'must name a host of the public internet'],
  ['https://printer.local', 'must name a host of the public internet'],
  ['https://a..example.com', 'must have a valid host name'],
  ['https://example.com..', 'must have a valid host name'],
  ['https://-a.example.com', 'must have a valid host name'],
  [`https://${'a'.repeat(64)}.com`, 'must have a valid host name'],
  [`https://${'a.'.repeat(126)}com`, 'must have a valid host name'],
  [`https://example.com/${'a'.repeat(2029)}`, 'must be at most 2048 characters long'],
])('production refuses %s: %s', (url, reason) => {
  expect(refusal(url, production)).toBe(reason)
  expect(refusal(url, { ...production, allowLoopback: true })).toBe(reason)
})

test('allows a URL of the maximum length', () => {
  expect(refusal(`https://example.com/${'a'.repeat(2028)}`, production)).toBeUndefined()
})

test('the sandbox also allows http and public IP addresses, but no internal ones', () => {
  for (const url of ['http://example.com', 'http://8.8.8.8/', 'https://[2606:4700::1]:8443']) {
    expect(refusal(url, sandbox), url).toBeUndefined()
  }
  for (const url of [
    'http://127.0.0.1',
    'http://10.0.0.1',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://0',
  ]) {
    expect(refusal(url, sandbox), url).toBe('must not lead to a private or reserved address')
  }
  expect(refusal('ftp://example.com', sandbox)).toBe('must use https: or http:')
  expect(refusal('http://localhost', sandbox)).toBe('must name a host of the public internet')
  expect(refusal('http://example.com:3000', sandbox)).toBe('must use port 80 or 443 or 8443')
})

test('allowLoopback allows loopback on every port, and nothing else', () => {
  const open = ['http://localhost:3000', 'https://localhost.:1', 'http://127.9.9.9:22', 'http://[::1]:5432']
  for (const url of open) expect(refusal(url, withLoopback), url).toBeUndefined()
  const others = [
    'http://a.localhost',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
  ]
  for (const url of [...others, 'http://example.com:3000', 'http://169.254.169.254']) {
    expect(refusal(url, withLoopback), url).toBeDefined()
  }
  expect(isAddressAllowed(withLoopback, '127.0.0.1')).toBe(true)
  expect(isAddressAllowed(sandbox, '127.0.0.1')).toBe(false)
  expect(isAddressAllowed({ ...production, allowLoopback: true }, '127.0.0.1')).toBe(false)
})

test('normalises the host and keeps path and query', () => {
  expect(parseTargetUrl('https://Example.COM./a%20b/../c?d=ü#e', production)).toEqual({
    target: {
      isSecure: true,
      host: 'example.com',
      port: 443,
      path: '/c?d=%C3%BC',
      origin: 'https://example.com',
    },
  })
  expect(parseTargetUrl('http://[::1]:81', withLoopback)).toMatchObject({
    target: { host: '::1', port: 81, origin: 'http://[::1]:81' },
  })
})
