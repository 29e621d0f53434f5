import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { respond, startReceiver } from '../../../test/receivers.ts'
import { openConnect } from './connect.ts'
import { openConnectionPool } from './connections.ts'
import { defaultOutboundLimits, type OutboundLimits, openOutbound } from './outbound.ts'
import { parseTargetUrl } from './urls.ts'

// Nothing listens on this port. The tests must not query a real DNS server.
const noDnsServer = '127.0.0.1:9'
const rules = {
  environment: 'sandbox',
  allowLoopback: true,
  ports: [80, 443],
  dnsServers: [noDnsServer],
} as const

function open(limits: Partial<OutboundLimits> = {}) {
  const outbound = openOutbound(rules, limits)
  atEnd(outbound.close)
  return (url: string) => outbound.post({ url, headers: {}, body: 'x'.repeat(8192) })
}

test('reuses connections, and opens one for each concurrent request', async () => {
  const receiver = await startReceiver((socket) => setTimeout(() => respond(socket, 200), 20))
  const send = open()
  for (let n = 0; n < 5; n++) await send(receiver.url)
  expect(receiver.connections()).toBe(1)
  await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)))
  expect(receiver.connections()).toBe(10)
  await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)))
  expect(receiver.connections()).toBe(10)
})

test('retries on a new connection if the receiver closes the idle one', async () => {
  const receiver = await startReceiver((socket, before) => {
    if (before === 1) socket.resetAndDestroy()
    else respond(socket, 200)
  })
  const send = open()
  await send(receiver.url)
  expect(await send(receiver.url)).toMatchObject({ status: 200 })
  expect(receiver.requests).toHaveLength(3)
  expect(receiver.connections()).toBe(2)
})

test('retries only once, and not after the response has started', async () => {
  const closing = await startReceiver((socket, before) => {
    if (before === 0) respond(socket, 200)
    else socket.destroy()
  })
  const send = open()
  await send(closing.url)
  await expect(send(closing.url)).rejects.toThrow('the answer was broken off')
  expect(closing.requests).toHaveLength(3)

  const stuttering = await startReceiver((socket, before) => {
    if (before === 0) respond(socket, 200)
    else socket.end('HTTP/1.1 2')
  })
  await send(stuttering.url)
  await expect(send(stuttering.url)).rejects.toThrow('the answer was broken off')
  expect(stuttering.requests).toHaveLength(2)
})

test('does not use idle connections that the receiver has closed', async () => {
  const receiver = await startReceiver((socket) => respond(socket, 200))
  const send = open()
  await Promise.all([send(receiver.url), send(receiver.url)])
  receiver.cut()
  for (let n = 0; n < 3; n++) expect(await send(receiver.url)).toMatchObject({ status: 200 })
  expect(receiver.requests).toHaveLength(5)
})

test('honours “connection: close”', async () => {
  const receiver = await startReceiver((socket) => {
    respond(socket, 200, { headers: { connection: 'close' } })
    socket.end()
  })
  const send = open()
  for (let n = 0; n < 3; n++) expect(await send(receiver.url)).toMatchObject({ status: 200 })
  expect(receiver.connections()).toBe(3)
  expect(receiver.requests).toHaveLength(3)
})

test('ignores unsolicited responses on an idle connection', async () => {
  const receiver = await startReceiver((socket, before) => {
    respond(socket, 200, { body: `number ${before}` })
    if (before === 0) setTimeout(() => respond(socket, 299, { body: 'unasked' }), 20)
  })
  const send = open()
  await send(receiver.url)
  await sleep(60)
  expect((await send(receiver.url)).body.toString()).toBe('number 1')
})

test('closes connections after their maximum age', async () => {
  const receiver = await startReceiver((socket) => respond(socket, 200))
  const send = open({ maxConnectionAgeMs: 150 })
  for (let n = 0; n < 6; n++) {
    await send(receiver.url)
    await sleep(50)
  }
  expect(receiver.connections()).toBeGreaterThanOrEqual(2)
})

test('limits idle connections and evicts the least recently used', async () => {
  const limits = { ...defaultOutboundLimits, maxIdleConnections: 3 }
  const connections = openConnectionPool(openConnect(rules, limits), limits)
  atEnd(connections.close)
  const receivers = await Promise.all(Array.from({ length: 6 }, () => startReceiver(() => {})))
  const origins: string[] = []
  for (const { url } of receivers) {
    const read = parseTargetUrl(url, rules)
    if ('refusal' in read) throw new Error(read.refusal)
    origins.push(read.target.origin)
    connections.release(await connections.open(read.target, new AbortController().signal))
  }
  expect(connections.counts()).toEqual({ idle: 3, open: 3, origins: 3 })
  expect(origins.map((origin) => connections.findIdle(origin) !== undefined)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
  expect(connections.counts()).toEqual({ idle: 0, open: 3, origins: 0 })
})

test('close waits for requests in flight and leaves no connection open', async () => {
  const slow = await startReceiver((socket) => setTimeout(() => respond(socket, 200), 200))
  const quick = await startReceiver((socket) => respond(socket, 200))
  const outbound = openOutbound(rules)
  const post = (url: string) => outbound.post({ url, headers: {}, body: '' })
  await post(quick.url)
  const sending = post(slow.url)
  await expect.poll(() => slow.requests.length).toBe(1)
  await outbound.close()
  expect(await sending).toMatchObject({ status: 200 })
  await expect.poll(() => slow.open() + quick.open()).toBe(0)
  await expect(post(quick.url)).rejects.toThrow('could not connect')
  expect(quick.connections()).toBe(1)
})
