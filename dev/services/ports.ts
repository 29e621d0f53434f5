import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

// Below the kernel's range for outgoing connections (from 32768), so that none of those takes our port.
const LOWEST_PORT = 20_000
const HIGHEST_PORT = 32_000

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

// Handed out but perhaps not yet listened on: services start side by side.
const handedOut = new Set<number>()

/** The wanted port if nobody has it, otherwise another; with `count`, the first of that many neighbours. */
export async function choosePort(wanted: number | undefined, count = 1): Promise<number> {
  if (wanted && (await arePortsFree(wanted, count))) return wanted
  return pickFreePorts(count)
}

/** The first of `count` neighbouring free ports on the loopback address. */
async function pickFreePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = randomInt(LOWEST_PORT, HIGHEST_PORT - count)
    const ports = Array.from({ length: count }, (_, offset) => first + offset)
    if (ports.some((port) => handedOut.has(port))) continue
    for (const port of ports) handedOut.add(port)
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

/** Whether somebody accepts connections here; unlike a probe that listens, it cannot take the port away. */
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

/** Whether something on this loopback port answers HTTP at all. */
export async function answersHttp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}
