import { chmodSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ConnectOverCDPTransport } from 'playwright-core'
import { z } from 'zod'
import { readFirstLine, readMessages } from './lines.ts'

/** One Chromium in the browser process, as the worker sees it. */
export type BrowserSession = {
  transport: ConnectOverCDPTransport
  /**
   * Lets Chromium connect to a port of this process, under the same number on its own loopback interface. Returns a
   * function that ends this.
   */
  expose(port: number): Promise<() => void>
  /** An idle session does not keep this process running. */
  setBusy(isBusy: boolean): void
  /** Aborted when Chromium, the browser process or the connection has ended. */
  closed: AbortSignal
  /** Ends Chromium with its child processes, and waits until they have ended. */
  end(): Promise<void>
}

const Started = z.object({ id: z.string().regex(/^[0-9a-f]{12}$/), folder: z.string().max(100) })
const startTimeoutMs = 60_000
const endTimeoutMs = 5_000
const maxControlBytes = 1_000
/** Maximum size of a CDP message. The largest contain a PDF of 10 MB in Base64. */
const maxCdpBytes = 64_000_000

/** Starts a Chromium in the browser process that listens on this Unix socket. */
export async function openBrowserSession(socketPath: string): Promise<BrowserSession> {
  const closing = new AbortController()
  const control = await connectTo(socketPath, 'start\n')
  control.setTimeout(startTimeoutMs, () => control.destroy())
  const line = await readFirstLine(control)
  control.setTimeout(0)
  const started = Started.safeParse(parseJson(line))
  if (!started.success) {
    control.destroy()
    throw new Error(`the browser process started no Chromium: ${line ?? 'connection closed'}`)
  }
  const { id, folder } = started.data
  const cdp = await connectTo(socketPath, `cdp ${id}\n`)
  const listening = new Map<string, () => void>()
  readMessages(control, { maxBytes: maxControlBytes }, (message) =>
    listening.get(message.toString('utf8'))?.(),
  )
  const close = () => {
    closing.abort()
    control.destroy()
    cdp.destroy()
  }
  for (const socket of [control, cdp]) socket.once('close', close)
  // Chromium may have ended meanwhile.
  if (control.destroyed || cdp.destroyed) close()

  return {
    transport: createTransport(cdp),
    closed: closing.signal,
    setBusy(isBusy) {
      for (const socket of [control, cdp]) isBusy ? socket.ref() : socket.unref()
    },
    async expose(port) {
      const relay = await openRelay(join(folder, `${port}.sock`), port)
      const answer = new Promise<void>((resolve) => listening.set(`listening ${port}`, resolve))
      control.write(`listen ${port}\n`)
      await Promise.race([answer, untilAborted(closing.signal)])
      listening.delete(`listening ${port}`)
      return () => {
        if (!control.destroyed) control.write(`close ${port}\n`)
        relay.close()
      }
    },
    async end() {
      if (closing.signal.aborted) return
      // The browser process closes the connection when Chromium has ended.
      control.end()
      const timer = setTimeout(() => control.destroy(), endTimeoutMs)
      await untilAborted(closing.signal)
      clearTimeout(timer)
    },
  }
}

function connectTo(socketPath: string, firstLine: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath)
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject).on('error', () => socket.destroy())
      socket.write(firstLine)
      resolve(socket)
    })
  })
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Relays connections to a Unix socket to a port of this process. Only Chromium's folder contains the socket. */
async function openRelay(path: string, port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const target = connect(port, '127.0.0.1')
    socket.pipe(target).pipe(socket)
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => one.destroy())
        .once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  // Chromium may run as a different user.
  chmodSync(path, 0o666)
  return {
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Transports CDP messages over the debugging pipe, on which each message ends with a zero byte. */
function createTransport(socket: Socket): ConnectOverCDPTransport {
  const transport: ConnectOverCDPTransport = {
    send(message) {
      if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\0`)
    },
    close() {
      socket.destroy()
    },
  }
  readMessages(socket, { separator: 0, maxBytes: maxCdpBytes }, (message) => {
    const parsed = parseJson(message.toString('utf8'))
    if (parsed && typeof parsed === 'object') transport.onmessage?.(parsed)
    else socket.destroy()
  })
  socket.once('close', () => transport.onclose?.())
  return transport
}
