import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startDnsServer, type Zone } from '../../../test/dns-server.ts'
import { respond, startReceiver } from '../../../test/receivers.ts'
import { openOutbound } from './outbound.ts'
import { openResolver } from './resolve.ts'

const serverFailed = 2

const zone: Zone = new Map([
  ['both.test', { aaaa: ['2606:4700::1'], a: ['192.0.2.1', '192.0.2.2'] }],
  ['six.test', { aaaa: ['::1'] }],
  ['alias.test', { cname: 'both.test' }],
  ['half-failing.test', { a: ['192.0.2.1'], code: serverFailed, troubled: 'aaaa' }],
  ['half-slow.test', { a: ['192.0.2.1'], delayMs: 5_000, troubled: 'aaaa' }],
  ['second.test', { a: ['127.0.0.9', '127.0.0.1'] }],
  ['mixed.test', { a: ['127.0.0.1', '192.0.2.1'] }],
  ['mixed-families.test', { a: ['127.0.0.1'], aaaa: ['::ffff:127.0.0.1'] }],
  ['turning.test', [{ a: ['127.0.0.1'] }, { a: ['127.0.0.9'] }]],
])
const dns = await startDnsServer(zone)
atEnd(dns.close)
const resolve = openResolver({ servers: [dns.server], timeoutMs: 400 })
const never = new AbortController().signal

test('resolves both address families, IPv4 first', async () => {
  expect(await resolve('both.test', never)).toEqual(['192.0.2.1', '192.0.2.2', '2606:4700::1'])
  expect(await resolve('alias.test', never)).toEqual(['192.0.2.1', '192.0.2.2', '2606:4700::1'])
  expect(await resolve('six.test', never)).toEqual(['::1'])
})

test('ignores /etc/hosts and the host name of the machine', async () => {
  expect(await resolve('missing.test', never)).toEqual([])
  expect(await resolve(hostname(), never)).toEqual([])
})

test('fails if one address family fails', async () => {
  await expect(resolve('half-failing.test', never)).rejects.toThrow('ESERVFAIL')
  await expect(resolve('half-slow.test', never)).rejects.toThrow('timeout')
})

test('resolves IP addresses and localhost without DNS', async () => {
  const alone = openResolver({ servers: ['127.0.0.1:9'], timeoutMs: 100 })
  expect(await alone('192.0.2.7', never)).toEqual(['192.0.2.7'])
  expect(await alone('::1', never)).toEqual(['::1'])
  expect(await alone('localhost', never)).toEqual(['127.0.0.1', '::1'])
})

test('an abort rejects the look-up with its reason', async () => {
  const stopping = new AbortController()
  const lookup = resolve('half-slow.test', stopping.signal)
  stopping.abort(new Error('enough'))
  await expect(lookup).rejects.toThrow('enough')
  await expect(resolve('both.test', stopping.signal)).rejects.toThrow('enough')
})

async function openTo(react: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(react)
  const rules = { environment: 'sandbox', allowLoopback: true, ports: [receiver.port] } as const
  const outbound = openOutbound({ ...rules, dnsServers: [dns.server] })
  atEnd(outbound.close)
  const send = (name: string) =>
    outbound.post({ url: `http://${name}:${receiver.port}/`, headers: {}, body: '' })
  return { receiver, send }
}

test('connects to the next address if the first is dead', async () => {
  const { receiver, send } = await openTo((socket) => respond(socket, 200))
  expect(await send('second.test')).toMatchObject({ status: 200 })
  expect(receiver.requests[0]).toContain(`host: second.test:${receiver.port}\r\n`)
})

test('one blocked address blocks the whole host', async () => {
  const { receiver, send } = await openTo((socket) => respond(socket, 200))
  await expect(send('mixed.test')).rejects.toThrow('could not connect')
  await expect(send('mixed-families.test')).rejects.toThrow('could not connect')
  expect(receiver.connections()).toBe(0)
})

test('resolves once per connection and connects to the checked address (DNS rebinding)', async () => {
  const { receiver, send } = await openTo((socket) =>
    respond(socket, 200, { headers: { connection: 'close' } }),
  )
  // Nothing listens on the second address, so the requests would fail after a second look-up.
  const outcomes: string[] = []
  for (let n = 0; n < 6; n++)
    outcomes.push(
      await send('turning.test').then(
        () => 'sent',
        ({ message }) => message,
      ),
    )
  expect(outcomes).toEqual(Array(3).fill(['sent', 'could not connect']).flat())
  expect(receiver.connections()).toBe(3)
})
