import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { chromiumPath as executablePath } from '../../../test/shared-browsers.ts'
import { findMainProcess, isAlive, listDescendants } from '../../../test/web-portal/processes.ts'
import { startBrowserProcess } from './browser-process/own-process.ts'
import { BrowserLost, type BrowsersOptions, openBrowsers, VisitTooLong } from './browsers.ts'

const never = new AbortController().signal
const longest = 180_000

/** One site that is visited, and one that must receive no request. */
const [site, elsewhere] = await Promise.all([openSite(), openSite()])

async function openSite() {
  const heard: string[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    heard.push(`${incoming.method} ${path}`)
    if (path === '/cut') return void incoming.socket.destroy()
    if (path === '/away') return void outgoing.writeHead(302, { location: `${elsewhere.url}/hello` }).end()
    if (path === '/hangs') return
    outgoing.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=3600' })
    outgoing.end(
      `<form method="post" action="/cut"><input name="password" value="secret"><button>Go</button></form>
      <img src="/picture.png"><img src="${elsewhere?.url}/picture.png"><link rel="preconnect" href="${elsewhere?.url}">
      <script src="${elsewhere?.url}/script.js"></script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

function browsersWith(options: Partial<BrowsersOptions> = {}) {
  const browserProcess = startBrowserProcess({ executablePath, sandbox: 'required' })
  const browsers = openBrowsers({ browserProcess, maxVisits: 2, ...options })
  atEnd(() => browsers.close())
  const visit = <T>(work: (context: BrowserContext) => Promise<T>, signal = never) =>
    browsers.visit({ origin: site.url, signal }, work)
  /** Process ids of Chromium: its main process and all others below the browser process. */
  const listPids = async () => {
    const processes = listDescendants(browserProcess.pid() ?? 0)
    return { main: findMainProcess(processes)?.pid ?? 0, all: processes.map(({ pid }) => pid) }
  }
  return { browsers, browserProcess, visit, listPids }
}

const gone = (pids: number[]) => expect.poll(() => pids.filter(isAlive), { interval: 100 }).toEqual([])

async function openPage(context: BrowserContext, path = '/') {
  const page = await context.newPage()
  await page.goto(site.url + path)
  return page
}

test(
  'lets a page reach its own origin only: no foreign script, image, redirect, call or preconnect',
  async () => {
    const { visit } = browsersWith()
    elsewhere.heard.length = 0
    await visit(async (context) => {
      const page = await openPage(context)
      const call = (url: string) =>
        page.evaluate(
          (url) =>
            fetch(url, { mode: 'no-cors' }).then(
              () => 'reached',
              () => 'refused',
            ),
          url,
        )
      expect(await call(`${elsewhere.url}/call`)).toBe('refused')
      expect(await call(`${site.url}/call`)).toBe('reached')
      const socket = await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const socket = new WebSocket(url)
            socket.onopen = () => resolve('open')
            socket.onclose = () => resolve('closed')
          }),
        `${elsewhere.url.replace('http', 'ws')}/socket`,
      )
      expect(socket).toBe('closed')
      await openPage(context, '/away').catch(() => undefined)
    })
    expect(elsewhere.heard).toEqual([])
    expect(site.heard.filter((path) => path.includes('picture'))).toEqual([])
  },
  longest,
)

test(
  'sends a POST once, although Chromium would retry it',
  async () => {
    const { visit } = browsersWith()
    site.heard.length = 0
    await visit(async (context) => {
      const page = await openPage(context)
      await Promise.all([page.waitForEvent('requestfailed'), page.getByRole('button').click()])
      await sleep(500)
    })
    expect(site.heard.filter((path) => path === 'POST /cut')).toHaveLength(1)
  },
  longest,
)

test(
  'shares neither cookies nor cache between visits',
  async () => {
    const { visit } = browsersWith()
    await visit(async (context) => {
      await context.addCookies([{ name: 'who', value: 'first', url: site.url }])
      await openPage(context, '/cached')
    })
    site.heard.length = 0
    await visit(async (context) => {
      await openPage(context, '/cached')
      expect(await context.cookies()).toEqual([])
    })
    expect(site.heard).toContain('GET /cached')
  },
  longest,
)

test(
  'limits concurrent visits, in FIFO order, and drops an aborted one from the queue',
  async () => {
    const { browsers, visit } = browsersWith({ maxVisits: 2 })
    const order: number[] = []
    let most = 0
    const impatient = new AbortController()
    const visits = [0, 1, 2, 3, 4].map((n) =>
      visit(
        async () => {
          order.push(n)
          most = Math.max(most, browsers.openVisits())
          await sleep(200)
          return n
        },
        n === 3 ? impatient.signal : never,
      ),
    )
    impatient.abort(new Error('given up'))
    expect(await Promise.allSettled(visits)).toMatchObject([
      { value: 0 },
      { value: 1 },
      { value: 2 },
      { reason: new Error('given up') },
      { value: 4 },
    ])
    expect([order, most, browsers.openVisits()]).toEqual([[0, 1, 2, 4], 2, 0])
  },
  longest,
)

test(
  'ends a visit on abort or timeout and frees its slot',
  async () => {
    const { browsers, visit } = browsersWith({ maxVisits: 1, maxVisitMs: 3_000 })
    const controller = new AbortController()
    const wanted = visit(async (context) => {
      setTimeout(() => controller.abort(new Error('not wanted')), 100)
      await openPage(context, '/hangs')
    }, controller.signal)
    await expect(wanted).rejects.toThrow('not wanted')
    await expect(visit((context) => openPage(context, '/hangs'))).rejects.toThrow(VisitTooLong)
    expect(await visit(async (context) => (await openPage(context)).url())).toBe(`${site.url}/`)
    expect(browsers.openVisits()).toBe(0)
  },
  longest,
)

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'replaces a Chromium that gets %s during a visit, and leaves no process behind',
  async (signal) => {
    const { browsers, visit, listPids } = browsersWith({ maxVisitMs: 4_000 })
    let pids: number[] = []
    const struck = visit(async (context) => {
      const { main, all } = await listPids()
      pids = all
      process.kill(main, signal)
      await openPage(context)
    })
    await expect(struck).rejects.toThrow(signal === 'SIGKILL' ? BrowserLost : VisitTooLong)
    await gone(pids)
    expect(await visit(async (context) => (await openPage(context)).url())).toBe(`${site.url}/`)
    expect(browsers.openVisits()).toBe(0)
  },
  longest,
)

test(
  'replaces Chromium after its maximum of visits, closes it when idle, and on close',
  async () => {
    const { browsers, visit, listPids } = browsersWith({ maxVisitsPerProcess: 2, idleMs: 300 })
    const first = await visit(listPids)
    const second = await visit(listPids)
    const third = await visit(listPids)
    expect([second.main === first.main, third.main === first.main]).toEqual([true, false])
    await gone([...first.all, ...second.all])
    await gone(third.all)
    const fourth = await visit(listPids)
    await browsers.close()
    await gone(fourth.all)
    await expect(visit(listPids)).rejects.toThrow(BrowserLost)
  },
  longest,
)

test(
  'leaves no Chromium behind when the parent process is killed',
  async () => {
    const program = new URL('../../../test/web-portal/one-visit.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [program, executablePath, site.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const pids: number[] = JSON.parse(line)
    expect(pids.filter(isAlive)).toEqual(pids)
    child.kill('SIGKILL')
    await gone(pids)
  },
  longest,
)
