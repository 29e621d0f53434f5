import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../../../../test/at-end.ts'
import { chromiumPath as executablePath } from '../../../../test/shared-browsers.ts'
import { findMainProcess, isAlive, listDescendants, readProc } from '../../../../test/web-portal/processes.ts'
import { BrowserLost, openBrowsers } from '../browsers.ts'
import { listSecrets } from './environment.ts'
import { type BrowserHostOptions, openBrowserHost } from './host.ts'
import { type BrowserProcess, connectBrowserProcess, startBrowserProcess } from './own-process.ts'
import { openBrowserSession } from './session.ts'

const longest = 180_000
const signal = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'payproof-browser-test-'))
// Chromium runs as another user if the test runs as root.
chmodSync(folder, 0o711)
atEnd(() => rmSync(folder, { recursive: true, force: true }))

const site = createServer(
  (_, outgoing) => void outgoing.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
)
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()))
atEnd(() => {
  site.closeAllConnections()
  site.close()
})
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

function browsersOf(browserProcess: BrowserProcess) {
  const browsers = openBrowsers({ browserProcess, maxVisits: 2 })
  atEnd(() => browsers.close())
  return <T>(work: (context: BrowserContext) => Promise<T>) => browsers.visit({ origin, signal }, work)
}

const ownProcess = () => startBrowserProcess({ executablePath, sandbox: 'required' })

async function readHeading(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(origin)
  return page.locator('h1').textContent()
}

let sockets = 0
async function openHost(limits: Partial<BrowserHostOptions> = {}) {
  const socketPath = join(folder, `socket-${++sockets}`)
  const host = await openBrowserHost({ socketPath, executablePath, sandbox: 'required', ...limits })
  atEnd(() => host.close())
  return socketPath
}

const gone = (pids: number[]) => expect.poll(() => pids.filter(isAlive), { interval: 100 }).toEqual([])

test(
  'finding 3: no browser process has a secret in its environment or sees files of the service',
  async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://payproof:hunter2@127.0.0.1/payproof')
    const keyFile = join(folder, 'root-key')
    writeFileSync(keyFile, 'secret')
    const browserProcess = ownProcess()
    const visit = browsersOf(browserProcess)
    const { processes, main } = await visit(async (context) => {
      await readHeading(context)
      const processes = listDescendants(browserProcess.pid() ?? 0)
      expect(processes.map(({ pid }) => readProc(`/proc/${pid}/environ`)).join(' ')).not.toMatch(
        /hunter2|DATABASE_URL/,
      )
      const main = findMainProcess(processes)?.pid ?? 0
      const root = `/proc/${main}/root`
      expect(existsSync(`${root}/usr/bin`)).toBe(true)
      expect(
        [keyFile, '/run/secrets', import.meta.filename].filter((path) => existsSync(root + path)),
      ).toEqual([])
      expect(readdirSync(`${root}/visits`)).toHaveLength(1)
      expect(readProc(`/proc/${main}/net/dev`).match(/^\s*\w+:/gm)).toEqual(['    lo:'])
      return { processes, main }
    })
    vi.unstubAllEnvs()
    expect([main > 0, processes.length > 3]).toEqual([true, true])
    expect(readProc(`/proc/${browserProcess.pid()}/environ`)).not.toMatch(/hunter2|DATABASE_URL/)
  },
  longest,
)

test(
  'finding 3: websites are in the sandbox of Chromium as well',
  async () => {
    const browserProcess = ownProcess()
    await browsersOf(browserProcess)(async (context) => {
      await readHeading(context)
      const renderers = listDescendants(browserProcess.pid() ?? 0).filter(({ command }) =>
        command.includes('--type=renderer'),
      )
      expect(renderers.length).toBeGreaterThan(0)
      for (const { pid, command } of renderers) {
        expect(command).not.toContain('--no-sandbox')
        expect(readProc(`/proc/${pid}/status`)).toMatch(/^Seccomp:\s+2$/m)
      }
    })
  },
  longest,
)

test(
  'finding 3: a killed browser process fails its visit, leaves no Chromium, and the next visit works',
  async () => {
    const browserProcess = ownProcess()
    const visit = browsersOf(browserProcess)
    let pids: number[] = []
    const struck = visit(async (context) => {
      await readHeading(context)
      pids = listDescendants(browserProcess.pid() ?? 0).map(({ pid }) => pid)
      process.kill(browserProcess.pid() ?? 0, 'SIGKILL')
      await readHeading(context)
    })
    await expect(struck).rejects.toThrow(BrowserLost)
    expect(pids.length).toBeGreaterThan(3)
    await gone(pids)
    expect(await visit(readHeading)).toBe('Hello')
  },
  longest,
)

test(
  'ends Chromium when the connection of its worker closes, and keeps the browser process',
  async () => {
    const socketPath = await openHost()
    const before = new Set(listDescendants(process.pid).map(({ pid }) => pid))
    const session = await openBrowserSession(socketPath)
    const started = listDescendants(process.pid).filter(({ pid }) => !before.has(pid))
    expect(findMainProcess(started)).toBeDefined()
    session.transport.close()
    await gone(started.map(({ pid }) => pid))
    expect(await browsersOf(connectBrowserProcess(socketPath))(readHeading)).toBe('Hello')
  },
  longest,
)

test(
  'limits the memory, lifetime and number of Chromium instances',
  async () => {
    const messages: string[] = []
    const keep = (_: object, message: string) => messages.push(message)
    const log = { info: keep, warn: keep }
    const hungry = connectBrowserProcess(await openHost({ maxMemoryBytes: 1_000_000, log }))
    const hang = () => new Promise<never>(() => undefined)
    await expect(browsersOf(hungry)(hang)).rejects.toThrow(BrowserLost)
    expect(messages).toEqual(['started Chromium', 'killed Chromium, because it used too much memory'])
    const old = connectBrowserProcess(await openHost({ maxSessionMs: 2_000 }))
    await expect(browsersOf(old)(hang)).rejects.toThrow(BrowserLost)
    const full = await openHost({ maxSessions: 1 })
    const first = await openBrowserSession(full)
    await expect(openBrowserSession(full)).rejects.toThrow('full')
    await first.end()
    await (await openBrowserSession(full)).end()
  },
  longest,
)

test(
  'a browser that ends before the visit is open is not blamed on the provider',
  async () => {
    const browserProcess = connectBrowserProcess(await openHost())
    const ending: BrowserProcess = {
      ...browserProcess,
      async openSession() {
        const session = await browserProcess.openSession()
        // The folder of the session is removed when Chromium is killed.
        return { ...session, expose: () => Promise.reject(new Error('listen EACCES')) }
      },
    }
    await expect(browsersOf(ending)(readHeading)).rejects.toThrow(BrowserLost)
  },
  longest,
)

test(
  'finding 3: the role browser refuses to run with secrets, and names them without values',
  async () => {
    const program = new URL('../../../main.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [program, 'browser'], {
      env: {
        PATH: '/usr/bin:/bin',
        BROWSER_SOCKET: join(folder, 'refused'),
        DATABASE_URL_FILE: '/run/secrets/database-url',
        S3_SECRET_KEY: 'hunter2',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(stderr).toContain('must have no secrets. Remove: DATABASE_URL_FILE, S3_SECRET_KEY')
    expect(stderr).not.toContain('hunter2')
  },
  longest,
)

test('recognises secrets by name, by value and in mounted folders', () => {
  const harmless = { PATH: '/usr/bin', BROWSER_SOCKET: '/run/browser/socket', CHROMIUM: '/usr/bin/chromium' }
  expect(listSecrets({ ...harmless, KUBERNETES_PORT: 'tcp://10.0.0.1:443' }, [])).toEqual([])
  expect(
    listSecrets({ NATS_URL: 'nats://x', VAULT_ADDR: 'x', AWS_PROFILE: 'x', BROKER: 'amqp://a:b@c' }, []),
  ).toEqual(['NATS_URL', 'VAULT_ADDR', 'AWS_PROFILE', 'BROKER'])
  const [empty, mounted] = [mkdtempSync(join(folder, 'empty-')), mkdtempSync(join(folder, 'mounted-'))]
  writeFileSync(join(mounted, 'database-url'), 'x')
  expect(listSecrets({}, [empty, mounted, '/does/not/exist'])).toEqual([mounted])
})
