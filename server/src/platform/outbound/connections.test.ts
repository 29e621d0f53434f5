import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { respond, startReceiver } from '../../../test/receivers.ts'
import { openConnect } from './connect.ts'
import { openConnections } from './connections.ts'
import { type Limits, openOutbound, usualLimits } from './outbound.ts'
import { readUrl } from './urls.ts'

// No test asks a server that is not its own.
const nobody = '127.0.0.1:9'
const rules = { environment: 'sandbox', allowLoopback: true, ports: [80, 443], dnsServers: [nobody] } as const

function open(limits: Partial<Limits> = {}) {
  const outbound = openOutbound(rules, limits)
  atEnd(outbound.close)
  return (url: string) => outbound.post({ url, headers: {}, body: 'x'.repeat(8192) })
}

test('a connection is used again, and two at once need two', async () => {
  const receiver = await startReceiver((socket) => setTimeout(() => respond(socket, 200), 20))
  const send = open()
  for (let n = 0; n < 5; n++) await send(receiver.url)
  expect(receiver.connections()).toBe(1)
  await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)))
  expect(receiver.connections()).toBe(10)
  await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)))
  expect(receiver.connections()).toBe(10)
})

test('a connection the receiver is just closing is no failure: the request is sent again on a new one', async () => {
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

test('it is sent again once only, and not when an answer had begun', async () => {
  const deaf = await startReceiver((socket, before) => {
    if (before === 0) respond(socket, 200)
    else socket.destroy()
  })
  const send = open()
  await send(deaf.url)
  await expect(send(deaf.url)).rejects.toThrow('the answer was broken off')
  expect(deaf.requests).toHaveLength(3)

  const stuttering = await startReceiver((socket, before) => {
    if (before === 0) respond(socket, 200)
    else socket.end('HTTP/1.1 2')
  })
  await send(stuttering.url)
  await expect(send(stuttering.url)).rejects.toThrow('the answer was broken off')
  expect(stuttering.requests).toHaveLength(2)
})

test('idle connections the receiver has closed are not used', async () => {
  const receiver = await startReceiver((socket) => respond(socket, 200))
  const send = open()
  await Promise.all([send(receiver.url), send(receiver.url)])
  receiver.cut()
  for (let n = 0; n < 3; n++) expect(await send(receiver.url)).toMatchObject({ status: 200 })
  expect(receiver.requests).toHaveLength(5)
})

test('“connection: close” is obeyed', async () => {
  const receiver = await startReceiver((socket) => {
    respond(socket, 200, { headers: { connection: 'close' } })
    socket.end()
  })
  const send = open()
  for (let n = 0; n < 3; n++) expect(await send(receiver.url)).toMatchObject({ status: 200 })
  expect(receiver.connections()).toBe(3)
  expect(receiver.requests).toHaveLength(3)
})

test('what comes unasked on an idle connection is never taken for an answer', async () => {
  const receiver = await startReceiver((socket, before) => {
    respond(socket, 200, { body: `number ${before}` })
    if (before === 0) setTimeout(() => respond(socket, 299, { body: 'unasked' }), 20)
  })
  const send = open()
  await send(receiver.url)
  await sleep(60)
  expect((await send(receiver.url)).body.toString()).toBe('number 1')
})

test('a connection has a limited life', async () => {
  const receiver = await startReceiver((socket) => respond(socket, 200))
  const send = open({ connectionMs: 150 })
  for (let n = 0; n < 6; n++) {
    await send(receiver.url)
    await sleep(50)
  }
  expect(receiver.connections()).toBeGreaterThanOrEqual(2)
})

test('the number of idle connections is limited, and those used last are kept', async () => {
  const limits = { ...usualLimits, idleConnections: 3 }
  const connections = openConnections(openConnect(rules, limits), limits)
  atEnd(connections.close)
  const receivers = await Promise.all(Array.from({ length: 6 }, () => startReceiver(() => {})))
  const origins: string[] = []
  for (const { url } of receivers) {
    const read = readUrl(url, rules)
    if ('refusal' in read) throw new Error(read.refusal)
    origins.push(read.target.origin)
    connections.release(await connections.make(read.target, new AbortController().signal))
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

test('closing waits for what is under way and leaves nothing open', async () => {
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
