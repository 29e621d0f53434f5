import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxMode } from './confine.ts'
import { type BrowserSession, openBrowserSession } from './session.ts'

/** The process that runs Chromium: a service of its own, or a child process of the worker. */
export type BrowserProcess = {
  openSession(): Promise<BrowserSession>
  /** Process id of the child process, if it runs. */
  pid(): number | undefined
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Uses the browser process that listens on this Unix socket, which is how it runs in containers. */
export const connectBrowserProcess = (socketPath: string): BrowserProcess => ({
  openSession: () => openBrowserSession(socketPath),
  pid: () => undefined,
  close: async () => undefined,
})

/**
 * Starts a browser process when it is first needed, and again if it has died. For development, tests and small
 * installations. It gets none of this process's environment.
 */
export function startBrowserProcess(options: {
  executablePath: string
  sandbox?: SandboxMode
}): BrowserProcess {
  const { executablePath, sandbox = 'preferred' } = options
  let running: Promise<{ child: ChildProcess; socketPath: string }> | undefined
  let current: ChildProcess | undefined

  async function start() {
    const folder = mkdtempSync(join(tmpdir(), 'payproof-browser-'))
    // Chromium's user must be able to reach the folders of its sessions.
    await chmod(folder, 0o711)
    const socketPath = join(folder, 'socket')
    const child = spawn(process.execPath, [program, socketPath, executablePath, sandbox], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      // The process ends when its input does, so it never outlives this process.
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    current = child
    child.stdin.on('error', () => undefined)
    const ended = once(child, 'exit').then(() => {
      current = undefined
      running = undefined
      rmSync(folder, { recursive: true, force: true })
    })
    await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => {
        throw new Error('the browser process does not start')
      }),
    ])
    child.unref()
    for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
    return { child, socketPath }
  }

  return {
    async openSession() {
      running ??= start()
      const { socketPath } = await running.catch((error) => {
        running = undefined
        throw error
      })
      return openBrowserSession(socketPath)
    },
    pid: () => current?.pid,
    async close() {
      const { child } = (await running?.catch(() => undefined)) ?? {}
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.ref()
      child.stdin?.end()
      await ended
    },
  }
}
