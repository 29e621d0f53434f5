import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { respond, startReceiver } from '../../../test/receivers.ts'
import { OutboundFailure, type OutboundLimits, openOutbound } from './outbound.ts'

// Nothing listens on this port. The tests must not query a real DNS server.
const noDnsServer = '127.0.0.1:9'
const rules = {
  environment: 'sandbox',
  allowLoopback: true,
  ports: [80, 443],
  dnsServers: [noDnsServer],
} as const
const shortLimits = { totalMs: 400, bodyMs: 100 }

function open(limits: Partial<OutboundLimits> = {}) {
  const outbound = openOutbound(rules, limits)
  atEnd(outbound.close)
  return {
    ...outbound,
    send: (url: string) => outbound.post({ url, headers: { 'x-test': 'yes' }, body: '{"a":1}' }),
  }
}

/** Returns the OutboundFailure that the request rejects with. */
async function failure(sending: Promise<unknown>) {
  const error = await sending.then(
    (answer) => expect.fail(`expected a failure, got a response: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(OutboundFailure)
  return error as OutboundFailure
}

test('returns status, headers and body of the response', async () => {
  const receiver = await startReceiver((socket) =>
    respond(socket, 200, { body: 'thanks', headers: { 'X-Mixed-Case': 'Yes', 'retry-after': '7' } }),
  )
  const answer = await open().send(`${receiver.url}?a=b#c`)
  expect(answer).toMatchObject({ status: 200, headers: { 'x-mixed-case': 'Yes', 'retry-after': '7' } })
  expect(answer.body.toString()).toBe('thanks')
  expect(answer.durationMs).toBeGreaterThanOrEqual(0)
  const [request = ''] = receiver.requests
  expect(request).toMatch(/^POST \/hook\?a=b HTTP\/1.1\r\n/)
  expect(request).toContain(`host: 127.0.0.1:${receiver.port}\r\n`)
  expect(request).toContain('x-test: yes\r\n')
  expect(request).toMatch(/\r\n\r\n\{"a":1\}$/)
})

test.each([204, 301, 302, 303, 307, 308, 400, 410, 500])(
  'returns a response with status %i and follows no redirect',
  async (status) => {
    const second = await startReceiver((socket) => respond(socket, 200))
    const first = await startReceiver((socket) =>
      respond(socket, status, { headers: { location: second.url } }),
    )
    expect(await open().send(first.url)).toMatchObject({ status })
    expect(second.connections()).toBe(0)
  },
)

test('skips early hints and returns the final response', async () => {
  const receiver = await startReceiver((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
    respond(socket, 201)
  })
  expect(await open().send(receiver.url)).toMatchObject({ status: 201 })
})

test('times out if the receiver never responds', async () => {
  const receiver = await startReceiver(() => {})
  const failed = await failure(open(shortLimits).send(receiver.url))
  expect(failed.message).toBe('no response within 0.4 s')
  expect(failed.durationMs).toBeGreaterThanOrEqual(380)
  await expect.poll(receiver.open).toBe(0)
})

test('slow headers do not extend the timeout', async () => {
  const receiver = await startReceiver(async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let n = 0; n < 100 && !socket.destroyed; n++) {
      socket.write(`x-${n}: y\r\n`)
      await sleep(30)
    }
  })
  expect((await failure(open(shortLimits).send(receiver.url))).message).toBe('no response within 0.4 s')
  await expect.poll(receiver.open).toBe(0)
})

test('cuts off a slow body and still returns the status', async () => {
  const receiver = await startReceiver(async (socket) => {
    respond(socket, 202, { headers: { 'content-length': 1e6 } })
    while (!socket.destroyed) {
      socket.write('a')
      await sleep(20)
    }
  })
  const answer = await open({ bodyMs: 100 }).send(receiver.url)
  expect(answer.status).toBe(202)
  expect(answer.body.toString()).toMatch(/^a*$/)
  await expect.poll(receiver.open).toBe(0)
})

test('returns the response even if the body breaks off', async () => {
  const receiver = await startReceiver((socket) => {
    respond(socket, 200, { headers: { 'content-length': 1000 } })
    socket.end('half')
  })
  const answer = await open().send(receiver.url)
  expect(answer).toMatchObject({ status: 200, body: Buffer.from('half') })
})

test('returns 4 KiB of the body and closes the connection after 16 KiB', async () => {
  let written = 0
  const receiver = await startReceiver(async (socket) => {
    respond(socket, 200, { headers: { 'content-length': 1e9 } })
    for (; written < 500 && !socket.destroyed; written++) {
      if (!socket.write('a'.repeat(100_000)))
        await Promise.race([sleep(200), new Promise((r) => socket.once('drain', r))])
    }
  })
  const bodyMs = 50_000
  const answer = await open({ bodyMs }).send(receiver.url)
  expect(answer.status).toBe(200)
  expect(answer.body.toString()).toBe('a'.repeat(4096))
  // The size limit ended the response, not the timeout.
  expect(answer.durationMs).toBeLessThan(bodyMs)
  await expect.poll(receiver.open).toBe(0)
  expect(written).toBeLessThan(500)

  const fitting = await startReceiver((socket) => respond(socket, 200, { body: 'b'.repeat(16 * 1024) }))
  const outbound = open()
  for (let n = 0; n < 3; n++) expect((await outbound.send(fitting.url)).body).toHaveLength(4096)
  expect(fitting.connections(), 'a body of 16 KiB is read completely').toBe(1)
})

test('fails on oversized or invalid headers, and returns at most 100', async () => {
  const big = await startReceiver((socket) => respond(socket, 200, { headers: { big: 'a'.repeat(17_000) } }))
  expect((await failure(open().send(big.url))).message).toBe('the answer was not valid HTTP')
  const garbled = await startReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'))
  expect((await failure(open().send(garbled.url))).message).toBe('the answer was not valid HTTP')
  const many = await startReceiver((socket) => {
    respond(socket, 200, {
      headers: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, n])),
    })
  })
  expect(Object.keys((await open().send(many.url)).headers)).toHaveLength(100)
})

test('reports a reset, closed or upgraded connection as a broken-off answer', async () => {
  const reset = await startReceiver((socket) => socket.resetAndDestroy())
  expect((await failure(open().send(reset.url))).message).toBe('the answer was broken off')
  expect(reset.requests, 'a new connection is not tried twice').toHaveLength(1)
  const closed = await startReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\nx: '))
  expect((await failure(open().send(closed.url))).message).toBe('the answer was broken off')
  const switched = await startReceiver((socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  )
  expect((await failure(open(shortLimits).send(switched.url))).message).toBe('the answer was broken off')
})

test('every failure to connect has the same message', async () => {
  const receiver = await startReceiver((socket) => respond(socket, 200))
  const gone = await startReceiver(() => {})
  await gone.close()
  const strict = openOutbound({ ...rules, allowLoopback: false, ports: [receiver.port] })
  atEnd(strict.close)
  const blocked = strict.post({ url: receiver.url, headers: {}, body: '' })
  expect((await failure(blocked)).message).toBe('could not connect')
  const outbound = open({ dnsMs: 200 })
  const urls = [
    gone.url,
    `http://[::ffff:127.0.0.1]:${receiver.port}/`,
    'nonsense',
    'http://metadata.internal/',
  ]
  for (const url of [...urls, 'http://unknown.example.org/']) {
    expect((await failure(outbound.send(url))).message, url).toBe('could not connect')
  }
  expect(receiver.connections()).toBe(0)
})

test('rejects invalid request headers with the original error and leaves no connection open', async () => {
  const receiver = await startReceiver((socket) => respond(socket, 200))
  const sending = open().post({ url: receiver.url, headers: { 'x-bad': 'a\r\nb: c' }, body: '' })
  await expect(sending).rejects.toThrow('invalid x-bad header')
  await expect.poll(receiver.open).toBe(0)
})

test('an abort rejects the request immediately with its reason', async () => {
  const receiver = await startReceiver(() => {})
  const outbound = open()
  const stopping = new AbortController()
  const post = () => outbound.post({ url: receiver.url, headers: {}, body: '', signal: stopping.signal })
  const sending = post()
  await expect.poll(() => receiver.requests.length).toBe(1)
  stopping.abort(new Error('we are closing'))
  await expect(sending).rejects.toThrow('we are closing')
  await expect.poll(receiver.open).toBe(0)
  await expect(post()).rejects.toThrow('we are closing')
  expect(receiver.connections()).toBe(1)
})

test('get returns the whole body or fails, and follows no redirect', async () => {
  const large = 'x'.repeat(60_000)
  const receiver = await startReceiver((socket) => respond(socket, 200, { body: large }))
  const get = (maxBytes: number) =>
    open().get({ url: receiver.url, headers: { accept: 'image/*' }, maxBytes })
  const answer = await get(60_000)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body.toString()).toBe(large)
  expect(receiver.requests[0]).toMatch(/^GET \/hook HTTP\/1.1\r\n/)
  expect((await failure(get(59_999))).message).toBe('the answer was too large or broken off')
  const moved = await startReceiver((socket) => respond(socket, 302, { headers: { location: receiver.url } }))
  expect(await open().get({ url: moved.url, headers: {}, maxBytes: 10 })).toMatchObject({ status: 302 })
})
