import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

// Ports are below the kernel's ephemeral range (from 32768), so that no outgoing connection takes our port.
const LOWEST_PORT = 20_000
const HIGHEST_PORT = 32_000

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

// Ports that were chosen but perhaps do not listen yet, because services start concurrently.
const reserved = new Set<number>()

/**
 * Returns the preferred port if it is free, or else another one; with `count`, the first of that many consecutive
 * ports.
 */
export async function choosePort(preferred: number | undefined, count = 1): Promise<number> {
  if (preferred && (await arePortsFree(preferred, count))) return preferred
  return pickFreePorts(count)
}

/** Returns the first of `count` consecutive free ports on the loopback address. */
async function pickFreePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = randomInt(LOWEST_PORT, HIGHEST_PORT - count)
    const ports = Array.from({ length: count }, (_, offset) => first + offset)
    if (ports.some((port) => reserved.has(port))) continue
    for (const port of ports) reserved.add(port)
    if (await arePortsFree(first, count)) return first
  }
  throw new Error(`no ${count} free ports between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1`)
}

async function arePortsFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port++) {
    if (!(await isPortFree(port))) return false
  }
  return true
}

/**
 * Whether a process accepts connections on the port. It connects instead of binding, so that it never occupies the
 * port.
 */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Whether the URL responds with a status below 500. */
export async function answersHttp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}
