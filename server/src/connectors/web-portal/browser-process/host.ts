import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { measureOwnMemoryBytes } from '../../../extraction/isolation/process-tree.ts'
import { type BrowserConfinement, listBrowserConfinements, type SandboxMode } from './confine.ts'
import { readFirstLine } from './lines.ts'

// The browser process. It holds no secrets: it starts Chromium in a sandbox without network for each worker that
// connects, and relays bytes. One worker's session has two connections to the Unix socket:
// - control: `start`, answered with the session's id and folder; then `listen PORT` and `close PORT` for the relays of
//   inside.ts. The session ends with this connection.
// - `cdp ID`: the debugging pipe of Chromium.

export type BrowserHostOptions = {
  socketPath: string
  executablePath: string
  sandbox: SandboxMode
  /** Maximum number of Chromium instances. Further workers are refused. */
  maxSessions?: number
  /** Maximum memory of one Chromium with its child processes, without shared pages. */
  maxMemoryBytes?: number
  /** Maximum lifetime of one Chromium. Workers replace it earlier. */
  maxSessionMs?: number
  log?: { info(details: object, message: string): void; warn(details: object, message: string): void }
}

type Session = {
  id: string
  folder: string
  process: ChildProcess
  toChromium: Writable
  fromChromium: Readable
  isCdpTaken: boolean
}

const memoryPollMs = 500
const firstLineTimeoutMs = 5_000
const startTimeoutMs = 30_000
const ping = `${JSON.stringify({ id: 0, method: 'Browser.getVersion' })}\0`

/** Listens for workers. Chromium is started when the first one connects. */
export async function openBrowserHost(options: BrowserHostOptions) {
  const { socketPath, executablePath, sandbox, log } = options
  const { maxSessions = 8, maxMemoryBytes = 2 * 1_073_741_824, maxSessionMs = 3_600_000 } = options
  const sessions = new Map<string, Session>()
  const sockets = new Set<Socket>()
  let unusable = 0
  let hasWorked = false
  let starting = 0

  async function startSession(): Promise<Session> {
    for (;;) {
      const id = randomBytes(6).toString('hex')
      const folder = join(dirname(socketPath), id)
      mkdirSync(folder)
      // Chromium's user must be able to connect to the sockets in the folder.
      chmodSync(folder, 0o755)
      const confinement = listBrowserConfinements(sandbox, { executablePath, folder })[unusable]
      if (!confinement) throw new Error('Chromium does not start in any sandbox')
      const session = startChromium(confinement, { id, folder })
      if (await isReady(session)) {
        if (!hasWorked) log?.info({ sandbox: confinement.name }, 'started Chromium')
        hasWorked = true
        return session
      }
      endSession(session)
      // Once a sandbox has worked, later failures have another cause.
      if (hasWorked) throw new Error('Chromium does not start')
      unusable++
      log?.warn({ sandbox: confinement.name }, 'Chromium does not start in this sandbox')
    }
  }

  async function serveControl(socket: Socket) {
    if (sessions.size + starting >= maxSessions) return void socket.end('full\n')
    starting++
    const session = await startSession()
      .catch((error: Error) => {
        log?.warn({ error: error.message }, 'could not start Chromium')
        return undefined
      })
      .finally(() => starting--)
    if (!session) return void socket.end('failed\n')
    if (socket.destroyed) return endSession(session)
    sessions.set(session.id, session)
    const lifetime = setTimeout(() => endSession(session), maxSessionMs)
    const memoryPoll = setInterval(() => {
      const bytes = measureOwnMemoryBytes(session.process.pid ?? 0)
      if (bytes <= maxMemoryBytes) return
      clearInterval(memoryPoll)
      log?.warn({ bytes }, 'killed Chromium, because it used too much memory')
      endSession(session)
    }, memoryPollMs)
    session.process.once('exit', () => {
      clearTimeout(lifetime)
      clearInterval(memoryPoll)
      sessions.delete(session.id)
      socket.destroy()
    })
    socket.once('end', () => endSession(session)).once('close', () => endSession(session))
    socket.write(`${JSON.stringify({ id: session.id, folder: session.folder })}\n`)
    if (session.process.stdin) socket.pipe(session.process.stdin)
    session.process.stdout?.pipe(socket, { end: false })
  }

  function serveCdp(socket: Socket, id: string) {
    const session = sessions.get(id)
    if (!session || session.isCdpTaken) return void socket.destroy()
    session.isCdpTaken = true
    socket.pipe(session.toChromium)
    session.fromChromium.pipe(socket)
    socket.once('close', () => endSession(session))
    session.process.once('exit', () => socket.destroy())
  }

  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    const timer = setTimeout(() => socket.destroy(), firstLineTimeoutMs)
    const line = await readFirstLine(socket)
    clearTimeout(timer)
    const [command, id = ''] = line?.split(' ') ?? []
    if (command === 'start') await serveControl(socket)
    else if (command === 'cdp') serveCdp(socket, id)
    else socket.destroy()
  })
  rmSync(socketPath, { force: true })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))
  chmodSync(socketPath, 0o600)

  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const session of sessions.values()) endSession(session)
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function startChromium(
  { program, args, uid }: BrowserConfinement,
  { id, folder }: { id: string; folder: string },
): Session {
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/tmp' },
    stdio: ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'],
    // Without a PID namespace, killing the process group also kills the child processes of Chromium.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const [stdin, stdout, , toChromium, fromChromium] = child.stdio as [
    Writable,
    Readable,
    null,
    Writable,
    Readable,
  ]
  for (const stream of [stdin, stdout, toChromium, fromChromium]) stream.on('error', () => undefined)
  child.on('error', () => undefined)
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { id, folder, process: child, toChromium, fromChromium, isCdpTaken: false }
}

/** Waits for the first answer of Chromium on its debugging pipe. */
async function isReady({ process: child, toChromium, fromChromium }: Session): Promise<boolean> {
  const ended = new AbortController()
  toChromium.write(ping)
  const answer = new Promise<boolean>((resolve) => {
    const onData = (chunk: Buffer) => {
      if (!chunk.includes(0)) return
      fromChromium.off('data', onData).pause()
      resolve(true)
    }
    fromChromium.on('data', onData)
    child.once('exit', () => resolve(false)).once('error', () => resolve(false))
  })
  const tooLate = delay(startTimeoutMs, false, { signal: ended.signal }).catch(() => false)
  const result = await Promise.race([answer, tooLate])
  ended.abort()
  return result
}

function endSession({ process: { pid, exitCode, signalCode }, folder }: Session) {
  if (pid === undefined) return rmSync(folder, { recursive: true, force: true })
  if (exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has already exited.
  }
}
