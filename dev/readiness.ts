import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// Whether a program that we started is ready. An HTTP reply alone is no proof: another program may have taken the port first.

export type StartedProgram = { name: string; child: ChildProcess; url: string; logFile: string }

const defaultTimeoutMs = 60_000
const pollMs = 100

/** Resolves when the program replies at its URL from its own process, and throws as soon as another process has the port. */
export async function waitForOwnReply(program: StartedProgram, path: string, timeoutMs = defaultTimeoutMs) {
  const { name, child, url, logFile } = program
  const port = Number(new URL(url).port)
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The ${name} ended while it started; its log is ${logFile}`)
    // Without /proc, as on macOS, the owner of a port is not known.
    const owner = existsSync('/proc/net/tcp') ? findPortOwner(port, child.pid ?? 0) : 'ours'
    if (owner === 'another process')
      throw new Error(
        `Another process has taken port ${port}, which the ${name} needs. Start again to use another port.`,
      )
    if (owner === 'ours' && (await isOk(url + path))) return
    await sleep(pollMs)
  }
  throw new Error(`The ${name} does not respond at ${url}; its log is ${logFile}`)
}

async function isOk(url: string) {
  const reply = await fetch(url).catch(() => undefined)
  await reply?.body?.cancel()
  return reply?.ok === true
}

/**
 * Finds the listener of a loopback port: the process with this id or one that it started, another process, or none. `node --watch`
 * runs the program in a child process and replaces it, so the process id of the listener is not known beforehand.
 */
export function findPortOwner(port: number, rootPid: number): 'ours' | 'another process' | undefined {
  const listening = listeningInodes(port)
  if (listening.size === 0) return undefined
  const isOurs = processTree(rootPid).some((pid) => socketInodes(pid).some((inode) => listening.has(inode)))
  return isOurs ? 'ours' : 'another process'
}

/** Socket inodes in the state LISTEN, from the kernel's tables of IPv4 and IPv6 sockets. */
function listeningInodes(port: number) {
  const listenState = '0A'
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readIfPresent(file).split('\n').slice(1))
  const fields = rows.map((row) => row.trim().split(/\s+/))
  const listening = fields.filter(
    ([, local, , state]) => state === listenState && local?.endsWith(`:${hexPort}`),
  )
  return new Set(listening.map((row) => row[9]))
}

function processTree(pid: number): number[] {
  const threads = namesIn(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    readIfPresent(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(processTree)]
}

function socketInodes(pid: number): string[] {
  const links = namesIn(`/proc/${pid}/fd`).map((fd) => linkTarget(`/proc/${pid}/fd/${fd}`))
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
}

// A process or descriptor may be gone by the time it is read.
const readIfPresent = (file: string) => ifPresent(() => readFileSync(file, 'utf8'), '')
const namesIn = (folder: string) => ifPresent(() => readdirSync(folder), [])
const linkTarget = (file: string) => ifPresent(() => readlinkSync(file), '')

function ifPresent<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
