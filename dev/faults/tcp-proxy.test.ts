import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { TcpProxy } from './tcp-proxy.ts'
import {
  closeAll,
  connectTo,
  endOf,
  hashOf,
  listen,
  open,
  openEcho,
  proxyTo,
  receive,
  settled,
} from './test-sockets.ts'

afterEach(closeAll)

describe('pass', () => {
  it('passes bytes both ways and counts them', async () => {
    const { proxy, client } = await openEcho()
    await expectEcho(client, 'hello')
    expect(proxy.counts()).toEqual({ open: 1, accepted: 1, refused: 0, toTarget: 5, fromTarget: 5 })
  })

  it('forwards a half-close, and drops the connection once both sides have closed', async () => {
    const target = await listen((socket) => {
      let heard = ''
      socket.on('data', (bytes) => {
        heard += bytes
      })
      socket.on('end', () => socket.end(`got ${heard}`))
    })
    const { proxy, client } = await open(target)
    client.end('everything')
    expect(Buffer.concat(await client.toArray()).toString()).toBe('got everything')
    await expect.poll(() => proxy.counts().open).toBe(0)
  })

  it('rewrites addresses to its own port', async () => {
    const proxy = await proxyTo(1)
    expect(proxy.url('nats')).toBe(`nats://127.0.0.1:${proxy.port}`)
    expect(proxy.url('http', '/a')).toBe(`http://127.0.0.1:${proxy.port}/a`)
    expect(proxy.url('http', 'a')).toBe(`http://127.0.0.1:${proxy.port}/a`)
    const changed = proxy.through('postgres://ann:secret@127.0.0.1:5432/books?ssl=no')
    expect(changed).toBe(`postgres://ann:secret@127.0.0.1:${proxy.port}/books?ssl=no`)
  })

  it('resets the client if the target is not listening', async () => {
    const unused = createServer().listen(0, '127.0.0.1')
    await once(unused, 'listening')
    const { port } = unused.address() as AddressInfo
    await new Promise((resolve) => unused.close(resolve))
    const proxy = await proxyTo(port)
    expect(await endOf(connect(proxy.port, '127.0.0.1'))).toBe('ECONNRESET')
    await expect.poll(() => proxy.counts().open).toBe(0)
  })

  it('forwards a reset in either direction', async () => {
    const accepted: Socket[] = []
    const target = await listen((socket) => accepted.push(socket))
    const { proxy, client } = await open(target)
    await expect.poll(() => accepted.length).toBe(1)
    accepted[0]?.resetAndDestroy()
    expect(await endOf(client)).toBe('ECONNRESET')
    const other = await connectTo(proxy.port)
    await expect.poll(() => accepted.length).toBe(2)
    const end = endOf(accepted[1] as Socket)
    other.resetAndDestroy()
    expect(await end).toBe('ECONNRESET')
    await expect.poll(() => proxy.counts().open).toBe(0)
  })
})

describe('delay and drip', () => {
  it('delays each chunk, keeps the order and does not limit the bandwidth', async () => {
    const { proxy, client } = await openEcho()
    proxy.delay(1_000)
    const startedAt = performance.now()
    await expectEcho(client, 'there and back')
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_999)
    const words = Array.from({ length: 40 }, (_, n) => `word ${n} `)
    const answer = receive(client, words.join('').length)
    for (const word of words) {
      client.write(word)
      await sleep(2)
    }
    expect(await answer).toBe(words.join(''))
    // Forwarded one after the other, 40 chunks with 1 s of delay in each direction would take 80 s, which is longer
    // than the test's timeout.
  })

  it('releases delayed bytes at once when set to pass', async () => {
    const { proxy, client } = await openEcho()
    proxy.delay(3_600_000)
    client.write('held')
    await sleep(50)
    expect(proxy.counts().toTarget).toBe(0)
    proxy.pass()
    expect(await receive(client, 4)).toBe('held')
  })

  it('drips a few bytes at a time', async () => {
    const { proxy, client } = await openEcho()
    proxy.drip(3, 10)
    const pieces: number[] = []
    client.on('data', (bytes) => pieces.push(bytes.length))
    const startedAt = performance.now()
    await expectEcho(client, 'x'.repeat(60))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(19 * 10)
    expect(pieces.length).toBeGreaterThan(1)
    expect(() => proxy.drip(0, 10)).toThrow(RangeError)
    expect(() => proxy.delay(Number.NaN)).toThrow(RangeError)
  })

  it('apply to new connections as well as open ones', async () => {
    const { proxy } = await openEcho()
    proxy.delay(100)
    const startedAt = performance.now()
    await expectEcho(await connectTo(proxy.port), 'new')
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199)
  })
})

describe('black hole', () => {
  it('holds bytes and ends in both directions, and delivers them in order afterwards', async () => {
    const accepted: Socket[] = []
    const target = await listen((socket) => accepted.push(socket))
    const { proxy, client } = await open(target)
    await expect.poll(() => accepted.length).toBe(1)
    const server = accepted[0] as Socket
    const before = proxy.counts()
    proxy.blackHole()
    const heard = [client.toArray(), server.toArray()]
    client.write('from the client')
    client.end(', all of it')
    server.end('from the server')
    await expect(Promise.race([...heard, sleep(300, 'silence')])).resolves.toBe('silence')
    expect(proxy.counts()).toEqual(before)
    proxy.pass()
    const texts = (await Promise.all(heard)).map((chunks) => Buffer.concat(chunks).toString())
    expect(texts).toEqual(['from the server', 'from the client, all of it'])
  })

  it('accepts new connections, but connects to the target only afterwards', async () => {
    const accepted: Socket[] = []
    const target = await listen((socket) => {
      accepted.push(socket)
      socket.pipe(socket)
    })
    const proxy = await proxyTo(target)
    proxy.blackHole()
    const client = await connectTo(proxy.port)
    const gone = await connectTo(proxy.port)
    client.write('patience')
    gone.resetAndDestroy()
    await sleep(200)
    expect(accepted).toHaveLength(0)
    expect(proxy.counts()).toMatchObject({ open: 2, toTarget: 0 })
    proxy.pass()
    expect(await receive(client, 8)).toBe('patience')
    await expect.poll(() => proxy.counts().open).toBe(1)
    expect(accepted).toHaveLength(1)
  })

  it('hides the disconnect of a client from the target', async () => {
    const accepted: Socket[] = []
    const target = await listen((socket) => accepted.push(socket))
    const { proxy, client } = await open(target)
    await expect.poll(() => accepted.length).toBe(1)
    const end = endOf(accepted[0] as Socket)
    proxy.blackHole()
    client.resetAndDestroy()
    expect(await Promise.race([end, sleep(200, 'open')])).toBe('open')
    proxy.pass()
    expect(await end).toBe('ECONNRESET')
  })

  it('applies backpressure instead of buffering without limit', async () => {
    const { proxy, client } = await openEcho()
    proxy.blackHole()
    const bytes = Buffer.alloc(64 * 1024 ** 2, 'abcdefg')
    const answer = hashOf(client, bytes.length)
    const before = process.memoryUsage().arrayBuffers
    client.write(bytes)
    await sleep(300)
    expect(client.writableLength).toBeGreaterThan(0)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 ** 2)
    proxy.pass()
    expect(await answer).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(proxy.counts()).toMatchObject({ toTarget: bytes.length, fromTarget: bytes.length })
  })
})

it('a receiver that does not read causes backpressure, in every mode', async () => {
  const accepted: Socket[] = []
  const target = await listen((socket) => accepted.push(socket.pause()))
  const bytes = Buffer.alloc(64 * 1024 ** 2, 'abcdefg')
  for (const setMode of [(proxy: TcpProxy) => proxy.pass(), (proxy: TcpProxy) => proxy.delay(20)]) {
    const { proxy, client } = await open(target)
    setMode(proxy)
    await expect.poll(() => accepted.length).toBe(1)
    const receiver = accepted.pop() as Socket
    const before = process.memoryUsage().arrayBuffers
    client.write(bytes)
    const buffered = await settled(() => proxy.counts().toTarget)
    // The kernel buffers some megabytes for each of the two connections.
    expect(buffered).toBeLessThan(48 * 1024 ** 2)
    // Forwarded chunks may not have been garbage-collected yet.
    expect(process.memoryUsage().arrayBuffers - before - buffered).toBeLessThan(8 * 1024 ** 2)
    proxy.pass()
    expect(await hashOf(receiver, bytes.length)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

describe('cut and refuse', () => {
  it('cut resets both sides of every open connection; new connections work', async () => {
    const accepted: Socket[] = []
    const target = await listen((socket) => {
      accepted.push(socket)
      socket.pipe(socket)
    })
    const { proxy, client } = await open(target)
    const second = await connectTo(proxy.port)
    await expectEcho(client, 'one')
    await expectEcho(second, 'two')
    const ends = [client, second, ...accepted].map(endOf)
    proxy.cut()
    expect(await Promise.all(ends)).toEqual(Array(4).fill('ECONNRESET'))
    await expect.poll(() => proxy.counts().open).toBe(0)
    await expectEcho(await connectTo(proxy.port), 'three')
    expect(proxy.counts()).toMatchObject({ open: 1, accepted: 3 })
  })

  it('cut works in a black hole, on half-closed connections and twice in a row', async () => {
    const target = await listen(() => {})
    const { proxy, client } = await open(target)
    client.end('last words')
    await expect.poll(() => proxy.counts().toTarget).toBe(10)
    const end = endOf(client)
    proxy.blackHole()
    proxy.cut()
    proxy.cut()
    expect(await end).toBe('ECONNRESET')
    await expect.poll(() => proxy.counts().open).toBe(0)
  })

  it('refuse resets new connections until pass, and does not affect open ones', async () => {
    const { proxy, client } = await openEcho()
    await expectEcho(client, 'before')
    proxy.refuse()
    expect(await endOf(connect(proxy.port, '127.0.0.1'))).toBe('ECONNRESET')
    await expectEcho(client, 'still there')
    proxy.cut()
    expect(await endOf(connect(proxy.port, '127.0.0.1'))).toBe('ECONNRESET')
    expect(proxy.counts()).toMatchObject({ accepted: 1, refused: 2 })
    proxy.pass()
    await expectEcho(await connectTo(proxy.port), 'after')
  })

  it('close ends all connections, even if called twice', async () => {
    const { proxy, client } = await openEcho()
    await expectEcho(client, 'open')
    const end = endOf(client)
    await Promise.all([proxy.close(), proxy.close()])
    expect(await end).toBe('ECONNRESET')
    expect(await endOf(connect(proxy.port, '127.0.0.1'))).toBe('ECONNREFUSED')
    await proxy.close()
  })
})

async function expectEcho(client: Socket, text: string): Promise<void> {
  const answer = receive(client, text.length)
  client.write(text)
  expect(await answer).toBe(text)
}
